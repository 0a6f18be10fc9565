"""The health of the bot, as its database shows it."""
