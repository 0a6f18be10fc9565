"""What belongs to a person: preferences, calls, profile, standings, privacy."""
