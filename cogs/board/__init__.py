"""The display of a match: its message, private boards, calls, threads, upkeep."""
