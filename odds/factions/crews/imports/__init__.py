"""Crews that other programs write: every format is read into one kind of find, and that is matched to the catalogue."""
