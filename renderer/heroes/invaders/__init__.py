"""Invaders in a colony, and what became of them."""
