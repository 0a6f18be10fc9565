"""The life of a match, pure: no clock, no database, no Discord."""
