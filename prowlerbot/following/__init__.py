"""Following: the turning points of a running match, and the players who follow it."""
