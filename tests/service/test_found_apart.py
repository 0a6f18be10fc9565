"""Who is not put together: by quiet hours, by matches they have, and by whom they avoid."""

from __future__ import annotations

from typing import Any

import pytest

from prowlerbot.core.errors import Stale
from prowlerbot.finding.answers import TOGETHER
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.service.finding import Finding
from prowlerbot.service.lobby import Lobby
from prowlerbot.service.service import Service
from prowlerbot.storage.avoidance import Avoided
from prowlerbot.storage.proposals import State
from tests.persistence.matches import Clock
from tests.service.test_finding import (
    ADA,
    BEN,
    CLEO,
    asked,
    clock,
    finding,
    found,
    seek,
    service,
    waits,
)

__all__ = ["clock", "finding", "service"]

pytestmark = pytest.mark.both_databases


async def test_nobody_in_quiet_hours_is_asked_unless_they_have_just_looked(
    finding: Finding, service: Service, clock: Clock
) -> None:
    hour = clock.now // 3600 % 24
    quiet = {"quiet_from": hour, "quiet_to": (hour + 3) % 24}
    await service.store.rechoose(PlayerChoices, ADA.id, **quiet)
    await seek(finding, ADA)
    clock.now += 16 * 60
    await seek(finding, BEN)
    assert await finding.look() == []
    await seek(finding, ADA)
    assert len(await finding.look()) == 1


async def test_those_with_many_open_matches_together_are_not_put_together(
    finding: Finding, service: Service
) -> None:
    for _ in range(TOGETHER):
        await Lobby(service).challenge("prowler", [ADA, BEN], {})
    await seek(finding, ADA, BEN, CLEO)
    made = await found(finding)
    assert [seat.player for seat in made.seats] == [ADA.id, CLEO.id]


async def test_who_avoids_somebody_is_not_put_together_with_them(
    finding: Finding, service: Service, clock: Clock
) -> None:
    await service.store.avoidance.add(Avoided(BEN.id, ADA.id, "Ada", clock.now))
    await seek(finding, ADA, BEN)
    assert await finding.look() == []


async def test_who_avoids_somebody_while_they_are_put_together_is_not_asked(
    finding: Finding, service: Service, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = finding._seekers

    async def meanwhile(*read: Any) -> Any:
        await service.store.avoidance.add(Avoided(BEN.id, ADA.id, "Ada", clock.now))
        return await real(*read)

    monkeypatch.setattr(finding, "_seekers", meanwhile)
    await seek(finding, ADA, BEN)
    assert await finding.look() == []
    assert await finding.queue.proposals() == []


async def test_to_avoid_somebody_says_no_to_a_match_with_them(
    finding: Finding, service: Service, clock: Clock
) -> None:
    proposal = await asked(finding, ADA, BEN)
    await finding.agree(proposal.id, ADA.id)
    await service.store.avoidance.add(Avoided(ADA.id, CLEO.id, "Cleo", clock.now))
    await service.store.avoidance.add(Avoided(ADA.id, BEN.id, "Ben", clock.now))
    with pytest.raises(Stale):
        await finding.agree(proposal.id, BEN.id)
    (off,) = await finding.queue.proposals()
    assert off.state is State.OFF, "as after a no"
    for player in (ADA, BEN):
        assert await waits(finding, player, clock)
    assert await finding.look() == []
