"""The private boards of players, with their previews, choices and secret plans."""
