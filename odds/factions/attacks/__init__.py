"""Attacks to the end: Damage, Harm, Injuries, Incapacitated (Rulebook p. 20-25)."""
