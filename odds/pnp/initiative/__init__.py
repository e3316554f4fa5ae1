"""Initiative and attacks of opportunity."""
