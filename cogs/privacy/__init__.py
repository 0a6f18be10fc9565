"""The data stored about a person, in Discord: its commands, and names in public messages."""
