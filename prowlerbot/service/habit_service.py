"""Estimates for people who decide whether to play: the usual duration of a match, and the hours at
which its players usually move.

None of them is stored. A player's hours are shown only if the player allows it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from prowlerbot.core.recent_cache import Recent
from prowlerbot.match.deadlines import offset
from prowlerbot.match.match import Match
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.match.ratings import Hours, by_hour, usual_duration, usual_hours
from prowlerbot.service.match_service import Service
from prowlerbot.storage.player_matches import Duration, HabitStore

_HOUR = 60 * 60
_REMEMBERED = 100
"""The number of games whose latest durations are kept in memory."""


@dataclass(eq=False)
class Habits:
    _service: Service

    def __post_init__(self) -> None:
        self._store = HabitStore(self._service.store.database)
        self._durations: Recent[str, tuple[int, list[Duration]]] = Recent(_REMEMBERED)

    async def duration(self, match: Match) -> int | None:
        """The usual seconds of matches with as many people at such a pace; None if too few have
        been played or the machine takes part.
        """
        if match.has_machine or match.origin is not None or len(match.players) < 2:
            return None
        return usual_duration(
            [
                each.seconds
                for each in await self._latest(match.game)
                if each.seats == len(match.players)
                and _is_quick(each.terms.pace) == _is_quick(match.terms.pace)
                and bool(each.terms.stopwatch) == bool(match.terms.stopwatch)
            ]
        )

    async def hours(self, player: int, choices: PlayerChoices, at: int) -> Hours | None:
        """The hours at which a player usually moves, as of a time. None without the player's
        consent, and if there are no such hours.
        """
        if not choices.hours_told:
            return None
        moves = await self._store.moves(player)
        return usual_hours(by_hour(moves, partial(offset, choices.zone_name), at))

    async def _latest(self, game: str) -> list[Duration]:
        """The durations of the latest matches of a game, read at most once an hour."""
        now = self._service.now()
        read_at, durations = self._durations.find(game) or (-_HOUR, [])
        if now - read_at >= _HOUR:
            durations = await self._store.durations(game)
            self._durations.keep(game, (now, durations))
        return durations


def _is_quick(pace: int) -> bool:
    return 0 < pace <= _HOUR
