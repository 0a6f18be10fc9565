"""The panels around the colonies."""
