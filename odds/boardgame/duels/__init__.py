"""Fights with the same enemy, one after another, until one of the two falls."""
