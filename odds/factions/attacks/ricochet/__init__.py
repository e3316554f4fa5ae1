"""Ricochet: without a Hit the attack is made on another target."""
