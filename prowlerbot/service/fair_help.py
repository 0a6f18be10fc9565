"""The check that the machine helps nobody in a line that is being played for a result.

``match/machine_help.py`` has the rule; the check gathers the matches to compare.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from dataclasses import dataclass

from prowlerbot.core.game import Game
from prowlerbot.core.i18n import mark
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match.machine_help import AskedLine, CountingLine, NoHelp, is_counting, line_so_far
from prowlerbot.match.match import Match, is_imported
from prowlerbot.storage.contributions import LineKey
from prowlerbot.storage.match_store import Store
from prowlerbot.storage.player_matches import counting_matches

_MAX_VERDICTS, _MAX_LINES = 5_000, 2_000
"""The most verdicts and lines in memory."""
_REFUSED = mark(
    "This line is being played in a match that counts, so the machine does not help with it until"
    " that match is over."
)


@dataclass(eq=False)
class FairHelp:
    """Refuses help in a match with the same line as one that counts."""

    _store: Store
    _game_of: Callable[[Match], Game]
    _now: Callable[[], int]

    def __post_init__(self) -> None:
        self._verdicts: Recent[tuple[str, int, frozenset[LineKey]], bool] = Recent(_MAX_VERDICTS)
        """The answers whether a line is a copy; they hold until one of the matches changes."""
        self._lines: Recent[tuple[str, int], CountingLine] = Recent(_MAX_LINES)
        """The matches that count, as of their last change, so that no press replays them again. The
        key is the id with the person who knows the match; 0 is what everybody knows.
        """

    async def check_may_help(self, match: Match, *askers: int) -> None:
        """Raise NoHelp if a match that counts has the same line.

        A branch is compared with the match that it comes from, even if others play that one. Any
        match is compared with those of the players, of those who have left them to the machine, and
        of the ``askers``.

        A try of the day's challenge has its own machine, the same for everybody.
        """
        if match.terms.day:
            return
        async for ancestor in self._read_ancestors(match):
            if is_counting(ancestor):
                raise NoHelp(_REFUSED)
        setup, _ = line_so_far(match)
        if not setup:
            return  # nothing has begun
        game = self._game_of(match)
        copied = match.origin is not None or is_imported(match.id)
        if game.drawn_parts(setup) and not copied:
            return  # its set-up was drawn, so no other match has it: so it is for most moves
        for feature in self._store.contributions if copied else ():
            contributed = await feature.counting_starts(self._store.database, game, self._now())
            if await self._is_copy(match, contributed.starts):
                raise NoHelp(contributed.refusal)
        leavers = {each.leaver for each in match.players} - {0}  # the machine plays for them
        people = {*match.people, *leavers, *askers}
        others = {key: line async for key, line in self._counting_matches(match, people)}
        if await self._is_copy(match, others):
            raise NoHelp(_REFUSED)

    async def _is_copy(self, match: Match, others: Mapping[LineKey, CountingLine]) -> bool:
        """Whether a match has the line of one of the others; kept until one of them changes."""
        if not others:
            return False
        key = match.id, match.revision, frozenset(others)
        if (copied := self._verdicts.find(key)) is None:
            game = self._game_of(match)
            copied = await asyncio.to_thread(
                lambda: any(map(AskedLine.of_match(match, game).is_copy_of, others.values()))
            )
            self._verdicts.keep(key, copied)
        return copied

    async def _read_ancestors(self, match: Match) -> AsyncIterator[Match]:
        """The match that this one plays on from, then the source of that match, and so on."""
        known = {match.id}
        while match.origin is not None and match.origin.source not in known:
            source = match.origin.source
            known.add(source)
            ancestor = None if is_imported(source) else await self._store.find_match(source)
            if ancestor is None:
                return
            match = ancestor
            yield match

    async def _counting_matches(
        self, match: Match, people: Collection[int]
    ) -> AsyncIterator[tuple[LineKey, CountingLine]]:
        """The other matches of these people that count. If one person asks alone, the comparison
        uses everything that this person knows. Otherwise it uses only what everybody knows, as a
        refusal could reveal a secret to the others.
        """
        person = next(iter(people)) if len(people) == 1 else 0
        others = await counting_matches(self._store.database, match.game, people)
        for match_id, revision in others:
            if match_id == match.id:
                continue
            known = self._lines.find((match_id, person))
            if known is None or known.revision != revision:
                other = await self._store.find_match(match_id)
                if other is None or not is_counting(other):
                    continue
                game, viewer = self._game_of(other), other.seat_of(person)
                known = await asyncio.to_thread(CountingLine.of_match, other, game, viewer)
                self._lines.keep((match_id, person), known)
            yield (match_id, revision, person), known
