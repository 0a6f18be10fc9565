"""The bot's replacements inside discord.py: a file for each one, and a test for each file."""
