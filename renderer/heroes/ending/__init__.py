"""The final sheet."""
