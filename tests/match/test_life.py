"""A match that two processes serve, and all that holds for it whatever happens."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import pytest

from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Refused
from prowlerbot.core.record_json import from_json, to_json
from prowlerbot.games import GAMES
from prowlerbot.match import agreements
from prowlerbot.match.deadlines import LEFT_ALONE
from prowlerbot.match.leaving import resign
from prowlerbot.match.lobby import accept_challenge, cancel_challenge, decline_challenge
from prowlerbot.match.match import Ending, Match, Phase
from prowlerbot.match.play import record_of_match, replay_match
from prowlerbot.match.preferences import PACES
from prowlerbot.match.terms import Asked, Terms
from prowlerbot.service.lobby_service import Lobby
from tests.games.prowler.matches import PROWLER
from tests.life import ADA, BEN, CLEO
from tests.persistence.looks import end_expired
from tests.persistence.matches import Clock, Hosted, opened

ASKING = (*[agreements.ask] * 3, *[agreements.agree] * 2, agreements.refuse, agreements.withdraw)
LOBBY: tuple[Callable[..., Match], ...] = (
    accept_challenge,
    decline_challenge,
    cancel_challenge,
    resign,
)
PAUSES = (1, 60, 3600, DAY, 4 * DAY, LEFT_ALONE, 3 * LEFT_ALONE)


class Life:
    """What players, processes and time do to a match; ``seen`` are all its forms, the newest last.

    What is refused changes nothing.
    """

    def __init__(self, rng: random.Random, services: tuple[Hosted, Hosted], match: Match) -> None:
        self.rng, self.services, self.seen = rng, services, [match]

    async def attempt(self, work: Awaitable[Match]) -> bool:
        before, after = self.seen[-1], None
        with suppress(Refused):
            after = await work
        stored = await self.services[0].match(before.id)
        assert stored == (after or before)
        if after is not None:
            assert after.revision == before.revision + 1
            self.seen.append(after)
        return after is not None

    async def play(self) -> None:
        """A player, mostly the right one, moves several times, at times on an old board."""
        rng, right = self.rng, self.rng.random() < 0.8
        for _ in range(rng.choice((1, 1, 1, 2, 3, 9))):
            before = self.seen[-1]
            if before.phase is not Phase.PLAYING:
                break
            state = replay_match(before, PROWLER)[-1]
            (seat,) = state.to_move
            who = before.player(seat) if right else rng.choice((ADA, BEN, CLEO))
            moment = max(0, before.moment - rng.choice((0, 0, 0, 0, 1, 2, 5)))
            move = str(rng.choice(state.moves(seat)))
            service = rng.choice(self.services)
            if await self.attempt(service.make_move(before.id, who.id, moment, move)):
                after = self.seen[-1]
                assert moment == before.moment, "a late press makes no move"
                assert after.plays[:-1] == before.plays
                assert after.plays[-1].seat == before.seat_of(who.id)
                assert (after.question, after.takebacks) == (None, before.takebacks)

    async def wait(self) -> None:
        """Both processes notice an ended match at the same time; one of them ends it."""
        before = self.seen[-1]
        self.services[0].clock.now += self.rng.choice(PAUSES)
        found = await asyncio.gather(*map(end_expired, self.services))
        ended = [match for each in found for match in each]
        assert await self.services[0].match(before.id) == (ended or [before])[0]
        for after in ended:
            assert len(ended) == 1
            assert (before.ending, after.plays) == (None, before.plays)
            assert after.ending in {Ending.EXPIRED, Ending.ABANDONED}
            self.seen.append(after)

    async def try_anything(self) -> None:
        """A call out of place is refused; any other call keeps what holds."""
        rng = self.rng
        for _ in range(rng.choice((1, 1, 2, 6))):
            match, service = self.seen[-1], rng.choice(self.services)
            who, act = rng.choice((ADA, BEN, ADA, BEN, CLEO)).id, rng.choice((*LOBBY, *ASKING * 3))
            question = (rng.choice([*Asked]), match.moment) if act in ASKING else ()
            await self.attempt(service.apply(match.id, act, who, *question))
            if rng.random() < 0.2:
                await self.attempt(service.claim(match.id, who))

    def check(self) -> None:
        match = self.seen[-1]
        assert (match.phase is Phase.OVER) == (match.ending is not None)
        assert not any(each.ending for each in self.seen[:-1]), "it has one ending or goes on"
        assert match.phase is Phase.PLAYING or match.question is None
        if match.setup:
            kept = record_of_match(match, PROWLER)
            assert from_json(to_json(kept, states=False), GAMES) == kept
            finished = replay_match(match, PROWLER)[-1].outcome is not None
            assert finished == (match.ending is Ending.PLAYED)
        for older, newer in zip(self.seen, self.seen[1:], strict=False):
            assert older.moment <= newer.moment
            assert older.plays == newer.plays or older.moment < newer.moment


@pytest.mark.parametrize("seed", range(16))
async def test_whatever_players_processes_and_time_do_a_match_keeps_its_laws(
    path: Path, seed: int
) -> None:
    rng, clock = random.Random(seed), Clock()
    async with opened(path, clock) as one, opened(path, clock) as other:
        terms = Terms(takebacks=rng.choice(("ask", "ask", "free", "never")))
        asked = await Lobby(one).make_challenge(
            "prowler", (ADA, BEN), {}, terms.at_pace(rng.choice(PACES))
        )
        life = Life(rng, (one, other), asked)
        if rng.random() < 0.8:
            assert await life.attempt(other.apply(asked.id, accept_challenge, BEN.id))
        for _ in range(40):
            await rng.choice((*[life.play] * 4, life.wait, *[life.try_anything] * 2))()
            life.check()
