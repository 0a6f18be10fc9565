"""The features of a person: preferences, calls, profile, standings, privacy."""
