"""Processes that work for the bot outside of its event loop."""
