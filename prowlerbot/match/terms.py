"""Parts of a match that are stored as JSON: its terms, its origin and a question to its players."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any, Literal, NamedTuple, Self

from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied
from prowlerbot.core.game import CHANCE, Game
from prowlerbot.core.record import MadeMove

Takebacks = Literal["ask", "free", "never"]
"""Whether a player can take back a move: with consent, without asking, or not at all. ``free``
covers only moves that revealed nothing; after dice or hidden cards the others must agree.
"""


def counts_until(day: int) -> int:
    """The time at which a try of a day's challenge ends too late to count, in epoch seconds."""
    return (day + 2) * DAY


RESERVE = 3 * DAY + 1
"""Stands for three days a move with a reserve, where a pace is one number."""


class ClockTerms(NamedTuple):
    """The terms of a clock in seconds."""

    pace: int
    bank: int = 0
    increment: int = 0


CLOCK_5_PLUS_5, CLOCK_10_PLUS_10, CLOCK_20_PLUS_15 = -505, -1010, -2015
"""Stand for minutes for the match and seconds a turn; live clocks are below zero."""
CLOCKS = {
    CLOCK_5_PLUS_5: ClockTerms(0, 5 * 60, 5),
    CLOCK_10_PLUS_10: ClockTerms(0, 10 * 60, 10),
    CLOCK_20_PLUS_15: ClockTerms(0, 20 * 60, 15),
    RESERVE: ClockTerms(3 * DAY, 5 * DAY),
}
"""Each clock by its number in options and tables."""


def sufficient_pace(pace: int, game: Game) -> int:
    """The pace, or in place of a clock that is too short for the game its shortest clock."""
    clocks = CLOCKS.items()
    long_enough = [key for key, clock in clocks if clock.pace or clock.bank >= game.shortest_clock]
    return long_enough[0] if pace in CLOCKS and pace not in long_enough else pace


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a match besides the options of its game."""

    takebacks: Takebacks = "ask"
    pace: int = 0
    """The seconds of a player for a move, 0 for no limit; after them the ``bank`` runs."""
    rated: bool = False
    takeover: bool = False
    """Whether the machine plays on for a player who leaves a match of three or four."""
    substitutes: bool = False
    """Whether other people may take the seat of such a player first."""
    first_friendly: bool = False
    """Whether a newcomer who takes a seat turns a rated match into a friendly one."""
    stopwatch: int = 0
    """The seconds that all share for a live stage, 0 for no limit."""
    day: int = 0
    """The day of the challenge that the match is a try of (``prowlerbot/daily``), or 0."""
    hints: bool | None = None
    """Whether players may take hints; None means only one alone or against the machine may."""
    competition: str = ""
    """The id of its competition, empty for none. Such a match always ends with a result."""
    pairing: int = 0
    """The number of the match in its competition."""
    released: bool = False
    """Whether it goes on as a match of its own, as its competition was ended early."""
    weekend: str = ""
    """The host's time zone, in which Saturdays and Sundays do not count for the pace; or empty."""
    thread: bool | None = None
    """Whether a board that the bot posts by itself gets a thread; None leaves it to the server."""
    bank: int = 0
    """The seconds of each player for the whole match (``banks.py``)."""
    increment: int = 0
    """The seconds that each turn adds to the bank."""
    gifts: tuple[int, ...] = ()
    """The seats that gave a day to all others."""

    def at_pace(self, pace: int) -> "Terms":
        """The terms with a pace as options and tables have it: a clock, or seconds for a move."""
        clock = CLOCKS.get(pace, ClockTerms(pace))
        return replace(self, pace=clock.pace, bank=clock.bank, increment=clock.increment)

    @property
    def limit(self) -> int:
        """The most seconds of a decision at first, 0 for no limit."""
        return self.pace + self.bank

    @property
    def is_timed(self) -> bool:
        """Whether each player has a clock for the whole match, which is played at once."""
        return bool(self.bank) and not self.pace

    @property
    def may_be_rated(self) -> bool:
        """Whether a new match by these terms can be rated. A loser cannot avoid the end by waiting,
        and the match stays rated if somebody leaves. Older matches keep their terms.
        """
        return bool(self.limit) and not self.takeover and not self.hints

    def with_rating(self, *, wanted: bool | None, default: bool) -> "Terms":
        """The terms of a challenge as its host ``wanted`` it: rated, or friendly. None means the
        ``default`` where the terms allow a rating, and friendly for a newcomer. Raises Denied for a
        wish that the terms do not allow.
        """
        if wanted and self.hints:
            raise Denied("A rated match has no hints; leave out one of the two options.")
        if wanted and not self.limit:
            raise Denied("A rated match needs a time limit; choose one, or a friendly match.")
        if wanted and self.takeover:
            raise Denied(
                "In a rated match the seat of a player who leaves stays empty; leave out one of the"
                " two options."
            )
        by_default = default and wanted is None and self.may_be_rated
        return replace(self, rated=bool(wanted) or by_default, first_friendly=by_default)

    @property
    def as_own_match(self) -> "Terms":
        """The terms of a like match that is no try of a challenge and in no competition."""
        terms = replace(self, released=False, gifts=())
        if self.day:
            terms = replace(terms, day=0, takebacks="ask")
        elif self.competition:
            terms = replace(terms, competition="", pairing=0, takebacks="ask", hints=None)
        return terms if terms.may_be_rated else replace(terms, rated=False, first_friendly=False)

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Self:
        """The terms as written; missing fields did not exist yet at that time."""
        names = (each.name for each in fields(cls))
        known = {name: written[name] for name in names if name in written}
        return cls(**known | {"gifts": tuple(known.get("gifts", ()))})


class Motion(StrEnum):
    """The proposal of a question. Storage and buttons have the values, so they never change."""

    TAKEBACK = "takeback"
    CANCEL = "cancel"  # end without a result
    DRAWN = "drawn"  # draw all the rest by lot


@dataclass(frozen=True, slots=True)
class Question:
    """``seat`` asks the others at the position ``moment``; the seats ``agreed`` have agreed so far.
    A refused question stays until the next move, so that nobody repeats it.
    """

    asked: Motion
    seat: int
    agreed: tuple[int, ...] = ()
    refused_by: int = 0
    moment: int = 0

    @property
    def open(self) -> bool:
        return not self.refused_by

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Self:
        return cls(
            asked=Motion(written["asked"]),
            seat=int(written["seat"]),
            agreed=tuple(map(int, written["agreed"])),
            refused_by=int(written["refused_by"]),
            moment=int(written.get("moment", 0)),  # absent in older data
        )


@dataclass(frozen=True, slots=True)
class Origin:
    """A set-up and the first moves of the match or imported record ``source``. The challenge copies
    them, so later changes of the source have no effect.
    """

    source: str
    setup: str
    moves: tuple[MadeMove, ...]

    @property
    def ply(self) -> int:
        return len(self.moves)

    @property
    def count(self) -> int:
        """The number of moves without those of chance."""
        return sum(made.seat != CHANCE for made in self.moves)

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Self:
        moves = tuple(MadeMove(seat, text) for seat, text in written["moves"])
        return cls(written["source"], written["setup"], moves)
