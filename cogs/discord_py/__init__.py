"""The bot's replacements inside discord.py; each file has a file of tests."""
