"""Reviews in Discord: their commands and messages."""
