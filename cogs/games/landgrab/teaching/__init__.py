"""Lessons and rules of Landgrab for newcomers."""
