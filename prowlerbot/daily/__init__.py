"""The day's challenge, pure: its days, its luck, streaks, and the comparison of results."""
