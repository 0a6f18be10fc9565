"""The lines of a player's list of open matches."""

from __future__ import annotations

from cogs.players.match_list import OpenMatches
from prowlerbot.core.clock import DAY
from prowlerbot.match.lobby import accept
from prowlerbot.match.terms import Terms
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from tests.persistence.matches import ADA, BEN, Clock


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
