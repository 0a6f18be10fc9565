"""A match: who sits where, what was played, whose decision is awaited and since when.

A match is its record: the set-up and a list of plays. Everything in this room is pure: a function
takes a match and returns the next one, or raises a Refused with the sentence for the player.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Literal

from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import CHANCE, LEAVE
from prowlerbot.core.i18n import mark
from prowlerbot.match.origin import Origin
from prowlerbot.match.question import Question
from prowlerbot.match.terms import Terms

SOMEONE = mark("someone")
"""The name of a player whose data was deleted."""


Ranks = tuple[int, ...]
"""The rank of each seat, seat 1 first, as in an outcome."""


Level = Literal["easy", "medium", "hard"]
"""How well the machine plays at a seat."""


class Phase(StrEnum):
    """A match is in its lobby until all seats are taken, or its host starts it with fewer."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"


IMPORTED = "i"
"""The first letter of the ids of imported records; no id of a match has it."""


def is_imported(match_id: str) -> bool:
    return match_id.startswith(IMPORTED)


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
    """Who sits at a seat: a person, the machine, or nobody yet.

    ``id`` is a person's in the chat service, ``name`` the one last seen there. An id below zero
    belongs to a person whose data was deleted; 0 is not a person: the machine if there is a
    ``level``, else a vacant seat. Somebody who was asked to a match has not ``joined`` until
    they accept. ``choice`` is what they chose with the seat, such as a colour, ``orders`` the
    standing orders that they have given in this match. ``leaver`` is the id of the person whose
    seat the machine has taken over, under whose name their moves are still told.
    """

    id: int
    name: str
    level: Level | None = None
    joined: bool = True
    choice: str = ""
    orders: frozenset[str] = frozenset()
    leaver: int = 0

    @property
    def forgotten(self) -> bool:
        return self.id < 0

    def __str__(self) -> str:
        return self.name

    @property
    def is_person(self) -> bool:
        """Whether somebody sits here who can be called and asked."""
        return self.id > 0

    @property
    def is_machine(self) -> bool:
        return self.level is not None

    @property
    def is_substitute(self) -> bool:
        """Whether the machine has taken over from a person, whose name it plays under.

        Lists do not know the leaver; there the name tells.
        """
        own = not self.name or self.name == self.level or self.name.isdigit()
        return self.is_machine and (bool(self.leaver) or not own)

    @property
    def is_vacant(self) -> bool:
        return not self.id and self.level is None


VACANT = Player(0, "", joined=False)


def machine(level: Level) -> Player:
    """The machine as a player; what it is called is up to whatever shows it.

    Its name is its level in a match of two; where there are more seats, its number if there are
    several, else nothing.
    """
    return Player(0, level, level)


@dataclass(frozen=True, slots=True)
class Play:
    """One entry of the record. Its ply is its place in the list; ``at`` is in epoch seconds.

    ``moment`` and ``own`` say which decision it answered (see Decision), so that a repeated press
    is recognised; a play that answered none, such as one of chance or of another match, has the
    moment -1.
    """

    seat: int
    move: str
    at: int
    moment: int = -1
    own: int = 0


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat has to decide, or decided last.

    It began at the public moment ``moment``, at ``since`` epoch seconds, which is when its clock
    began. ``own`` counts the steps that the seat has made in it which nobody else has seen, those
    taken back as well; ``concealed`` those that stand. A press is late when the decision is younger
    than what the presser looked at, not when somebody else has moved.
    """

    since: int
    moment: int = 0
    own: int = 0
    concealed: int = 0


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A play that was taken back: it was the last one then, with ``ply`` plays before it.

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
    copy in memory is behind. ``turn_at`` is when the longest-awaited decision began.
    ``challenger`` is the seat of the host. ``ended_by`` is the seat that ended the match, 0 for
    nobody.
    """

    id: str
    game: str
    players: tuple[Player, ...]
    created_at: int
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    terms: Terms = field(default_factory=Terms)
    phase: Phase = Phase.LOBBY
    revision: int = 0
    setup: str = ""
    plays: tuple[Play, ...] = ()
    decisions: tuple[Decision, ...] = ()
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
        """The number of the present position as everybody sees it.

        It rises with each play that becomes known and with each taken back, so it is the ply while
        nothing is taken back or concealed, and never the same for two positions.
        """
        concealed = sum(decision.concealed for decision in self.decisions)
        return self.ply - concealed + 2 * len(self.takebacks)

    def drawn(self, ply: int) -> bool:
        """Whether a play was drawn for its seat, as all had agreed to that."""
        play, begins = self.plays[ply], self.origin.ply if self.origin else 0
        nobodys = play.seat == CHANCE or play.move == LEAVE or ply < begins
        return play.moment < 0 and not nobodys

    @property
    def people(self) -> frozenset[int]:
        """The ids of the players who are people and known."""
        return frozenset(player.id for player in self.players if player.is_person)

    @property
    def forgotten(self) -> int:
        """How many of the players have had their data deleted."""
        return sum(player.forgotten for player in self.players)

    @property
    def open_question(self) -> Question | None:
        """The question that still waits for an answer."""
        return self.question if self.question is not None and self.question.open else None

    @property
    def seats(self) -> range:
        return range(1, len(self.players) + 1)

    def player(self, seat: int) -> Player:
        return self.players[seat - 1]

    def decision(self, seat: int) -> Decision:
        return self.decisions[seat - 1] if self.decisions else Decision(self.turn_at)

    @property
    def asked(self) -> frozenset[int]:
        """The seats of those who were asked to the match and have not answered yet."""
        return frozenset(
            seat for seat in self.seats if self.player(seat).id and not self.player(seat).joined
        )

    @property
    def left(self) -> frozenset[int]:
        """The seats that have left while the others play on."""
        return frozenset(play.seat for play in self.plays if play.move == LEAVE)

    @property
    def voters(self) -> frozenset[int]:
        """The seats of the people who still play, who decide together."""
        people = frozenset(seat for seat in self.seats if self.player(seat).is_person)
        return people - self.left

    @property
    def has_machine(self) -> bool:
        return any(player.is_machine for player in self.players)

    def seat_of(self, user: int) -> int | None:
        """The seat of a user, or None for someone who does not take part."""
        return next((seat for seat in self.seats if user and self.player(seat).id == user), None)


def seat_at(match: Match, user: int) -> int:
    """The seat of a user; raises Denied for someone who does not take part."""
    seat = match.seat_of(user)
    if seat is None:
        raise Denied("You do not play in this match; you can start one of your own.")
    return seat


def only_while_playing(match: Match) -> None:
    if match.phase is Phase.LOBBY:
        raise Denied("This match has not begun yet.")
    only_before_the_end(match)


def only_before_the_end(match: Match) -> None:
    if match.ending is not None:
        raise Stale(ENDED[match.ending], player=match.player(match.ended_by))


ENDED = {
    Ending.PLAYED: mark("This match is over."),
    Ending.RESIGNED: mark("This match is over: {player} resigned."),
    Ending.CLAIMED: mark("This match is over: the time ran out."),
    Ending.AGREED: mark("This match is over: the players agreed to end it without a result."),
    Ending.ABANDONED: mark("This match is over: nobody moved for a long time."),
    Ending.DECLINED: mark("This challenge was declined."),
    Ending.CANCELLED: mark("This challenge was cancelled."),
    Ending.EXPIRED: mark("This challenge has expired."),
}


def over(match: Match, ending: Ending, seat: int, now: int) -> Match:
    return changed(match, now, phase=Phase.OVER, ending=ending, ended_by=seat, question=None)


def changed(match: Match, now: int, **changes: Any) -> Match:
    return replace(match, revision=match.revision + 1, changed_at=now, **changes)
