"""Leaving a match: two are done with it then, of more the others play on."""

from __future__ import annotations

from dataclasses import replace

import pytest
import simcord

from cogs.board.match_message import recapped_from
from prowlerbot.match.match import Ending, Phase
from prowlerbot.match.preferences import DAY
from prowlerbot.match.terms import Terms
from tests.discord.room import Room

tell = pytest.mark.tell


async def left(room: Room, player: simcord.MemberActor, group: str = "tell") -> str:
    """The question to a player who leaves by the command, and the answer afterwards."""
    answer = await room.command(player, "resign", group=group)
    question = answer.told
    (label,) = answer.message.labels
    await room.press(player, answer.message, label)
    return f"{question}\n{answer.message.text}"


@tell
async def test_of_three_the_others_play_on_and_the_board_says_who_left(room: Room) -> None:
    board = await room.begin_tell()
    told = await left(room, room.ben)
    assert "Leave your match with Ada and Cleo? They play on" in told
    assert "You have left the match; it goes on without you." in told
    assert (await room.match(board)).left == {2}
    assert "🚪 Ben left the match." in board.text
    for _ in range(2):
        for player in (room.ada, room.cleo):
            await room.press(player, board, "1")
    assert (await room.match(board)).ending is Ending.PLAYED
    assert "🚪 Ben left the match." in board.text


@tell
async def test_a_call_that_still_holds_stays_when_somebody_else_leaves(room: Room) -> None:
    await room.begin_tell()
    before = {call.pings[0]: call.id for call in room.calls()}
    assert before.keys() == {room.ben.id, room.cleo.id}
    await left(room, room.cleo)
    after = {call.pings[0]: call.id for call in room.calls()}
    assert after.keys() == {room.ada.id, room.ben.id}
    assert after[room.ben.id] == before[room.ben.id]


@tell
async def test_a_player_who_has_left_cannot_leave_or_play_again(room: Room) -> None:
    board = await room.begin_tell()
    await left(room, room.ben)
    answer = await room.command(room.ben, "resign", group="tell", match=board.match)
    assert "already left this match" in answer.told
    assert (await room.press(room.ben, board, "1")).told
    menu = await room.press(room.ben, board, "Menu")
    assert not {"Leave", "Resign", "Cancel match"} & set(menu.message.labels)
    matches = await room.command(room.ben, "matches", group="")
    assert "you have left" in matches.told


@tell
async def test_where_the_lobby_allows_it_the_machine_plays_on(room: Room) -> None:
    board = await room.begin_tell(terms=Terms(rated=True, takeover=True))
    told = await left(room, room.ben)
    assert "The machine takes over your seat" in told
    match = await room.match(board)
    assert (match.phase, match.player(2).level, match.terms.rated) == (
        Phase.PLAYING,
        "medium",
        False,
    )
    assert "🅰️ Ada · 🅱️ Ben (machine) · 🆎 Cleo" in board.text
    assert "🤖 Ben left; the machine plays on." in board.text
    assert match.id not in (await room.command(room.ben, "matches", group="")).told


@tell
async def test_what_a_leaver_did_stays_theirs_once_the_machine_plays_on(room: Room) -> None:
    board = await room.begin_tell(terms=Terms(takeover=True))
    for player, number in zip((room.ada, room.ben, room.cleo), "123", strict=True):
        await room.press(player, board, number)
    await left(room, room.ben)
    replay = await room.command(room.ada, "replay", group="tell")
    assert "Ben (machine)" in replay.told
    assert "Machine (medium)" not in replay.told + board.text


@tell
async def test_earlier_moves_of_a_leaver_are_not_told_as_answers_of_the_machine(
    room: Room,
) -> None:
    board = await room.begin_tell(terms=Terms(takeover=True))
    await room.press(room.ada, board, "1")
    (play,) = (await room.match(board)).plays
    await left(room, room.ben)
    match = await room.match(board)
    line = [replace(play, seat=seat) for seat in (1, 2, 3)]
    assert recapped_from(match, line[:2]) == 0, "the latest move by a person"
    ben = replace(play, seat=2)
    match = replace(match, players=(*match.players[:2], replace(match.player(2), name="Cleo")))
    assert recapped_from(match, [line[0], *line[1:] * 3, ben]) == 6, "one turn of each"


@tell
async def test_a_leaver_who_deletes_their_data_loses_their_name_where_the_machine_plays_on(
    room: Room,
) -> None:
    board = await room.begin_tell(terms=Terms(takeover=True))
    await left(room, room.ben)
    asked = (await room.command(room.ben, "delete", group="privacy")).message
    await room.press(room.ben, asked, "Delete everything")
    await room.time_passes(60)
    assert "someone (machine)" in board.text
    assert "Ben" not in board.text
    assert "Ben" not in (await room.command(room.ada, "matches", group="")).told


@tell
async def test_alone_resigning_ends_the_match_without_a_winner(room: Room) -> None:
    answer = await room.command(room.ada, "challenge", group="tell", seats=1)
    board = answer.message
    told = await left(room, room.ada)
    assert "Resign this match?" in told
    assert "🏳️ Ada resigned." in board.text


async def test_of_two_who_resigns_has_lost_against_the_machine_too(room: Room) -> None:
    answer = await room.command(room.ada, "challenge", machine="easy")
    board = answer.message
    told = await left(room, room.ada, "prowler")
    assert "against Machine (easy)? You lose it" in told
    assert "🏳️ Ada resigned; Machine (easy) wins." in board.text
    assert "Not rated: the machine took part." in board.text


# ------------------------------------------------------------------ claims


@tell
async def test_of_three_a_claim_makes_those_leave_who_are_late(room: Room) -> None:
    board = await room.begin_tell(terms=Terms(pace=DAY))
    await room.press(room.ada, board, "1")
    menu = await room.press(room.ada, board, "Menu")
    assert "Make late players leave" not in menu.message.labels
    room.clock.now += DAY
    menu = await room.press(room.ada, board, "Menu")
    assert "Claim victory" not in menu.message.labels
    late = await room.press(room.ben, board, "Menu")
    assert "Make late players leave" not in late.message.labels
    answer = await room.press(room.ada, menu.message, "Make late players leave")
    assert "Ben and Cleo had to leave the match" in answer.told
    match = await room.match(board)
    assert match.left == {2, 3}
    assert (match.phase, match.ending) == (Phase.OVER, Ending.PLAYED), "one alone is left"


@tell
async def test_a_player_who_left_the_server_can_be_claimed_at_once(room: Room) -> None:
    board = await room.begin_tell(terms=Terms())
    room.guild.remove_member(room.ben)
    answer = await room.command(room.ada, "claim", group="tell")
    assert "Ben had to leave the match" in answer.told
    match = await room.match(board)
    assert match.left == {2}
    assert match.phase is Phase.PLAYING
    assert "🚪 Ben left the match." in board.text


async def test_of_two_a_player_who_left_the_server_has_lost_by_a_claim(room: Room) -> None:
    board = await room.begin(pace=0)  # Ben opens
    assert "no time limit" in (await room.command(room.ada, "claim")).told
    room.guild.remove_member(room.ben)
    answer = await room.command(room.ada, "claim")
    assert "Ben has left this server. You win the match." in answer.told
    assert (await room.match(board)).ending is Ending.CLAIMED


@tell
async def test_at_half_time_a_player_who_left_the_server_leaves_the_match_too(room: Room) -> None:
    board = await room.begin_tell(terms=Terms(pace=DAY))
    room.guild.remove_member(room.ben)
    await room.time_passes(DAY // 2)
    match = await room.match(board)
    assert match.left == {2}
    assert match.phase is Phase.PLAYING
    assert "🚪 Ben left the match." in board.text


async def test_at_half_time_the_opponent_of_who_left_the_server_is_told_of_the_claim(
    room: Room,
) -> None:
    board = await room.begin(pace=DAY)  # Ben opens
    room.guild.remove_member(room.ben)
    await room.time_passes(DAY // 2)
    assert (await room.match(board)).phase is Phase.PLAYING
    (told,) = [call for call in room.calls() if "/prowler claim" in call.text]
    assert told.pings == [room.ada.id]


# ------------------------------------------------------------------ being forgotten


@tell
async def test_a_player_who_has_everything_deleted_leaves_a_match_of_three_for_the_others(
    room: Room,
) -> None:
    board = await room.begin_tell()
    asked = await room.command(room.ben, "delete", group="privacy")
    await room.press(room.ben, asked.message, "Delete everything")
    match = await room.match(board)
    assert match.left == {2}
    assert match.phase is Phase.PLAYING
    assert match.player(2).forgotten
    assert "🚪 someone left the match." in board.text
    assert "Ben" not in board.text
    for _ in range(2):
        for player in (room.ada, room.cleo):
            await room.press(player, board, "1")
    assert (await room.match(board)).ending is Ending.PLAYED


@tell
async def test_a_player_who_has_everything_deleted_leaves_the_lobbies_they_have_joined(
    room: Room,
) -> None:
    answer = await room.command(room.ada, "challenge", group="tell", seats=3)
    board = answer.message
    await room.press(room.ben, board, "Red")
    asked = await room.command(room.ben, "delete", group="privacy")
    await room.press(room.ben, asked.message, "Delete everything")
    match = await room.match(board)
    assert match.phase is Phase.LOBBY
    assert match.player(2).is_vacant
    assert "Ben" not in board.text
