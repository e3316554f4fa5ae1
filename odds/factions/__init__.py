"""Fallout: Factions."""
