"""Profiles: finished matches, statistics, leaderboards and habits of players."""
