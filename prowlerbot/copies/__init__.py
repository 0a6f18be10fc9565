"""Copies of whole databases: backups, the way back from them, and moves between databases."""
