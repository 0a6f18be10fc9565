"""Having the rest of a map drawn: asked by button or command, and done once all agree."""

from __future__ import annotations

from prowlerbot.match.match import Match
from tests.discord.message import Message
from tests.discord.room import Room
from tests.positions import states

DRAW, AGREE = "Draw the rest", "Agree: draw the rest"


def phase(room: Room, match: Match) -> object:
    return states(room.service, match)[-1].facts()["phase"]


def question(room: Room) -> Message:
    return [each for each in room.messages() if "by lot" in each.text and each.pings][-1]


async def test_the_board_offers_it_while_the_map_is_built_and_the_others_are_asked(
    room: Room,
) -> None:
    board = await room.begin_landgrab()
    answer = await room.press(room.ben, board, DRAW)
    assert not answer.public
    assert "Waiting for Ada and Cleo." in answer.told
    assert "❓ **Ben** asks to have the rest of the set-up drawn by lot." in board.text
    assert board.button(DRAW)["disabled"], "and it keeps its place"
    asked = question(room)
    assert sorted(asked.pings) == sorted([room.ada.id, room.cleo.id])
    await room.press(room.ada, asked, AGREE)
    assert phase(room, await room.match(board)) == "tiles"
    assert "Ada agreed." in board.text


async def test_once_all_agree_the_map_is_drawn_and_the_next_player_is_called(room: Room) -> None:
    board = await room.begin_landgrab(room.ada, room.ben)
    await room.press(room.ada, board, DRAW)
    await room.press(room.ben, question(room), AGREE)
    match = await room.match(board)
    assert phase(room, match) == "spawns"
    assert f"The rest of the set-up was drawn by lot: {match.ply} moves." in board.text
    assert "places a" not in board.text, "no player did"
    assert DRAW not in board.labels
    (seat,) = room.service.to_move(match)
    called = [call.pings for call in room.calls()]
    assert called == ([[match.player(seat).id]] if match.player(seat).id != room.ben.id else [])
    spawn = str(states(room.service, match)[-1].moves(seat)[0]).removeprefix("p:")
    for label in (spawn[0], spawn):
        await room.press(room.member(match.player(seat).id), board, label)
    assert "by lot" not in board.text, "told until play goes on"


async def test_the_menu_offers_it_too_and_a_refusal_leaves_all_as_it_was(room: Room) -> None:
    board = await room.begin_landgrab(room.ada, room.ben)
    menu = await room.press(room.ada, board, "Menu")
    await room.press(room.ada, menu.message, DRAW)
    await room.press(room.ben, question(room), "Refuse")
    match = await room.match(board)
    assert (match.ply, phase(room, match)) == (0, "tiles")
    assert "refused" in (await room.press(room.ada, board, DRAW)).told


async def test_by_command_it_is_asked_and_agreed_to(room: Room) -> None:
    board = await room.begin_landgrab(room.ada, room.ben)
    asked = await room.command(room.ada, "draw-rest", group="landgrab")
    assert "Waiting for Ben." in asked.told
    assert "❓ **Ada** asks" in board.text
    await room.command(room.ben, "draw", group="landgrab", match=board.match)
    match = await room.match(board)
    assert phase(room, match) == "spawns"
    late = await room.command(room.ben, "draw", group="landgrab")
    assert late.told == "There is nothing to draw by lot at this point of the match."
