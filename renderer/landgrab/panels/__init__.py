"""What stands around the map."""
