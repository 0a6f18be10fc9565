"""Changes of competitions: load, pure transition, commit, as with matches.

Each change takes the results of ended matches first, so no step is taken without them. The matches
of new pairings are stored with the pairings.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVarTuple

from prowlerbot.competitions import player_steps
from prowlerbot.competitions.competition_events import Decided
from prowlerbot.competitions.competition_match_service import decided, even, made
from prowlerbot.competitions.competition_match_store import CompetitionMatches
from prowlerbot.competitions.competition_record import Competition, Format
from prowlerbot.competitions.competition_server_store import CompetitionServers
from prowlerbot.competitions.competition_store import CompetitionStore, Limits, Stored, Todo
from prowlerbot.core.errors import NotFound
from prowlerbot.match.match import Match, Player
from prowlerbot.match.ratings import NEW
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.match_service import Service

_Rest = TypeVarTuple("_Rest")
"""What a transition is told beside the competition and the time: who acts, and what they do."""

FIRST_LETTER = "c"
"""The ids of competitions have one letter more than those of matches, and this one first."""
_LISTED = 25
_SHARED = 10
"""The most leagues of all servers that a list has."""


class CompetitionChanges:
    def __init__(self, service: Service) -> None:
        self.service = service
        self.store = CompetitionStore(service.store.database)
        self.ends = CompetitionMatches(service.store.database)
        self.servers = CompetitionServers(service.store.database)
        self.housekeeping = Housekeeping(service)

    def new_id(self) -> str:
        return FIRST_LETTER + self.service.new_id()

    # ------------------------------------------------------------------ reading

    async def get(self, competition_id: str) -> Stored:
        found = await self.store.load(competition_id) if competition_id.isascii() else None
        if found is None:
            raise NotFound("There is no competition “{competition}”.", competition=competition_id)
        return found

    async def of_guild(
        self, guild: int, *, ended: bool = False, most: int = _LISTED
    ) -> list[Stored]:
        """The competitions of a server that are not over, or those that are; the latest first."""
        ids = await self.store.of_guild(guild, ended=ended, most=most)
        return [await self.get(each) for each in ids]

    async def of_player(self, player: int) -> list[Stored]:
        """The competitions in which a player takes part and that are not over."""
        return [await self.get(each) for each in await self.store.of_player(player)]

    async def shared_by(self, guild: int, *, ended: bool = False) -> list[Stored]:
        """The leagues of all servers in which a server takes part."""
        ids = await self.servers.leagues_of(guild, ended=False, most=_SHARED)
        if ended:
            ids += await self.servers.leagues_of(guild, ended=True, most=_SHARED)
        return [await self.get(each) for each in ids]

    async def offered(self, typed: str) -> list[Stored]:
        """The leagues of all servers whose names or ids fit; the most widespread first."""
        return [await self.get(each) for each in await self.servers.offered(typed, _LISTED)]

    async def previous(self, stored: Stored) -> list[Competition]:
        """The last seasons before this one, the latest last; two decide who may enter."""
        if stored.competition.terms.format is not Format.LEAGUE:
            return []
        numbers = range(max(1, stored.season - 2), stored.season)
        found = [await self.store.season(stored.series, number) for number in numbers]
        return [each.competition for each in found if each is not None]

    async def rating(self, game: str, player: int) -> int:
        """The present rating of a player, as entries have it."""
        standing = await self.service.store.results.standing(game, player)
        return (standing.rating if standing else NEW).points

    # ------------------------------------------------------------------ changing

    async def apply(
        self,
        competition_id: str,
        transition: Callable[[Competition, *_Rest, int], Competition],
        *rest: *_Rest,
        entrant: Player | None = None,
        limits: Limits | None = None,
    ) -> Stored:
        """Store the competition after a transition, a pure function of ``prowlerbot/competition/``
        that is told the time at the end. It is tried until no other change comes first.
        """
        while True:
            before, now = await self.get(competition_id), self.service.now()
            taken, done = await self.with_results(before, now)
            competition = transition(taken, *rest, now)
            after = await self.commit(
                before, competition, done=done, entrant=entrant, limits=limits
            )
            if after is not None:
                return after

    async def with_results(self, stored: Stored, now: int) -> tuple[Competition, dict[int, Todo]]:
        """The competition with the results of its ended matches, and the pairings of these."""
        competition, done = stored.competition, dict[int, Todo]()
        for number in [each for each, todo in stored.todo.items() if todo is Todo.OVER]:
            course = competition.course
            if number not in course.results and not course.ended:
                result = await self._result(stored, number, now)
                competition = player_steps.report(competition, result)
            done[number] = Todo.OVER
        return competition, done

    async def _result(self, stored: Stored, number: int, now: int) -> Decided:
        """The result of a match that is over; if it is damaged, all are even."""
        pairing = stored.competition.course.pairings[number]
        results: list[Decided] = []
        async with self.housekeeping.sparing(stored.matches[number]):
            match = await self.service.match(stored.matches[number])
            cut = pairing.round in stored.competition.course.cut
            results.append(decided(match, self.service.game(match), pairing, now, cut=cut))
        return results[0] if results else even(pairing, now)

    async def commit(
        self,
        before: Stored,
        competition: Competition,
        *,
        done: Mapping[int, Todo],
        entrant: Player | None = None,
        following: Stored | None = None,
        limits: Limits | None = None,
    ) -> Stored | None:
        """Store a change with the matches of its new pairings; None if another came first."""
        names = {**before.names, **({entrant.id: entrant.name} if entrant else {})}
        after = replace(before, competition=competition, names=names, revision=before.revision + 1)
        matches = await self._new_matches(before, after)
        after = replace(
            after, matches={**before.matches, **{n: each.id for n, each in matches.items()}}
        )
        stored = await self.store.commit(
            before, after, matches=matches, done=done, following=following, limits=limits
        )
        return after if stored else None

    async def _new_matches(self, before: Stored, after: Stored) -> dict[int, Match]:
        """The matches of the pairings that a change adds, but for byes and forfeits."""
        known, now = before.competition.course.pairings, self.service.now()
        new = [each for each in after.competition.course.open if each.pairing not in known]

        def begun() -> dict[int, Match]:
            return {each.pairing: made(self.service, after, each, now) for each in new}

        return await asyncio.to_thread(begun) if new else {}
