"""The Discord side: messages, buttons and slash commands."""
