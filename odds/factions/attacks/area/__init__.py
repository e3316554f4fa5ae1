"""One Test against several models: Area and Pulse (Rulebook p. 25)."""
