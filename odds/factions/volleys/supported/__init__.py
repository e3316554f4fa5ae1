"""A volley in which an attacker supports another instead of attacking."""
