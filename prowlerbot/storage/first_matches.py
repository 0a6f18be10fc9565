"""The SQL of players whose next match of a game is their first one."""

from __future__ import annotations

import json
from collections.abc import Iterable

from prowlerbot.core.game import LEAVE
from prowlerbot.match.match import Ending, Phase
from prowlerbot.match.ratings import LEAST_PLAYS
from prowlerbot.storage.engines.database import Database

_NEWCOMERS = (
    "SELECT p.value FROM json_each($1) p WHERE NOT EXISTS (SELECT 1 FROM seats s"  # noqa: S608 - constant parts
    " JOIN matches m ON m.id = s.match WHERE s.player = CAST(p.value AS BIGINT)"
    " AND m.game = $2 AND m.setup <> '' AND m.id <> $3"
    f" AND (m.phase <> '{Phase.OVER}' OR m.ending = '{Ending.PLAYED}' OR NOT EXISTS"
    " (SELECT 1 FROM seats o WHERE o.match = m.id AND (SELECT COUNT(*) FROM plays"
    f" WHERE match = m.id AND seat = o.seat AND move <> '{LEAVE}') < {LEAST_PLAYS})))"
)


async def newcomers(db: Database, game: str, players: Iterable[int], but: str = "") -> set[int]:
    """The players without a match of a game that has begun, apart from the match ``but``.

    One that ended before each of its players had made three moves is nobody's first one.
    """
    rows = await db.read(_NEWCOMERS, json.dumps(list(players)), game, but)
    return {int(player) for (player,) in rows}
