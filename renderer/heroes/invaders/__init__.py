"""Invaders in a colony, and their effects."""
