"""Damage that a weapon with Spread deals beside its target."""
