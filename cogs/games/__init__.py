"""How each game shows itself in Discord; none of them knows another."""
