"""Whole matches: of two at the board, and of two who are never there at the same time."""

from __future__ import annotations

import random
from itertools import cycle, pairwise

import pytest
import simcord

from prowlerbot.games.heroes.orders import REVEAL_STUCK
from prowlerbot.games.heroes.rules import Position
from prowlerbot.match.match import Ending, Match
from tests.discord.games.test_heroes import Table
from tests.discord.message import Message, Wire
from tests.discord.playing import Playing, hurry
from tests.discord.room import Room
from tests.positions import states

# ------------------------------------------------------------------ never there at the same time


HALF_A_DAY = 43_200
A_DAY = 86_400


class Apart:
    """Players who look at a match in turn, half a day one after the other, and all calls."""

    def __init__(self, room: Room, board: Message) -> None:
        self.room = room
        self.board = board
        self.called: dict[int, tuple[list[int], str]] = {}
        self.begun = room.clock.now
        self.visits = 0

    async def comes(self) -> simcord.MemberActor:
        """The player for whom the match waits comes; the other one is long gone."""
        await self.time_passes()
        return await self.room.mover(self.board)

    async def time_passes(self) -> None:
        self.visits += 1
        await self.room.time_passes(HALF_A_DAY)
        self.note_calls()
        scene = await self.room.service.scene(self.board.match)
        assert self.room.service.deadline(scene) is not None
        assert not self.room.service.late(scene), "a clock counts no more than the last half day"

    def note_calls(self) -> None:
        for call in self.room.calls():
            self.called[call.id] = call.pings, call.text

    def turns(self) -> list[str]:
        """The calls to a turn, each to one player."""
        self.note_calls()
        turns = [call for call in self.called.values() if "your turn" in call[1]]
        assert all(len(pings) == 1 for pings, _ in turns)
        return [text for _, text in turns]

    def check_clocks(self, match: Match) -> None:
        """Each visit costs the half day before it, and a planned move no time at all."""
        for before, made in pairwise(match.plays):
            assert made.at == before.at or not made.planned
        assert match.plays[-1].at - self.begun == self.visits * HALF_A_DAY

    async def waits_for(self, player: simcord.MemberActor) -> bool:
        self.note_calls()
        match = await self.room.match(self.board)
        return match.ending is None and await self.room.mover(self.board) == player

    async def over(self) -> Match | None:
        match = await self.room.match(self.board)
        return match if match.ending is not None else None


def answers_to_all(room: Room, match: Match, deep: int) -> str:
    """A plan with an answer to each move of the opponent, and to each one after that."""
    position = states(room.service, match)[-1]
    (seat,) = position.to_move
    numbers = list(dict.fromkeys(str(move).partition(">")[0] for move in position.moves(seat)))

    def told(free: list[str], deep: int) -> str:
        if len(free) < 2 or not deep:
            return ""
        one, two, *rest = free
        then = told(rest, deep - 1)
        after = f" ({then})" if then else ""
        others = "/".join(rest) or two
        return f"{one}: {written(two)}{after}; {two}: {written(one)}{after}" + (
            f"; {others}: {written(one)}" if rest else ""
        )

    def written(number: str) -> str:
        wild = f"{number}>C" in map(str, position.moves(seat))
        return f"{number}>C" if wild else number

    return told(numbers, deep)


async def test_prowlers_passage_is_played_to_its_end_in_fewer_visits_than_moves(
    room: Room,
) -> None:
    room.service.rng = random.Random(4)
    board = await room.begin()
    apart = Apart(room, board)
    rng = random.Random(2)
    while not await apart.over():
        player = await apart.comes()
        while await apart.waits_for(player):
            match = await room.match(board)
            (seat,) = room.service.to_move(match)
            legal = [str(move) for move in states(room.service, match)[-1].moves(seat)]
            pathway, _, marker = legal[0 if rng.random() < 0.8 else -1].partition(">")
            typed = {"pathway": pathway or f">{marker}"}
            if pathway and marker:
                typed["marker"] = marker
            await room.command(player, "play", **typed)
        match = await room.match(board)
        if match.ending is None and match.ply < 24:  # four moves are left
            answer = await room.command(player, "plan", answers=answers_to_all(room, match, 2))
            assert "Your plan" in answer.told, answer.told
    match = await room.match(board)
    assert match.ending is Ending.PLAYED
    planned = sum(play.planned for play in match.plays)
    assert planned > 5
    assert apart.visits <= match.ply - planned
    apart.check_clocks(match)
    turns = apart.turns()
    assert len(turns) <= apart.visits, "nobody is called for a move that was made for them"
    assert any(text.count(" digs ") > 1 for text in turns), "a call tells what happened"


@pytest.mark.full
async def test_heroes_beware_is_played_to_its_end_in_fewer_visits_with_standing_orders(
    room: Room,
) -> None:
    await hurry(room)
    room.service.rng = random.Random(4)
    heroes, rng = Playing("heroes", Position), random.Random(2)
    asked = await heroes.asked(room, "challenge", opponent=room.ben, length="short", pace=A_DAY)
    board = asked.message
    await room.press(room.ben, board, "Accept")
    apart = Apart(room, board)
    for seat in cycle((1, 2)):
        if await apart.over():
            break
        if seat not in (await heroes.position(room, board)).to_move:
            continue
        await apart.time_passes()
        table = Table(room, board, room.ada, room.ben)
        while seat in (await heroes.position(room, board)).to_move:
            orders = [it["custom_id"] for it in (await table.open(seat)).buttons if _offers(it)]
            if orders:
                await room.late_press(table.players[seat], table.boards[seat], orders[0])
            else:
                await table.step(seat, rng)
    match = await room.match(board)
    assert match.ending is Ending.PLAYED
    apart.check_clocks(match)
    given = {seat: match.player(seat).orders - {REVEAL_STUCK} for seat in match.seats}
    line = zip(states(room.service, match), match.plays, strict=False)
    obeyed = [
        it for at, it in line if it.seat and str(at.ordered(it.seat, given[it.seat])) == it.move
    ]
    assert obeyed, "some questions are answered by an order"
    assert len(apart.turns()) <= apart.visits < len(match.plays) / 5


def _offers(button: Wire) -> bool:
    """Whether a button gives a standing order."""
    _, _, _, argument = f"{button['custom_id']}:::".split(":", 3)
    return str(button["custom_id"]).startswith("order:") and not argument.startswith("-")
