"""Matches as the bot serves them: load, pure transition, commit.

``Service.apply`` takes a pure function of ``prowlerbot/match``. A service has a method of its own
only for a change that takes more than one transition. The moves of the machine that are due follow
from the match, so a crash loses none.
"""
