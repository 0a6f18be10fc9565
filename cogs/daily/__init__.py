"""The day's challenge in Discord: its card, results and list, and how they are posted."""
