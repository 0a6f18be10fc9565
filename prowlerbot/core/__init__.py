"""What everything stands on: the contract of a game, errors, records, languages."""
