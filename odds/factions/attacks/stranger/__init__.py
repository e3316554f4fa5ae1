"""Mysterious Stranger: a Test 1L that passes brings one attack more."""
