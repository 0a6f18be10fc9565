"""What a newcomer to Heroes Beware is told and shown."""
