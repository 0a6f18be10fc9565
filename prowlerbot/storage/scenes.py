"""A match with everything needed to show it, read in one statement and so at one moment.

Every press reads it, and each statement costs a round trip to the database's thread. So one
statement gathers all lists as JSON. PostgreSQL has NULL where SQLite has an empty list.
"""

from __future__ import annotations

import json
from typing import Any

from prowlerbot.core.errors import StoreError
from prowlerbot.match.match import Match
from prowlerbot.match.preferences import SAFE_MATCHES, PlayerChoices, ServerChoices
from prowlerbot.match.scene import Scene, tick
from prowlerbot.storage.bar_store import BARS, read_bar
from prowlerbot.storage.boards import BOARD, read_board
from prowlerbot.storage.columns import names
from prowlerbot.storage.engines.database import Database, Row, Work
from prowlerbot.storage.match_rows import (
    DECISION,
    FORMER,
    MATCH,
    PLAY,
    PLAYER,
    TAKEN_BACK,
    read_match,
)
from prowlerbot.storage.player_matches import really_played
from prowlerbot.storage.post_store import MESSAGES, read_post

_MOST_SEARCHED = 500
"""The most matches of a player that the search for finished ones reads. A player with so many has
finished one.
"""
_FINISHED = f"""CASE WHEN s.level IS NULL AND s.player > 0 THEN (SELECT count(*) FROM
   (SELECT 1 FROM (SELECT o.match FROM seats o WHERE o.player = s.player LIMIT {_MOST_SEARCHED}) o
    JOIN results r ON r.match = o.match JOIN matches e ON e.id = o.match
    WHERE r.game = m.game AND {really_played("e")} LIMIT {SAFE_MATCHES}) f) ELSE 0 END"""  # noqa: S608 - numbers alone

# _read takes these columns by position: the match, then seats, plays, takebacks, calls, the
# server's choices, the reader's choices, bars, and the board.
_SCENE = f"""
SELECT {names(MATCH, "m.")},
 (SELECT json_group_array(json_array(s.seat, {names(PLAYER, "s.")}, {names(DECISION, "s.")},
   {names(FORMER, "f.")}, {_FINISHED}, p.chosen)) FROM seats s
  LEFT JOIN former_players f ON f.match = s.match AND f.seat = s.seat
  LEFT JOIN preferences p ON p.kind = 'player' AND p.id = s.player WHERE s.match = m.id),
 (SELECT json_group_array(json_array(ply, {names(PLAY)})) FROM plays WHERE match = m.id),
 (SELECT json_group_array(json_array(number, {names(TAKEN_BACK)})) FROM takebacks
  WHERE match = m.id),
 (SELECT json_group_array(json_array({MESSAGES})) FROM messages
  WHERE kind = 'call' AND subject = m.id AND state IN ('stands', 'outdated') AND message <> 0),
 (SELECT chosen FROM preferences WHERE kind = 'server' AND id = COALESCE($1, b.guild)),
 (SELECT chosen FROM preferences WHERE kind = 'player' AND id = $2),
 (SELECT json_group_array(json_array({BARS})) FROM bars WHERE $2 > 0
  AND guild = COALESCE($1, b.guild) AND (player = $2 OR player < 0)),
 {BOARD}
FROM matches m LEFT JOIN boards b ON b.match = m.id
"""  # noqa: S608 - constant parts


async def read_scenes(
    db: Database,
    where: str,
    *values: object,
    guild: int | None = None,
    reader: int = 0,
) -> list[Scene]:
    """The scenes of the matches (``m`` in the condition) that meet a condition. Its values are $3
    and following.

    Raises StoreError for a match that contradicts itself.
    """
    read_at = tick()
    rows = await db.read(f"{_SCENE} {where}", guild, reader, *values)
    return [_scene(row, read_at) for row in rows]


def matches_within(db: Work, where: str, *values: object) -> list[Match]:
    """The matches of such scenes, within a piece of work."""
    return [_scene(row, 0).match for row in db.fetch(f"{_SCENE} {where}", None, 0, *values)]


def _scene(row: Row, read_at: int) -> Scene:
    try:
        return _read(row, read_at)
    except (ValueError, TypeError, LookupError) as error:
        raise damaged(row[0]) from error


def _read(row: Row, read_at: int) -> Scene:
    seats, plays, takebacks, calls, server, reader, bars, *board = row[len(MATCH) :]
    seated = _listed(seats)
    match = read_match(row, seated, _listed(plays, first=0), _listed(takebacks, first=0))
    return Scene(
        match=match,
        board=read_board(board),
        choices=tuple(PlayerChoices.read(json.loads(chosen or "{}")) for *_, chosen in seated),
        server=ServerChoices.read(json.loads(server or "{}")),
        calls=tuple(read_post(call) for call in json.loads(calls or "[]")),
        finished=tuple(finished for *_, finished, _ in seated),
        read_at=read_at,
        reader=PlayerChoices.read(json.loads(reader or "{}")),
        bars=tuple(read_bar(each) for each in json.loads(bars or "[]")),
    )


def _listed(written: str | None, first: int = 1) -> list[list[Any]]:
    """The rows of a list, in the order of the number at their start, which has no gaps.

    Raises ValueError otherwise.
    """
    rows = sorted(json.loads(written or "[]"))
    if [number for number, *_ in rows] != list(range(first, first + len(rows))):
        raise ValueError("a list has a gap")
    return [rest for _, *rest in rows]


def damaged(match_id: str) -> StoreError:
    return StoreError(
        "The data of match “{match}” contradicts itself; the database may be damaged.",
        match=match_id,
    )
