"""Showing a match: its message, private boards, calls, threads, upkeep."""
