"""The lines of a player's list of open matches."""

from __future__ import annotations

from cogs.players.match_list import OpenMatches
from prowlerbot.core.clock import DAY
from prowlerbot.match.agreements import resign
from prowlerbot.match.lobby import accept
from prowlerbot.match.terms import Terms
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from tests.persistence.matches import ADA, BEN, CLEO, Clock


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
