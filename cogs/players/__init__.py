"""The preferences of a player, and the list of their open matches."""
