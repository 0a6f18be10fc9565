"""Competitions in Discord: their messages, the commands for them, and the work without presses."""
