"""The SQL of players who avoid others, and of the open matches that players have together."""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass

from prowlerbot.core.errors import Denied
from prowlerbot.match.match import Phase
from prowlerbot.storage.columns import attributes, column, insert, names, values
from prowlerbot.storage.engines.database import Database, Work
from prowlerbot.storage.proposals import call_off_between

MOST_AVOIDED = 25
"""Players whom one player can avoid: as many as one menu of Discord lists."""


@dataclass(frozen=True, slots=True)
class Avoided:
    """``player`` avoids ``other``, last seen under that name; ``until`` 0 means for good."""

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
NEVER = 2**62
"""Later than every time, so that only those avoided for good count."""


def put_avoided(db: Work, avoided: Avoided) -> None:
    """Add an entry; one for good stays as it is."""
    db.execute(_PUT, *values(_COLUMNS, avoided))


def end_avoiding(db: Work, player: int, now: int) -> None:
    """Delete the entries of a player that have ended by themselves."""
    db.execute("DELETE FROM avoided WHERE player = $1 AND until > 0 AND until <= $2", player, now)


def apart(db: Work, players: Collection[int], now: int = NEVER) -> set[frozenset[int]]:
    """As ``Avoidance.apart``, within a transaction."""
    return {frozenset(row) for row in db.fetch(_APART, json.dumps(sorted(players)), now)}


class Avoidance:
    def __init__(self, database: Database) -> None:
        self._db = database

    async def add(self, avoided: Avoided) -> None:
        """Note that a player avoids another one for good; that says no to a question whether they
        play together. Raises Denied beyond the limit.
        """

        def work(db: Work) -> None:
            db.alone(f"avoided {avoided.player}")
            ((count,),) = db.fetch(
                "SELECT COUNT(*) FROM avoided WHERE player = $1 AND until = 0 AND other <> $2",
                avoided.player,
                avoided.other,
            )
            if int(count) >= MOST_AVOIDED:
                raise Denied(
                    "You avoid {count} players, the most possible; remove one first.",
                    count=MOST_AVOIDED,
                )
            put_avoided(db, avoided)
            call_off_between(db, avoided.player, avoided.other)

        await self._db.run(work)

    async def remove(self, player: int, other: int) -> bool:
        """Take it back; False if there was nothing to take back."""
        return bool(
            await self._db.write(
                "DELETE FROM avoided WHERE player = $1 AND other = $2 AND until = 0", player, other
            )
        )

    async def of(self, player: int) -> list[Avoided]:
        """The players whom a player avoids for good, the latest first."""
        rows = await self._db.read(
            f"SELECT {AVOIDED} FROM avoided WHERE player = $1 AND until = 0"  # noqa: S608 - constant columns
            " ORDER BY since DESC, other",
            player,
        )
        return [Avoided(**attributes(_COLUMNS, row)) for row in rows]

    async def apart(self, players: Collection[int], now: int = NEVER) -> set[frozenset[int]]:
        """The pairs of these players of whom one avoids the other: for good or, with a time, also
        until later than that.
        """
        return await self._db.look(lambda db: apart(db, players, now))

    async def together(self, players: Collection[int], least: int) -> set[frozenset[int]]:
        """The pairs of these players with at least so many open matches together."""
        rows = await self._db.read(_TOGETHER, json.dumps(sorted(players)), Phase.OVER, least)
        return {frozenset(row) for row in rows}
