"""A thread for each match: opened where the server wants it, and no match depends on it."""

import random
from typing import Any

import pytest
from simcord.enums import ChannelType

from cogs.board.board_posting import MOST_THREADS_OF_A_PERSON
from tests.discord.message import Message
from tests.discord.room import Room


@pytest.fixture
async def room(room: Room) -> Room:
    """A server that wants threads."""
    await room.set_up(threads=True)
    return room


def threads(room: Room) -> list[Any]:
    found = room.env.backend.channels.values()
    return [each for each in found if each.type == ChannelType.PUBLIC_THREAD]


def in_thread(room: Room) -> list[Message]:
    (thread,) = threads(room)
    return [Message(room.env, thread.id, id_) for id_ in room.env.backend.messages[thread.id]]


def board_in(room: Room) -> Message:
    (board,) = [each for each in in_thread(room) if each.buttons]
    return board


def calls_in(room: Room) -> list[Message]:
    return [each for each in in_thread(room) if each.pings]


async def test_a_match_is_played_in_a_thread_until_that_goes_to_sleep(room: Room) -> None:
    challenge = await room.challenge(first="them")
    shown, accept = challenge.snapshot(), challenge.button("Accept")["custom_id"]
    await room.press(room.ben, challenge, "Accept")
    (thread,) = threads(room)
    assert thread.name == "Ada against Ben"
    assert {room.ada.id, room.ben.id} <= set(thread.thread_members)
    assert f"<#{thread.id}>" in challenge.text
    assert challenge.buttons == []
    answer = await room.late_press(room.ben, challenge, accept, shown)
    assert f"/{thread.id}/" in answer.told
    board = board_in(room)
    stored = await room.board_row(board.match)
    assert (stored.guild, stored.channel) == (room.guild.id, thread.id)
    assert [each.pings for each in calls_in(room)] == [[room.ada.id]]
    menu = (await room.press(room.cleo, board, "Menu")).message
    assert not {"Repost", "Resign"} & set(menu.labels)

    await room.restart()
    await room.play(board, ["Castle"])
    assert (await room.match(board)).ply == 1
    assert len(calls_in(room)) == 1
    assert thread.thread_metadata.auto_archive_duration == 7 * 24 * 60
    await room.play_stored(board.match, random.Random(2), 26)
    await room.time_passes(61)
    assert thread.thread_metadata.auto_archive_duration == 7 * 24 * 60, "it is being played"
    await room.play_on(board, random.Random(2))
    assert board.moves == []
    assert len(calls_in(room)) == 1
    assert [each for each in room.calls() if each.pings] == [], "the channel is left in peace"
    assert thread.thread_metadata.auto_archive_duration == 60
    assert not thread.thread_metadata.archived, "its buttons are alive for the talk after"


@pytest.mark.parametrize("request_", ["threads", "send", "forbidden", "permission"])
async def test_without_a_thread_the_board_is_in_the_channel(room: Room, request_: str) -> None:
    path = "/channels/*/messages/*/threads" if request_ == "threads" else "/channels/*/messages"
    if request_ == "permission":
        room.deny_bot(room.channel.id, create_public_threads=True)
    else:
        room.env.inject_error("POST", path, status=403 if request_ == "forbidden" else 500)
    board = await room.challenge(first="me")
    answer = await room.press(room.ben, board, "Accept")
    assert ("Create Public Threads" in answer.told) is (request_ == "permission")
    assert board.moves, "the board is in the message of the challenge"
    if request_ == "forbidden":
        assert all(each.thread_metadata.archived for each in threads(room))
        await room.service.store.write_notes()
        noted = "SELECT 1 FROM messages WHERE kind IN ('board', 'thread') AND state = 'noted'"
        assert await room.bench.database.read(noted) == []
    await room.play_on(board, random.Random(1), 3)
    assert (await room.match(board)).ply == 3


async def test_a_challenge_in_a_thread_is_played_there_and_leaves_it_its_name(room: Room) -> None:
    thread = room.thread("Ada's corner", room.ada)
    answer = await room.command(room.ada, "challenge", channel=thread, opponent=room.ben)
    await room.press(room.ben, answer.message, "Accept")
    (only,) = threads(room)
    assert answer.message.moves
    await room.delete_data(room.ada)
    assert "someone" in answer.message.alts[0]
    assert only.name == "Ada's corner"


async def test_a_board_in_an_archived_thread_is_opened_to_be_brought_up_to_date(room: Room) -> None:
    await room.begin(first="them")
    board = board_in(room)
    (thread,) = threads(room)
    thread.thread_metadata.archived = True
    await room.play_stored(board.match, random.Random(1), 1)
    room.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=50083)
    await room.time_passes(60)
    assert len(board.moves) == 27
    assert not thread.thread_metadata.archived


async def test_matches_beyond_the_threads_allowed_are_played_in_the_channel(room: Room) -> None:
    for _ in range(MOST_THREADS_OF_A_PERSON):
        await room.begin()
    board = await room.challenge(first="me")
    answer = await room.press(room.ben, board, "Accept")
    assert len(threads(room)) == MOST_THREADS_OF_A_PERSON
    assert board.moves
    assert "Ada has 5 matches in threads here already" in answer.told
    await room.begin(challenger=room.cleo)
    assert len(threads(room)) == MOST_THREADS_OF_A_PERSON + 1, "others have theirs"
    room.patch.setattr(
        "cogs.board.board_posting.MOST_THREADS_IN_SERVER", MOST_THREADS_OF_A_PERSON + 1
    )
    answer = await room.press(room.ben, await room.challenge(room.cleo), "Accept")
    assert "I keep no more threads open in this server" in answer.told
