"""The private boards of players, with their previews, choices, secret steps and plans."""
