"""The SQL of habits: the hours of a player's moves, and the durations of matches."""

from __future__ import annotations

import json
from typing import NamedTuple

from prowlerbot.match.decisions import PLANNED
from prowlerbot.match.match import Ending
from prowlerbot.match.terms import Terms
from prowlerbot.storage.engines.database import Tables

_MATCHES_OF_A_PLAYER = 30
"""The latest matches of a player whose moves are counted."""
_LATEST_RESULTS = 1_000
"""The latest results, of all games, among which matches of a kind are looked for."""


class Duration(NamedTuple):
    """The seconds from the first move of a match to its end, with its terms and seats."""

    seconds: int
    terms: Terms
    seats: int


class HabitStore(Tables):
    async def moves(self, player: int) -> list[tuple[int, int]]:
        """The hours since 1970 in which a player's latest moves were made, each with their number.
        Moves that a plan made do not count, nor do those of the player whose seat this one has
        taken.
        """
        rows = await self._db.read(
            "SELECT p.played_at / 3600, COUNT(*)"
            " FROM (SELECT match, seat FROM seats WHERE player = $1 ORDER BY since DESC LIMIT $2) s"
            " JOIN plays p ON p.match = s.match AND p.seat = s.seat WHERE p.moment >= 0"
            " AND p.own <> $3 AND NOT EXISTS (SELECT 1 FROM former_players f"
            " WHERE f.match = p.match AND f.seat = p.seat AND f.plays > (SELECT COUNT(*)"
            " FROM plays q WHERE q.match = p.match AND q.seat = p.seat AND q.ply < p.ply))"
            " GROUP BY 1",
            player,
            _MATCHES_OF_A_PLAYER,
            PLANNED,
        )
        return [(int(hour), int(count)) for hour, count in rows]

    async def durations(self, game: str) -> list[Duration]:
        """The latest matches of a game between people that were played out."""
        rows = await self._db.read(
            "SELECT r.ended_at - p.played_at, m.terms,"
            " (SELECT COUNT(*) FROM seats s WHERE s.match = m.id)"
            " FROM results r JOIN matches m ON m.id = r.match"
            " JOIN plays p ON p.match = m.id AND p.ply = 0"
            " WHERE r.number > (SELECT MAX(number) FROM results) - $1 AND r.game = $2"
            " AND m.ending = $3 AND m.origin IS NULL"
            " AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.match = m.id AND s.level IS NOT NULL)",
            _LATEST_RESULTS,
            game,
            Ending.PLAYED,
        )
        return [
            Duration(int(seconds), Terms.read(json.loads(terms)), int(seats))
            for seconds, terms, seats in rows
        ]
