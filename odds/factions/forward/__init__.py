"""Failing Forward (Rulebook p. 16)."""
