"""What a newcomer to Landgrab is told and shown."""
