"""Reminders: at half time and near the end, once, where and when the player wants them."""

from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from typing import Any

import discord
import pytest
import simcord

from cogs.people import call_choices
from prowlerbot.games import GAMES
from prowlerbot.match.deadlines import Reminder
from prowlerbot.match.preferences import DAY, PlayerChoices
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.service import Service
from prowlerbot.storage.engines.address import open_database
from prowlerbot.storage.store import Store
from tests.discord.message import Message
from tests.discord.room import Room

HOUR = 60 * 60


async def choose(room: Room, player: simcord.MemberActor, **choices: object) -> None:
    chosen = await room.service.player(player.id)
    await room.service.store.choose(player.id, replace(chosen, **choices))  # type: ignore[arg-type]  # fields by name


async def waiting_for_ada(room: Room, pace: int = DAY) -> Message:
    """A match in which Ben has opened, so that Ada is to place."""
    board = await room.begin(pace=pace)
    await room.play(board, ["Castle"])
    return board


def direct(room: Room, player: simcord.MemberActor) -> list[discord.Message]:
    if player.id not in room.env.backend.dm_channels:
        return []
    return player.user.dm_channel.history()


async def test_half_time_and_the_last_hours_bring_one_reminder_each(room: Room) -> None:
    await waiting_for_ada(room)
    await room.time_passes(DAY // 2 - HOUR)
    assert len(room.calls()) == 1
    await room.time_passes(2 * HOUR)
    _, half = room.calls()
    assert "half of your time" in half.text
    assert half.pings == [room.ada.id]
    await room.time_passes(HOUR)
    assert len(room.calls()) == 2
    await room.time_passes(DAY // 2 - 3 * HOUR)
    _, half, last = room.calls()
    assert "nearly up" in last.text
    await room.time_passes(DAY)
    assert len(room.calls()) == 3


async def test_the_reminders_go_with_the_move(room: Room) -> None:
    board = await waiting_for_ada(room)
    await room.time_passes(DAY - HOUR)
    assert len(room.calls()) == 2
    await room.play_on(board, random.Random(2), 2)
    (call,) = room.calls()
    assert call.pings == [room.ben.id]


async def test_without_a_pace_nobody_is_reminded(room: Room) -> None:
    await waiting_for_ada(room, pace=0)
    await room.time_passes(30 * DAY)
    assert len(room.calls()) == 1


async def test_quiet_hours_hold_a_reminder_back_until_they_are_over(room: Room) -> None:
    await choose(room, room.ada, quiet_from=11, quiet_to=15)
    await waiting_for_ada(room)  # at midnight
    await room.time_passes(13 * HOUR)
    assert len(room.calls()) == 1
    await room.time_passes(2 * HOUR)
    assert "half of your time" in room.calls()[1].text


async def test_a_call_in_quiet_hours_makes_no_sound(room: Room) -> None:
    await choose(room, room.ada, quiet_from=0, quiet_to=6)
    await waiting_for_ada(room)
    sent = [each.json for each in room.env.http_requests if each.path.endswith("/messages")]
    silent = discord.MessageFlags(suppress_notifications=True).value
    assert [each.get("flags", 0) & silent for each in sent if each] == [silent]


async def test_a_player_can_be_called_and_reminded_by_direct_message(room: Room) -> None:
    await choose(room, room.ada, calls="dm")
    board = await waiting_for_ada(room)
    assert room.calls() == []
    (call,) = direct(room, room.ada)
    assert ", your turn. Ben opened, Castle: centre → Ben 1." in call.content
    assert str(board.id) in call.content
    await room.time_passes(DAY - HOUR)
    assert "nearly up" in direct(room, room.ada)[-1].content
    await room.play_on(board, random.Random(2), 2)
    assert direct(room, room.ada) == []


async def test_where_direct_messages_are_refused_the_call_comes_in_the_channel(room: Room) -> None:
    await choose(room, room.ada, calls="dm")
    room.env.inject_error("POST", "/users/@me/channels", status=403)
    await waiting_for_ada(room)
    (call,) = room.calls()
    assert call.pings == [room.ada.id]


async def test_a_player_who_wants_no_calls_gets_no_reminders_either(room: Room) -> None:
    await choose(room, room.ada, calls="off")
    await waiting_for_ada(room)
    await room.time_passes(DAY - HOUR)
    assert room.calls() == []
    assert direct(room, room.ada) == []


async def test_two_processes_with_one_database_share_each_reminder(room: Room) -> None:
    await waiting_for_ada(room)
    room.clock.now += DAY - HOUR
    other = await open_database(room.bench.url)
    try:
        twin = Service(Store(other), games=GAMES, clock=room.clock)
        houses = Housekeeping(room.service), Housekeeping(twin)
        found = await asyncio.gather(*(each.reminders() for each in houses for _ in range(5)))
    finally:
        await other.close()
    reminders = [reminder for each in found for _, _, reminder in each]
    assert reminders == [Reminder.LAST]


async def test_a_board_that_is_only_redrawn_calls_nobody_again(room: Room) -> None:
    board = await room.begin()
    room.env.inject_error("POST", "/interactions/*/*/callback", status=500)
    room.env.inject_error("PATCH", "/channels/*/messages/*", status=500)
    await room.press(room.ben, board, "Castle")
    (call,) = room.calls()
    await room.time_passes(60)
    assert [each.id for each in room.calls()] == [call.id]
    assert "Ada" in board.text


async def test_being_away_moves_the_deadline_and_silences_reminders(room: Room) -> None:
    await waiting_for_ada(room)
    answer = await room.command(room.ada, "calls", group="", away=3)
    assert "away until" in answer.told
    await room.time_passes(DAY + HOUR)
    assert len(room.calls()) == 1
    await room.command(room.ada, "calls", group="", away=0)
    assert (await room.service.player(room.ada.id)).away_until == 0


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"where": "dm"}, "by direct message"),
        ({"where": "off"}, "You are not called"),
        ({}, "in the channel of the match"),
        ({"quiet_from": 22, "quiet_to": 7, "timezone": "Asia/Tokyo"}, "From 22:00 to 7:00"),
    ],
)
async def test_the_choices_of_a_player_are_kept_and_told(
    room: Room, options: dict[str, Any], told: str
) -> None:
    answer = await room.command(room.ada, "calls", group="", **options)
    assert not answer.public
    assert told in answer.told
    again = await room.command(room.ada, "calls", group="")
    assert told in again.told


async def test_a_time_zone_that_does_not_exist_is_refused_and_nothing_is_kept(room: Room) -> None:
    answer = await room.command(room.ada, "calls", group="", where="dm", timezone="Middle/Earth")
    assert "There is no time zone" in answer.told
    assert await room.service.player(room.ada.id) == PlayerChoices()


async def test_time_zones_are_listed_once_and_not_for_each_letter(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    def walked() -> None:
        raise AssertionError

    monkeypatch.setattr(call_choices, "available_timezones", walked)
    for typed in ("", "b", "berlin"):
        assert await room.ada.autocomplete(room.channel, "calls", "timezone", typed)
    answer = await room.command(room.ada, "calls", group="", timezone="Europe/Berlin")
    assert "no time zone" not in answer.told


async def test_time_zones_are_suggested_by_the_city_that_is_typed(room: Room) -> None:
    found = await room.ada.autocomplete(room.channel, "calls", "timezone", "berl")
    assert found[0]["value"] == "Europe/Berlin"
    assert len(found) <= 25
