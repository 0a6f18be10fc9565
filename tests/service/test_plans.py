"""Plans as they are stored: one order of events, a restart, what is exported and deleted, and the
kinds of matches that have them.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator

import pytest

from prowlerbot.core.errors import Denied, Stale
from prowlerbot.match.match import Match, machine
from prowlerbot.match.plans import plan
from prowlerbot.privacy.privacy_service import Privacy
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from tests.persistence.matches import ADA, begin, opened
from tests.positions import states

pytestmark = pytest.mark.both_databases


@pytest.fixture
async def services(url: str) -> AsyncIterator[list[Service]]:
    """Those of two processes, as far as the database can tell."""
    async with opened(url, seed=1) as one, opened(url, seed=2) as two:
        yield [one, two]


def plain(service: Service, match: Match) -> list[str]:
    """Moves that are legal now, without those of wild shovels."""
    state = states(service, match)[-1]
    legal = [str(move) for seat in state.to_move for move in state.moves(seat)]
    return [move for move in legal if ">" not in move]


async def waiting(service: Service) -> tuple[Match, int, int]:
    """A match after its opening and a passage, who waits in it, and who is to move."""
    match = await begin(service)
    for _ in range(2):
        state = states(service, match)[-1]
        (seat,) = state.to_move
        move = str(state.moves(seat)[0]) if not match.ply else plain(service, match)[0]
        match = await service.play(match.id, match.player(seat).id, match.moment, move)
    (mover,) = service.to_move(match)
    return match, match.player(3 - mover).id, match.player(mover).id


async def test_a_change_of_the_plan_and_the_move_that_it_answers_have_one_order(
    services: list[Service],
) -> None:
    one, two = services
    rng = random.Random(3)
    seen = set()
    for _ in range(12):
        match, planner, mover = await waiting(one)
        a, b, c, *_ = plain(one, match)
        before = await one.apply(match.id, plan, planner, match.moment, f"{a}: {b}")
        calls = [
            two.apply(match.id, plan, planner, match.moment, f"{a}: {c}"),
            one.play(before, mover, match.moment, a),
        ]
        if rng.random() < 0.5:
            calls.reverse()
        done = await asyncio.gather(*calls, return_exceptions=True)
        refused = [each for each in done if isinstance(each, Exception)]
        after = await two.match(match.id)
        made = [play.move for play in after.plays[-2:]]
        assert made == ([a, b] if refused else [a, c])
        assert all(isinstance(each, Stale) for each in refused)
        assert not any(each.plan for each in after.players)
        seen.add(bool(refused))
    assert seen


async def test_a_plan_is_exported_to_its_player_alone_and_deleted_with_their_data(
    services: list[Service],
) -> None:
    service, _ = services
    match, planner, mover = await waiting(service)
    a, b, *_ = plain(service, match)
    before = await Privacy(service).export(mover)
    await service.apply(match.id, plan, planner, match.moment, f"{a}: {b}")
    assert f'"{a}: {b}"' in (await Privacy(service).export(planner)).decode()
    assert _but_time(await Privacy(service).export(mover)) == _but_time(before)
    await Privacy(service).forget(planner)
    found = await service.store.database.read("SELECT premoves FROM seats WHERE premoves <> ''")
    assert not found


def _but_time(exported: bytes) -> object:
    return {**json.loads(exported), "exported_at": 0}


async def test_no_plan_is_made_against_the_machine_alone(services: list[Service]) -> None:
    """So there is none in a try of the day's challenge, which has one player."""
    service, _ = services
    match = await Lobby(service).challenge("prowler", [ADA, machine("easy")], {})
    known = service.timeline(match, ADA.id)
    assert not service.plannable(match, known)
    with pytest.raises(Denied, match="the machine"):
        await service.apply(match.id, plan, ADA.id, match.moment, "1: 2")
