"""What moderators do about one player or one match."""
