"""Following: the turning points of a running match, and who wants to hear of them."""
