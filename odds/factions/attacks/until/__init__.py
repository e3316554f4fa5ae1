"""One attack made again and again until its target falls."""
