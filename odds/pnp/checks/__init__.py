"""Skill checks."""
