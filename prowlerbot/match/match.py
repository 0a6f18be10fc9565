"""A match and its life: challenged, playing, over.

A match is its record: the set-up and an append-only list of plays. Every function here is pure: it
takes a match and returns the next one, or raises a Refused with the sentence for the player.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.i18n import mark
from prowlerbot.match.origin import Origin
from prowlerbot.match.question import Question
from prowlerbot.match.terms import Terms

SOMEONE = mark("someone")
"""The name of a player who has had everything about them deleted."""


Ranks = tuple[int, ...]
"""The rank of each seat, seat 1 first, as in an outcome."""


class Phase(StrEnum):
    CHALLENGED = "challenged"
    PLAYING = "playing"
    OVER = "over"


class Ending(StrEnum):
    """How a match came to be over; only the first three have a result."""

    PLAYED = "played"
    RESIGNED = "resigned"
    CLAIMED = "claimed"
    AGREED = "agreed"
    ABANDONED = "abandoned"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits at a seat: an id of the chat service, and the name last seen there.

    Ids below zero are nobody's: those of players who have had everything about them deleted.
    """

    id: int
    name: str

    @property
    def gone(self) -> bool:
        return self.id < 0


@dataclass(frozen=True, slots=True)
class Play:
    """One entry of the record. Its ply is its place in the list; ``at`` is in epoch seconds."""

    seat: int
    move: str
    at: int


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A play that was taken back: it was the last one then, with so many before it.

    ``at`` is when that was.
    """

    ply: int
    seat: int
    move: str
    at: int


@dataclass(frozen=True, slots=True)
class Match:
    """``players`` holds seat 1 first. Times are epoch seconds.

    ``revision`` counts the changes that have been stored, so it tells whether a board message or a
    copy in memory is behind. ``turn_at`` is since when the present player is to move. ``ended_by``
    is the seat that ended the match, 0 for nobody.
    """

    id: str
    game: str
    players: tuple[Player, ...]
    created_at: int
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    terms: Terms = field(default_factory=Terms)
    phase: Phase = Phase.CHALLENGED
    revision: int = 0
    setup: str = ""
    plays: tuple[Play, ...] = ()
    changed_at: int = 0
    turn_at: int = 0
    challenger: int = 1
    takebacks: tuple[TakenBack, ...] = ()
    question: Question | None = None
    origin: Origin | None = None
    ending: Ending | None = None
    ended_by: int = 0

    @property
    def ply(self) -> int:
        """The number of the next move, counting from 0."""
        return len(self.plays)

    @property
    def moment(self) -> int:
        """The number of the present position: it rises with each play and with each taken back.

        So it is the ply while nothing is taken back, and never the same for two positions.
        """
        return self.ply + 2 * len(self.takebacks)

    def moment_of(self, ply: int) -> int:
        """The moment at which a play that stands in the record was made."""
        before = [number for number, each in enumerate(self.takebacks, 1) if each.ply <= ply]
        return ply + 2 * max(before, default=0)

    @property
    def seats(self) -> range:
        return range(1, len(self.players) + 1)

    def player(self, seat: int) -> Player:
        return self.players[seat - 1]

    @property
    def challenged(self) -> frozenset[int]:
        """The seats of those who were asked to the match."""
        return frozenset(self.seats) - {self.challenger}

    def seat_of(self, user: int) -> int | None:
        """The seat of a user, or None for someone who does not take part."""
        return next((seat for seat in self.seats if self.player(seat).id == user), None)


def seat_at(match: Match, user: int) -> int:
    """The seat of a user; raises Denied for someone who does not take part."""
    seat = match.seat_of(user)
    if seat is None:
        raise Denied("You do not play in this match; you can start one of your own.")
    return seat


def only_while_playing(match: Match) -> None:
    if match.phase is Phase.CHALLENGED:
        raise Denied("This challenge is not accepted yet.")
    if match.ending is not None:
        raise Stale(ENDED[match.ending])


ENDED = {
    Ending.PLAYED: mark("This match is over."),
    Ending.RESIGNED: mark("This match is over: one of the players has resigned."),
    Ending.CLAIMED: mark("This match is over: one of the players ran out of time."),
    Ending.AGREED: mark("This match is over: the players agreed to end it without a result."),
    Ending.ABANDONED: mark("This match is over: nobody had touched it for a long time."),
    Ending.DECLINED: mark("This challenge was declined."),
    Ending.CANCELLED: mark("This challenge was cancelled."),
    Ending.EXPIRED: mark("This challenge has expired."),
}


def over(match: Match, ending: Ending, seat: int, now: int) -> Match:
    return changed(match, now, phase=Phase.OVER, ending=ending, ended_by=seat, question=None)


def changed(match: Match, now: int, **changes: Any) -> Match:
    return replace(match, revision=match.revision + 1, changed_at=now, **changes)
