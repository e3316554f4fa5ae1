"""Odds for the dice of Fallout tabletop games: simulated, exact, charted."""

__version__ = "0.1.0"
