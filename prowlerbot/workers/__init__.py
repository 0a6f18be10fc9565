"""Processes that work for the bot beside its event loop."""
