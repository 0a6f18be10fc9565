"""What stands around the colonies."""
