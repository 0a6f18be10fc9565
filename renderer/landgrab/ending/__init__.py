"""The sheet of the end."""
