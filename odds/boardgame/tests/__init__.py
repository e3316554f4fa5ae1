"""Tests of the board game: bullets on three dice against a number."""
