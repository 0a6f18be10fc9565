"""Lobbies for one to four: the seats, the presses that take them, and the start of the match."""

from __future__ import annotations

from typing import Any

import pytest
import simcord

from prowlerbot.match.match import Phase
from prowlerbot.opponent.choice import LEVELS
from tests.discord.message import Answer, Message
from tests.discord.room import Room

tell = pytest.mark.tell

COLOURS = ["Red", "Green", "Blue", "White"]
CANCEL = "Cancel the match"


def options_of(board: Message, at: int) -> list[str]:
    """The options of a menu: the first menu is for joining, the last for the host."""
    return [option["label"] for option in board.selects[at]["options"]]


async def opened(room: Room, group: str = "tell", **options: object) -> Message:
    answer = await room.command(room.ada, "challenge", group=group, **options)
    assert answer.public, answer.told
    return answer.message


def disabled(board: Message, label: str) -> bool:
    return bool(board.button(label).get("disabled"))


# ------------------------------------------------------------------ open challenges of two


@tell
async def test_anybody_who_sees_an_open_challenge_may_take_it_and_nobody_is_pinged(
    room: Room,
) -> None:
    board = await opened(room, "prowler", first="me")
    assert board.pings == []
    assert "open to anyone" in board.text
    assert "**Ada** is looking for an opponent." in board.text
    assert "\n1. **Ada**" in board.text, "who gets which colour is not settled yet"
    assert "Ada digs first; the opponent opens." in board.text
    assert board.labels == ["Join", "How to play", "Tutorial"]
    answer = await room.press(room.ada, board, "Join")
    assert "already in this match" in answer.told
    await room.restart()
    await room.press(room.cleo, board, "Join")
    match = await room.match(board)
    assert match.phase is Phase.PLAYING
    assert [player.name for player in match.players] == ["Ada", "Cleo"]
    assert "**Cleo** begins and presses" in board.text
    assert await room.mover(board) is room.cleo
    them = await opened(room, "prowler", first="them")
    assert "The opponent digs first; Ada opens." in them.text
    assert "digs first" not in (await opened(room, seats=3)).text


async def test_two_who_press_the_last_seat_at_once_get_it_and_a_sentence(room: Room) -> None:
    board = await opened(room, "prowler")
    join = board.button("Join")["custom_id"]
    match_id = board.match
    presses = [(room.ben, join), (room.ben, join), (room.cleo, join)]
    answers = await room.presses_at_once(board, presses)
    match = await room.match(match_id)
    assert (match.phase, match.revision) == (Phase.PLAYING, 1)
    assert match.player(2).id in {room.ben.id, room.cleo.id}
    assert all(answer.acknowledged for answer in answers)
    assert [answer.told for answer in answers].count("") == 1
    assert "already accepted" in "".join(answer.told for answer in answers)


# ------------------------------------------------------------------ one to four


@tell
async def test_those_who_were_asked_are_pinged_and_their_seats_are_kept(room: Room) -> None:
    dora = room.join("Dora")
    board = await opened(room, opponent=room.ben, opponent_2=room.cleo, seats=4)
    assert all(len(row) <= 4 for row in board.rows), "no row is too wide for a phone"
    assert len(board.rows) <= 5
    assert sorted(board.pings) == sorted([room.ben.id, room.cleo.id])
    assert f"waiting for <@{room.ben.id}>" in board.text
    await room.press(dora, board, "Blue")
    stranger = await room.press(room.join("Eve"), board, "White")
    waits = "No seat is open: this match waits for Ben and Cleo."
    assert stranger.told == waits
    finn = await room.press(room.join("Finn"), board, "Accept")
    assert finn.told == "This challenge is for Ben and Cleo."
    await room.press(room.cleo, board, "Accept")
    assert "already in this match" in (await room.press(room.cleo, board, "Accept")).told
    await room.press(room.ben, board, "Accept")
    match = await room.match(board)
    assert match.phase is Phase.PLAYING
    assert [each.id for each in match.players] == [room.ada.id, room.ben.id, room.cleo.id, dora.id]


@tell
async def test_who_declines_or_leaves_opens_a_seat_and_the_host_starts_with_those_who_are_in(
    room: Room,
) -> None:
    board = await opened(room, opponent=room.ben, seats=3)
    assert board.labels == ["Join", "Decline", "Start", "How to play"]
    assert options_of(board, 0) == COLOURS
    assert "can decline it" not in (await room.press(room.ben, board, "Decline")).told
    assert board.text.count("open to anyone") == 2
    assert board.labels == ["Join", "Start", "How to play"]
    await room.press(room.cleo, board, "Red")
    assert "Leave" in board.labels
    assert "you can cancel it" in (await room.press(room.ada, board, "Leave")).told
    assert "do not play" in (await room.press(room.ben, board, "Leave")).told
    await room.press(room.cleo, board, "Leave")
    assert board.text.count("open to anyone") == 2
    assert (await room.match(board)).phase is Phase.LOBBY
    await room.restart()
    await room.press(room.cleo, board, "Green")
    assert "Only Ada can start the match" in (await room.press(room.cleo, board, "Start")).told
    await room.press(room.ada, board, "Start")
    match = await room.match(board)
    assert match.phase is Phase.PLAYING
    assert [player.id for player in match.players] == [room.ada.id, room.cleo.id]
    assert [call.pings for call in room.calls()] == [[room.cleo.id]]


@tell
async def test_a_match_waits_for_those_who_were_asked_unless_the_host_starts_without_them(
    room: Room,
) -> None:
    more: dict[str, Any] = {
        "opponent": room.ben,
        "opponent_2": room.cleo,
        "machine": "medium",
        "seats": 4,
    }
    board = await opened(room, **more)
    assert disabled(board, "Start")
    start = board.button("Start")["custom_id"]
    refused = await room.late_press(room.ada, board, start)
    waits = "This match waits for Ben and Cleo; the host's menu can start it without them."
    assert refused.told == waits
    assert options_of(board, -1) == ["Start without Ben and Cleo", CANCEL]
    await room.press(room.ben, board, "Accept")
    await room.press(room.ada, board, "Start without Cleo")
    match = await room.match(board)
    assert match.phase is Phase.PLAYING
    assert [player.id for player in match.players] == [room.ada.id, room.ben.id, 0]


@tell
async def test_a_colour_is_chosen_in_the_menu_that_joins_and_can_be_changed(room: Room) -> None:
    board = await opened(room, seats=3)
    await room.press(room.ben, board, "Red")
    assert "**Ben** · 🔴 Red" in board.text
    assert "Red" not in options_of(board, 0)
    taken = f"join:{board.match}:0:red"  # a button of a message from before there were menus
    assert "just chosen that" in (await room.late_press(room.cleo, board, taken)).told
    await room.press(room.ada, board, "Green")
    await room.press(room.ben, board, "White")
    assert "Red" in options_of(board, 0)
    await room.press(room.cleo, board, "Red")
    assert (await room.match(board)).setup.endswith("-3-green,white,red")


@tell
async def test_more_players_than_seats_and_bots_are_refused_in_words(room: Room) -> None:
    for options, told in (
        (
            {"opponent": room.ben, "opponent_2": room.cleo, "seats": 2},
            "more players than there are",
        ),
        ({"opponent": room.ben, "opponent_2": room.ben}, "one seat only"),
        ({"opponent": room.join("Robot", bot=True), "machine": "easy"}, "Bots do not play"),
    ):
        answer = await room.command(room.ada, "challenge", group="tell", **options)
        assert told in answer.told
    board = await opened(room, opponent=room.ben)
    assert board.labels == ["Accept", "Decline", "Start", "How to play"]
    answer = await room.press(room.cleo, board, "Red")
    assert answer.told == "No seat is open: this match waits for Ben."
    await room.press(room.ben, board, "Decline")
    assert board.buttons == []


# ------------------------------------------------------------------ the machine in lobbies


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
