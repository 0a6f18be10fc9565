"""As time passes: when a move is due, who is called after a pause, and two reminders."""

import random
from dataclasses import replace

import discord
import pytest
import simcord

from prowlerbot.core.clock import DAY
from prowlerbot.match.banks import bank_left
from prowlerbot.match.call_rules import PAUSE
from prowlerbot.match.terms import RESERVE
from tests.discord.board.test_calls import ends_there
from tests.discord.limits import pings_at
from tests.discord.message import Message
from tests.discord.room import START, Room

HOUR = 60 * 60


async def choose(room: Room, player: simcord.MemberActor, **choices: object) -> None:
    chosen = await room.service.player(player.id)
    await room.service.store.choices.put(player.id, replace(chosen, **choices))  # type: ignore[arg-type]  # fields by name


async def waiting_for_ada(room: Room, pace: int = DAY) -> Message:
    """A match in which Ben has opened, so that Ada is to place."""
    board = await room.begin(pace=pace)
    await room.play(board, ["Castle"])
    return board


def direct(room: Room, player: simcord.MemberActor) -> list[discord.Message]:
    if player.id not in room.env.backend.dm_channels:
        return []
    return player.user.dm_channel.history()


# ------------------------------------------------------------ calls to who pauses


@pytest.mark.there
async def test_two_who_press_within_a_minute_are_called_at_the_first_pause_once(room: Room) -> None:
    board = await room.begin(first="me")
    rng = random.Random(3)
    await room.play_on(board, rng, 2)
    pings = [pings_at(room, each.id) for each in (room.ada, room.ben)]
    for ply in range(3, 9):
        room.clock.now += 30
        await room.play_on(board, rng, ply)
    assert [pings_at(room, each.id) for each in (room.ada, room.ben)] == pings
    assert room.calls() == []
    await room.time_passes(PAUSE - 1)
    assert room.calls() == []
    await room.restart()
    await room.time_passes(61)
    (call,) = room.calls()
    assert call.pings == [(await room.mover(board)).id]
    await room.time_passes(60)
    await room.restart()
    await room.time_passes(60)
    assert [each.id for each in room.calls()] == [call.id]
    await room.play_on(board, rng, 9)
    assert not call.exists


# ------------------------------------------------------------ outages


async def test_a_week_without_the_bot_moves_a_deadline_and_the_board_says_why(room: Room) -> None:
    board = await waiting_for_ada(room)
    room.bench.beats = True
    await room.rested()
    began = room.clock.now
    await room.bench.close()
    room.clock.now += 7 * DAY
    back = room.clock.now
    await room.env.restart_bot(await room.bench.open())
    early = await room.command(room.ben, "time-up")
    assert "not up yet" in early.told
    await room.rested()
    assert f"due <t:{back + DAY}:R>" in board.text
    told = f"There is more time, as the bot was away: <t:{began}:f> – <t:{back}:f>."
    assert told in board.text
    assert f"<t:{back + DAY}:R>" in (await room.command(room.ada, "matches", group="")).told


# ------------------------------------------------------------ reminders


async def test_where_direct_messages_are_refused_the_call_comes_in_the_channel(room: Room) -> None:
    await choose(room, room.ada, calls="dm")
    room.env.inject_error("POST", "/users/@me/channels", status=403)
    await waiting_for_ada(room)
    (call,) = room.calls()
    assert call.pings == [room.ada.id]


# ------------------------------------------------------------ many at a time


async def many_for_ada(room: Room, number: int = 6, pace: int = DAY) -> list[Message]:
    """Matches in which it is Ada's turn; their first calls are gone."""
    boards = [await waiting_for_ada(room, pace) for _ in range(number)]
    await room.service.store.database.write("UPDATE messages SET state = 'gone', message = 0")
    return boards


def since(room: Room, before: list[int]) -> list[Message]:
    return [each for each in room.calls() if each.id not in before]


async def test_a_move_takes_its_match_out_of_the_message_and_the_last_one_the_message(
    room: Room,
) -> None:
    boards = await many_for_ada(room, 3)
    before = [each.id for each in room.calls()]
    await room.time_passes(DAY - HOUR)
    (told,) = since(room, before)
    for left in (2, 1):
        await room.play_on(boards[left], random.Random(2), 2)
        assert [str(board.id) in told.text for board in boards] == [at < left for at in range(3)]
    assert "nearly up" in told.text, "the message of the only one left is that of one match"
    await room.play_on(boards[0], random.Random(2), 2)
    assert not told.exists


async def test_a_reminder_that_a_kill_left_is_not_sent_once_its_time_has_passed(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await many_for_ada(room, 2)
    before = [each.id for each in room.calls()]
    with monkeypatch.context() as patch:
        ends_there(patch, discord.PartialMessageable, "send")
        await room.time_passes(DAY - HOUR)
    room.clock.now += 2 * HOUR
    await room.restart()
    await room.time_passes(60)
    assert since(room, before) == []


# ------------------------------------------------------------ a clock for the whole match


async def pass_both(room: Room, seconds: int) -> None:
    """Let time pass for the bot and for Discord."""
    await room.env.advance_time(max(0, seconds - 60))
    await room.time_passes(seconds)


async def test_a_clock_runs_from_the_message_that_shows_a_turn_to_the_press_that_ends_it(
    room: Room,
) -> None:
    board = await room.begin(pace=-1010)
    opened = (await room.match(board)).unseen
    assert [late.began for late in opened] == [START]
    assert f"2:00 for the first move, until <t:{START + 120}:T>" in board.text
    await pass_both(room, 100)
    await room.env.advance_time(5)  # Discord's clock is ahead of the bot's
    await room.play(board, ["Castle"])
    match = await room.match(board)
    (seat,) = {play.seat for play in match.plays if play.moment >= 0}
    assert abs(bank_left(match, seat) - (600 - 105 + 10)) <= 1
    assert abs(match.unseen[-1].ended - START - 105) <= 1, "Discord's time of the edit"
    assert (await room.board_row(match.id)).shown == match.revision, "one edit for both"
    other = await room.mover(board)
    assert room.names[other.id] != match.player(seat).name
    assert f"{match.player(seat).name} 8:2" in board.text


async def test_a_day_in_reserve_is_given_in_the_menu_and_shown_on_the_board(room: Room) -> None:
    board = await room.begin(pace=RESERVE)
    late = await room.mover(board)
    giver = room.ada if late.id != room.ada.id else room.ben
    assert f"due <t:{START + 8 * DAY}:R>" in board.text
    menu = (await room.press(giver, board, "Menu")).private
    assert "got a day more in reserve" in (await room.press(giver, menu, "Give a day")).told
    assert f"due <t:{START + 9 * DAY}:R>" in board.text
