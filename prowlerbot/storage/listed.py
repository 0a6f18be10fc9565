"""The SQL of lists of past matches and records, made without reading any moves."""

from __future__ import annotations

import json
from dataclasses import dataclass

from prowlerbot.match.match import Player
from prowlerbot.storage.engines.database import Database


@dataclass(frozen=True, slots=True)
class Listed:
    """A match that has begun, or an imported record; ``plies`` is the number of its moves that the
    reader knows.
    """

    id: str
    plies: int
    finished: bool
    others: tuple[Player, ...]


async def latest(db: Database, user: int, game: str, most: int) -> list[Listed]:
    """The matches and records that a user has played or imported, the latest first.

    The number of concealed moves in a running match stays secret too.
    """
    rows = await db.read(
        "WITH latest AS (SELECT m.id, m.changed_at AS at, s.seat, CASE WHEN m.ending IS NULL THEN 0"
        " ELSE 1 END AS over, NULL AS plies FROM matches m JOIN seats s ON s.match = m.id"
        " WHERE s.player = $1 AND m.game = $2 AND m.setup <> ''"
        " UNION ALL SELECT id, imported_at, NULL, finished, plies FROM imports"
        " WHERE owner = $1 AND game = $2 ORDER BY 2 DESC, 1 LIMIT $3)"
        " SELECT id, COALESCE(plies, (SELECT count(*) FROM plays WHERE match = l.id)"
        " - (SELECT COALESCE(sum(concealed), 0) FROM seats WHERE match = l.id"
        " AND seat <> l.seat)), over,"
        " (SELECT json_group_array(json_array(seat, player, name, level)) FROM seats"
        " WHERE match = l.id AND seat <> l.seat) FROM latest l ORDER BY at DESC, id",
        user,
        game,
        most,
    )
    return [
        Listed(match_id, plies, bool(over), _players(others))
        for match_id, plies, over, others in rows
    ]


def _players(written: str) -> tuple[Player, ...]:
    """The players of a list, in the order of their seats."""
    return tuple(Player(*rest) for _, *rest in sorted(json.loads(written or "[]")))
