"""Acts of moderators about one player or one match."""
