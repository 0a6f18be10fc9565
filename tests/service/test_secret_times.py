"""Nobody learns from times, from the order of lists or from an export what others do in secret."""

from __future__ import annotations

import json
from functools import partial

import pytest

from prowlerbot.match import machine_help
from prowlerbot.match.agreements import resign, withdraw_secret_step
from prowlerbot.match.call_rules import PAUSE, CallKey, MatchDuty
from prowlerbot.match.lobby import accept
from prowlerbot.match.machine_help import HintRequest
from prowlerbot.match.match import Context, Match, Player
from prowlerbot.match.play import give_order
from prowlerbot.match.terms import Terms
from prowlerbot.privacy.privacy_service import Privacy
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from prowlerbot.storage.player_matches import latest_matches
from tests.persistence.looks import due
from tests.persistence.matches import ADA, BEN, Clock
from tests.persistence.opened_service import clock, service
from tests.positions import states

__all__ = ["clock", "service"]

pytestmark = pytest.mark.both_databases
CLEO = Player(3, "Cleo")


async def begun(service: Service, game: str = "heroes", *players: Player) -> Match:
    options = {"build": "turns"} if game == "heroes" else {}
    people = players or (ADA, BEN)
    match = await Lobby(service).challenge(game, people, options, Terms(hints=True))
    for player in people[1:]:
        match = await service.apply(match.id, accept, player.id)
    return match


async def planned(service: Service, match: Match, player: Player = BEN) -> Match:
    """Let a player take a secret step that does not end their turn."""
    seat = match.seat_of(player.id) or 0
    moves = [str(each) for each in states(service, match)[-1].moves(seat)]
    move = next(each for each in moves if each.startswith("b"))
    own = match.decision(seat).own
    return await service.play(match.id, player.id, match.moment, move, own=own)


async def hinted(service: Service, match: Match, player: Player) -> Match:
    seat = match.seat_of(player.id) or 0
    asked = HintRequest(player.id, match.moment, match.decision(seat).own, 1)

    def take(before: Match, it: Context) -> Match:
        return machine_help.take_hint(before, it, asked)

    return await service.apply(match.id, take)


async def test_secret_steps_hints_and_orders_move_no_list(service: Service, clock: Clock) -> None:
    one = await begun(service)
    clock.now += 5
    other = await begun(service)
    before = await latest_matches(service.store.database, ADA.id, "heroes", 25)
    assert [each.id for each in before] == [other.id, one.id]
    opened_before = [each.match.id for each in await service.store.open_matches(ADA.id)]
    clock.now += 5
    step = await planned(service, one)
    assert step.moment == one.moment, "nobody has seen it"
    step = await hinted(service, step, BEN)
    own = step.decision(2).own
    back = await service.apply(step.id, withdraw_secret_step, BEN.id, step.moment, own)
    order = next(iter(service.game(back).orders))
    ordered = await service.apply(
        back.id, partial(give_order, given=order not in back.player(2).orders), BEN.id, order
    )
    assert ordered.revision == one.revision + 4
    assert ordered.changed_at == one.changed_at
    assert await latest_matches(service.store.database, ADA.id, "heroes", 25) == before
    assert [each.match.id for each in await service.store.open_matches(ADA.id)] == opened_before


async def test_the_end_of_a_secret_turn_is_no_secret(service: Service, clock: Clock) -> None:
    match = await begun(service, "tell", ADA, BEN, CLEO)
    clock.now += 5
    chosen = await service.play(match.id, BEN.id, match.moment, "1")
    assert chosen.changed_at == clock.now, "all see that nobody waits for Ben"


async def test_the_last_one_for_whom_all_wait_is_found_by_the_latest_step(
    service: Service, clock: Clock
) -> None:
    match = await begun(service, "tell", ADA, BEN, CLEO)
    for player in (ADA, BEN):
        clock.now += 5
        await service.play(match.id, player.id, match.moment, "1")
    house = Housekeeping(service)
    clock.now += PAUSE - 1
    assert await house.note_awaited_call(await service.scene(match.id)) == ([], clock.now + 1)
    clock.now += 1
    assert await due(service, MatchDuty.AWAITED) == [match.id]
    (post,), again = await house.note_awaited_call(await service.scene(match.id))
    assert CallKey.read(post.name.key).seat == 3
    assert again is None


async def test_an_export_of_a_running_match_has_the_own_hints_alone(service: Service) -> None:
    match = await begun(service)
    first, moment = match.ply, match.moment
    match = await planned(service, match, BEN)
    match = await hinted(service, match, BEN)
    match = await hinted(service, match, ADA)
    assert [each.ply for each in match.hints] == [first + 1] * 2

    async def exported(player: Player) -> list[list[int]]:
        told = json.loads(await Privacy(service).export(player.id))
        (row,) = told["matches"]
        found: list[list[int]] = row["hints"]
        return found

    assert await exported(ADA) == [[first, 1, 1, moment, 0]], "a secret step came before it"
    assert await exported(BEN) == [[first + 1, 2, 1, moment, 1]]
    await service.apply(match.id, resign, ADA.id)
    assert len(await exported(ADA)) == 2
