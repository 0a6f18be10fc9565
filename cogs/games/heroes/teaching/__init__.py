"""Lessons and rules of Heroes Beware for newcomers."""
