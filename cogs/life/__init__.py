"""What players do around the moves: challenge, agreements, replay, branch, tutorial."""
