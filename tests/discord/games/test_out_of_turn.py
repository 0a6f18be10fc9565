"""Calls to a move out of turn say why, as the order of turns seems broken."""

from __future__ import annotations

import random
from dataclasses import replace

from prowlerbot.games.landgrab import Landgrab
from prowlerbot.match import lobby
from prowlerbot.match.match import Context, Match, Phase, Player
from prowlerbot.match.terms import Terms
from tests.discord.room import Room
from tests.match.test_out import made, position


def evicting(*players: Player) -> Match:
    """A match in which the loser of a fight comes back to a square where a third pawn stands."""
    asked = lobby.challenge("m", Landgrab(), players, {"map": "mill"}, terms=Terms(), now=1)
    for seed in range(400):
        match = lobby.begun(asked, Context(Landgrab(), random.Random(seed), 1))
        rng = random.Random(seed)
        while match.phase is Phase.PLAYING:
            match = made(match, position(match), rng)
            state = position(match)
            if state.phase == "eviction" and state.turn not in state.to_move:
                return match
    raise AssertionError


async def test_a_player_who_has_to_step_aside_is_told_why(room: Room) -> None:
    three = (room.ada, room.ben, room.cleo)
    players = [Player(it.id, room.names[it.id]) for it in three]
    match = evicting(*players)
    now = room.clock.now
    decisions = tuple(replace(each, since=now) for each in match.decisions)
    match = replace(match, id="aside1", decisions=decisions, turn_at=now, changed_at=now)
    await room.service.store.add(match)
    (seat,) = position(match).to_move
    presser = room.member(match.player(position(match).turn).id)
    await room.command(presser, "board", group="landgrab", match=match.id)
    (call,) = room.calls()
    assert call.pings == [match.player(seat).id]
    assert "you must move out of turn. " in call.text
    assert "where your pawn stands; it must step aside." in call.text
    assert "your turn" not in call.text
