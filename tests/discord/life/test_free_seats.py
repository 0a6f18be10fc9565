"""The seat of somebody who has left, offered to everybody who can see the board."""

from __future__ import annotations

from dataclasses import replace

import pytest

from cogs.board.match_message import recapped_from
from prowlerbot.match.match import Phase
from prowlerbot.match.preferences import DAY, ServerChoices
from prowlerbot.match.terms import Terms
from tests.discord.message import Message
from tests.discord.room import Room

pytestmark = pytest.mark.tell
TERMS = Terms(takeover=True, substitutes=True, pace=DAY)


async def with_a_free_seat(room: Room) -> Message:
    board = await room.begin_tell(terms=TERMS)
    answer = await room.command(room.ben, "resign", group="tell")
    assert "Another player can take your seat" in answer.told
    await room.press(room.ben, answer.message, "Leave")
    return board


async def test_the_first_who_presses_gets_the_seat_and_plays_on(room: Room) -> None:
    dora = room.join("Dora")
    board = await with_a_free_seat(room)
    assert "🪑 Ben left. Another player can take the seat" in board.text
    assert "Ben (left)" in board.text
    for player, told in ((room.ben, "for another player"), (room.ada, "already play")):
        assert told in (await room.press(player, board, "Take this seat")).told
    await room.press(dora, board, "Take this seat")
    assert "🪑 Dora plays on for Ben." in board.text
    assert "Take this seat" not in board.labels
    await room.press(dora, board, "1")
    match = await room.match(board)
    assert [match.player(play.seat).id for play in match.plays] == [dora.id]
    assert "Ada and Cleo" in (await room.command(dora, "matches", group="")).told


async def test_in_the_end_the_machine_takes_the_seat_also_after_a_restart(room: Room) -> None:
    board = await with_a_free_seat(room)
    await room.time_passes(60)
    assert "Take this seat" in board.labels
    assert (await room.match(board)).ply == 0, "the machine waits"
    await room.restart()
    await room.time_passes(3600)
    assert "Take this seat" not in board.labels
    assert "🤖 Ben left; the machine plays on." in board.text
    match = await room.match(board)
    assert (match.phase, match.player(2).offered) == (Phase.PLAYING, 0)


async def test_if_the_server_wants_it_a_message_without_a_ping_tells_of_the_seat(
    room: Room,
) -> None:
    await room.service.store.rechoose(ServerChoices, room.guild.id, free_seats=True)
    dora = room.join("Dora")
    board = await with_a_free_seat(room)
    (told,) = [each for each in room.calls() if "Another player can take the seat" in each.text]
    assert not told.pings
    await room.press(room.ada, board, "1")
    await room.time_passes(60)
    assert [each.id for each in room.calls() if "take the seat" in each.text] == [told.id]
    await room.press(dora, board, "Take this seat")
    assert not [each for each in room.calls() if "take the seat" in each.text]


async def test_whoever_left_or_came_can_have_their_data_and_be_forgotten(room: Room) -> None:
    dora = room.join("Dora")
    board = await with_a_free_seat(room)
    await room.press(dora, board, "Take this seat")
    for player, name in ((room.ben, "Ben"), (dora, "Dora")):
        asked = (await room.command(player, "delete", group="privacy")).message
        await room.press(player, asked, "Delete everything")
        await room.time_passes(60)
        assert name not in board.text
        assert name not in str(await room.match(board))


async def test_moves_of_the_leaver_are_not_told_as_moves_of_the_new_player(room: Room) -> None:
    dora = room.join("Dora")
    board = await room.begin_tell(terms=TERMS)
    for player, number in ((room.ada, "1"), (room.ben, "2"), (room.cleo, "3")):
        await room.press(player, board, number)
    answer = await room.command(room.ben, "resign", group="tell")
    await room.press(room.ben, answer.message, "Leave")
    await room.press(dora, board, "Take this seat")
    match = await room.match(board)
    line = [replace(match.plays[0], seat=seat) for seat in (1, 2, 1, 3)]
    assert recapped_from(match, line[:2]) == 2, "there is nothing to tell"
    assert recapped_from(match, line[:3]) == 2
    assert recapped_from(match, [*line, line[1]], mover=2) == 4, "her first move"
    replay = await room.command(room.ada, "replay", group="tell")
    earlier = await room.press(room.ada, replay.message, "Back")
    assert "Ben" in replay.told + earlier.told
