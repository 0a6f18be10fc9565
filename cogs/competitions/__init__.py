"""Competitions in Discord: their messages, pictures and commands, and the work without presses."""
