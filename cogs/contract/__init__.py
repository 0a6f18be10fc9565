"""What a game implements to be played in Discord; no room but the games and those above know it."""
