"""Moves that are typed in a game in which players plan in secret."""

from __future__ import annotations

import pytest

from prowlerbot.games.heroes.colony import Placed
from prowlerbot.games.heroes.moves import Move
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import Seat
from tests.discord.games.test_heroes import asked, position
from tests.discord.message import Answer, Message
from tests.discord.places import Kind, bring, own_requests
from tests.discord.playing import hurry
from tests.discord.room import Room


async def begin(room: Room) -> Message:
    board = (await room.command(room.ada, "challenge", group="heroes", seats=2)).message
    await room.press(room.ben, board, "Join")
    return board


async def typed(room: Room, move: str, match: str) -> Answer:
    return await room.command(room.ada, "play", group="heroes", move=move, match=match)


@pytest.mark.parametrize("place", ["group", "chat", "server"])
async def test_a_typed_secret_step_is_told_in_words_where_the_bot_can_only_answer(
    room: Room, monkeypatch: pytest.MonkeyPatch, place: Kind
) -> None:
    bring(room, monkeypatch, place)
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


async def test_a_typed_placement_that_closes_the_last_open_edge_is_asked_about_as_a_pressed_one(
    room: Room,
) -> None:
    await hurry(room)
    board = (await asked(room, "challenge", seats=1)).message
    while not (closing := _closing(now := await position(room, board))):
        moves = [move for move in now.moves(1) if move.kind == "queue"] or now.moves(1)
        fewest = min(moves, key=lambda move: _left_open(now.seats[0], move))
        match = await room.match(board)
        moment, own = match.decision(1).moment, match.decision(1).own
        await room.service.play(match.id, room.ada.id, moment, str(fewest), own=own)
    before = await room.match(board)
    mine = (await asked(room, "play", move=closing)).message
    assert "This closes your last open edge" in mine.text
    assert await room.match(board) == before
    await room.press(room.ada, mine, "Yes, build it")
    assert closing in [play.move for play in (await room.match(board)).plays]


def _left_open(own: Seat, move: Move) -> int:
    """The empty squares beside open edges after a placement of the queue; many for other moves."""
    if move.kind != "queue":
        return 99
    placed = Placed(str(own.queue[move.number - 1]), move.at, move.to)
    return own.colony.with_piece(placed).frontier.bit_count()


def _closing(now: Position) -> str:
    """A placement that closes the last open edge before the last turn of the round."""
    moves = [] if now.last else now.moves(1)
    return next((str(move) for move in moves if not _left_open(now.seats[0], move)), "")
