"""Lobbies for one to four: the seats, the presses that take them, and the start of the match."""

from __future__ import annotations

from typing import Any

import pytest

from prowlerbot.match.lobby import CHALLENGE_LASTS
from prowlerbot.match.match import Ending, Phase
from prowlerbot.match.preferences import ServerChoices
from tests.discord.message import Message
from tests.discord.places import bring, own_requests
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


async def test_anybody_who_sees_an_open_challenge_may_take_it_and_nobody_is_pinged(
    room: Room,
) -> None:
    board = await opened(room, "prowler", first="me")
    assert board.pings == []
    assert "open to anyone" in board.text
    assert "**Ada** is looking for an opponent." in board.text
    assert "\n1. **Ada**" in board.text, "who gets which colour is not settled yet"
    assert board.labels == ["Join", "How to play", "Tutorial"]
    await room.press(room.cleo, board, "Join")
    match = await room.match(board)
    assert match.phase is Phase.PLAYING
    assert [player.name for player in match.players] == ["Ada", "Cleo"]
    assert "**Cleo** opens" in board.text
    assert await room.mover(board) is room.cleo


@tell
async def test_the_first_player_is_told_where_two_will_play(room: Room) -> None:
    told = (await opened(room, "prowler", first="me")).text
    assert "Ada digs first; the opponent opens." in told
    assert (
        "The opponent digs first; Ada opens." in (await opened(room, "prowler", first="them")).text
    )
    assert "digs first" not in (await opened(room, seats=3)).text


async def test_two_who_press_the_last_seat_at_once_get_it_and_a_sentence(room: Room) -> None:
    board = await opened(room, "prowler")
    join = board.button("Join")["custom_id"]
    match_id = board.match
    answers = await room.presses_at_once(board, [(room.ben, join), (room.cleo, join)])
    match = await room.match(match_id)
    assert match.phase is Phase.PLAYING
    assert match.player(2).id in {room.ben.id, room.cleo.id}
    told = [answer.told for answer in answers]
    assert sorted(bool(each) for each in told) == [False, True]
    assert "already accepted" in "".join(told)


async def test_a_doubled_join_takes_one_seat(room: Room) -> None:
    board = await opened(room, "prowler")
    join = (room.ben, board.button("Join")["custom_id"])
    match_id = board.match
    answers = await room.presses_at_once(board, [join, join])
    assert all(answer.acknowledged for answer in answers)
    assert (await room.match(match_id)).revision == 1


async def test_the_host_cannot_join_their_own_challenge(room: Room) -> None:
    board = await opened(room, "prowler")
    answer = await room.press(room.ada, board, "Join")
    assert "already in this match" in answer.told
    assert (await room.match(board)).phase is Phase.LOBBY


async def test_only_the_host_cancels_an_open_challenge(room: Room) -> None:
    board = await opened(room, "prowler")
    match_id = board.match
    assert "do not play in this match" in (await room.press(room.ben, board, CANCEL)).told
    await room.press(room.ada, board, CANCEL)
    assert (await room.match(match_id)).ending is Ending.CANCELLED
    assert "Ada cancelled the match" in board.text
    assert board.buttons == []


async def test_an_open_challenge_expires_and_takes_no_late_press(room: Room) -> None:
    board = await opened(room, "prowler")
    join, match_id = board.button("Join")["custom_id"], board.match
    await room.time_passes(CHALLENGE_LASTS + 60)
    assert (await room.match(match_id)).ending is Ending.EXPIRED
    assert "did not begin in time" in board.text
    assert "expired" in (await room.late_press(room.ben, board, join)).told


async def test_an_open_challenge_can_be_taken_after_a_restart(room: Room) -> None:
    board = await opened(room, "prowler")
    await room.restart()
    await room.press(room.ben, board, "Join")
    assert (await room.match(board)).phase is Phase.PLAYING


async def test_an_open_challenge_counts_towards_the_limit_and_one_with_the_machine_does_not(
    room: Room,
) -> None:
    most = (await room.service.server(room.guild.id)).open_challenges
    for _ in range(most):
        await opened(room, "prowler")
    answer = await room.command(room.ada, "challenge")
    assert "the most allowed" in answer.told
    board = await opened(room, "prowler", machine="easy")
    assert (await room.match(board)).phase is Phase.PLAYING


# ------------------------------------------------------------------ one to four


@tell
async def test_a_game_for_one_is_played_alone_at_once(room: Room) -> None:
    board = await opened(room, seats=1)
    match = await room.match(board)
    assert (match.phase, len(match.players)) == (Phase.PLAYING, 1)
    assert "against" not in board.text
    for _ in range(2):
        await room.press(room.ada, board, "1")
    assert (await room.match(board)).ending is Ending.PLAYED
    assert "Not rated: played alone." in board.text


@tell
@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_a_lobby_begins_when_its_last_seat_is_taken(room: Room, seats: int) -> None:
    dora = room.join("Dora")
    board = await opened(room, seats=seats)
    guests = [room.ben, room.cleo, dora][: seats - 1]
    for player, colour in zip(guests, COLOURS, strict=False):
        assert (await room.match(board)).phase is Phase.LOBBY
        await room.press(player, board, colour)
    match = await room.match(board)
    assert match.phase is Phase.PLAYING
    assert [player.id for player in match.players] == [room.ada.id, *(each.id for each in guests)]
    called = {user for call in room.calls() for user in call.pings}
    assert called == {each.id for each in [room.ada, *guests[:-1]]}, "all but who has just pressed"


@tell
async def test_those_who_were_asked_are_pinged_and_their_seats_are_kept(room: Room) -> None:
    dora = room.join("Dora")
    board = await opened(room, opponent=room.ben, opponent_2=room.cleo, seats=4)
    assert sorted(board.pings) == sorted([room.ben.id, room.cleo.id])
    assert f"waiting for <@{room.ben.id}>" in board.text
    await room.press(dora, board, "Blue")
    stranger = await room.press(room.join("Eve"), board, "White")
    waits = "No seat is open: this match waits for Ben and Cleo."
    assert stranger.told == waits
    finn = await room.press(room.join("Finn"), board, "Accept")
    assert "do not play in this match" in finn.told
    await room.press(room.cleo, board, "Accept")
    assert "already in this match" in (await room.press(room.cleo, board, "Accept")).told
    await room.press(room.ben, board, "Accept")
    match = await room.match(board)
    assert match.phase is Phase.PLAYING
    assert [each.id for each in match.players] == [room.ada.id, room.ben.id, room.cleo.id, dora.id]


@tell
async def test_a_player_who_declines_or_leaves_a_larger_lobby_opens_the_seat(room: Room) -> None:
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


@tell
async def test_the_host_starts_with_those_who_are_in(room: Room) -> None:
    board = await opened(room, seats=4)
    await room.press(room.cleo, board, "Red")
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
async def test_a_challenge_of_one_for_a_game_with_colours_lets_them_choose(room: Room) -> None:
    board = await opened(room, opponent=room.ben)
    assert board.labels == ["Accept", "Decline", "Start", "How to play"]
    answer = await room.press(room.cleo, board, "Red")
    assert answer.told == "No seat is open: this match waits for Ben."
    await room.press(room.ben, board, "Decline")
    assert board.buttons == []


@tell
async def test_no_row_of_a_lobby_is_too_wide_for_a_phone(room: Room) -> None:
    board = await opened(room, opponent=room.ben, seats=4)
    await room.press(room.cleo, board, "Red")
    assert all(len(row) <= 4 for row in board.rows)
    assert len(board.rows) <= 5


@tell
async def test_a_lobby_lives_through_a_restart_and_expires(room: Room) -> None:
    board = await opened(room, seats=3)
    match_id = board.match
    await room.press(room.ben, board, "Red")
    await room.restart()
    await room.press(room.ben, board, "Leave")
    await room.press(room.cleo, board, "Red")
    assert (await room.match(match_id)).player(2).id == room.cleo.id
    await room.time_passes(CHALLENGE_LASTS + 60)
    assert (await room.match(match_id)).ending is Ending.EXPIRED
    assert board.buttons == []


@tell
async def test_more_players_than_seats_are_refused_in_words(room: Room) -> None:
    answer = await room.command(
        room.ada, "challenge", group="tell", opponent=room.ben, opponent_2=room.cleo, seats=2
    )
    assert "more players than there are seats" in answer.told
    answer = await room.command(
        room.ada, "challenge", group="tell", opponent=room.ben, opponent_2=room.ben
    )
    assert "one seat only" in answer.told


async def test_an_open_challenge_can_be_taken_in_a_group_without_the_bot(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(room, monkeypatch, "group")
    board = await opened(room, "prowler", first="me")
    await room.press(room.ben, board, "Join")
    assert (await room.match(board)).phase is Phase.PLAYING
    assert own_requests(room) == []


async def test_an_open_challenge_keeps_to_the_channels_where_challenges_are_allowed(
    room: Room,
) -> None:
    den = room.guild.create_text_channel("den")
    await room.service.store.choose(room.guild.id, ServerChoices(channels=(den.id,)))
    for options in ({}, {"machine": "easy"}):
        answer = await room.command(room.ada, "challenge", **options)
        assert "not allowed in this channel" in answer.told
    assert room.messages() == []


async def test_a_bot_cannot_be_asked_to_any_seat(room: Room) -> None:
    answer = await room.command(
        room.ada, "challenge", opponent=room.join("Robot", bot=True), machine="easy"
    )
    assert "Bots do not play" in answer.told
