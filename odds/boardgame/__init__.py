"""Fallout: The Board Game: tests and fights with the three V.A.T.S. dice."""
