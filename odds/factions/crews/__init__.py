"""Crews of one's own: TOML files, what crew builders write, and the limits that a crew must keep."""
