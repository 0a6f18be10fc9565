"""Parts of a match that are stored as JSON: its terms besides the options of its game, its origin,
and the question of one player to the others.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from typing import Any, Literal, Self

from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied
from prowlerbot.core.game import CHANCE
from prowlerbot.core.record import Made

Takebacks = Literal["ask", "free", "never"]
"""Whether a player can take back a move: with consent, without asking, or not at all.

``free`` covers only moves that revealed nothing; after dice or hidden cards the others must agree.
"""


def counts_until(day: int) -> int:
    """The time at which a try of a day's challenge ends too late to count, in epoch seconds."""
    return (day + 2) * DAY


RESERVE = 3 * DAY + 1
"""Stands for three days a move with a reserve, where a pace is one number."""
CLOCKS = {
    -505: (0, 5 * 60, 5),
    -1010: (0, 10 * 60, 10),
    -2015: (0, 20 * 60, 15),
    RESERVE: (3 * DAY, 5 * DAY, 0),
}
"""The pace, bank and increment of each clock, by the number that options and tables have for it;
those below zero are for matches that are played at once.
"""


@dataclass(frozen=True, slots=True)
class Terms:
    """``pace`` is the time of a player for a move in seconds, 0 for no limit. Then the ``bank``
    of the player runs, which has so many seconds for the whole match, and ``increment`` seconds
    more with each turn (``banks.py``). ``gifts`` are the seats that gave a day to all others.

    ``first_friendly`` marks a match that is rated unless it is a player's first: a newcomer who
    takes a seat turns it into a friendly one.

    ``stopwatch`` is the shared time for a live stage in seconds, 0 for no limit.

    With ``takeover`` the machine plays on for a player who leaves a match of three or four; with
    ``substitutes`` other people may take the seat first.

    ``day`` is the day of the challenge that the match is a try of (``prowlerbot/daily``), or 0.

    ``competition`` is the id of the competition that the match belongs to, empty for none, and
    ``pairing`` its number there. Such a match always ends with a result. If the competition was
    ended early, the match is ``released``: it goes on as one of its own.

    ``hints`` says whether players may ask the machine for hints; None leaves it at the usual, which
    is yes for a person who plays alone or against the machine.

    ``weekend`` is the time zone in which Saturdays and Sundays do not count for the pace: that of
    the host at the time of the challenge. It is empty if they count.

    ``thread`` says whether a board that the bot posts by itself gets a thread; None leaves that to
    the server.
    """

    takebacks: Takebacks = "ask"
    pace: int = 0
    rated: bool = False
    takeover: bool = False
    substitutes: bool = False
    first_friendly: bool = False
    stopwatch: int = 0
    day: int = 0
    hints: bool | None = None
    competition: str = ""
    pairing: int = 0
    released: bool = False
    weekend: str = ""
    thread: bool | None = None
    bank: int = 0
    increment: int = 0
    gifts: tuple[int, ...] = ()

    def at_pace(self, pace: int) -> "Terms":
        """The terms with a pace as options and tables have it: a clock, or seconds for a move."""
        pace, bank, increment = CLOCKS.get(pace, (pace, 0, 0))
        return replace(self, pace=pace, bank=bank, increment=increment)

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
        """Whether a new match by these terms can be rated: a loser cannot avoid the end by waiting,
        and the match stays rated if somebody leaves. Older matches keep their terms.
        """
        return bool(self.limit) and not self.takeover and not self.hints

    def with_rating(self, *, wanted: bool | None, usual: bool) -> "Terms":
        """The terms of a challenge as its host ``wanted`` it; None for as is ``usual``, except for
        newcomers, where the terms allow a rating. Raises Denied for a wish that they do not allow.
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
        usually = usual and wanted is None and self.may_be_rated
        return replace(self, rated=bool(wanted) or usually, first_friendly=usually)

    @property
    def again(self) -> "Terms":
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

    def as_json(self) -> dict[str, object]:
        """All fields, ready for JSON: a later default must not change a match."""
        return asdict(self)


class Asked(StrEnum):
    """The subject of a question; the values are in storage and in buttons, so they never change."""

    TAKEBACK = "takeback"
    CANCEL = "cancel"
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class Question:
    """``seat`` asks the others at the position ``moment``; the seats ``agreed`` have agreed so far.

    A refused question stays until the next move, so that nobody repeats it.
    """

    asked: Asked
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
            asked=Asked(written["asked"]),
            seat=int(written["seat"]),
            agreed=tuple(map(int, written["agreed"])),
            refused_by=int(written["refused_by"]),
            moment=int(written.get("moment", 0)),  # absent in older data
        )

    def as_json(self) -> dict[str, object]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Origin:
    """A set-up and the first moves of the match or imported record ``source``.

    The challenge copies them, so later changes of the source have no effect.
    """

    source: str
    setup: str
    moves: tuple[Made, ...]

    @property
    def ply(self) -> int:
        return len(self.moves)

    @property
    def count(self) -> int:
        """The moves as people count them: without chance."""
        return sum(made.seat != CHANCE for made in self.moves)

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> Self:
        moves = tuple(Made(seat, text) for seat, text in written["moves"])
        return cls(written["source"], written["setup"], moves)

    def as_json(self) -> dict[str, object]:
        """All of it, ready for JSON."""
        return {"source": self.source, "setup": self.setup, "moves": [list(m) for m in self.moves]}
