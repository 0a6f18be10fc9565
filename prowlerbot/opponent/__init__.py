"""Players for the seats of the machine: they play any game of the registry through its contract."""
