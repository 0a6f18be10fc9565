"""The suggestions for ``match:`` while somebody types, and the boards that wait."""

from __future__ import annotations

import pytest

from cogs.players.match_list import OpenMatches
from prowlerbot.core.clock import DAY
from prowlerbot.core.i18n import speaking
from prowlerbot.match.agreements import resign
from prowlerbot.match.lobby import accept
from prowlerbot.match.match import Match, Player
from prowlerbot.match.scene import Scene
from prowlerbot.match.terms import Terms
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from tests.persistence.matches import ADA, BEN, CLEO, Clock


@pytest.fixture
def read(service: Service, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The players whose open matches were read whole, each time."""
    players, whole = list[int](), service.store.open_matches

    async def open_matches(player: int, game: str | None = None) -> list[Scene]:
        players.append(player)
        return await whole(player, game)

    monkeypatch.setattr(service.store, "open_matches", open_matches)
    return players


async def begun(service: Service) -> Match:
    asked = await Lobby(service).challenge("prowler", [ADA, BEN], {})
    return await service.apply(asked.id, accept, BEN.id)


async def test_further_letters_of_one_typing_read_no_match_whole(
    service: Service, read: list[int]
) -> None:
    match, matches = await begun(service), OpenMatches(service)
    first = await matches.running_options(ADA.id, "prowler")
    assert [key for _, key in first] == [match.id]
    assert await matches.running_options(ADA.id, "prowler") == first
    assert read == [ADA.id]
    with speaking("de"):
        await matches.running_options(ADA.id, "prowler")
    assert read == [ADA.id] * 2, "words of another language"


async def test_each_player_gets_their_own_matches_alone(service: Service, read: list[int]) -> None:
    match, matches = await begun(service), OpenMatches(service)
    ((of_ada, _),) = await matches.running_options(ADA.id, "prowler")
    ((of_ben, _),) = await matches.running_options(BEN.id, "prowler")
    assert (BEN.name in of_ada, ADA.name in of_ben) == (True, True)
    assert await matches.running_options(CLEO.id, "prowler") == []
    assert await matches.running_options(ADA.id, "tell") == []
    assert read == [ADA.id, BEN.id, CLEO.id, ADA.id]
    assert match.id in of_ada


async def test_a_move_a_name_and_a_new_match_show_at_the_next_letter(service: Service) -> None:
    match, matches = await begun(service), OpenMatches(service)
    mover = match.player(min(service.to_move(match))).id
    ((waits, _),) = await matches.running_options(mover, "prowler")
    assert "your turn" in waits
    (seat,) = service.to_move(match)
    move = service.timeline(match, mover).present.seen.moves(seat)[0]
    await service.play(match, mover, match.moment, str(move))
    ((moved, _),) = await matches.running_options(mover, "prowler")
    assert moved != waits
    other = next(each for each in match.people if each != mover)
    await service.store.rename(match.id, Player(other, "Bo"))
    ((renamed, _),) = await matches.running_options(mover, "prowler")
    assert renamed.startswith("Bo · ")
    await begun(service)
    assert len(await matches.running_options(mover, "prowler")) == 2


async def test_waiting_boards_are_found_by_reading_whole_only_what_has_changed(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, whole = list[list[str]](), service.store.read_matches

    async def read_matches(ids: list[str]) -> list[Match]:
        read.append(ids)
        return await whole(ids)

    monkeypatch.setattr(service.store, "read_matches", read_matches)
    first, second = await begun(service), await begun(service)
    mover = first.player(min(service.to_move(first))).id
    waiting = [it.id for it in (first, second) if service.waits_for(it, mover)]
    assert sorted(await service.boards_waiting(mover, "")) == sorted(waiting)
    assert first.id not in await service.boards_waiting(mover, first.id)
    assert [sorted(each) for each in read] == [sorted([first.id, second.id])]
    (seat,) = service.to_move(first)
    move = service.timeline(first, mover).present.seen.moves(seat)[0]
    await service.play(first, mover, first.moment, str(move))
    assert first.id not in await service.boards_waiting(mover, "")
    assert read[1:] == [[first.id]]


async def test_a_late_player_reads_that_a_move_still_counts(service: Service, clock: Clock) -> None:
    asked = await Lobby(service).challenge("prowler", [ADA, BEN], {}, Terms(pace=DAY))
    match, matches = await service.apply(asked.id, accept, BEN.id), OpenMatches(service)
    (seat,) = service.to_move(match)
    mover, scene = match.player(seat).id, await service.scene(match.id)
    assert "**your turn** · " in matches.line(scene, mover, None)
    clock.now += DAY
    assert "**your turn**, and you can still move · " in matches.line(scene, mover, None)
    (move, *_) = service.timeline(match, mover).present.seen.moves(seat)
    assert (await service.play(match, mover, match.moment, str(move))).ply == 1


async def test_who_has_left_reads_no_deadline_of_the_others(service: Service) -> None:
    terms = Terms(pace=DAY)
    match = await Lobby(service).challenge("landgrab", [ADA, BEN, CLEO], {}, terms)
    for each in (BEN, CLEO):
        match = await service.apply(match.id, accept, each.id)
    match = await service.apply(match.id, resign, CLEO.id)
    scene, matches = await service.scene(match.id), OpenMatches(service)
    assert " · ⏳ due <t:" in matches.line(scene, ADA.id, None)
    line = matches.line(scene, CLEO.id, None)
    assert "you have left · last move <t:" in line
    assert "due" not in line
