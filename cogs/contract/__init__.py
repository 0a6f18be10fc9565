"""The interface of a game to Discord; only games and the rooms above them know it."""
