"""Calls: messages to players about their turn, questions and the end of a match."""
