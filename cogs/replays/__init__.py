"""Replays in Discord: stepping through a match, its animation, its record, and playing on."""
