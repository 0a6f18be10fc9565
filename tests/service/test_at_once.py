"""What several processes want at once happens as if one came after the other."""

import asyncio
import json
import random
from collections.abc import Awaitable, Iterable

import pytest

from prowlerbot.core.errors import Denied, Refused, Stale
from prowlerbot.feature_list import open_store
from prowlerbot.match import lobby
from prowlerbot.match.call_rules import PAUSE
from prowlerbot.match.leaving import resign
from prowlerbot.match.lobby import CHALLENGE_LASTS
from prowlerbot.match.match import Match, machine
from prowlerbot.match.plans import set_plan
from prowlerbot.match.play import planning_seats
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.match.scene import Board
from prowlerbot.privacy.privacy_service import Privacy
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.database import Database
from tests.persistence.looks import end_expired, noted_calls
from tests.persistence.matches import ADA, ALL, BEN, CLEO, Clock, Hosted, begin, play_on, states

pytestmark = pytest.mark.both_databases


async def at_once(calls: Iterable[Awaitable[object]]) -> list[object]:
    return await asyncio.gather(*calls, return_exceptions=True)


async def test_nobody_gets_more_challenges_than_allowed(services: list[Hosted]) -> None:
    done = await at_once(
        Lobby(service).make_challenge("prowler", [ADA, BEN], {}, most=4)
        for service in services
        for _ in range(4)
    )
    refused = [each for each in done if isinstance(each, Denied)]
    assert len(refused) == len(done) - 4
    assert len(await services[0].store.open_matches(ADA.id)) == 4


async def test_no_choice_is_lost(services: list[Hosted]) -> None:
    one, two, three = (service.store.choices.change for service in services)
    for _ in range(5):
        await one(PlayerChoices, ADA.id, theme=None, text_first=False, timezone="UTC")
        await at_once(
            [
                one(PlayerChoices, ADA.id, theme="day"),
                two(PlayerChoices, ADA.id, text_first=True),
                three(PlayerChoices, ADA.id, timezone="Europe/Paris"),
            ]
        )
        chosen = await services[0].store.choices.choices_of(PlayerChoices, ADA.id)
        assert (chosen.theme, chosen.text_first, chosen.timezone) == ("day", True, "Europe/Paris")


async def test_one_rematch_of_a_match_is_open_at_a_time(services: list[Hosted]) -> None:
    one, *_ = services
    over = await one.apply((await begin(one)).id, resign, ADA.id)
    for _ in range(10):
        done = await at_once(
            Lobby(service).make_rematch(over.id, user)
            for service in services
            for user in (ADA.id, BEN.id)
        )
        (again,) = [each for each in done if isinstance(each, Match)]
        assert all(isinstance(each, Refused) for each in done if each is not again)
        (asked,) = again.invited_seats
        await one.apply(again.id, lobby.accept_challenge, again.player(asked).id)
        await one.apply(again.id, resign, BEN.id)


async def test_whoever_is_forgotten_meanwhile_is_in_no_match(services: list[Hosted]) -> None:
    one, two, three = services
    matches = [await one.apply((await begin(one, ADA, CLEO)).id, resign, CLEO.id) for _ in range(5)]
    forgotten, *_ = await at_once(
        [
            Privacy(one).delete_data(ADA.id),
            *[two.store.keep_name(match.id, ADA) for match in matches],
            *[Lobby(three).make_rematch(match.id, CLEO.id) for match in matches[:2]],
        ]
    )
    if isinstance(forgotten, Refused):  # a rematch came in between, and Ada presses again
        await Privacy(one).delete_data(ADA.id)
    for match in matches:
        players = (await one.match(match.id)).players
        assert not {ADA.id, ADA.name} & {it for one in players for it in (one.id, one.name)}


HERE, THERE_SECONDS = 7, 8


@pytest.fixture
def processes(database: Database, clock: Clock) -> tuple[Service, Service]:
    """One process serves a server and the chats, the other one another server."""

    def made(*guilds: int) -> Service:
        return Service(open_store(database), games=ALL, clock=clock, serves=lambda it: it in guilds)

    return made(0, HERE), made(THERE_SECONDS)


async def show(service: Service, match: Match, guild: int) -> str:
    await service.store.boards.put_board(Board(match.id, guild, guild + 1, int(match.created_at)))
    return match.id


async def test_each_process_expires_calls_and_redraws_in_its_servers(
    processes: tuple[Service, Service], clock: Clock
) -> None:
    one, other = processes
    asked = [await Lobby(one).make_challenge("prowler", [ADA, BEN], {}) for _ in range(3)]
    here, there = await show(one, asked[0], HERE), await show(one, asked[1], THERE_SECONDS)
    clock.now += CHALLENGE_LASTS
    assert {it.id for it in await end_expired(other)} == {there}
    assert {it.id for it in await end_expired(one)} == {here, asked[2].id}
    here = await show(one, await begin(one), HERE)
    there = await show(one, await begin(one), THERE_SECONDS)
    for match_id in (here, there):
        await play_on(one, await one.match(match_id), 1)
    clock.now += PAUSE
    called = await asyncio.gather(*(noted_calls(each) for each in processes))
    assert [[post.name.subject for post in each] for each in called] == [[here], [there]]
    behind = {*await one.store.boards.outdated_matches()} & {here, there}
    assert behind == {here, there}
    assert [await each.matches_served_here(behind) for each in processes] == [[here], [there]]
    assert not one.serves_all
    assert not other.serves(0)


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
        match = await service.make_move(match.id, match.player(seat).id, match.moment, move)
    (mover,) = service.to_move(match)
    return match, match.player(3 - mover).id, match.player(mover).id


async def test_a_new_plan_and_the_move_which_it_answers_are_ordered(services: list[Hosted]) -> None:
    one, two, _ = services
    rng = random.Random(3)
    seen = set()
    for _ in range(12):
        match, planner, mover = await waiting(one)
        a, b, c, *_ = plain(one, match)
        before = await one.apply(match.id, set_plan, planner, match.moment, f"{a}: {b}")
        calls = [
            two.apply(match.id, set_plan, planner, match.moment, f"{a}: {c}"),
            one.make_move(before, mover, match.moment, a),
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


async def test_a_plan_is_its_players_alone_and_deleted_with_them(services: list[Hosted]) -> None:
    service, *_ = services
    match, planner, mover = await waiting(service)
    a, b, *_ = plain(service, match)
    before = json.loads(await Privacy(service).export_data(mover))
    await service.apply(match.id, set_plan, planner, match.moment, f"{a}: {b}")
    assert f'"{a}: {b}"' in (await Privacy(service).export_data(planner)).decode()
    after = json.loads(await Privacy(service).export_data(mover))
    assert {**after, "exported_at": 0} == {**before, "exported_at": 0}
    await Privacy(service).delete_data(planner)
    found = await service.store.database.read("SELECT premoves FROM seats WHERE premoves <> ''")
    assert not found


async def test_replies_to_the_machine_alone_are_not_planned(services: list[Hosted]) -> None:
    service, *_ = services
    match = await Lobby(service).make_challenge("prowler", [ADA, machine("easy")], {})
    assert not planning_seats(match, service.timeline(match, ADA.id).present.seen)
    with pytest.raises(Denied, match="the machine"):
        await service.apply(match.id, set_plan, ADA.id, match.moment, "1: 2")
