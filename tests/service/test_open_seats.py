"""Seats that are open or left free: who gets one, beside whom, and what each seat may know."""

import asyncio
import json
from collections.abc import Awaitable
from dataclasses import replace

import pytest

from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.finding.avoidance_store import MAX_AVOIDED, Avoidance, Avoided
from prowlerbot.finding.finding_service import MAX_OPEN_TOGETHER, may_play_together
from prowlerbot.finding.finding_store import FindingStore
from prowlerbot.games import GAMES
from prowlerbot.match.call_rules import MatchDuty
from prowlerbot.match.leaving import resign, take_seat
from prowlerbot.match.lobby import (
    BranchPoint,
    accept_challenge,
    cancel_challenge,
    decline_challenge,
    start_match,
)
from prowlerbot.match.match import VACANT, FormerPlayer, Match, Phase, Player, machine
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.match.terms import Terms
from prowlerbot.privacy import Privacy
from prowlerbot.service.habit_store import HabitStore
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.storage.player_matches import MAX_MATCHES_ALONE
from tests.persistence.looks import due
from tests.persistence.matches import ADA, BEN, CLEO, DORA, Hosted, begin

pytestmark = pytest.mark.both_databases

EVE = Player(5, "Eve")
OWN = "You avoid {players}; change your list first."
REFUSED = "You cannot begin another match with each other at the moment."


async def avoid(service: Hosted, player: Player, other: Player) -> None:
    await FindingStore(service.database).avoid_player(Avoided(player.id, other.id, other.name, 1))


async def test_neither_challenges_the_other_and_only_who_avoids_reads_why(service: Hosted) -> None:
    lobby, choices = Lobby(service), GAMES["landgrab"].choices
    match = await lobby.make_challenge("landgrab", [ADA, VACANT, VACANT], {})
    match = await lobby.join_match(match, BEN)
    await avoid(service, BEN, ADA)
    match = await lobby.join_match(match, replace(BEN, choice=choices[0]))
    assert match.player(2).choice == choices[0], "they change their choice in a match all the same"
    for players, told in (([ADA, BEN], REFUSED), ([BEN, ADA], OWN)):
        assert await refused(lobby.make_challenge("prowler", players, {})) == told
    assert await refused(lobby.make_challenge("landgrab", [ADA, CLEO, BEN], {})) == REFUSED
    await lobby.make_challenge("prowler", [ADA, CLEO], {})


async def test_refusals_for_other_reasons_read_the_same_to_the_avoided(service: Hosted) -> None:
    lobby = Lobby(service)
    await avoid(service, CLEO, ADA)
    match = await lobby.make_challenge("landgrab", [BEN, CLEO, EVE], {})
    await service.apply(match.id, accept_challenge, CLEO.id)
    full = [await refused(lobby.join_match(match, each)) for each in (ADA, DORA)]
    assert full == ["No seat is open: this match waits for {players}."] * 2
    await service.apply(match.id, cancel_challenge, BEN.id)
    assert len({await refused(lobby.join_match(match, each)) for each in (ADA, DORA)}) == 1
    ours = {
        await refused(lobby.make_challenge("prowler", [ADA, it, EVE], {})) for it in (CLEO, DORA)
    }
    assert ours == {"{game} is not for {count} players."}


async def refused(change: Awaitable[object]) -> str:
    """The sentence with which a change is refused."""
    with pytest.raises(Denied) as caught:
        await change
    return caught.value.template


async def test_the_refusal_reads_like_that_of_too_many_matches_together(service: Hosted) -> None:
    for _ in range(MAX_OPEN_TOGETHER):
        await Lobby(service).make_challenge("prowler", [ADA, BEN], {})
    with pytest.raises(Denied, match=REFUSED):
        await Lobby(service).make_challenge("prowler", [BEN, ADA], {})
    avoidance = Avoidance(service.database)
    assert await may_play_together(avoidance, ADA.id, [CLEO])
    assert not await may_play_together(avoidance, ADA.id, [CLEO, BEN])


async def players_on_holiday(service: Hosted, player: Player, days: int) -> None:
    until = service.now() + days * DAY if days else 0
    await service.store.choices.change(PlayerChoices, player.id, away_until=until)


@pytest.mark.parametrize("avoids", [True, False])
async def test_the_refusal_reads_like_that_of_a_holiday(service: Hosted, *, avoids: bool) -> None:
    lobby = Lobby(service)
    old = await begin(service)
    await service.apply(old.id, resign, ADA.id)
    asked = await lobby.make_challenge("prowler", [BEN, ADA], {})
    three = await lobby.make_challenge("landgrab", [CLEO, BEN, ADA], {})
    await service.apply(three, accept_challenge, BEN.id)
    free = await lobby.make_challenge("landgrab", [BEN, VACANT, VACANT], {})
    await (avoid(service, BEN, ADA) if avoids else players_on_holiday(service, BEN, 2))
    for change in (
        lobby.make_challenge("prowler", [ADA, BEN], {}),
        lobby.make_rematch(old.id, ADA.id),
        lobby.join_match(free, ADA),
        service.apply(asked.id, accept_challenge, ADA.id),
        service.apply(three, accept_challenge, ADA.id),
    ):
        assert await refused(change) == REFUSED
    await service.apply(asked.id, decline_challenge, ADA.id)
    if avoids:
        await lobby.join_match(free, CLEO)
    else:
        service.clock.now += 2 * DAY
        await lobby.make_challenge("prowler", [ADA, BEN], {})


async def test_on_holiday_a_player_plays_alone_and_with_the_machine(service: Hosted) -> None:
    lobby = Lobby(service)
    asked = await lobby.make_challenge("prowler", [ADA, BEN], {})
    await players_on_holiday(service, BEN, 2)
    own = "You are on holiday; end it before you begin a match with others."
    for change in (
        lobby.make_challenge("prowler", [BEN, ADA], {}),
        lobby.make_challenge("prowler", [BEN, VACANT], {}),
        service.apply(asked.id, accept_challenge, BEN.id),
    ):
        assert await refused(change) == own
    await lobby.make_challenge("heroes", [BEN], {})
    await lobby.make_challenge("prowler", [BEN, machine("easy")], {})
    await players_on_holiday(service, BEN, 0)
    await service.apply(asked.id, accept_challenge, BEN.id)


async def test_a_list_is_limited_its_players_own_and_deleted_with_them(service: Hosted) -> None:
    avoidance, privacy = Avoidance(service.database), Privacy(service)
    queue = FindingStore(service.database)
    for other in range(10, 10 + MAX_AVOIDED):
        await queue.avoid_player(Avoided(ADA.id, other, "", other))
    with pytest.raises(Denied, match="the most possible"):
        await avoid(service, ADA, BEN)
    await queue.avoid_player(Avoided(ADA.id, 10, "", 99))  # again
    assert await avoidance.remove_avoided(ADA.id, 10)
    assert not await avoidance.remove_avoided(ADA.id, 10)
    assert await may_play_together(avoidance, ADA.id, [Player(10, "")])
    await queue.avoid_player(Avoided(ADA.id, BEN.id, "Ben", 100))
    assert [it.name for it in await avoidance.avoided_by(ADA.id)][:1] == ["Ben"]
    await avoid(service, CLEO, ADA)
    assert '"other": 2' in (await privacy.export_data(ADA.id)).decode()
    assert 'avoided": []' in (await privacy.export_data(BEN.id)).decode()
    assert (await privacy.data_amount(ADA.id)).anything
    await privacy.delete_data(ADA.id)
    pairs = await avoidance.pairs_apart([ADA.id, BEN.id, CLEO.id])
    assert pairs == {frozenset({ADA.id, CLEO.id})}
    await privacy.delete_data(CLEO.id)
    assert await service.database.read("SELECT * FROM avoided") == []


async def test_a_deletion_opens_no_match_with_whoever_avoids_that_player(service: Hosted) -> None:
    avoidance, lobby = Avoidance(service.database), Lobby(service)
    await avoid(service, ADA, BEN)
    for _ in range(2):
        await Privacy(service).delete_data(BEN.id)
        kept = (await avoidance.avoided_by(ADA.id))[0]
        assert (kept.name, kept.other < 0) == ("", True)
        with pytest.raises(Denied, match=REFUSED):
            await lobby.make_challenge("prowler", [BEN, ADA], {})
    with pytest.raises(Denied, match="You avoid"):
        await lobby.make_challenge("prowler", [ADA, BEN], {})
    assert await may_play_together(Avoidance(service.database), ADA.id, [CLEO])
    await avoid(service, ADA, BEN)
    assert [each.other for each in await avoidance.avoided_by(ADA.id)] == [BEN.id], "by name again"
    await Privacy(service).delete_data(BEN.id)
    (kept,) = await avoidance.avoided_by(ADA.id)
    assert await avoidance.remove_avoided(ADA.id, kept.other)
    await lobby.make_challenge("prowler", [BEN, ADA], {})


# ------------------------------------------------------------- seats that somebody has left

TERMS = Terms(takeover=True, substitutes=True)


async def with_a_free_seat(service: Hosted) -> Match:
    match = await begin(service, ADA, BEN, CLEO, game="tell", terms=TERMS)
    for each, number in ((ADA, "3"), (BEN, "2")):
        match = await service.make_move(match.id, each.id, 0, number)
    return await service.apply(match.id, resign, BEN.id)


async def test_one_of_all_who_press_at_once_gets_the_seat_until_deleted(service: Hosted) -> None:
    match = await with_a_free_seat(service)
    tries = [service.apply(match, take_seat, each, 2) for each in (DORA, EVE)]
    done = await asyncio.gather(*tries, return_exceptions=True)
    assert [type(each) for each in done].count(Stale) == 1
    seat = (await service.match(match.id)).player(2)
    assert seat.id in {DORA.id, EVE.id}
    assert seat.former == FormerPlayer(BEN.id, "Ben", 1)
    for each in (BEN.id, seat.id):
        await Privacy(service).delete_data(each)
    seat = (await service.match(match.id)).player(2)
    assert (seat.id, seat.name, seat.leaver) == (0, "someone", 0)
    assert seat.former == FormerPlayer(0, "someone", 1)


async def test_a_new_player_knows_what_the_seat_knows_but_has_own_hours(service: Hosted) -> None:
    match, habits = await with_a_free_seat(service), HabitStore(service.database)

    async def counted(player: Player) -> int:
        return sum(count for _, count in await habits.moves_by_hour(player.id))

    assert await counted(ADA) == 1
    assert [play.seat for play in service.facts.timeline(match, DORA.id).plays] == []
    match = await service.apply(match.id, take_seat, DORA, 2)
    assert [play.seat for play in service.facts.timeline(match, DORA.id).plays] == [2]
    assert service.facts.timeline(match, BEN.id).plays == ()
    exported = json.loads(await Privacy(service).export_data(BEN.id))
    assert exported["plays"] == [], "the match runs, and its numbers are secret"
    assert exported["former_players"] == [{"match": match.id, "seat": 2, "name": "Ben", "plays": 1}]
    assert "Ben" not in (await Privacy(service).export_data(DORA.id)).decode()
    assert await counted(DORA) == 0
    (seat,) = service.facts.to_move(match)
    match = await service.make_move(match.id, match.player(seat).id, match.moment, "1")
    while service.facts.to_move(match) != {2}:
        (seat, *_) = sorted(service.facts.to_move(match) - {2})
        match = await service.make_move(match.id, match.player(seat).id, match.moment, "1")
    await service.make_move(match.id, DORA.id, match.moment, "1")
    assert await counted(DORA) == 1


async def test_nobody_takes_a_seat_beside_somebody_whom_either_avoids(service: Hosted) -> None:
    match = await with_a_free_seat(service)
    await avoid(service, CLEO, DORA)
    with pytest.raises(Denied, match="at the moment"):
        await service.apply(match.id, take_seat, DORA, 2)
    await avoid(service, BEN, EVE)
    taken = await service.apply(match.id, take_seat, EVE, 2)
    assert taken.player(2).id == EVE.id, "Ben has left"


async def test_the_offer_ends_once_and_by_itself(service: Hosted) -> None:
    match = await with_a_free_seat(service)
    housekeeping = Housekeeping(service)
    assert await housekeeping.close_offers(match.id) == service.clock.now + 3600
    assert (await service.match(match.id)).revision == match.revision
    service.clock.now += 3600
    assert await due(service, MatchDuty.OFFER) == [match.id]
    for _ in range(2):
        assert await housekeeping.close_offers(match.id) is None
    assert await due(service, MatchDuty.OFFER) == []
    closed = await service.match(match.id)
    assert (closed.revision, closed.player(2).offered) == (match.revision + 1, 0)
    with pytest.raises(Stale, match="no longer free"):
        await service.apply(match.id, take_seat, DORA, 2)


# -------------------------------- a player has at most 25 running matches without another person

EASY = machine("easy")


async def test_one_more_is_refused_in_every_way_until_one_is_over(service: Hosted) -> None:
    lobby = Lobby(service)
    first, second, *_ = [
        await lobby.make_challenge("prowler", [ADA, EASY], {}) for _ in range(MAX_MATCHES_ALONE)
    ]
    two = await lobby.make_challenge("prowler", [ADA, VACANT], {})
    alone = await lobby.make_challenge("heroes", [ADA, VACANT], {})
    for change in (
        lobby.make_challenge("prowler", [ADA, EASY], {}),
        lobby.make_challenge("heroes", [ADA], {}),
        lobby.make_branch(BranchPoint(first, 0, 1), [ADA, EASY], Terms()),
        lobby.add_machine(two, ADA.id, "easy"),
        service.apply(alone.id, start_match, ADA.id),
    ):
        with pytest.raises(Denied, match="finish or resign one") as told:
            await change
        assert str(told.value).count(".") == 1
    await lobby.make_challenge("prowler", [BEN, EASY], {})
    await begin(service)
    await lobby.make_challenge("prowler", [ADA, EASY], {}, Terms(day=9))  # a try of the day
    more = replace(first, id="another1")  # from the time before the limit
    assert await service.store.add_new(more)
    for each in (first, second, more):
        with pytest.raises(Denied, match="finish or resign one"):
            await lobby.make_challenge("prowler", [ADA, EASY], {})
        await service.apply(each.id, resign, ADA.id)
    assert (await lobby.make_rematch(first.id, ADA.id)).phase is Phase.PLAYING
