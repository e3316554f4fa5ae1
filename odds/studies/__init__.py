"""Questions of every game side by side, over ranges, and on a page to print."""
