"""Puzzles in Discord: their commands and messages."""
