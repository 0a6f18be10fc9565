"""The habits of players: when and how long they play. They are estimates, and nothing is stored.

People read them before they decide to play. Others learn a player's hours only with their consent.
"""

import json
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from prowlerbot.core.clock import HOUR
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match.match import BY_PLAN, Ending, Match
from prowlerbot.match.player_statistics import Hours, count_by_hour, usual_duration, usual_hours
from prowlerbot.match.preferences import PlayerChoices, seconds_ahead
from prowlerbot.match.terms import Terms
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.database import Tables

_MATCHES_OF_A_PLAYER = 30  # the latest matches of a player whose moves are counted
_LATEST_RESULTS = 1_000
"""The number of latest results, of all games, that a search for one kind of match reads."""
_HABITS_REMEMBERED = 100  # the number of games whose latest durations are kept in memory


class Duration(NamedTuple):
    """The seconds from the first move of a match to its end, with its terms, seats and turns."""

    seconds: int
    terms: Terms
    seats: int
    turns: int


class HabitStore(Tables):
    async def moves_by_hour(self, player: int) -> list[tuple[int, int]]:
        """The hours since 1970 with a player's latest moves, none by a plan, and their numbers."""
        rows = await self._db.read(
            "SELECT p.played_at / 3600, COUNT(*)"
            " FROM (SELECT match, seat FROM seats WHERE player = $1 ORDER BY since DESC LIMIT $2) s"
            " JOIN plays p ON p.match = s.match AND p.seat = s.seat WHERE p.moment >= 0"
            " AND p.own <> $3 AND NOT EXISTS (SELECT 1 FROM former_players f"
            " WHERE f.match = p.match AND f.seat = p.seat AND f.plays > (SELECT COUNT(*)"
            " FROM plays q WHERE q.match = p.match AND q.seat = p.seat AND q.ply < p.ply))"
            " GROUP BY 1",
            *(player, _MATCHES_OF_A_PLAYER, BY_PLAN),
        )
        return [(int(hour), int(count)) for hour, count in rows]

    async def latest_durations(self, game: str) -> list[Duration]:
        """The latest matches of a game between people that were played out."""
        rows = await self._db.read(
            "SELECT r.ended_at - p.played_at, m.terms,"
            " (SELECT COUNT(*) FROM seats s WHERE s.match = m.id),"
            " (SELECT COUNT(DISTINCT q.moment * 16 + q.seat) FROM plays q"
            " WHERE q.match = m.id AND q.moment >= 0)"
            " FROM results r JOIN matches m ON m.id = r.match"
            " JOIN plays p ON p.match = m.id AND p.ply = 0"
            " WHERE r.number > (SELECT MAX(number) FROM results) - $1 AND r.game = $2"
            " AND m.ending = $3 AND m.origin IS NULL"
            " AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.match = m.id AND s.level IS NOT NULL)",
            *(_LATEST_RESULTS, game, Ending.PLAYED),
        )
        return [
            Duration(int(seconds), Terms.read(json.loads(terms)), int(seats), int(turns))
            for seconds, terms, seats, turns in rows
        ]


@dataclass(eq=False)
class Habits:
    _service: Service

    def __post_init__(self) -> None:
        self._store = HabitStore(self._service.store.database)
        self._durations: Recent[str, tuple[int, list[Duration]]] = Recent(_HABITS_REMEMBERED)

    async def usual_match_seconds(self, match: Match) -> int | None:
        """The usual seconds of matches like this; None for too few of them, or with the machine."""
        if match.has_machine or match.origin is not None or len(match.players) < 2:
            return None
        wanted = _pace_group(match.terms, len(match.players))
        durations = await self._latest_durations(match.game)
        alike = [each for each in durations if _pace_group(each.terms, each.seats) == wanted]
        return usual_duration([each.seconds for each in alike])

    async def usual_hours_of(self, player: int, choices: PlayerChoices, at: int) -> Hours | None:
        """A player's usual hours, as of a time; None without their consent or such hours."""
        if not choices.hours_told:
            return None
        moves = await self._store.moves_by_hour(player)
        return usual_hours(count_by_hour(moves, partial(seconds_ahead, choices.zone_name), at))

    async def _latest_durations(self, game: str) -> list[Duration]:
        """The durations of the latest matches of a game, read at most once an hour."""
        now = self._service.now()
        read_at, durations = self._durations.find(game) or (-HOUR, [])
        if now - read_at >= HOUR:
            durations = await self._store.latest_durations(game)
            self._durations.keep(game, (now, durations))
        return durations


def _pace_group(terms: Terms, seats: int) -> tuple[int, bool, bool]:
    """The matches that take about as long: by seats, by a quick pace, by a clock for stages."""
    return seats, 0 < terms.limit <= HOUR, bool(terms.stopwatch)
