"""Where the board of a match may move, and who may move it."""

from __future__ import annotations

from typing import Any

import pytest
import simcord

from tests.discord.board.test_visibility import cellar
from tests.discord.message import Answer, Message
from tests.discord.places import bring
from tests.discord.room import Room

STAYS = "The match stays in its server; only you see this copy."


async def in_chat(room: Room, player: simcord.MemberActor, **said: Any) -> Answer:
    """What `/prowler board` answers in the chat of a player with the bot."""
    return Answer(room.env, await player.user.slash("prowler board", **said))


async def check_at_home(room: Room, board: Message) -> None:
    """The board is shown where it was, with its picture and buttons."""
    stored = await room.service.store.boards.of_match(board.match)
    assert stored is not None
    assert (stored.channel, stored.message) == (board.channel, board.id)
    assert "has moved" not in board.text
    assert "Menu" in board.labels


async def test_in_the_chat_with_the_bot_a_player_gets_a_copy_and_can_play_in_it(
    room: Room,
) -> None:
    board = await room.begin(first="me")
    answer = await in_chat(room, room.ben)
    assert answer.told.startswith(STAYS)
    assert not answer.public
    await check_at_home(room, board)
    copy = answer.message
    move = next(it for it in copy.buttons if it["custom_id"].startswith(("try", "m:")))
    await room.press(room.ben.user, copy, move["label"])
    await check_at_home(room, board)


async def test_somebody_who_was_kicked_moves_no_board_out_of_the_server(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await room.begin(first="me")
    room.guild.remove_member(room.ben)
    for said in ({}, {"match": board.match}):
        answer = await in_chat(room, room.ben, **said)
        assert answer.told.startswith(STAYS)
        await check_at_home(room, board)
    elsewhere = room.env.create_guild("Elsewhere")
    ben, quiet = elsewhere.add_member(room.ben.user), elsewhere.create_text_channel("quiet")
    answer = await room.command(ben, "board", channel=quiet, match=board.match)
    assert answer.told.startswith(STAYS)
    monkeypatch.setattr(room, "guild", elsewhere)
    forged = await room.late_press(ben, answer.message, f"repost!:{board.match}:0:")
    assert forged.told.startswith(STAYS)
    assert room.messages(quiet) == []
    await check_at_home(room, board)


async def test_a_challenge_stays_in_its_server(room: Room) -> None:
    board = await room.challenge()
    answer = await in_chat(room, room.ada, match=board.match)
    assert answer.told.startswith("The challenge stays in its server. [Go to the board]")
    assert "Accept" in board.labels


async def test_a_board_moves_into_another_server_only_where_all_its_players_see_it_and_comes_back(
    room: Room,
) -> None:
    board = await room.begin(first="me")
    elsewhere = room.env.create_guild("Elsewhere")
    ada, quiet = elsewhere.add_member(room.ada.user), elsewhere.create_text_channel("quiet")
    answer = await room.command(ada, "board", channel=quiet, match=board.match)
    assert answer.told.startswith(STAYS)
    await check_at_home(room, board)
    elsewhere.add_member(room.ben.user)
    await room.env.advance_time(61)  # the bot asks Discord again who is a member
    moved = await room.move_board(ada, quiet, board.match)
    await check_at_home(room, moved)
    assert board.labels == ["Bring it back here"]
    back = (await room.press(room.ben, board, "Bring it back here")).message
    await check_at_home(room, back)
    assert moved.labels == ["Bring it back here"]


async def test_within_its_server_a_board_moves_to_no_channel_that_another_player_cannot_see(
    room: Room,
) -> None:
    board = await room.begin(first="me")
    hidden = cellar(room, room.ada)
    answer = await room.command(room.ada, "board", channel=hidden, match=board.match)
    assert answer.told.startswith("Not all players see this channel, so only you see this copy")
    forged = await room.late_press(room.ada, answer.message, f"repost!:{board.match}:0:")
    assert forged.told.startswith("Not all players see this channel")
    assert room.messages(hidden) == []
    await check_at_home(room, board)


async def test_a_board_whose_server_the_bot_has_left_can_be_shown_in_a_chat(room: Room) -> None:
    board = await room.begin(first="me")
    room.env.backend.emit("GUILD_DELETE", {"id": str(room.guild.id)})
    await room.env.settle()
    answer = await in_chat(room, room.ben, match=board.match)
    assert answer.public
    assert "Menu" in answer.message.labels


async def test_a_match_of_a_chat_goes_into_a_server_and_back_by_a_button(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = room.guild.create_text_channel("hall")
    with monkeypatch.context() as there:
        bring(room, there, "group")
        board = await room.begin(first="me")
    room.recover()
    moved = await room.move_board(room.ada, hall, board.match)
    await check_at_home(room, moved)
    assert (await in_chat(room, room.ben, match=board.match)).told.startswith(STAYS)
    with monkeypatch.context() as there:
        bring(room, there, "group")
        back = (await room.press(room.ben, board, "Bring it back here")).message
        assert "Menu" in back.labels
