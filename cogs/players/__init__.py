"""What a player sets, and the list of their open matches."""
