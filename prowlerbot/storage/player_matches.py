"""The SQL of limits and facts that follow from the matches of a player."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable

from prowlerbot.core.errors import Denied
from prowlerbot.core.game import LEAVE
from prowlerbot.match.match import Ending, Match, Phase
from prowlerbot.match.ratings import LEAST_PLAYS
from prowlerbot.storage.broken_matches import NOT_ASIDE
from prowlerbot.storage.engines.database import Database, Work

MOST_ALONE = 25
"""The running matches without another person that a player begins."""

_RUNNING = (
    "SELECT COUNT(*) FROM (SELECT 1 FROM seats s JOIN matches m ON m.id = s.match"
    " WHERE s.player = $1 AND m.phase = $2 AND s.match <> $4"
    " AND NOT EXISTS (SELECT 1 FROM seats o WHERE o.match = s.match AND o.player > 0"
    " AND o.player <> $1)"
    " AND NOT EXISTS (SELECT 1 FROM daily_tries t WHERE t.match = s.match) LIMIT $3) r"
)


def check_alone(db: Work, match: Match) -> None:
    """Raise Denied, within the transaction that begins a match without another person, for a player
    who has the most of them beside it. Tries of the day's challenge do not count.
    """
    if match.phase is not Phase.PLAYING or len(match.people) != 1 or match.terms.day:
        return
    (player,) = match.people
    db.alone(f"matches alone of {player}")
    ((running,),) = db.fetch(_RUNNING, player, Phase.PLAYING, MOST_ALONE, match.id)
    if running >= MOST_ALONE:
        raise Denied(
            "You play {count} matches alone or against the machine, the most at the same time;"
            " finish or resign one of them first.",
            count=MOST_ALONE,
        )


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
