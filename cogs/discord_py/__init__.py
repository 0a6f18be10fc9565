"""What the bot replaces inside discord.py: a file for each place, and a test for each file."""
