"""Matches before they begin: challenges and their answers, seats, rematches, playing on.

The pure transitions are in ``match/lobby``; here they meet the store.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from prowlerbot.core.errors import Denied
from prowlerbot.match import lobby
from prowlerbot.match.lobby import branch
from prowlerbot.match.match import Context, Level, Match, Player
from prowlerbot.match.terms import Terms
from prowlerbot.service.avoiding import check_together
from prowlerbot.service.fair_help import FairHelp
from prowlerbot.service.service import Service
from prowlerbot.storage.boards import PostPlace
from prowlerbot.storage.duties import put_duties
from prowlerbot.storage.engines.database import Work
from prowlerbot.storage.player_matches import check_alone

USUAL = Terms()


class Beginning(NamedTuple):
    """The moment of a match to play on from, and the challenger's seat there."""

    source: Match
    ply: int
    seat: int


def _counted(match: Match, most: int | None) -> int | None:
    """The limit of unanswered challenges, for a match that has to wait for an answer."""
    return None if lobby.complete(match) else most


class RematchAsked(Denied):
    """``match`` is the challenge, or the match, that is already the rematch."""

    def __init__(self, match: str) -> None:
        super().__init__("The rematch is already here: match {match}.", match=match)
        self.match = match


@dataclass(eq=False)
class Lobby:
    """The changes of matches before they begin that take more than a transition."""

    _service: Service

    async def challenge(
        self,
        game: str,
        players: Sequence[Player],
        options: Mapping[str, str],
        terms: Terms = USUAL,
        *,
        most: int | None = None,
        place: PostPlace | None = None,
    ) -> Match:
        """Make a challenge; ``most`` limits the challenger's unanswered ones, ``place`` is where it
        is about to be posted.

        With nobody to wait for, for example against the machine only, the match begins at once.
        """
        while True:
            new_id, now = self._service.new_id(), self._service.now()
            match = lobby.challenge(
                new_id, self._service.games[game], players, options, terms=terms, now=now
            )
            await check_together(self._service.store, players[0].id, players)
            if not lobby.complete(match):
                # A set-up that cannot be drawn is refused now, not when the last player joins.
                self._service.game(match).setup(random.Random(0), len(players), options)
            match = await self._friendly_if_first(match)
            begun = self._begun(match)
            if await self._add(begun, _counted(match, most), place=place):
                return begun

    async def _add(
        self,
        begun: Match,
        most: int | None,
        *,
        place: PostPlace | None,
        rematch_of: str | None = None,
    ) -> bool:
        """Store a new match. Raises Denied if that is one too many of its kind."""
        end_of_stage = self._service.stopwatch_duty(begun)

        def also(db: Work) -> None:
            check_alone(db, begun)
            put_duties(db, begun.id, end_of_stage)

        return await self._service.store.add(begun, most, rematch_of, place, also)

    def _begun(self, match: Match) -> Match:
        """A new match, begun if it waits for nobody: no kill can come in between."""
        if not lobby.complete(match):
            return match
        return lobby.begun(match, self._service.context(match)._replace(now=match.created_at))

    async def join(self, seen: Match, player: Player) -> Match:
        """Take a seat of a match that has not begun, with the player's choice for it."""
        first = await self._is_first_of(seen, {*seen.people, player.id})

        def transition(match: Match, it: Context) -> Match:
            return lobby.join(lobby.rated_unless_first(match, first=first), it, player)

        return await self._service.apply(seen, transition)

    async def is_first(self, match: Match, user: int) -> bool:
        """Whether this user has played no other match of the game."""
        return bool(await self._service.store.newcomers(match.game, [user], match.id))

    async def newcomers(self, match: Match) -> set[int]:
        """The seats of players in their first match, if that makes it a friendly one."""
        if match.terms.rated or not match.terms.first_friendly:
            return set()
        found = await self._service.store.newcomers(match.game, match.people, match.id)
        return {seat for seat in match.seats if match.player(seat).id in found}

    async def _is_first_of(self, match: Match, users: Collection[int]) -> bool:
        """Whether it is the first match of any of these users, if that makes a difference."""
        if not match.terms.first_friendly:
            return False
        return bool(await self._service.store.newcomers(match.game, users, match.id))

    async def _friendly_if_first(self, match: Match) -> Match:
        first = await self._is_first_of(match, match.people)
        return lobby.rated_unless_first(match, first=first)

    async def step_out(self, seen: Match, user: int) -> Match:
        """Leave a match that has not begun."""
        first = await self._is_first_of(seen, seen.people - {user})

        def transition(match: Match, it: Context) -> Match:
            left = lobby.step_out(match, it, user)
            return lobby.rated_unless_first(left, first=first)

        return await self._service.apply(seen, transition)

    async def add_machine(self, seen: Match, user: int, level: Level) -> Match:
        """Give the machine a seat. Raises NoHelp where its line is being played for a result."""
        await FairHelp(self._service).check(seen)
        return await self._service.apply(seen, lobby.add_machine, user, level)

    async def rematch(
        self,
        match_id: str,
        user: int,
        *,
        level: Level | None = None,
        most: int | None = None,
        place: PostPlace | None = None,
    ) -> Match:
        """Ask the others to another match, once for each match, with another ``level`` of the
        machine if there is one. Raises RematchAsked.
        """
        finished = await self._service.match(match_id)
        while True:
            new_id, now = self._service.new_id(), self._service.now()
            game = self._service.game(finished)
            asked = lobby.rematch(new_id, game, finished, user, now, level=level)
            await check_together(self._service.store, user, finished.players)
            asked = await self._friendly_if_first(asked)
            begun = self._begun(asked)
            limit = _counted(asked, most)
            if await self._add(begun, limit, rematch_of=match_id, place=place):
                return begun
            earlier = await self._service.store.rematch(match_id)
            if earlier is not None:
                raise RematchAsked(earlier)

    async def branch(
        self,
        beginning: Beginning,
        players: Sequence[Player],
        terms: Terms,
        *,
        most: int | None = None,
        place: PostPlace | None = None,
    ) -> Match:
        """Make a challenge to play on from a moment of a match, as the challenger knows it.

        Raises NoHelp for the machine as a player where the same line is being played for a result.
        """
        source, ply, seat = beginning
        line = self._service.visible_record(source, players[0].id)
        while True:
            new_id, now = self._service.new_id(), self._service.now()
            asked = branch(
                new_id,
                self._service.game(source),
                source,
                line,
                ply=ply,
                seat=seat,
                players=players,
                terms=terms,
                now=now,
            )
            if asked.has_machine:
                await FairHelp(self._service).check(asked)
            await check_together(self._service.store, players[0].id, players)
            begun = self._begun(asked)
            if await self._add(begun, _counted(asked, most), place=place):
                return begun
