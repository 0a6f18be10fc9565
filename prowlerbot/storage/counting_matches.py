"""The SQL of running matches that count for something."""

from __future__ import annotations

import json
from collections.abc import Collection

from prowlerbot.match.match import Phase
from prowlerbot.storage.broken import NOT_ASIDE
from prowlerbot.storage.engines.database import Database

# As text: only Terms writes the terms, and each driver reads JSON in its own way. Fields that are
# missing in old terms do not count.
_COUNTING = (
    "SELECT DISTINCT m.id, m.revision FROM seats s CROSS JOIN matches m WHERE m.id = s.match"  # noqa: S608 - constant parts
    " AND s.player IN (SELECT CAST(value AS BIGINT) FROM json_each($1))"
    f" AND m.game = $2 AND m.phase = $3 AND {NOT_ASIDE} AND (m.terms LIKE"
    """ '%"rated": true%' OR (m.terms LIKE '%"competition": "%'"""
    """ AND m.terms NOT LIKE '%"competition": ""%') OR (m.terms LIKE '%"day": %'"""
    """ AND m.terms NOT LIKE '%"day": 0%'))"""
)


async def counting_matches(
    db: Database, game: str, players: Collection[int]
) -> list[tuple[str, int]]:
    """The running matches of any of these players that are rated, of a competition, or a try of a
    day's challenge: the id and the revision of each.
    """
    rows = await db.read(_COUNTING, json.dumps(sorted(players)), game, Phase.PLAYING)
    return [(str(match), int(revision)) for match, revision in rows]
