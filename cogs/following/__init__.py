"""Following in Discord: the direct messages about a match that others play."""
