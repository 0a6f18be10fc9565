"""Putting together players who look for a match: pure, from their wishes and a few facts."""
