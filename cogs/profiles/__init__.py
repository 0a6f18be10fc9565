"""Profiles in Discord: a player in a game, finished matches and leaderboards."""
