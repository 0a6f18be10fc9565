"""The machine in lobbies: the seats that it takes, and the host's menu that adds it."""

from __future__ import annotations

import pytest
import simcord

from prowlerbot.match.match import Phase
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.opponent.choice import LEVELS
from tests.discord.life.test_lobby import CANCEL, opened, options_of
from tests.discord.message import Answer, Message
from tests.discord.room import Room

tell = pytest.mark.tell


async def machine_added(
    room: Room, player: simcord.MemberActor, board: Message, level: str
) -> Answer:
    record = room.send_press(player, board, board.selects[-1]["custom_id"], None, [level])
    await room.env.settle()
    return Answer(room.env, simcord.InteractionResult(room.env, record))


async def test_against_the_machine_a_match_begins_at_once_and_is_friendly(room: Room) -> None:
    board = await opened(room, "prowler", machine="hard", rated="yes", first="them")
    match = await room.match(board)
    assert match.phase is Phase.PLAYING
    assert (match.player(2).level, match.terms.rated) == ("hard", False)
    assert "🔷 **Machine (hard)**" in board.text
    assert board.pings == []
    assert room.calls() == []
    answer = await room.command(room.ada, "challenge", opponent=room.ben, machine="easy")
    assert "No seat is free for the machine" in answer.told


@tell
async def test_the_machine_plays_in_a_chat_that_nobody_else_reads(room: Room) -> None:
    result = await room.ada.user.slash("prowler challenge", machine="easy")
    board = Answer(room.env, result).message
    assert "Machine (easy)" in board.text
    assert (await room.match(board)).phase is Phase.PLAYING
    result = await room.ada.user.slash("prowler challenge")
    assert "Play against the machine here" in Answer(room.env, result).told
    result = await room.ada.user.slash("tell challenge")
    alone = Answer(room.env, result).message
    assert len((await room.match(alone)).players) == 1


@tell
async def test_the_host_alone_adds_the_machine(room: Room) -> None:
    board = await opened(room, seats=3)
    added = [f"Add the machine: {level}" for level in LEVELS]
    assert options_of(board, -1) == [*added, CANCEL]
    assert "no such level" in (await machine_added(room, room.ada, board, "godlike")).told
    await room.press(room.ben, board, "Red")
    assert (
        "Only Ada can add the machine" in (await machine_added(room, room.ben, board, "easy")).told
    )
    assert "do not play in this match" in (await machine_added(room, room.cleo, board, "easy")).told
    assert (await room.match(board)).has_machine is False
    await machine_added(room, room.ada, board, "medium")
    match = await room.match(board)
    assert [player.level for player in match.players] == [None, None, "medium"]
    assert match.phase is Phase.PLAYING
    assert not match.terms.rated


@tell
async def test_where_the_machine_does_not_play_no_lobby_offers_it(room: Room) -> None:
    board = await opened(room, seats=3)
    await room.service.store.choose(room.guild.id, ServerChoices(machine=False))
    answer = await machine_added(room, room.ada, board, "easy")
    assert "its admins have turned it off" in answer.told
    assert options_of(await opened(room, seats=3), -1) == [CANCEL]
    await room.press(room.ben, board, "Red")
    assert options_of(board, -1) == [CANCEL], "nor does one that is shown anew"


@tell
async def test_the_machine_fills_the_seats_that_nobody_is_asked_to(room: Room) -> None:
    board = await opened(room, opponent=room.ben, machine="easy", seats=4)
    assert board.pings == [room.ben.id]
    for number in (1, 2):
        assert f"{number + 2}. Machine {number} · Easy" in board.text
    assert "because the machine takes part" in board.text
    await room.press(room.ben, board, "Accept")
    assert (await room.match(board)).phase is Phase.PLAYING


@tell
async def test_a_machine_can_be_added_twice_by_the_same_choice(room: Room) -> None:
    board = await opened(room, seats=4)
    before = board.selects[-1]["custom_id"]
    await machine_added(room, room.ada, board, "easy")
    assert "2. Machine · Easy" in board.text
    assert board.selects[-1]["custom_id"] != before, "Discord shows a new menu"
    await machine_added(room, room.ada, board, "easy")
    assert "2. Machine 1 · Easy\n3. Machine 2 · Easy" in board.text
