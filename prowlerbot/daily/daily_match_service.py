"""The part of the day's challenge in a match: its luck, the machine's moves, the stored result."""

from __future__ import annotations

from dataclasses import dataclass

from prowlerbot.core.i18n import mark
from prowlerbot.daily.daily_days import day_of
from prowlerbot.daily.daily_luck import DayLuck, line_key
from prowlerbot.daily.daily_service import Daily
from prowlerbot.daily.daily_store import DailyStore
from prowlerbot.match.machine_help import Counting
from prowlerbot.match.match import Match
from prowlerbot.match.terms import counts_until
from prowlerbot.service.match_service import Service
from prowlerbot.storage.contributions import CountingStarts, LineKey, Luck, Moves, Search

_DAYS = 2
"""The days for whose challenge a try may still count: today and the day before."""
_REFUSED = mark(
    "This is the set-up of a daily challenge, and somebody's try may still count; the machine does"
    " not help with it until the day after the challenge is over."
)


def contribute_daily(service: Service) -> None:
    matches = _DailyMatches(service, DailyStore(service.store.database))
    contributions = service.store.contributions
    contributions.luck.append(matches.luck)
    contributions.replies.append(matches.reply)
    contributions.counting.append(matches.counting)


@dataclass(frozen=True, slots=True)
class _DailyMatches:
    _service: Service
    _store: DailyStore

    async def luck(self, match: Match) -> Luck | None:
        return (await self._day_luck(match)).chance if match.terms.day else None

    async def _day_luck(self, match: Match) -> DayLuck:
        return DayLuck(await self._store.secret(), match.game, match.terms.day)

    async def reply(self, match: Match, seat: int, moves: Moves, search: Search) -> str | None:
        """The machine's move in a try. It is the same for everybody after the same moves."""
        if not match.terms.day:
            return None
        store, line = self._store, line_key(match.setup, moves)
        known = await store.reply(match, seat, line)
        if known is not None:
            return known
        seed = (await self._day_luck(match)).thought(match.setup, moves, seat)
        return await store.keep_reply(match, seat, line, await search(seed))

    async def counting(self, game: str) -> CountingStarts:
        """The starts of the day's challenges in which a try can still count."""
        now, rules = self._service.now(), self._service.games[game]
        starts: dict[LineKey, Counting] = {}
        for day in range(day_of(now), day_of(now) - _DAYS, -1):
            known = await self._store.known_day(game, day)
            if known is not None and now < counts_until(day):
                moves = [
                    text
                    for _, text in await Daily(self._service, self._store).first_moves(game, day)
                ]
                starts[game, day, 0] = Counting.beginning(rules, known.setup, moves)
        return CountingStarts(starts, _REFUSED)
