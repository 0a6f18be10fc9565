"""The SQL of players whose next match of a game is their first one, and of what a first one is."""

from __future__ import annotations

import json
from collections.abc import Iterable

from prowlerbot.core.game import LEAVE
from prowlerbot.match.match import Ending, Phase
from prowlerbot.match.ratings import LEAST_PLAYS
from prowlerbot.storage.engines.database import Database


def really_played(match: str) -> str:
    """The condition that a match, a row of ``matches``, may be somebody's first one.

    One that ended before each of its players had made three moves is nobody's first one.
    """
    return (
        f"({match}.phase <> '{Phase.OVER}' OR {match}.ending = '{Ending.PLAYED}' OR NOT EXISTS"  # noqa: S608 - constant parts
        f" (SELECT 1 FROM seats each WHERE each.match = {match}.id AND (SELECT COUNT(*) FROM plays"
        f" WHERE match = {match}.id AND seat = each.seat AND move <> '{LEAVE}') < {LEAST_PLAYS}))"
    )


_NEWCOMERS = (
    "SELECT p.value FROM json_each($1) p WHERE NOT EXISTS (SELECT 1 FROM seats s"  # noqa: S608 - constant parts
    " JOIN matches m ON m.id = s.match WHERE s.player = CAST(p.value AS BIGINT)"
    f" AND m.game = $2 AND m.setup <> '' AND m.id <> $3 AND {really_played('m')})"
)


async def newcomers(db: Database, game: str, players: Iterable[int], but: str = "") -> set[int]:
    """The players without a match of a game that has begun, apart from the match ``but``."""
    rows = await db.read(_NEWCOMERS, json.dumps(list(players)), game, but)
    return {int(player) for (player,) in rows}
