"""The machine's players: they play any game of the registry through its contract."""
