"""Moves that are typed in a game in which players plan in secret."""

from __future__ import annotations

import pytest

from tests.discord.message import Answer, Message
from tests.discord.places import Kind, bring, own_requests
from tests.discord.room import Room


async def begin(room: Room) -> Message:
    board = (await room.command(room.ada, "challenge", group="heroes", seats=2)).message
    await room.press(room.ben, board, "Join")
    return board


async def typed(room: Room, move: str, match: str) -> Answer:
    return await room.command(room.ada, "play", group="heroes", move=move, match=match)


@pytest.mark.parametrize("kind", ["group", "chat", "server"])
async def test_a_typed_secret_step_is_told_in_words_where_the_bot_can_only_answer(
    room: Room, monkeypatch: pytest.MonkeyPatch, kind: Kind
) -> None:
    bring(room, monkeypatch, kind)
    board = await begin(room)
    match_id = board.match
    answer = await typed(room, "reveal5", match_id)
    assert "You have chosen **reveal, pass 5**. Only you see that so far" in answer.told
    assert "went wrong" not in answer.told
    assert len([play for play in (await room.match(match_id)).plays if play.seat == 1]) == 1
    *_, shared = [each for each in room.messages() if "Open my board" in each.labels]
    assert "Finished: 🔴 **Ada**" in shared.text
    assert own_requests(room) == []


async def test_a_typed_secret_step_is_answered_with_ones_own_board(room: Room) -> None:
    board = await begin(room)
    answer = await typed(room, "reveal5", board.match)
    assert not answer.public
    assert "You have chosen **reveal, pass 5**. Only you see that so far" in answer.told
    assert f"/{board.id}" in answer.told, "the way to the board of all"
    assert "Take back" in answer.message.labels
    assert "Finished: 🔴 **Ada**" in board.text


async def test_a_refused_move_says_why_and_shows_no_bare_link(room: Room) -> None:
    board = await begin(room)
    answer = await typed(room, "trap J7", board.match)
    assert "trap J7" in answer.told
    assert "http" not in answer.told
