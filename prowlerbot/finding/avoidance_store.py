"""The SQL of players who avoid others, are kept apart, are on holiday, or share many matches."""

import json
from collections.abc import Collection
from dataclasses import dataclass, replace

from prowlerbot.finding.matchmaking import Pair
from prowlerbot.match.match import Phase
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.storage.columns import insert_sql, plain_columns, row_of, sql_names, to_dict
from prowlerbot.storage.contributions import deleted_id, host_secret, known_secret
from prowlerbot.storage.engines.database import Tables, Work
from prowlerbot.storage.results import PLAYERS_CHOICES

MAX_AVOIDED = 25
"""The most players on one list: as many as one menu of Discord lists."""
_AVOIDED_PAIRS = (
    "SELECT a.player, a.other FROM avoided a WHERE a.player IN"
    " (SELECT CAST(value AS BIGINT) FROM json_each($1)) AND a.other IN"
    " (SELECT CAST(value AS BIGINT) FROM json_each($1)) AND (a.until = 0 OR a.until > $2)"
)
_PAIRS_TOGETHER = (
    "SELECT a.player, b.player FROM seats a JOIN matches m ON m.id = a.match"
    " JOIN seats b ON b.match = a.match AND b.player > a.player WHERE m.phase <> $2"
    " AND a.player IN (SELECT CAST(value AS BIGINT) FROM json_each($1))"
    " AND b.player IN (SELECT CAST(value AS BIGINT) FROM json_each($1))"
    " GROUP BY a.player, b.player HAVING COUNT(*) >= $3"
)
DELETE_AVOIDED = "DELETE FROM avoided WHERE player = $1 AND other = $2"
FOR_GOOD = 2**62
"""Later than every time, so that only those avoided for good count."""
_AVOIDED_COLUMNS = plain_columns("player", "other", "name", "since", "until")
AVOIDED_NAMES = sql_names(_AVOIDED_COLUMNS)
_PUT_AVOIDED = (
    f"{insert_sql('avoided', AVOIDED_NAMES)} ON CONFLICT (player, other) DO UPDATE"
    " SET name = excluded.name, since = excluded.since, until = excluded.until"
    " WHERE avoided.until > 0"
)


@dataclass(frozen=True, slots=True)
class Avoided:
    """``player`` avoids ``other``, whose latest known ``name`` it is; ``until`` 0 means for good. A
    player who has deleted their data has a negative ``deleted_id`` here, and an empty name.
    """

    player: int
    other: int
    name: str
    since: int
    until: int = 0


def put_avoided(db: Work, avoided: Avoided) -> None:
    """Add an entry; one for good stays as it is."""
    db.execute(_PUT_AVOIDED, *row_of(_AVOIDED_COLUMNS, avoided))


def delete_expired(db: Work, player: int, now: int) -> None:
    """Delete the entries of a player whose time is over."""
    db.execute("DELETE FROM avoided WHERE player = $1 AND until > 0 AND until <= $2", player, now)


def forget_avoided(db: Work, player: int, now: int) -> None:
    """Delete a player's own list and their name. Entries of others, and those that keep players
    apart for a while, stay under a ``deleted_id``.
    """
    deleted = f"DELETE FROM avoided WHERE player = $1 OR other = $1 RETURNING {AVOIDED_NAMES}"  # noqa: S608 - constant columns
    for row in db.fetch(deleted, player):
        entry = Avoided(**to_dict(_AVOIDED_COLUMNS, row))
        if entry.until > now or (entry.other == player and not entry.until):
            nobody = deleted_id(host_secret(db), player)
            ids = {"player": nobody} if entry.player == player else {"other": nobody}
            put_avoided(db, replace(entry, name="", **ids))
    db.execute("DELETE FROM avoided WHERE player < 0 AND until <= $1", now)
    db.execute("DELETE FROM avoided WHERE other < 0 AND until > 0 AND until <= $1", now)


def avoiding_pairs(db: Work, players: Collection[int], now: int = FOR_GOOD) -> set[tuple[int, int]]:
    """The pairs whose first avoids the second, by default for good; also under ``deleted_id``."""
    secret = known_secret(db)
    deleted = {} if secret is None else {deleted_id(secret, player): player for player in players}
    rows = db.fetch(_AVOIDED_PAIRS, json.dumps(sorted({*players, *deleted})), now)
    pairs = [(int(one), int(other)) for one, other in rows]
    return {(deleted.get(one, one), deleted.get(other, other)) for one, other in pairs}


class Avoidance(Tables):
    async def remove_avoided(self, player: int, other: int) -> bool:
        """Delete an entry; False if there was none."""
        return bool(await self._db.write(f"{DELETE_AVOIDED} AND until = 0", player, other))

    async def avoided_by(self, player: int) -> list[Avoided]:
        """The players that a player avoids for good, the latest first."""
        rows = await self._db.read(
            f"SELECT {AVOIDED_NAMES} FROM avoided WHERE player = $1 AND until = 0"  # noqa: S608 - constant columns
            " ORDER BY since DESC, other",
            player,
        )
        return [Avoided(**to_dict(_AVOIDED_COLUMNS, row)) for row in rows]

    async def avoiding_pairs(self, players: Collection[int]) -> set[tuple[int, int]]:
        """The pairs whose first avoids the second for good, also after a deletion of their data."""
        return await self._db.run_reading(lambda db: avoiding_pairs(db, players))

    async def pairs_apart(self, players: Collection[int], now: int = FOR_GOOD) -> set[Pair]:
        """The same pairs in no order; given ``now``, also those kept apart for a time."""
        pairs = await self._db.run_reading(lambda db: avoiding_pairs(db, players, now))
        return {frozenset(pair) for pair in pairs}

    async def players_on_holiday(self, players: Collection[int], now: int) -> set[int]:
        rows = await self._db.read(PLAYERS_CHOICES, PlayerChoices.kind, json.dumps(sorted(players)))
        choices = {int(player): PlayerChoices.read(json.loads(text)) for player, text in rows}
        return {player for player, chosen in choices.items() if now < chosen.away_until}

    async def pairs_sharing(self, players: Collection[int], matches: int) -> set[Pair]:
        """The pairs who play at least this number of open ``matches`` with each other."""
        ids = json.dumps(sorted(players))
        rows = await self._db.read(_PAIRS_TOGETHER, ids, Phase.OVER, matches)
        return {frozenset(row) for row in rows}
