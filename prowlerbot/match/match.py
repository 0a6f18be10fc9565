"""A match: its seats, its plays, takebacks and hints, and the awaited decisions with their start.

A match is its record: the set-up and a list of plays.
"""

import random
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Literal, NamedTuple

from prowlerbot.core.clock import Outage
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import CHANCE, LEAVE, Game
from prowlerbot.core.i18n import mark
from prowlerbot.match.terms import Origin, Question, Terms

BY_PLAN = -1
"""The value of ``Play.step`` for a move that the plan of its player made."""
SOMEONE = mark("someone")
"""The name of a player whose data was deleted."""
RULES_VERSION = 2
"""The version of the rules by which results of matches that end now count (``Match.rules``)."""
FIRST_RULES = 1
"""The version of all matches that ended before results had one."""
IMPORT_LETTER = "i"
"""The first letter of the ids of imported records; no id of a match has it."""

Ranks = tuple[int, ...]
"""The rank of each seat, seat 1 first, as in an outcome."""
Level = Literal["easy", "medium", "hard", "expert"]
"""The strength of the machine at a seat."""


@dataclass(frozen=True, slots=True)
class Play:
    """One entry of the record. Its ply is its place in the list. ``moment`` and ``step`` identify
    the decision that it answered (see Decision), so that a repeated press is recognised.
    """

    seat: int
    move: str
    at: int
    """The time in epoch seconds."""
    moment: int = -1
    """The moment -1 means no decision, as for a move of chance or one copied from another match."""
    step: int = 0
    bank_change: int = 0
    """In seconds: the increment of the turn less the time that it took from the seat's bank."""

    @property
    def planned(self) -> bool:
        return self.step == BY_PLAN


@dataclass(frozen=True, slots=True)
class Decision:
    """The present decision of a seat, or its latest one. A press is late if the decision is younger
    than the position that the presser saw. Moves of other seats do not make it late.
    """

    since: int
    """The start of its clock. If this is later than now, the clock waits for its player, who cannot
    know of the turn yet. If the seat is not to move, it is the start of the answered decision.
    """
    moment: int = 0
    """The public moment at which it began."""
    step: int = 0
    """The concealed steps that the seat has made in it, those taken back included."""
    concealed: int = 0
    """Those of the steps that still hold."""


@dataclass(frozen=True, slots=True)
class Takeback:
    """A play that was taken back at a time ``at``, the last one, with ``ply`` plays before it."""

    ply: int
    seat: int
    move: str
    at: int


@dataclass(frozen=True, slots=True)
class TakenHint:
    """The steps of a hint that a seat took at one decision, with ``ply`` plays before it.
    ``moment`` and ``step`` identify the decision as in a play.
    """

    ply: int
    seat: int
    hint_steps: int
    moment: int
    step: int = 0


class Phase(StrEnum):
    """A match is a lobby until all seats are taken, or its host starts it with fewer."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"


def is_imported(match_id: str) -> bool:
    return match_id.startswith(IMPORT_LETTER)


class Ending(StrEnum):
    """The way in which a match ended; those in WITH_RESULT have a result.

    A match of a competition is ``closed`` when the time for its round is up, and ``cut`` when a
    person ends the round. A moderator makes a match ``moderated`` and a challenge ``withdrawn``.
    """

    PLAYED = "played"
    RESIGNED = "resigned"
    REMOVED = "removed"
    REMOVED_BY_ADMIN = "removed by admin"
    CLAIMED = "claimed"
    CLOSED = "closed"
    CUT = "cut"
    CUT_BY_ADMIN = "cut by admin"
    AGREED = "agreed"
    MODERATED = "moderated"
    ABANDONED = "abandoned"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"
    DELETED = "deleted"


CUT_ENDINGS = frozenset({Ending.CUT, Ending.CUT_BY_ADMIN})
CLOSED_ENDINGS = CUT_ENDINGS | {Ending.CLOSED}
"""The endings at the end of a round: the player who was too slow has lost."""
REMOVED_ENDINGS = frozenset({Ending.REMOVED, Ending.REMOVED_BY_ADMIN})
WITH_RESULT = (Ending.PLAYED, Ending.RESIGNED, *REMOVED_ENDINGS, Ending.CLAIMED, *CLOSED_ENDINGS)
"""The endings that produce ranks."""


@dataclass(frozen=True, slots=True)
class FormerPlayer:
    """The person who had a seat before another person took it, and how many of the seat's plays are
    theirs. The id is 0 once their data is deleted.
    """

    id: int
    name: str
    plays: int


@dataclass(frozen=True, slots=True)
class Player:
    """The player at a seat: a person, the machine, or nobody yet."""

    id: int
    """A person's id in the chat service, below zero if their data was deleted. The id 0 is the
    machine if there is a ``level``, and a vacant seat otherwise.
    """
    name: str
    """A person's latest known name in the chat service."""
    level: Level | None = None
    joined: bool = True
    """False for an invited person who has not accepted yet."""
    choice: str = ""
    """The choice that came with the seat, such as a colour."""
    orders: frozenset[str] = frozenset()
    """The standing orders given in this match."""
    plan: str = ""
    """The plan for moves to come, which nobody else may know."""
    leaver: int = 0
    """The id of the person whose seat the machine has taken over, under their name."""
    offered: int = 0
    """Until when a person may take the seat of a leaver; the machine waits until this is 0."""
    former: FormerPlayer | None = None
    """The person whose seat this person has taken."""

    @property
    def is_forgotten(self) -> bool:
        return self.id < 0

    def __str__(self) -> str:
        return self.name

    @property
    def is_person(self) -> bool:
        """Whether the player is a person who can be called and asked."""
        return self.id > 0

    @property
    def is_machine(self) -> bool:
        return self.level is not None

    @property
    def is_substitute(self) -> bool:
        """Whether the machine has taken over from a person and plays under their name. Lists do not
        know the leaver; there the name decides (see ``machine`` for the machine's own names).
        """
        named_as_machine = not self.name or self.name == self.level or self.name.isdigit()
        return self.is_machine and (bool(self.leaver) or not named_as_machine)

    @property
    def is_vacant(self) -> bool:
        return not self.id and self.level is None


VACANT = Player(0, "", joined=False)


def machine(level: Level) -> Player:
    """The machine as a player; the display gives it its full name. In a match of two its name is
    its level; with more seats its number if there are several machines, otherwise empty.
    """
    return Player(0, level, level)


class Context(NamedTuple):
    """The rules, the source of chance and the time of a change."""

    game: Game
    rng: random.Random
    now: int
    luck: Callable[[str, Iterable[tuple[int, str]]], random.Random] | None = None
    """The source of the next move of chance by set-up and moves so far; None to use ``rng``."""
    pressed: int = 0
    """The time of the press that makes the change, as Discord has it; 0 for none."""
    outages: Sequence[Outage] = ()
    """The times during which no bank runs."""

    @property
    def acted_at(self) -> int:
        """The time at which a player has acted."""
        return self.pressed or self.now

    def chance(self, setup: str, plays: Iterable[Play]) -> random.Random:
        """The source of the move of chance that comes after these plays."""
        if self.luck is None:
            return self.rng
        return self.luck(setup, ((play.seat, play.move) for play in plays))


@dataclass(frozen=True, slots=True)
class Match:
    """A match at one revision. Tuples of seats hold seat 1 first. Times are epoch seconds."""

    id: str
    game: str
    players: tuple[Player, ...]
    created_at: int
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    terms: Terms = field(default_factory=Terms)
    phase: Phase = Phase.LOBBY
    revision: int = 0
    """The number of stored changes: it shows whether a message or a copy in memory is behind."""
    setup: str = ""
    plays: tuple[Play, ...] = ()
    decisions: tuple[Decision, ...] = ()
    changed_at: int = 0
    """The time of the latest change that others may know of."""
    turn_at: int = 0
    """The start of the longest-awaited decision."""
    unseen: tuple[Outage, ...] = ()
    """The times in which nobody could see the board, so that nobody has used them."""
    challenger: int = 1
    """The seat of the host."""
    takebacks: tuple[Takeback, ...] = ()
    hints: tuple[TakenHint, ...] = ()
    question: Question | None = None
    origin: Origin | None = None
    ending: Ending | None = None
    ended_by: int = 0
    """The seat that ended the match, 0 for nobody; in a ``closed`` match the seat that was late."""
    rules: int = RULES_VERSION
    """The version of the rules by which its result counts, which is the version at its end."""
    reason: str = ""
    """A moderator's reason for ending it, or for taking a player out."""

    @property
    def ply(self) -> int:
        """The number of the next move, counting from 0."""
        return len(self.plays)

    @property
    def first_own_ply(self) -> int:
        """The ply of the first move that is no copy of the match that it plays on from."""
        return self.origin.ply if self.origin else 0

    @property
    def moment(self) -> int:
        """The number of the present public position.

        It rises with each play that becomes known and with each takeback, so no two positions
        share it. A takeback counts twice, as it removes a play (also in ``play.moment_after``).
        """
        concealed = sum(decision.concealed for decision in self.decisions)
        return self.ply - concealed + 2 * len(self.takebacks)

    def is_drawn(self, ply: int) -> bool:
        """Whether a play was drawn by lot for its seat, with the consent of all."""
        play = self.plays[ply]
        if play.seat == CHANCE or play.move == LEAVE or play.moment >= 0:
            return False
        return ply >= self.first_own_ply

    def is_by_former(self, ply: int, known: Sequence[Play] | None = None) -> bool:
        """Whether its seat's former player made a play; ``ply`` counts in ``known``, if given."""
        plays = self.plays if known is None else known
        seat = plays[ply].seat
        former = self.player(seat).former if seat in self.seats else None
        if former is None:
            return False
        return sum(play.seat == seat for play in plays[: ply + 1]) <= former.plays

    def with_players_of(self, plays: Sequence[Play]) -> "Match":
        """The match with the players who made these first plays at its seats."""
        play_counts = Counter(play.seat for play in plays)
        players = (
            Player(former.id, former.name)
            if (former := player.former) and play_counts[seat] <= former.plays
            else player
            for seat, player in enumerate(self.players, 1)
        )
        return replace(self, players=tuple(players))

    @property
    def people(self) -> frozenset[int]:
        """The ids of the players who are people and not forgotten."""
        return frozenset(player.id for player in self.players if player.is_person)

    @property
    def forgotten_count(self) -> int:
        """The number of players whose data was deleted."""
        return sum(player.is_forgotten for player in self.players)

    @property
    def open_question(self) -> Question | None:
        """The question that still waits for an answer."""
        return self.question if self.question is not None and self.question.open else None

    @property
    def seats(self) -> range:
        return range(1, len(self.players) + 1)

    def player(self, seat: int) -> Player:
        return self.players[seat - 1]

    def players_at(self, seats: Collection[int]) -> tuple[Player, ...]:
        return tuple(self.player(seat) for seat in sorted(seats))

    def players_with(self, seat: int, player: Player) -> tuple[Player, ...]:
        """The players, with another one at a seat."""
        return (*self.players[: seat - 1], player, *self.players[seat:])

    def decision(self, seat: int) -> Decision:
        return self.decisions[seat - 1] if self.decisions else Decision(self.turn_at)

    @property
    def invited_seats(self) -> frozenset[int]:
        """The seats of invited players who have not answered yet."""
        seated = enumerate(self.players, 1)
        return frozenset(seat for seat, player in seated if player.id and not player.joined)

    @property
    def left(self) -> tuple[int, ...]:
        """The seats that have left while the others play on, in this order."""
        return tuple(play.seat for play in self.plays if play.move == LEAVE)

    @property
    def moved_seats(self) -> frozenset[int]:
        """The seats that have decided something themselves."""
        return frozenset(play.seat for play in self.plays if play.moment >= 0)

    @property
    def voters(self) -> frozenset[int]:
        """The seats of the people who still play; they decide questions together."""
        seated = enumerate(self.players, 1)
        return frozenset(seat for seat, player in seated if player.is_person).difference(self.left)

    @property
    def has_machine(self) -> bool:
        return any(player.is_machine for player in self.players)

    def seat_of(self, user: int) -> int | None:
        """The seat of a user, or None for a user who does not take part."""
        seats = (seat for seat, player in enumerate(self.players, 1) if player.id == user)
        return next(seats, None) if user else None


def seat_at(match: Match, user: int) -> int:
    """The seat of a user; raises Denied for a user who does not take part."""
    if (seat := match.seat_of(user)) is None:
        invited = tuple(each for each in match.players if each.is_person and not each.joined)
        if match.phase is Phase.LOBBY and invited:
            raise Denied("This challenge is for {players}.", players=invited)
        raise Denied("You do not play in this match; you can start one of your own.")
    return seat


def check_playing(match: Match) -> None:
    """Raise Denied for a match that has not begun, and Stale for one that is over."""
    if match.phase is Phase.LOBBY:
        raise Denied("This match has not begun yet.")
    check_not_over(match)


def check_not_over(match: Match) -> None:
    if match.ending is not None:
        player = match.player(match.ended_by) if match.ended_by else SOMEONE
        raise Stale(ENDING_SENTENCES[match.ending], player=player)


ENDING_SENTENCES = {
    Ending.PLAYED: mark("This match is over."),
    Ending.RESIGNED: mark("This match is over: {player} resigned."),
    Ending.REMOVED: mark("This match is over: {player} was taken out of the tournament."),
    Ending.REMOVED_BY_ADMIN: mark("This match is over: {player} was taken out of the tournament."),
    Ending.CLAIMED: mark("This match is over: the time ran out."),
    Ending.CLOSED: mark("This match is over: the time for its round ran out."),
    Ending.CUT: mark("This match is over: the host ended its round."),
    Ending.CUT_BY_ADMIN: mark("This match is over: an admin ended its round."),
    Ending.AGREED: mark("This match is over: the players agreed to end it without a result."),
    Ending.MODERATED: mark("This match is over: a moderator ended it without a result."),
    Ending.ABANDONED: mark("This match is over: nobody moved for a long time."),
    Ending.DECLINED: mark("This challenge was declined."),
    Ending.CANCELLED: mark("This challenge was cancelled."),
    Ending.WITHDRAWN: mark("A moderator withdrew this challenge."),
    Ending.EXPIRED: mark("This challenge has expired."),
    Ending.DELETED: mark("This challenge was withdrawn, as its message was deleted."),
}


def end_match(match: Match, ending: Ending, seat: int, now: int) -> Match:
    """The match as it ends; ``seat`` is ``ended_by``."""
    players = without_plans(match.players)
    end_fields = {"phase": Phase.OVER, "ending": ending, "ended_by": seat, "rules": RULES_VERSION}
    return change_match(match, now, **end_fields, question=None, players=players)


def make_unrated(match: Match) -> Match:
    return replace(match, terms=replace(match.terms, rated=False))


def without_plans(players: tuple[Player, ...]) -> tuple[Player, ...]:
    return tuple(replace(each, plan="") if each.plan else each for each in players)


def change_match(match: Match, now: int, **changes: Any) -> Match:
    """The match at its next revision; the ``changes`` are fields, as for ``replace``."""
    return replace(match, revision=match.revision + 1, changed_at=now, **changes)


def change_in_secret(match: Match, **changes: Any) -> Match:
    """The match after a change that only its player knows; lists that others see stay the same."""
    return replace(match, revision=match.revision + 1, **changes)


# ------------------------------------------------------------------ visible names

INVISIBLE_NAME = "?"
"""The clean name of a player whose name has no visible letter."""
_BLANKS = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0"), " ")
"""Letters without a visible form, popular for invisible names."""
_JOINERS = frozenset("\u200c\u200d") | frozenset(map(chr, range(0xE0020, 0xE0080)))
"""Characters without a form that join letters, or the parts of an emoji."""
_MARK_CATEGORIES = {"Mn", "Me"}
_INVISIBLE_CATEGORIES = {"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"}
"""Categories of Unicode: marks over letters; control characters and the like."""
_MAX_MARKS = 3
"""The marks that a letter keeps; with more of them a name covers other lines."""


def clean_name(name: str, max_length: int) -> str:
    """The visible part of a name, on one line of at most ``max_length`` characters."""
    visible: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", name).translate(_BLANKS):
        category = unicodedata.category(char)
        if char.isspace():
            visible.append(" ")
        if category in _INVISIBLE_CATEGORIES and char not in _JOINERS:
            continue
        marks = marks + 1 if category in _MARK_CATEGORIES else 0
        if marks <= _MAX_MARKS:
            visible.append(char)
    text = " ".join("".join(visible).split())
    if all(unicodedata.category(char) in {*_MARK_CATEGORIES, "Cf", "Zs"} for char in text):
        return INVISIBLE_NAME
    return text if len(text) <= max_length else text[: max_length - 1] + "…"
