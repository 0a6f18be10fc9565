"""Profiles: what the finished matches of a player show."""
