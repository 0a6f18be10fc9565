"""The one check before the machine thinks for somebody: ``match/fair_help.py`` has the rule."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection

from prowlerbot.core.i18n import mark
from prowlerbot.daily.days import counts_until, day_of
from prowlerbot.match.fair_help import Moves, NoHelp, are_alike, beginning, counts
from prowlerbot.match.match import Match, is_imported
from prowlerbot.service.service import Service
from prowlerbot.storage.counting_matches import counting_matches

_DAYS = 2
"""Days whose challenge somebody's try may still count for: today and the day before."""


class FairHelp:
    def __init__(self, service: Service) -> None:
        self._service = service

    async def check(self, match: Match, *askers: int) -> None:
        """Raise NoHelp where a match that counts has the same line: for a branch the match that it
        comes from, whoever plays it, and else any match of the players and the ``askers``.

        A try of the day's challenge has its own machine, the same for everybody.
        """
        if match.terms.day:
            return
        async for ancestor in self._ancestors(match):
            if counts(ancestor):
                raise NoHelp(_REFUSED)
        setup, moves = beginning(match)
        drawn = self._service.game(match).drawn_part(setup)
        if drawn and match.origin is None and not is_imported(match.id):
            return  # drawn for this match alone: most moves of the machine need no look
        if drawn and await self._is_of_a_day(match.game, drawn):
            raise NoHelp(
                "This is the set-up of a day's challenge, and somebody's try may still count; the"
                " machine does not help with it until the day after the challenge is over."
            )
        for other in await self._counting(match, {*match.people, *askers}):
            if self._is_of(other, drawn, moves):
                raise NoHelp(_REFUSED)

    def _is_of(self, other: Match, drawn: str, moves: Moves) -> bool:
        """Whether moves are those of another match: a set-up that was drawn decides alone.

        Only what everybody knows of the other match is compared, lest a refusal tell its secrets.
        """
        drawn_too = self._service.game(other).drawn_part(other.setup)
        if drawn or drawn_too:
            return drawn == drawn_too
        return are_alike(moves, self._service.visible_record(other, None).moves)

    async def _ancestors(self, match: Match) -> AsyncIterator[Match]:
        """The match that this one plays on from, the one that that one plays on from, and so on."""
        known = {match.id}
        while match.origin is not None and match.origin.source not in known:
            source = match.origin.source
            known.add(source)
            found = None if is_imported(source) else await self._service.store.load(source)
            if found is None:
                return
            match = found
            yield match

    async def _counting(self, match: Match, players: Collection[int]) -> list[Match]:
        store = self._service.store
        found = await counting_matches(store.database, match.game, players)
        loaded = [await store.load(each) for each in found if each != match.id]
        return [each for each in loaded if each is not None and counts(each)]

    async def _is_of_a_day(self, game: str, drawn: str) -> bool:
        """Whether a set-up was drawn for a challenge in which a try can still count."""
        now, rules = self._service.now(), self._service.games[game]
        for day in range(day_of(now), day_of(now) - _DAYS, -1):
            known = await self._service.store.daily.known(game, day)
            if known and now < counts_until(day) and rules.drawn_part(known.setup) == drawn:
                return True
        return False


_REFUSED = mark(
    "This line is being played in a match that counts, so the machine does not help with it until"
    " that match is over."
)
