"""The features around the moves: challenge, agreements, replay, branch, tutorial."""
