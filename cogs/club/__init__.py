"""The club in Discord: the page of a server, “Tell me”, and roles as rewards."""
