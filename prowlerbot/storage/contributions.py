"""The contributions of features to the spine: hooks about matches, and the personal data in tables.

The hooks are rules about matches, and work in the transaction of a change. Each feature states the
personal data in its own tables, for export and deletion. ``prowlerbot/feature_list.py`` lists all
of it, and whoever opens a store hands it in. So the spine imports no feature. A feature that a host
leaves out stays in the list, as its tables stay.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from prowlerbot.core.game import Game
from prowlerbot.match.machine_help import Counting
from prowlerbot.match.match import Match, Player
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.storage.engines.database import Database, Work

Luck = Callable[[str, Iterable[tuple[int, str]]], Random]
"""The source of the next move of chance; see ``Context``."""
Moves = Sequence[tuple[int, str | None]]
"""The seat and the text of each move; None for one that the machine's seat cannot see."""
Search = Callable[[int | None], Awaitable[str]]
"""The machine's search. A seed makes its result the same each time."""
LineKey = tuple[str, int, int]
"""The id and the revision of a match, or a game and its day, and the person who knows it."""


class CountingStarts(NamedTuple):
    """The starts of matches that may count for somebody, and why the machine does not help."""

    starts: Mapping[LineKey, Counting]
    refusal: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Contributions:
    """First the rules, which services ask; then the functions within a transaction."""

    together: tuple[Callable[[Database, int, Collection[Player], int], Awaitable[None]], ...] = ()
    """Raise Denied for a user who must not begin a match with these people at a time."""
    luck: tuple[Callable[[Database, Match], Awaitable[Luck | None]], ...] = ()
    """The luck of a match whose chance follows from its moves; None for all others."""
    replies: tuple[Callable[[Database, Match, int, Moves, Search], Awaitable[str | None]], ...] = ()
    """The move of the machine at a seat, or None where its search alone decides."""
    only_in_chats: tuple[Callable[[Database, Match], Awaitable[bool]], ...] = ()
    """Whether a match is played in chats with the bot alone, as its players may share no server."""
    counting: tuple[Callable[[Database, Game, int], Awaitable[CountingStarts]], ...] = ()
    """The starts in a game with which the machine does not help at a time."""

    match_changed: tuple[Callable[[Work, str, int], None], ...] = ()
    """A match has changed at a time, or something new is known of it."""
    match_ended: tuple[Callable[[Work, Match, Game], None], ...] = ()
    """A match is over."""
    record_deleted: tuple[Callable[[Work, str], None], ...] = ()
    """An imported record is deleted, or a match is dropped."""
    outage_ended: tuple[Callable[[Work], None], ...] = ()
    """Players may have more time, wherever there is a clock."""
    choices_changed: tuple[
        Callable[[Work, type[PlayerChoices | ServerChoices], int, Collection[str]], None], ...
    ] = ()
    """Some choices of a player or server have changed."""


LEFT = "leaver = $1 AND leaver <> 0"
"""The condition for the seats that a person has left; an index has the few seats with a leaver."""
MY_MATCHES = (
    f"SELECT match FROM seats WHERE player = $1 UNION SELECT match FROM seats WHERE {LEFT}"  # noqa: S608 - constant parts
    " UNION SELECT match FROM former_players WHERE player = $1 AND player <> 0"
)
MINE = f"IN ({MY_MATCHES})"
OF_MINE = f"match IN ({MY_MATCHES} UNION SELECT id FROM imports WHERE owner = $1)"  # noqa: S608 - constant parts


class Deletion(NamedTuple):
    """The deletion of a user, whose seats go to ``nobody``, at a time."""

    user: int
    nobody: int
    now: int


@dataclass(frozen=True, slots=True)
class PersonalData:
    """``stored`` has for each table with personal data its columns and the condition for the rows
    of one person.

    ``posts`` is a condition for the messages about a person. ``nobody_in`` are tables whose players
    are replaced by nobody. ``delete`` deletes every id and name, within the transaction.
    """

    stored: Mapping[str, tuple[str, str]]
    delete: Callable[[Work, Deletion], None]
    posts: str = ""
    nobody_in: tuple[str, ...] = ()


def without(columns: str, name: str = "player") -> str:
    """The columns of a table without the one that has the person."""
    return columns.replace(f"{name}, ", "")
