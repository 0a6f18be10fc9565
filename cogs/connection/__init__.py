"""The connection to Discord: logging in, outages, shards, and the application's emoji."""
