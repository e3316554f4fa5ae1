"""Several attacks on one target, one after another."""
