"""Moderators end matches and withdraw challenges, in Discord."""
