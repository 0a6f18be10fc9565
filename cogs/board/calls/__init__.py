"""Calls: the messages that tell players of their turn, of questions and of the end."""
