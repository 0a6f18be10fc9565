"""All custom_ids of the bot: each is the address of a press, and carries all its data."""
