"""Who is not put together: by quiet hours, by matches they have, and by whom they avoid."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, replace
from typing import Any

import pytest

from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.posts import Act, Bar, Person, What
from prowlerbot.finding.avoidance_store import (
    Avoidance,
    Avoided,
    FindingDuty,
    Proposal,
    ProposalState,
)
from prowlerbot.finding.finding_service import Asking, FindingService
from prowlerbot.finding.finding_store import FindingStore
from prowlerbot.finding.matchmaking import APART, Wish, time_to_answer
from prowlerbot.games import GAMES
from prowlerbot.match.match import Player
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.privacy.privacy_service import Privacy
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.database import Database
from tests.persistence.looks import due
from tests.persistence.matches import ADA, BEN, CLEO, Clock, opened
from tests.persistence.scans import proposals
from tests.service.test_finding import PROWLER, agree, asked, finding, found, seek, waits, wish_of

__all__ = ["finding"]

pytestmark = pytest.mark.both_databases


async def test_nobody_in_quiet_hours_is_asked_unless_they_have_just_looked(
    finding: FindingService, service: Service, clock: Clock
) -> None:
    hour = clock.now // 3600 % 24
    quiet = {"quiet_from": hour, "quiet_to": (hour + 3) % 24}
    await service.store.choices.change(PlayerChoices, ADA.id, **quiet)
    await seek(finding, ADA)
    clock.now += 16 * 60
    await seek(finding, BEN)
    assert await finding.look() == []
    await seek(finding, ADA)
    assert len(await finding.look()) == 1


async def test_nobody_on_holiday_is_asked(
    finding: FindingService, service: Service, clock: Clock
) -> None:
    await seek(finding, ADA, BEN)
    await service.store.choices.change(PlayerChoices, ADA.id, away_until=clock.now + DAY)
    assert await finding.look() == []
    with pytest.raises(Denied, match="You are on holiday"):
        await seek(finding, ADA)
    clock.now += DAY
    await seek(finding, ADA, BEN)
    assert len(await finding.look()) == 1


async def test_who_is_barred_in_a_server_is_put_together_with_nobody_who_looks_from_there(
    finding: FindingService, service: Service, clock: Clock
) -> None:
    bar = Bar(HERE, ADA.id, "Ada", clock.now, clock.now + DAY)
    act = Act(HERE, What.BARRED, Person(CLEO.id, "Cleo"), at=clock.now)
    await service.store.bars.put(bar, act, lambda _: None)
    anywhere = replace(PROWLER, everywhere=True)
    await seek(finding, ADA, wish=anywhere, guild=0)
    await seek(finding, BEN, wish=anywhere, guild=HERE)
    assert await finding.look() == []
    await seek(finding, CLEO, wish=anywhere, guild=HERE + 1)
    assert {seat.player for seat in (await found(finding)).seats} in (
        {ADA.id, CLEO.id},
        {BEN.id, CLEO.id},
    )


async def test_who_avoids_somebody_while_they_are_put_together_is_not_asked(
    finding: FindingService, service: Service, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = finding._seekers

    async def meanwhile(*read: Any) -> Any:
        await Avoidance(service.store.database).add_avoided(
            Avoided(BEN.id, ADA.id, "Ada", clock.now)
        )
        return await real(*read)

    monkeypatch.setattr(finding, "_seekers", meanwhile)
    await seek(finding, ADA, BEN)
    assert await finding.look() == []
    assert await proposals(finding.queue._db) == []


async def test_to_avoid_somebody_says_no_to_a_match_with_them(
    finding: FindingService, service: Service, clock: Clock
) -> None:
    proposal = await asked(finding, ADA, BEN)
    await agree(finding, proposal.id, ADA.id)
    await Avoidance(service.store.database).add_avoided(Avoided(ADA.id, CLEO.id, "Cleo", clock.now))
    await Avoidance(service.store.database).add_avoided(Avoided(ADA.id, BEN.id, "Ben", clock.now))
    with pytest.raises(Stale):
        await agree(finding, proposal.id, BEN.id)
    (off,) = await proposals(finding.queue._db)
    assert off.state is ProposalState.OFF, "as after a no"
    for player in (ADA, BEN):
        assert await waits(finding, player, clock)
    assert await finding.look() == []


async def test_a_deletion_puts_nobody_together_again_before_their_day_apart_is_over(
    finding: FindingService, service: Service, clock: Clock, database: Database
) -> None:
    proposal = await asked(finding, ADA, BEN)
    await finding.refuse(proposal.id, BEN.id)
    for player in (ADA, BEN, ADA):
        await Privacy(service).forget(player.id)
    await seek(finding, ADA, BEN)
    assert await finding.look() == []
    assert await database.read("SELECT 1 FROM avoided WHERE player > 0 OR other > 0") == []
    clock.now += APART
    await seek(finding, ADA, BEN)
    assert len(await finding.look()) == 1
    await Privacy(service).forget(CLEO.id)
    assert await database.read("SELECT 1 FROM avoided") == [], "gone with its use"


# --------------------------------------- people do all of that in several processes at once

PLAYERS = [Player(number, f"Player {number}") for number in range(1, 11)]
WISHES = [
    Wish(("prowler",), seats=(2,), paces=(DAY,)),
    Wish(("landgrab",), seats=(2, 3), paces=(DAY,)),
    Wish(("heroes",), seats=(3, 4), paces=(DAY,)),
]
HERE, CHANNEL = 7, 77
PROCESSES, STEPS, AT_ONCE = 3, 50, 5


@pytest.fixture
async def services(url: str) -> AsyncIterator[list[Service]]:
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(opened(url, seed=seed)) for seed in range(PROCESSES)]


@dataclass
class Crowd:
    rng: random.Random
    services: list[Service]
    begun: int = 0
    """How many matches were returned to whoever said the last yes."""

    async def act(self) -> None:
        """Somebody does something in some process."""
        service, player = self.rng.choice(self.services), self.rng.choice(PLAYERS)
        other = self.rng.choice([each for each in PLAYERS if each != player])
        finding = FindingService(service, {key: {} for key in GAMES})
        asking, wish = Asking(player, HERE, CHANNEL), self.rng.choice(WISHES)
        avoided = Avoided(player.id, other.id, other.name, 1)
        deeds: list[tuple[int, Callable[[], Awaitable[object]]]] = [
            (12, lambda: finding.seek(asking, wish)),
            (9, finding.look),
            (24, lambda: self.answer(finding, player)),
            (3, lambda: finding.stop(player.id)),
            (1, lambda: Avoidance(service.store.database).add_avoided(avoided)),
            (3, lambda: Privacy(service).forget(player.id)),
        ]
        weights, ways = zip(*deeds, strict=True)
        with suppress(Denied):
            await self.rng.choices(ways, weights)[0]()

    async def answer(self, finding: FindingService, player: Player) -> None:
        wish = await finding.queue.wish(player.id)
        proposal = await finding.queue.proposal(wish.proposal) if wish is not None else None
        if proposal is None:
            return
        await finding.begin_asking(proposal, HERE, [CHANNEL] * len(proposal.seats), shared=True)
        if self.rng.random() < 0.15:
            await finding.refuse(proposal.id, player.id)
        else:
            _, match = await agree(finding, proposal.id, player.id)
            self.begun += match is not None


async def open_proposals(service: Service) -> list[Proposal]:
    return [each for each in await proposals(service.store.database) if each.is_open]


async def test_each_is_in_one_proposal_and_nobody_meets_whom_they_avoid(
    services: list[Service],
) -> None:
    crowd, store = Crowd(random.Random(3), services), services[0].store
    known, step = set[str](), 0
    while step < STEPS or not crowd.begun:  # who acts first differs from machine to machine
        step += 1
        apart = await Avoidance(store.database).pairs_apart([each.id for each in PLAYERS])
        await asyncio.gather(*(crowd.act() for _ in range(AT_ONCE)))
        matches = {*await store.database.column("SELECT id FROM matches")}
        assert len(matches) == crowd.begun, "one match of each proposal"
        for match_id in matches - known:
            people = (await services[0].match(match_id)).people
            assert not any(pair <= people for pair in apart)
        known = matches
        asked_about = {*await due(services[0], FindingDuty.ASK)}
        assert asked_about >= {each.id for each in await proposals(store.database)}
        assert await due(services[0], FindingDuty.LOOK)
        for proposal in await open_proposals(services[0]):
            for seat in proposal.seats:
                wish = await FindingStore(store.database).wish(seat.player)
                assert wish is not None
                assert wish.proposal == proposal.id
    assert known


async def unanswered(finding: FindingService, clock: Clock, rival: Player) -> None:
    """Ada is asked whether she plays with a rival, and does not answer."""
    proposal = await asked(finding, ADA, rival)
    await agree(finding, proposal.id, rival.id)
    clock.now += time_to_answer(DAY)
    await finding.settle(proposal)
    await finding.stop(rival.id)


async def test_a_deletion_hides_no_question_without_an_answer(
    finding: FindingService, service: Service, clock: Clock, database: Database
) -> None:
    for rival in (BEN, CLEO):
        await unanswered(finding, clock, rival)
        await Privacy(service).forget(ADA.id)
        kept = await database.read(
            "SELECT name, guild, channel, until FROM wishes WHERE player < 0"
        )
        assert kept == [("", 0, 0, 0)]
    with pytest.raises(Denied, match="a day after"):
        await seek(finding, ADA)
    clock.now += DAY - 1
    with pytest.raises(Denied, match="a day after"):
        await seek(finding, ADA)
    clock.now += 1
    await seek(finding, ADA)
    assert (await wish_of(finding, ADA)).missed == 0
    assert await database.read("SELECT 1 FROM wishes WHERE player < 0") == []
