"""Changes of competitions: load, pure transition, commit, as with matches.

Each change first records the results of matches that have ended, so every step knows them. A new
pairing and its match are stored together.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVarTuple

from prowlerbot.competitions import competition_steps
from prowlerbot.competitions.competition_player_store import CompetitionMatches, as_known
from prowlerbot.competitions.competition_record import Competition
from prowlerbot.competitions.competition_store import (
    CompetitionServers,
    CompetitionStore,
    Limits,
    Stored,
    Todo,
)
from prowlerbot.competitions.course import Decided, Paired
from prowlerbot.core.errors import NotFound
from prowlerbot.core.game import LEAVE, AnyState, Game
from prowlerbot.match import lobby
from prowlerbot.match.closing import moved
from prowlerbot.match.match import CLOSED, REMOVED, Ending, Match, Player
from prowlerbot.match.play import asked_since, states
from prowlerbot.match.ratings import NEW, result_of
from prowlerbot.match.terms import Terms
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.match_service import Service

_Rest = TypeVarTuple("_Rest")
"""The parameters of a transition between the competition and the time."""

FIRST_LETTER = "c"
"""The first letter of all ids of competitions; they are longer than ids of matches by it."""
_MOVES = 3
"""The moves of a loser with which a match is not short by the first rules of arenas."""
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
        stored = await self.store.load(competition_id) if competition_id.isascii() else None
        if stored is None:
            raise NotFound("There is no competition “{competition}”.", competition=competition_id)
        return stored

    async def of_guild(
        self, guild: int, *, ended: bool = False, most: int = _LISTED
    ) -> list[Stored]:
        """The running competitions of a server, or with ``ended`` the others; the latest first."""
        ids = await self.store.of_guild(guild, ended=ended, most=most)
        return [await self.get(each) for each in ids]

    async def of_player(self, player: int) -> list[Stored]:
        """The running competitions in which a player takes part."""
        return [await self.get(each) for each in await self.store.of_player(player)]

    async def leagues_of_server(self, guild: int, *, ended: bool = False) -> list[Stored]:
        """The leagues of all servers in which a server takes part."""
        ids = await self.servers.leagues_of(guild, ended=False, most=_SHARED)
        if ended:
            ids += await self.servers.leagues_of(guild, ended=True, most=_SHARED)
        return [await self.get(each) for each in ids]

    async def open_leagues(self, typed: str) -> list[Stored]:
        """The running leagues of all servers whose names or ids fit; the largest first."""
        return [await self.get(each) for each in await self.servers.open_leagues(typed, _LISTED)]

    async def previous_seasons(self, stored: Stored, person: int = 0) -> list[Competition]:
        """The seasons before this one that still keep people out, the latest last, as a person, if
        any, is known in them.
        """
        out = max(1, stored.format.seasons_out)
        numbers = range(max(1, stored.season - out), stored.season)
        seasons = [await self.store.season(stored.series, number) for number in numbers]
        return [await self.as_known(each, person) for each in seasons if each is not None]

    async def as_known(self, stored: Stored, person: int) -> Competition:
        """The competition as if a person, if any, had never deleted their data."""
        if not person:
            return stored.competition
        return await self.service.store.database.look(lambda db: as_known(db, stored, person))

    async def rating_of(self, game: str, player: int) -> int:
        """The present rating of a player, for the record of an entry."""
        standing = await self.service.store.results.standing(game, player)
        return (standing.rating if standing else NEW).points

    # ------------------------------------------------------------------ changing

    async def apply(
        self,
        competition_id: str,
        transition: Callable[[Competition, *_Rest, int], Competition],
        *rest: *_Rest,
        by: int = 0,
        entrant: Player | None = None,
        limits: Limits | None = None,
        fields: Mapping[str, Any] | None = None,
    ) -> Stored:
        """Store the competition after a transition, a pure function that takes the time at the end.

        If another change is stored first, the transition is tried again. It also has to be allowed
        to the user ``by`` as if they had never deleted their data. Other ``fields`` change with it.
        """
        while True:
            before, now = await self.get(competition_id), self.service.now()
            present, done = await self.with_results(before, now)
            known = await self.as_known(replace(before, competition=present), by)
            if known is not present:
                transition(known, *rest, now)
            competition = transition(present, *rest, now)
            after = await self.commit(
                before, competition, done=done, entrant=entrant, limits=limits, fields=fields
            )
            if after is not None:
                return after

    async def with_results(self, stored: Stored, now: int) -> tuple[Competition, dict[int, Todo]]:
        """The competition with the results of ended matches, and the numbers of their pairings."""
        competition, done = stored.competition, dict[int, Todo]()
        for number in [each for each, todo in stored.todo.items() if todo is Todo.OVER]:
            course = competition.course
            if number not in course.results and not course.ended:
                result = await self._result(stored, number, now)
                competition = competition_steps.report(competition, result)
            done[number] = Todo.OVER
        return competition, done

    async def _result(self, stored: Stored, number: int, now: int) -> Decided:
        """The result of a match that is over; a damaged match is even."""
        pairing = stored.competition.course.pairings[number]
        results: list[Decided] = []
        async with self.housekeeping.sparing(stored.matches[number]):
            match = await self.service.match(stored.matches[number])
            cut, game = pairing.round in stored.competition.course.cut, self.service.game(match)
            least = game.least_moves if stored.terms.rules else _MOVES
            results.append(result_of_match(match, game, pairing, now, cut=cut, least=least))
        return results[0] if results else even_result(pairing, now)

    async def commit(
        self,
        before: Stored,
        competition: Competition,
        *,
        done: Mapping[int, Todo],
        entrant: Player | None = None,
        following: Stored | None = None,
        limits: Limits | None = None,
        fields: Mapping[str, Any] | None = None,
    ) -> Stored | None:
        """Store a change with the matches of its new pairings; None if another is stored first."""
        names = {**before.names, **({entrant.id: entrant.name} if entrant else {})}
        after = replace(before, **(fields or {}), competition=competition, names=names)
        after = replace(after, revision=before.revision + 1)
        matches = await self._new_matches(before, after)
        after = replace(
            after, matches={**before.matches, **{n: each.id for n, each in matches.items()}}
        )
        is_stored = await self.store.commit(
            before, after, matches=matches, done=done, following=following, limits=limits
        )
        return after if is_stored else None

    async def _new_matches(self, before: Stored, after: Stored) -> dict[int, Match]:
        """The matches of new pairings; byes and forfeits have none."""
        known, now = before.competition.course.pairings, self.service.now()
        new = [each for each in after.competition.course.open if each.pairing not in known]

        def new_matches() -> dict[int, Match]:
            return {each.pairing: new_match(self.service, after, each, now) for each in new}

        return await asyncio.to_thread(new_matches) if new else {}


def new_match(service: Service, stored: Stored, pairing: Paired, now: int) -> Match:
    """The match of a pairing, which begins at once."""
    terms = Terms(
        takebacks="never",
        pace=stored.pace,
        rated=stored.competition.terms.rated,
        hints=False,
        competition=stored.id,
        pairing=pairing.pairing,
    )
    game = service.games[stored.competition.terms.game]
    players = [Player(player, stored.names.get(player, "")) for player in pairing.players]
    asked = lobby.challenge(service.new_id(), game, players, stored.options, terms=terms, now=now)
    seated = replace(asked, players=tuple(replace(each, joined=True) for each in asked.players))
    return lobby.begun(seated, service.context(seated)._replace(now=now))


def result_of_match(
    match: Match, game: Game, pairing: Paired, now: int, *, cut: bool = False, least: int = _MOVES
) -> Decided:
    """The result of a pairing from its match, which is over.

    A player who lost on time without a single move was absent. If the host has ``cut`` the round,
    the clock of the move must have run out, too. A match that was not played out is short if a
    loser made fewer than the ``least`` moves.
    """
    result = result_of(match, game)
    players = pairing.players
    if result is None:
        return even_result(pairing, now)
    positions = states(match, game)
    late = _late(match, positions, result.ranks)
    absent = late - moved(match)
    if cut:
        over = match.changed_at
        absent -= {
            s for s in absent - match.left if not _overdue(match, positions, s, match.ply, over)
        }
    return Decided(
        now,
        pairing.pairing,
        result.ranks,
        result.totals,
        absent=tuple(players[seat - 1] for seat in sorted(absent)),
        late=tuple(players[seat - 1] for seat in sorted(late - absent)),
        short=not result.totals and _is_short(match, result.ranks, least),
    )


def _is_short(match: Match, ranks: Sequence[int], least: int) -> bool:
    moves = Counter(play.seat for play in match.plays if play.move != LEAVE)
    return any(rank > min(ranks) and moves[seat] < least for seat, rank in enumerate(ranks, 1))


def even_result(pairing: Paired, now: int) -> Decided:
    """The result of a pairing whose match is damaged."""
    return Decided(now, pairing.pairing, (1,) * len(pairing.players))


def _late(match: Match, positions: Sequence[AnyState], ranks: Sequence[int]) -> frozenset[int]:
    """The seats that lost on time. A player who resigned in time has played, even with no move."""
    late = frozenset(
        play.seat
        for ply, play in enumerate(match.plays)
        if play.move == LEAVE and _overdue(match, positions, play.seat, ply, play.at)
    )
    if match.ending in {Ending.PLAYED, Ending.RESIGNED, *REMOVED}:
        return late
    present = positions[-1].to_move
    if match.ending in CLOSED:
        return late | ({match.ended_by} if match.ended_by else present - moved(match))
    return late | {seat for seat in present if ranks[seat - 1] > 1}


def _overdue(match: Match, positions: Sequence[AnyState], seat: int, ply: int, at: int) -> bool:
    """Whether the clock of a seat's move in the position after so many plies ran out by a time."""
    if seat not in positions[ply].to_move:
        return False
    first = asked_since(match, positions, seat, ply)
    since = match.plays[first - 1].at if first else match.created_at
    return at >= since + match.terms.pace
