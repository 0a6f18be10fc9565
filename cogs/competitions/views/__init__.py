"""Competitions as pictures and in words, from their records."""
