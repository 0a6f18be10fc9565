"""People who play a competition through the service, on a clock of their own, and what has to hold
once it is over.
"""

import json
import random
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from prowlerbot.competitions.competition_record import CompetitionTerms, Stored
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_steps import CompetitionDuty, check_in
from prowlerbot.competitions.formats.ladder import begin_holiday, challenge
from prowlerbot.competitions.standings import standings
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied
from prowlerbot.match.agreements import resign
from prowlerbot.match.match import Ending, Match, Phase, Player
from prowlerbot.match.ratings import result_of
from prowlerbot.service.match_service import Service
from tests.competitions import kinds
from tests.competitions.test_formats import independent
from tests.persistence.looks import claim_late, due, take_steps
from tests.persistence.matches import Clock, states
from tools.compete import written

HOUR = 60 * 60
HOST = 999
_LONGEST = 200
"""The days after which a competition should have been over."""


@dataclass
class Town:
    """People who play a competition; in each tick some leave, some stop, and some matches go on."""

    service: Service
    clock: Clock
    rng: random.Random
    leave: float = 0.0
    whole: float = 0.05
    """The part of the matches that is played out."""
    tick: int = 6 * HOUR
    silent: set[int] = field(default_factory=set[int])

    def __post_init__(self) -> None:
        self.competitions = Competitions(self.service)

    async def create(self, terms: CompetitionTerms, people: int, pause: int = 0) -> Stored:
        it = await self.competitions.create(
            terms, name="Cup", guild=7, channel=8, host=HOST, pace=DAY, pause=pause
        )
        for number in range(1, people + 1):
            await self.competitions.enter(it.id, Player(number, f"P{number}"))
        return it

    async def played(self, it: Stored) -> Stored:
        """The competition at its end."""
        begins = self.clock.now
        while not it.competition.course.ended:
            assert self.clock.now < begins + _LONGEST * DAY
            self.clock.now += self.tick
            await self.upkeep()
            it = await self.competitions.get(it.id)
            await self._check_in(it)
            await self._leave(it)
            await self._challenge(it)
            for match_id in [*it.matches.values()]:
                match = await self.service.match(match_id)
                if match.phase is Phase.PLAYING:
                    await self._play(match)
            await self.upkeep()
            it = await self.competitions.get(it.id)
        return it

    async def upkeep(self) -> None:
        await claim_late(self.competitions)
        await take_steps(self.competitions)

    async def _check_in(self, it: Stored) -> None:
        course = it.competition.course
        if course.called and course.began is None:
            for player in course.present:
                if player not in course.checked_in and player not in self.silent:
                    await self.competitions.apply(it.id, check_in, player)

    async def _leave(self, it: Stored) -> None:
        """Some drop out, half of them without a word."""
        course = it.competition.course
        ticks = (it.competition.terms.round_time or DAY) / self.tick
        if course.began is None or course.ended:
            return
        for player in course.present:
            if player in self.silent or self.rng.random() >= self.leave / ticks:
                continue
            if self.rng.random() < 0.5:
                self.silent.add(player)
            else:
                await self.competitions.leave(it.id, player)

    async def _challenge(self, it: Stored) -> None:
        if it.competition.terms.format is not kinds.LADDER or it.competition.course.ended:
            return
        order = [line.player for line in standings(it.competition)]
        for player in self.rng.sample(order, len(order) // 4):
            with suppress(Denied):  # not everything is allowed at each moment
                if player in self.silent:
                    continue
                if self.rng.random() < 0.05:
                    await self.competitions.apply(
                        it.id, begin_holiday, player, self.clock.now + 5 * DAY
                    )
                other = order[max(0, order.index(player) - self.rng.randint(1, 4))]
                await self.competitions.apply(it.id, challenge, player, other)

    async def _play(self, match: Match) -> None:
        """Some moves of those who are there; then perhaps somebody gives up."""
        if self.rng.random() < 0.5:
            return
        most = 10_000 if self.rng.random() < self.whole else self.rng.randint(0, 6)
        for _ in range(most):
            seats = [s for s in sorted(self.service.to_move(match)) if self._plays(match, s)]
            if not seats:
                return
            seat = self.rng.choice(seats)
            move = str(self.rng.choice(states(self.service, match)[-1].moves(seat)))
            own, user = match.decision(seat).own, match.player(seat).id
            match = await self.service.play(match.id, user, match.moment, move, own=own)
        while match.phase is Phase.PLAYING and self.rng.random() < 0.7:
            playing = [s for s in match.seats if s not in match.left and self._plays(match, s)]
            if not playing:
                return
            user = match.player(self.rng.choice(playing)).id
            with suppress(Denied):  # whoever is out has nothing to give up
                match = await self.service.apply(match.id, resign, user)

    def _plays(self, match: Match, seat: int) -> bool:
        return match.player(seat).id not in self.silent


async def check(service: Service, it: Stored) -> list[dict[str, Any]]:
    """Hold a competition that is over against its matches, and against the reference.

    The reference computes the standings from the stored record alone.
    """
    database = service.store.database
    ((terms,),) = await database.read("SELECT terms FROM competitions WHERE id = $1", it.id)
    rows = await database.read(
        "SELECT number, event FROM competition_events WHERE competition = $1 ORDER BY number", it.id
    )
    assert [number for number, _ in rows] == [*range(len(rows))]
    events = [json.loads(event) for _, event in rows]
    found = [written(line) for line in standings(it.competition)]
    assert found == independent(it.competition.format)(json.loads(terms), events)
    matches = await database.read(
        "SELECT pairing, match FROM competition_matches WHERE competition = $1", it.id
    )
    course = it.competition.course
    assert len({match for _, match in matches}) == len(matches)
    for pairing, match_id in matches:
        match = await service.match(match_id)
        result = course.results.get(pairing)
        assert tuple(player.id for player in match.players) == course.pairings[pairing].players
        if result is not None:
            assert match.phase is Phase.OVER
            own = result_of(match, service.game(match))
            if own is None:  # nobody could see it, as there are no boards here
                assert match.ending is Ending.ABANDONED
                assert {*result.ranks} == {1}
            elif not result.absent:
                assert (result.ranks, result.totals) == (own.ranks, own.totals)
    with_match = {pairing for pairing, _ in matches}
    if it.competition.terms.format is kinds.LADDER:  # the next season has its open matches
        with_match |= course.pairings.keys()
    for number, pairing in course.pairings.items():
        assert number in with_match or pairing.is_bye or number in course.results
    assert await due(service, CompetitionDuty.STEP) == []
    return found
