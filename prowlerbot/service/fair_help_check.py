"""The check before the machine thinks for somebody; ``match/machine_help.py`` has its rule."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping
from dataclasses import dataclass
from typing import Final

from prowlerbot.core.i18n import mark
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match.machine_help import Counting, Line, NoHelp, beginning, is_counting
from prowlerbot.match.match import Match, is_imported
from prowlerbot.service.match_service import Service
from prowlerbot.storage.contributions import LineKey
from prowlerbot.storage.player_matches import matches_for_a_result

_verdicts: Final[Recent[tuple[str, int, frozenset[LineKey]], bool]] = Recent(5_000)
"""The answers whether a line is a copy; they hold until one of the matches changes."""
_known: Final[Recent[tuple[str, int], Counting]] = Recent(2_000)
"""The matches that count, as of their last change, so that a press replays none of them again.

The key is the id with the person who knows the match; 0 is what everybody knows.
"""


@dataclass(eq=False)
class FairHelp:
    _service: Service

    async def check(self, match: Match, *askers: int) -> None:
        """Raise NoHelp if a match that counts has the same line.

        For a branch this is the match that it comes from, whoever plays it. In all cases it is any
        match of the players and the ``askers``.

        A try of the day's challenge has its own machine, the same for everybody.
        """
        if match.terms.day:
            return
        async for ancestor in self._ancestors(match):
            if is_counting(ancestor):
                raise NoHelp(_REFUSED)
        setup, _ = beginning(match)
        if not setup:
            return  # nothing has begun
        game = self._service.game(match)
        copied = match.origin is not None or is_imported(match.id)
        if game.drawn_parts(setup) and not copied:
            return  # drawn for this match alone: most moves of the machine need no look
        store, now = self._service.store, self._service.now()
        for counting in store.contributions.counting if copied else ():
            contributed = await counting(store.database, game, now)
            if await self._is_copy(match, contributed.starts):
                raise NoHelp(contributed.refusal)
        people = {*match.people, *askers}
        others = {key: line async for key, line in self._counting(match, people)}
        if await self._is_copy(match, others):
            raise NoHelp(_REFUSED)

    async def _is_copy(self, match: Match, others: Mapping[LineKey, Counting]) -> bool:
        """Whether a match has the line of one of the others; kept until one of them changes."""
        if not others:
            return False
        key = match.id, match.revision, frozenset(others)
        copied = _verdicts.find(key)
        if copied is None:
            game = self._service.game(match)
            copied = await asyncio.to_thread(
                lambda: any(map(Line.of(match, game).is_of, others.values()))
            )
            _verdicts.keep(key, copied)
        return copied

    async def _ancestors(self, match: Match) -> AsyncIterator[Match]:
        """The match that this one plays on from, then the source of that match, and so on."""
        known = {match.id}
        while match.origin is not None and match.origin.source not in known:
            source = match.origin.source
            known.add(source)
            ancestor = None if is_imported(source) else await self._service.store.load(source)
            if ancestor is None:
                return
            match = ancestor
            yield match

    async def _counting(
        self, match: Match, people: Collection[int]
    ) -> AsyncIterator[tuple[LineKey, Counting]]:
        """The other matches of these people that count.

        If one person asks alone, the comparison uses everything that this person knows. Otherwise
        it uses only what everybody knows, as a refusal could reveal a secret to the others.
        """
        store = self._service.store
        person = next(iter(people)) if len(people) == 1 else 0
        for match_id, revision in await matches_for_a_result(store.database, match.game, people):
            if match_id == match.id:
                continue
            known = _known.find((match_id, person))
            if known is None or known.revision != revision:
                other = await store.load(match_id)
                if other is None or not is_counting(other):
                    continue
                game, viewer = self._service.game(other), other.seat_of(person)
                known = await asyncio.to_thread(Counting.of, other, game, viewer)
                _known.keep((match_id, person), known)
            yield (match_id, revision, person), known


_REFUSED = mark(
    "This line is being played in a match that counts, so the machine does not help with it until"
    " that match is over."
)
