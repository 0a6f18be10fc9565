"""The results of the day's challenge, for one reader; ``match/visibility.py`` decides who is named.

Counts and places are of all results on this bot, as a number names nobody.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from prowlerbot.daily.days import day_of, longest_streak, streak
from prowlerbot.daily.results import place
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.service.visibility_check import Reader
from prowlerbot.storage.daily import Listed, Try
from prowlerbot.storage.store import Store


@dataclass(frozen=True, slots=True)
class Streak:
    """The days in a row with a result that counts, in any game; and the most there ever were."""

    days: int
    longest: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """A result among all that count: its place, their number, and how many have which margin."""

    place: int
    count: int
    margins: Mapping[int, int]


@dataclass(eq=False)
class DailyResults:
    _store: Store

    async def listed(
        self, reader: Reader, game: str, day: int, *, only_here: bool, most: int
    ) -> list[Listed]:
        """The best results that count and that the reader may find, and then the reader's own.

        With ``only_here`` these are the tries that were begun in this place. Players who are found
        in their servers only are named for those tries alone.
        """
        asker, home = reader.user, reader.home
        return await self._store.daily.listed(
            game, day, asker=asker, home=home, only_here=only_here, most=most
        )

    async def compared(self, tried: Try) -> Comparison | None:
        """A result among all of its day; None without one."""
        score = tried.score
        if score is None:
            return None
        spread = await self._store.daily.spread(tried.game, tried.day)
        margins: dict[int, int] = {}
        orders: dict[tuple[int, int, int], int] = {}
        for (rank, margin, total), count in spread.items():
            margins[margin] = margins.get(margin, 0) + count
            orders[rank, -margin, -total] = count
        return Comparison(place(score, orders), sum(orders.values()), margins)

    async def streak(self, player: int, today: int) -> Streak:
        played = await self._store.daily.played(player)
        choices = await self._store.choices(PlayerChoices, player)
        away = [range(day_of(start), day_of(end) + 1) for start, end in choices.absences]
        return Streak(streak(played, today, away), longest_streak(played, away))
