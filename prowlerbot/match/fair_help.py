"""Fair help: the machine must not help with a line that is being played for a result.

A running match counts for somebody if it is rated, belongs to a competition, or is a try of the
day's challenge. Another match, an imported record or a branch can repeat its line. So the bot
compares the lines each time before the machine thinks for somebody: the parts of the set-up that
were drawn, the first moves, and the present position of the match that counts. A copy with a few
changes asks for the same help, so the machine refuses if one of these mostly agrees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from prowlerbot.core.errors import Denied
from prowlerbot.core.game import Game
from prowlerbot.core.record import step
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.play import known_plies, states

FIRST = 6
"""The number of draws and moves that two lines must share if one of them goes on. Fewer can be
shared by chance: in 2,600 pairs of random matches of Landgrab and Heroes Beware, the first six
entries had at most three in common.
"""
FEWEST = 5
"""The fewest facts by which a position can be recognised."""
_ALIKE = 3 / 4
"""The part that must agree, in any order: a record can list players who build or choose at the
same time in either order.
"""

Moves = Sequence[tuple[int, str]]
"""The seat and the text of each draw and move."""
Traits = Sequence[frozenset[str]]
"""See ``Game.traits``."""


class NoHelp(Denied):
    """The machine does not help, as the same line is being played for a result."""


def counts(match: Match) -> bool:
    """Whether a match is running and its result counts for somebody."""
    terms = match.terms
    return match.phase is Phase.PLAYING and bool(terms.rated or terms.competition or terms.day)


def beginning(match: Match) -> tuple[str, Moves]:
    """The set-up and the moves of a match; for a challenge that plays on from a moment of another
    match, those up to that moment.
    """
    if not match.setup and match.origin is not None:
        return match.origin.setup, tuple((made.seat, made.text) for made in match.origin.moves)
    return match.setup, tuple((play.seat, play.move) for play in match.plays)


@dataclass(frozen=True, slots=True)
class Counting:
    """The facts by which a match that counts is recognised, as one viewer or everybody knows it."""

    revision: int
    drawn: frozenset[str]
    moves: Sequence[str]
    traits: Traits

    @classmethod
    def beginning(cls, game: Game, setup: str, moves: Sequence[str]) -> Counting:
        """The start of a day's challenge, with the moves that chance makes first in each try."""
        return cls(0, game.drawn_parts(setup), moves, game.traits(game.start(setup)))

    @classmethod
    def of(cls, match: Match, game: Game, viewer: int | None) -> Counting:
        present = states(match, game)[-1]
        plies = known_plies(match, present, viewer)
        return cls(
            match.revision,
            game.drawn_parts(match.setup),
            [match.plays[ply].move for ply in plies],
            _own(game.traits(present.view(viewer).seen), viewer),
        )


def _own(traits: Traits, viewer: int | None) -> Traits:
    """All groups if nothing is secret or everybody looks; otherwise only the viewer's own group."""
    return traits if viewer is None or len(traits) == 1 else traits[viewer - 1 : viewer]


@dataclass(frozen=True, slots=True)
class Line:
    """A line for which help is asked: its moves, and the traits of all its positions."""

    drawn: frozenset[str]
    moves: Sequence[str]
    traits: Sequence[Traits]

    @classmethod
    def of(cls, match: Match, game: Game) -> Line:
        setup, moves = beginning(match)
        state = game.start(setup)
        passed = [game.traits(state)]
        for number, (seat, text) in enumerate(moves, 1):
            state = step(state, number, seat, text)
            if (traits := game.traits(state)) != passed[-1]:
                passed.append(traits)
        texts = [text for _, text in moves]
        return cls(game.drawn_parts(setup), texts, passed)

    def is_of(self, other: Counting) -> bool:
        """Whether this line is a copy of that match, perhaps with changes."""
        if self.drawn and other.drawn:
            alike = mostly(self.drawn, other.drawn)
        else:
            alike = are_alike(self.moves, other.moves)
        return alike or any(
            mostly(mine, theirs, FEWEST)
            for passed in self.traits
            for mine in passed
            for theirs in other.traits
        )


def mostly(one: frozenset[str], other: frozenset[str], fewest: int = 1) -> bool:
    """Whether two groups of facts mostly agree."""
    least, most = sorted((len(one), len(other)))
    if most < fewest or least < _ALIKE * most:  # most pairs end here, without a look at the facts
        return False
    return len(one & other) >= _ALIKE * most


def are_alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two lines begin so much alike that they are of one match, whatever the seats."""
    ahead: Counter[str] = Counter()
    shared = length = 0
    for length, (mine, theirs) in enumerate(zip(one, other, strict=False), 1):
        for move, ply in ((mine, 1), (theirs, -1)):
            shared += ahead[move] * ply < 0  # the other line has it left over
            ahead[move] += ply
        if length >= FIRST and shared >= _ALIKE * length:
            return True
    return 0 < length < FIRST and shared == length
