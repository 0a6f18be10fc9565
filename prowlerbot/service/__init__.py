"""Matches as the bot serves them: load, pure transition, commit.

``Service.apply`` takes a pure function of ``prowlerbot/match``. A service has a method of its own
only for a change that needs more than one transition. The match itself shows which moves of the
machine are due, so a crash loses none.
"""
