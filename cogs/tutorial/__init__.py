"""The tutorial in Discord."""
