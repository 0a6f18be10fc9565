"""Where the machine must not help: lines of play that a match for a result has just come to.

A match counts for somebody while it runs and is rated, belongs to a competition, or is a try of the
day's challenge. Another match, an imported record or a branch can repeat its line, so each place
where the machine is about to think for somebody compares the lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from prowlerbot.core.errors import Denied
from prowlerbot.match.match import Match, Phase

FIRST = 6
"""Draws and moves that two lines have to share, where no drawn set-up decides. Fewer are shared by
chance: among 2,600 pairs of random matches of Landgrab and Heroes Beware, any six first entries
had three in common at the most.
"""
_ALIKE = 3 / 4
"""The part of them that has to agree, in any order: players who build or plan at the same time can
be told in either order, and a copy with one move changed asks for the same help.
"""


Moves = Sequence[tuple[int, str]]
"""The seat and the text of each draw and move."""


class NoHelp(Denied):
    """The machine does not help, as the same line is being played for a result."""


def counts(match: Match) -> bool:
    """Whether something hangs on the result of a match that still runs."""
    terms = match.terms
    return match.phase is Phase.PLAYING and bool(terms.rated or terms.competition or terms.day)


def beginning(match: Match) -> tuple[str, Moves]:
    """The set-up and the moves of a match, or of the moment from which a challenge plays on."""
    if not match.setup and match.origin is not None:
        return match.origin.setup, tuple((made.seat, made.text) for made in match.origin.moves)
    return match.setup, tuple((play.seat, play.move) for play in match.plays)


def are_alike(one: Moves, other: Moves) -> bool:
    """Whether two lines without a drawn set-up begin so much alike that they are of one match."""
    ahead: Counter[tuple[int, str]] = Counter()
    shared = 0
    for length, (mine, theirs) in enumerate(zip(one, other, strict=False), 1):
        for move, step in ((mine, 1), (theirs, -1)):
            shared += ahead[move] * step < 0  # the other line has it left over
            ahead[move] += step
        if length >= FIRST and shared >= _ALIKE * length:
            return True
    return False
