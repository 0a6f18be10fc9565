"""The SQL of players who avoid others, and of the open matches that players have together."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass, replace

from prowlerbot.core.errors import Denied
from prowlerbot.finding.proposal_store import call_off_between
from prowlerbot.match.match import Phase
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.storage.choice_store import deleted_id, host_secret, known_secret
from prowlerbot.storage.columns import attributes, column, insert, names, values
from prowlerbot.storage.engines.database import Tables, Work, transaction
from prowlerbot.storage.results import CHOSEN

MOST_AVOIDED = 25
"""The most players on one list: as many as one menu of Discord lists."""


@dataclass(frozen=True, slots=True)
class Avoided:
    """``player`` avoids ``other``, whose latest known ``name`` it is; ``until`` 0 means for good.

    A player who has deleted their data has a ``deleted_id`` here, and an empty name.
    """

    player: int
    other: int
    name: str
    since: int
    until: int = 0


_COLUMNS = tuple(column(each) for each in ("player", "other", "name", "since", "until"))
AVOIDED = names(_COLUMNS)
_PUT = (
    f"{insert('avoided', AVOIDED)} ON CONFLICT (player, other) DO UPDATE"
    " SET name = excluded.name, since = excluded.since, until = excluded.until"
    " WHERE avoided.until > 0"
)
_APART = (
    "SELECT a.player, a.other FROM avoided a WHERE a.player IN"
    " (SELECT CAST(value AS BIGINT) FROM json_each($1)) AND a.other IN"
    " (SELECT CAST(value AS BIGINT) FROM json_each($1)) AND (a.until = 0 OR a.until > $2)"
)
_TOGETHER = (
    "SELECT a.player, b.player FROM seats a JOIN matches m ON m.id = a.match"
    " JOIN seats b ON b.match = a.match AND b.player > a.player WHERE m.phase <> $2"
    " AND a.player IN (SELECT CAST(value AS BIGINT) FROM json_each($1))"
    " AND b.player IN (SELECT CAST(value AS BIGINT) FROM json_each($1))"
    " GROUP BY a.player, b.player HAVING COUNT(*) >= $3"
)
_DELETE = "DELETE FROM avoided WHERE player = $1 AND other = $2"
NEVER = 2**62
"""Later than every time, so that only those avoided for good count."""


def put_avoided(db: Work, avoided: Avoided) -> None:
    """Add an entry; one for good stays as it is."""
    db.execute(_PUT, *values(_COLUMNS, avoided))


def end_avoiding(db: Work, player: int, now: int) -> None:
    """Delete the entries of a player whose time is over."""
    db.execute("DELETE FROM avoided WHERE player = $1 AND until > 0 AND until <= $2", player, now)


def forget_avoided(db: Work, player: int, now: int) -> None:
    """Delete a player's own list and their name. Entries of others about them, and entries that
    keep them apart for a while, stay under their ``deleted_id``.
    """
    gone = f"DELETE FROM avoided WHERE player = $1 OR other = $1 RETURNING {AVOIDED}"  # noqa: S608 - constant columns
    for row in db.fetch(gone, player):
        entry = Avoided(**attributes(_COLUMNS, row))
        if entry.until > now or (entry.other == player and not entry.until):
            nobody = deleted_id(host_secret(db), player)
            one, other = (
                nobody if each == player else each for each in (entry.player, entry.other)
            )
            put_avoided(db, replace(entry, player=one, other=other, name=""))
    db.execute("DELETE FROM avoided WHERE player < 0 AND until <= $1", now)
    db.execute("DELETE FROM avoided WHERE other < 0 AND until > 0 AND until <= $1", now)


def avoiding(db: Work, players: Collection[int], now: int = NEVER) -> set[tuple[int, int]]:
    """As ``Avoidance.avoiding``, within a transaction."""
    secret = known_secret(db)
    deleted = {} if secret is None else {deleted_id(secret, each): each for each in players}
    rows = db.fetch(_APART, json.dumps(sorted({*players, *deleted})), now)
    pairs = [(int(one), int(other)) for one, other in rows]
    return {(deleted.get(one, one), deleted.get(other, other)) for one, other in pairs}


def apart(db: Work, players: Collection[int], now: int = NEVER) -> set[frozenset[int]]:
    """As ``Avoidance.apart``, within a transaction."""
    return {frozenset(pair) for pair in avoiding(db, players, now)}


class Avoidance(Tables):
    @transaction
    def add_avoided(self, db: Work, avoided: Avoided) -> None:
        """Store that a player avoids another one for good, and end open proposals to both of them.
        Raises Denied beyond the limit.
        """
        db.alone(f"avoided {avoided.player}")
        secret, other = known_secret(db), avoided.other
        former = deleted_id(secret, other) if secret else other
        ((count,),) = db.fetch(
            "SELECT COUNT(*) FROM avoided WHERE player = $1 AND until = 0"
            " AND other NOT IN ($2, $3)",
            *(avoided.player, other, former),
        )
        if int(count) >= MOST_AVOIDED:
            raise Denied(
                "You avoid {count} players, the most possible; remove one first.",
                count=MOST_AVOIDED,
            )
        call_off_between(db, avoided.player, other)
        if former != other:  # a player who has come back has their name again
            db.execute(_DELETE, avoided.player, former)
        put_avoided(db, avoided)

    async def remove_avoided(self, player: int, other: int) -> bool:
        """Delete an entry; False if there was none."""
        return bool(await self._db.write(f"{_DELETE} AND until = 0", player, other))

    async def avoided_by(self, player: int) -> list[Avoided]:
        """The players that a player avoids for good, the latest first."""
        rows = await self._db.read(
            f"SELECT {AVOIDED} FROM avoided WHERE player = $1 AND until = 0"  # noqa: S608 - constant columns
            " ORDER BY since DESC, other",
            player,
        )
        return [Avoided(**attributes(_COLUMNS, row)) for row in rows]

    async def avoiding(self, players: Collection[int]) -> set[tuple[int, int]]:
        """The pairs of these players in which the first avoids the second for good, even if the
        second has deleted their data since.
        """
        return await self._db.look(lambda db: avoiding(db, players))

    async def apart(self, players: Collection[int], now: int = NEVER) -> set[frozenset[int]]:
        """The pairs of these players in which one avoids the other: for good or, if ``now`` is
        given, also until a later time.
        """
        return await self._db.look(lambda db: apart(db, players, now))

    async def on_holiday(self, players: Collection[int], now: int) -> set[int]:
        """Those of these players who are on holiday."""
        rows = await self._db.read(CHOSEN, PlayerChoices.kind, json.dumps(sorted(players)))
        chosen = {int(player): PlayerChoices.read(json.loads(text)) for player, text in rows}
        return {player for player, own in chosen.items() if now < own.away_until}

    async def together(self, players: Collection[int], least: int) -> set[frozenset[int]]:
        """The pairs of these players with at least ``least`` open matches together."""
        rows = await self._db.read(_TOGETHER, json.dumps(sorted(players)), Phase.OVER, least)
        return {frozenset(row) for row in rows}
