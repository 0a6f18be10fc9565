"""Plans as they are stored: one order of events, a restart, what is exported and deleted, and the
kinds of matches that have them.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator

import pytest

from prowlerbot.core.errors import Denied, NotFound, Stale
from prowlerbot.match import agreements, lobby
from prowlerbot.match.match import Match, machine
from prowlerbot.match.terms import Asked, Terms
from prowlerbot.service.lobby import Lobby
from prowlerbot.service.privacy import Privacy
from prowlerbot.service.service import Service
from tests.persistence.matches import ADA, BEN, begin, opened
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


async def waiting(service: Service, terms: Terms | None = None) -> tuple[Match, int, int]:
    """A match after its opening and a passage, who waits in it, and who is to move."""
    match = await begin(service) if terms is None else await of_terms(service, terms)
    for _ in range(2):
        state = states(service, match)[-1]
        (seat,) = state.to_move
        move = str(state.moves(seat)[0]) if not match.ply else plain(service, match)[0]
        match = await service.play(match.id, match.player(seat).id, match.moment, move)
    (mover,) = service.to_move(match)
    return match, match.player(3 - mover).id, match.player(mover).id


async def of_terms(service: Service, terms: Terms) -> Match:
    asked = await Lobby(service).challenge("prowler", [ADA, BEN], {}, terms)
    return await Lobby(service).accept(asked.id, BEN.id)


async def test_a_change_of_the_plan_and_the_move_that_it_answers_have_one_order(
    services: list[Service],
) -> None:
    one, two = services
    rng = random.Random(3)
    seen = set()
    for _ in range(12):
        match, planner, mover = await waiting(one)
        a, b, c, *_ = plain(one, match)
        before = await one.plan(match.id, planner, match.moment, f"{a}: {b}")
        calls = [
            two.plan(match.id, planner, match.moment, f"{a}: {c}"),
            one.play(match.id, mover, match.moment, a, seen=before),
        ]
        if rng.random() < 0.5:
            calls.reverse()
        done = await asyncio.gather(*calls, return_exceptions=True)
        refused = [each for each in done if isinstance(each, Exception)]
        after = await two.match(match.id)
        made = [play.move for play in after.plays[-2:]]
        assert made == ([a, b] if refused else [a, c])
        assert all(isinstance(each, Stale) for each in refused)
        assert not any(each.premoves for each in after.players)
        seen.add(bool(refused))
    assert seen


async def test_a_plan_that_is_ended_at_the_same_time_is_played_whole_or_not_at_all(
    services: list[Service],
) -> None:
    one, two = services
    for at in range(8):
        match, planner, mover = await waiting(one)
        a, b, *_ = plain(one, match)
        await one.plan(match.id, planner, match.moment, f"{a}: {b}")
        calls = [
            two.plan(match.id, planner, match.moment, ""),
            one.play(match.id, mover, match.moment, a),
        ]
        if at % 2:
            calls.reverse()
        await asyncio.gather(*calls)
        after = await two.match(match.id)
        assert [play.move for play in after.plays[match.ply :]] in ([a], [a, b])
        assert not any(each.premoves for each in after.players)


async def test_a_plan_is_there_after_a_restart(url: str) -> None:
    async with opened(url, seed=1) as service:
        match, planner, mover = await waiting(service)
        a, b, *_ = plain(service, match)
        await service.plan(match.id, planner, match.moment, f"{a}: {b}")
    async with opened(url, seed=2) as service:
        after = await service.play(match.id, mover, match.moment, a)
        assert [play.move for play in after.plays[-2:]] == [a, b]
        assert (await service.match(match.id)).plays == after.plays


async def test_a_plan_is_exported_to_its_player_alone_and_deleted_with_their_data(
    services: list[Service],
) -> None:
    service, _ = services
    match, planner, mover = await waiting(service)
    a, b, *_ = plain(service, match)
    before = await Privacy(service).export(mover)
    await service.plan(match.id, planner, match.moment, f"{a}: {b}")
    assert f'"{a}: {b}"' in (await Privacy(service).export(planner)).decode()
    assert _but_time(await Privacy(service).export(mover)) == _but_time(before)
    await Privacy(service).forget(planner)
    found = await service.store.database.read("SELECT premoves FROM seats WHERE premoves <> ''")
    assert not found


def _but_time(exported: bytes) -> object:
    return {**json.loads(exported), "exported_at": 0}


async def test_a_planned_move_can_be_taken_back_by_its_player(services: list[Service]) -> None:
    service, _ = services
    match, planner, mover = await waiting(service, Terms(takebacks="free"))
    a, b, c, d, *_ = plain(service, match)
    await service.plan(match.id, planner, match.moment, f"{a}: {b} ({c}: {d})")
    match = await service.play(match.id, mover, match.moment, a)
    match = await service.settle(agreements.ask, match.id, planner, Asked.TAKEBACK, match.moment)
    assert match.plays[-1].move == a
    assert not any(each.premoves for each in match.players), "all that came after it is off"
    assert service.to_move(match) == {match.seat_of(planner)}


async def test_a_branch_and_a_rematch_have_no_plan_of_the_match_before(
    services: list[Service],
) -> None:
    service, _ = services
    match, planner, _ = await waiting(service)
    a, b, *_ = plain(service, match)
    match = await service.plan(match.id, planner, match.moment, f"{a}: {b}")
    again = lobby.challenge(
        "x", service.game(match), match.players, {}, terms=match.terms, now=match.created_at
    )
    assert not any(each.premoves for each in again.players)


async def test_no_plan_is_made_in_a_match_against_the_machine_alone(
    services: list[Service],
) -> None:
    """So there is none in a try of the day's challenge, which has one player."""
    service, _ = services
    match = await Lobby(service).challenge("prowler", [ADA, machine("easy")], {})
    known = service.timeline(match, ADA.id)
    assert not service.plannable(match, known)
    with pytest.raises(Denied, match="the machine"):
        await service.plan(match.id, ADA.id, match.moment, "1: 2")


async def test_nobody_plans_for_others_or_in_a_match_that_is_over(services: list[Service]) -> None:
    service, _ = services
    match, planner, mover = await waiting(service)
    a, b, *_ = plain(service, match)
    with pytest.raises(Denied, match="do not play"):
        await service.plan(match.id, 99, match.moment, f"{a}: {b}")
    over = await service.resign(match.id, mover)
    with pytest.raises(Stale):
        await service.plan(match.id, planner, over.moment, f"{a}: {b}")
    with pytest.raises(NotFound):
        await service.plan("nothere", planner, 0, f"{a}: {b}")
