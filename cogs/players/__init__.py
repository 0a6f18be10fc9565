"""The features of a person: preferences, profile, standings, privacy."""
