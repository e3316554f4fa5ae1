"""Re-rolls: who may re-roll what and when, how to do it best, and what that is worth (Rulebook p. 17)."""
