"""The club in Discord: the page of a server."""
