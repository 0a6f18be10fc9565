"""The contributions of features to the spine: the events of matches, and personal data.

A feature decides about matches, works in the transaction of a change, and states the personal data
in its own tables. ``prowlerbot/feature_list.py`` lists all features and opens a store with them, so
the spine imports none. A feature that a host leaves out still contributes, as its tables stay.

The host's secret is the key of the hashes of deleted players, and of the day's luck.
"""

import hmac
import secrets
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple, TypeAlias

from prowlerbot.core.game import Game
from prowlerbot.match.machine_help import CountingLine
from prowlerbot.match.match import Match, Player
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.storage.columns import column_names, insert_sql
from prowlerbot.storage.engines.database import Database, Work

Luck = Callable[[str, Iterable[tuple[int, str]]], Random]
"""The source of the next move of chance; see ``Context``."""
Moves = Sequence[tuple[int, str | None]]
"""The seat and the text of each move; None for one that the machine's seat cannot see."""
Search = Callable[[int | None], Awaitable[str]]
"""The machine's search. A seed makes its result the same each time."""
Choices = type[PlayerChoices | ServerChoices]
LineKey = tuple[str, int, int]
"""The id and the revision of a match, or a game and its day, and the person who knows it."""


class CountingStarts(NamedTuple):
    """The starts of matches that may count for somebody, and why the machine does not help."""

    starts: Mapping[LineKey, CountingLine]
    refusal: str


class MatchEvents:
    """The decisions of a feature about matches, and its work at their events; by default none.
    Services ask for the decisions. Each event comes within the transaction of its change.
    """

    async def check_together(
        self, database: Database, user: int, others: Collection[Player], now: int
    ) -> None:
        """Raise Denied for a user who must not begin a match with these people at a time."""

    async def fixed_luck(self, database: Database, match: Match) -> Luck | None:
        """The luck of a match whose chance follows from its moves; None for any other match."""
        return None

    async def fixed_reply(
        self, database: Database, match: Match, seat: int, moves: Moves, search: Search
    ) -> str | None:
        """The machine's move in such a match, the same for all; None if its search decides."""
        return None

    async def is_only_in_chats(self, database: Database, match: Match) -> bool:
        """Whether a match is only in chats with the bot, as its players may share no server."""
        return False

    async def counting_starts(self, database: Database, game: Game, now: int) -> CountingStarts:
        """The starts in a game with which the machine does not help at a time."""
        return CountingStarts({}, "")

    def match_changed(self, db: Work, match: str, now: int) -> None:
        """A match has changed at a time, or something new is known of it."""

    def match_ended(self, db: Work, match: Match, game: Game) -> None:
        """A match is over."""

    def record_deleted(self, db: Work, match: str) -> None:
        """An imported record is deleted, or a match is dropped."""

    def outage_ended(self, db: Work) -> None:
        """Players may have more time, wherever there is a clock."""

    def application_changed(self, db: Work, now: int) -> None:
        """Another application is the bot's from a time on; it can edit no old message."""

    def choices_changed(self, db: Work, of: Choices, owner: int, changes: Collection[str]) -> None:
        """Some choices ``of`` the owner, a player or a server, have changed."""


Contributions: TypeAlias = Sequence[MatchEvents]


LEFT_BY_PERSON = "leaver = $1 AND leaver <> 0"
"""The condition for the seats that a person has left; an index has the few seats with a leaver."""
MATCHES_OF_PERSON = (
    "SELECT match FROM seats WHERE player = $1"  # noqa: S608 - constant parts
    f" UNION SELECT match FROM seats WHERE {LEFT_BY_PERSON}"
    " UNION SELECT match FROM former_players WHERE player = $1 AND player <> 0"
)
IN_MATCHES = f"IN ({MATCHES_OF_PERSON})"
IN_RECORDS = f"IN ({MATCHES_OF_PERSON} UNION SELECT id FROM imports WHERE owner = $1)"  # noqa: S608 - constant parts
"""The end of a condition for what belongs to a person's matches or imported records."""


class Deletion(NamedTuple):
    """The deletion of a user, whose seats go to ``nobody``, at a time."""

    user: int
    nobody: int
    now: int


class PersonalRows(NamedTuple):
    """The rows of one person, whose id is ``$1``, in a table."""

    table: str
    columns: tuple[str, ...]
    conditions: tuple[str, ...]
    """A row meets one of them. Each has a statement of its own, which can use its own index."""

    @property
    def sql(self) -> str:
        read = f"SELECT {', '.join(self.columns)} FROM {self.table} WHERE "  # noqa: S608 - constant parts
        return " UNION ".join(f"{read}{condition}" for condition in self.conditions)


def personal_rows(table: str, column_list: str, *conditions: str, person: str = "") -> PersonalRows:
    """The rows with the listed columns, but without the column that has the ``person``. Raises
    ValueError if that column is not listed.
    """
    columns = column_names(column_list)
    if person:
        columns.remove(person)
    return PersonalRows(table, tuple(columns), conditions)


@dataclass(frozen=True, slots=True)
class PersonalData:
    stored: tuple[PersonalRows, ...]
    delete: Callable[[Work, Deletion], None]
    """Deletes every id and name, within the transaction."""
    posts: str = ""
    """The condition for the messages about a person."""
    nobody_in: tuple[str, ...] = ()
    """The tables whose players are replaced by nobody."""


_LUCK_ROW = "luck"
_ADD_SECRET = f"{insert_sql('daily_secrets', 'name, secret')} ON CONFLICT (name) DO NOTHING"


def host_secret(db: Work) -> bytes:
    """The host's secret, within a transaction; made once."""
    db.execute(_ADD_SECRET, _LUCK_ROW, secrets.token_hex(32))
    return known_secret(db) or b""


def known_secret(db: Work) -> bytes | None:
    """The host's secret, within a transaction that only reads; None if it is not made yet."""
    rows = db.fetch("SELECT secret FROM daily_secrets WHERE name = $1", _LUCK_ROW)
    return bytes.fromhex(str(rows[0][0])) if rows else None


def deleted_id(secret: bytes, player: int, purpose: str = "apart") -> int:
    """The keyed hash of a player who has deleted their data: a negative id for each ``purpose``."""
    digest = hmac.digest(secret, f"{purpose} {player}".encode(), "sha256")
    return -1 - (int.from_bytes(digest[:8]) >> 2)
