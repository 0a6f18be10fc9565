"""Whole matches of Heroes Beware in Discord, from the challenge to the count at the end."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest
import simcord

from cogs.board.board_messages import BoardMessages
from cogs.presses.addresses import MatchPress
from prowlerbot.games.heroes.rules import Position
from prowlerbot.match.match import Ending
from prowlerbot.match.play import give_order
from tests.discord.message import Answer, Message
from tests.discord.playing import Playing, hurry
from tests.discord.room import Room
from tests.games.heroes.matches import CHOICES, HEROES
from tests.positions import states

pytestmark = pytest.mark.answering_machine
_PLAYING = Playing("heroes", Position)
asked, position = _PLAYING.asked, _PLAYING.position


class Table:
    """Players at a match, each with the private board that they press on."""

    def __init__(self, room: Room, shared: Message, *players: simcord.MemberActor) -> None:
        self.room = room
        self.shared = shared
        self.players = dict(enumerate(players, 1))
        self.boards: dict[int, Message] = {}
        self.presses = dict.fromkeys(self.players, 0)

    async def open(self, seat: int) -> Message:
        """The board of a player as it is now, behind the cards that have come."""
        if seat not in self.boards:
            answer = await self.room.press(self.players[seat], self.shared, "Open my board")
            self.boards[seat] = answer.private
        board = self.boards[seat]
        while pages := [each for each in ("Skip to the end", "Next") if each in board.labels]:
            self.presses[seat] += 1
            await self.room.press(self.players[seat], board, pages[0])
        return board

    async def press(self, seat: int, label: str) -> Answer:
        self.presses[seat] += 1
        return await self.room.press(self.players[seat], await self.open(seat), label)

    async def make(self, seat: int, move: str) -> None:
        """Make a move by the fewest presses that lead to it."""
        while not await self._pressed(seat, move):
            for argument in _towards(move):
                if await self._pressed(seat, argument):
                    break
            else:  # the board shows what was before others finished
                assert self.boards.pop(seat, None) is not None, move

    async def _pressed(self, seat: int, argument: str) -> bool:
        board = await self.open(seat)
        for each in board.buttons:
            if each["custom_id"].split(":", 3)[3] == argument and not each.get("disabled"):
                await self.press(seat, each["label"])
                return True
        for select in board.selects:
            for option in select["options"]:
                if option["value"].partition(":")[2] == argument:
                    self.presses[seat] += 1
                    chosen = [option["value"]]
                    await self.room.pick(self.players[seat], board, select["custom_id"], chosen)
                    return True
        return False

    async def step(self, seat: int, rng: random.Random) -> None:
        """Press anything that gets on; menus are chosen from where there are any."""
        board = await self.open(seat)
        usual = [each for each in board.moves if each["label"] not in _BESIDE]
        chosen = [(each, option["value"]) for each in board.selects for option in each["options"]]
        if chosen and (not usual or rng.random() < 0.5):
            select, value = rng.choice(chosen)
            self.presses[seat] += 1
            await self.room.pick(self.players[seat], board, select["custom_id"], [value])
        elif usual:  # at once, as a board that is opened again may have changed by itself
            self.presses[seat] += 1
            await self.room.press(self.players[seat], board, rng.choice(usual)["label"])
        else:  # the board shows what was before others finished
            self.presses[seat] += 1
            self.boards.pop(seat)


def _towards(move: str) -> list[str]:
    """The buttons that open the choices in which a move may stand, the last one first."""
    what, at, where = move.partition("@")
    if at and what in {"remove", "patch"}:
        return [f"repair:{where}"]
    guard, arrow, _ = move.partition(">")
    if guard and arrow:
        return [f"move:{guard}", "move"]
    asked_first = {each: [f"{each}?"] for each in ("done", "end", "ready")}
    opens = asked_first.get(move, ["reveal"] if move.startswith("reveal") else [])
    return opens or [f"{move}!", what]


_BESIDE = {"Take back", "Another place", "Another guard", "Hint"}


async def sensible_to_the_end(table: Table, rng: random.Random) -> None:
    """Everybody builds sensibly, by as few presses as there are."""
    while (now := await position(table.room, table.shared)).to_move:
        seat = rng.choice(sorted(now.to_move))
        await table.make(seat, str(CHOICES["sensible"](rng, now, seat)))


def told_twice(text: str) -> bool:
    """Whether the machine's last move also stands among the moves before it."""
    lines = text.replace("**", "").split("\n")
    told = [at for at, line in enumerate(lines) if line.startswith("-# Machine (easy) did not")]
    return any(lines[at + 1].endswith(f" {lines[at].removeprefix('-# ')}") for at in told)


@pytest.mark.both_databases
async def test_three_play_with_a_machine_to_the_end(room: Room) -> None:
    await hurry(room)
    assert room.bench.bot.features is not None
    boards = room.bench.bot.features.find_feature(BoardMessages)
    boards.machines.pace = 0
    options: dict[str, Any] = {
        "opponent": room.ben,
        "machine": "easy",
        "seats": 3,
        "length": "short",
    }
    lobby = (await asked(room, "challenge", **options)).message
    await room.press(room.ben, lobby, "Accept")
    table, rng = Table(room, lobby, room.ada, room.ben), random.Random(3)
    while (match := await room.match(lobby)).ending is None:
        await boards.machines.rest()
        await room.env.settle()
        assert not told_twice(lobby.text)
        now = await position(room, lobby)
        people = sorted(now.to_move & {1, 2})
        if people:
            await table.step(rng.choice(people), rng)
    await boards.machines.rest()  # which show what they have done after it is stored
    await room.env.settle()
    assert match.ending is Ending.PLAYED
    assert [player.is_machine for player in match.players] == [False, False, True]
    assert {play.seat for play in match.plays} == {0, 1, 2, 3}
    outcome = states(room.service, match)[-1].outcome
    assert outcome is not None
    assert all(f"**{total}**" in lobby.text for total in outcome.totals)
    told = [line for line in lobby.text.split("\n") if line.startswith("-# ")]
    assert not [line for line in told if line.startswith(("-# Ada", "-# Ben", "-# Machine"))]
    assert "Rematch" in lobby.labels


async def test_a_sensible_match_costs_a_bearable_number_of_presses(room: Room) -> None:
    """Alone, brisk and with all standing orders; docs/rules/heroes.md has figures."""
    await hurry(room)
    board = (await asked(room, "challenge", seats=1, length="short")).message
    for order in HEROES.orders:
        match = await room.match(board)
        await room.service.apply(match, partial(give_order, given=True), room.ada.id, order)
    table = Table(room, board, room.ada)
    await sensible_to_the_end(table, random.Random(4))
    assert (await room.match(board)).ending is Ending.PLAYED
    plays = [play for play in (await room.match(board)).plays if play.seat]
    assert 2 * table.presses[1] <= 3 * len(plays)


async def test_a_standing_order_is_given_and_taken_back_by_a_press(room: Room) -> None:
    board = (await asked(room, "challenge", seats=1, length="short")).message
    table, rng = Table(room, board, room.ada), random.Random(2)

    async def offered() -> list[str]:
        ids = [str(each["custom_id"]) for each in (await table.open(1)).buttons]
        return [each for each in ids if each.startswith("order:") and ":-" not in each]

    while not (orders := await offered()):
        await table.step(1, rng)
    usual = (await room.match(board)).player(1).orders
    order = orders[0].rsplit(":", 1)[-1]
    await room.late_press(room.ada, table.boards[1], orders[0])
    match = await room.match(board)
    assert match.player(1).orders == usual | {order}
    back = str(MatchPress("order", match.id, match.moment, f"-{order}"))
    await room.late_press(room.ada, table.boards[1], back)
    assert (await room.match(board)).player(1).orders == usual


async def test_a_match_is_played_by_typing_with_suggestions(room: Room) -> None:
    board = (await asked(room, "challenge", seats=1)).message
    refused = await asked(room, "play", move="dance")
    assert "“dance” isn't a move now" in refused.told
    offered = await room.ada.autocomplete(room.channel, "heroes play", "move", "")
    assert offered
    assert [each for each in offered if "end" in str(each)]
    done = await asked(room, "play", move="reveal5")
    assert done.acknowledged
    assert (await room.match(board)).ply > 5


async def test_a_late_press_is_answered_in_one_sentence_and_changes_nothing(room: Room) -> None:
    board = (await asked(room, "challenge", seats=1)).message
    table = Table(room, board, room.ada)
    mine = await table.open(1)
    old, shown = mine.button("End turn")["custom_id"], mine.snapshot()
    await table.press(1, "Reveal, pass 5")
    before = await room.match(board)
    late = await room.late_press(room.ada, mine, old, shown)
    assert "the match has moved on" in late.told
    assert await room.match(board) == before
