"""The appearance of each game in Discord; no game imports another."""
