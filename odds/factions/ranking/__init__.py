"""Models compared by the numbers: rankings per point of Rating, and what an upgrade is worth."""
