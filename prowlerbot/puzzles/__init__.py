"""Positions with one best move: what they are, how they are proved, and how they are rated."""
