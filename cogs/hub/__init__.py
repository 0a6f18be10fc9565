"""The hub: all games, with the ways to play each."""
