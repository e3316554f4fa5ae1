"""The Roll Off (Rulebook p. 17)."""
