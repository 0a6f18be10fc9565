"""What a match teaches: the worth of its decisions, its luck, and how well it was played."""
