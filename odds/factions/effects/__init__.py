"""Perks, chems and ploys that change odds, as data (names and numbers only)."""
