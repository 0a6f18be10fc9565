"""Competitions, pure: a competition is its record, and its standings are the record's replay."""
