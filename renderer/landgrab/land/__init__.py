"""The map and everything on it."""
