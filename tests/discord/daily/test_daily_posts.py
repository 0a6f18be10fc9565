"""The day's challenge in a channel: once a day at the server's hour, whatever dies meanwhile."""

from __future__ import annotations

from typing import Any

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from cogs.daily.daily_ranking import score_words
from prowlerbot.core.clock import DAY
from prowlerbot.daily.daily_store import try_score
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from tests.discord.message import Message
from tests.discord.room import START, Room
from tests.discord.tries import finished

pytestmark = pytest.mark.answering_machine

HOUR = 60 * 60


@pytest.fixture
def fay(room: Room) -> simcord.MemberActor:
    return room.join("Fay", may=discord.Permissions(manage_guild=True))


def posts(room: Room) -> list[Message]:
    return [each for each in room.messages() if "Daily challenge ·" in each.text]


async def round_at(room: Room, seconds: int) -> None:
    """A round of this process so many seconds after midnight UTC of the first day."""
    room.clock.now = START + seconds
    await room.rested()


async def wanted(room: Room, **chosen: Any) -> None:
    choices = {"daily_channel": room.channel.id, "daily_hour": 9, "timezone": "Europe/Berlin"}
    await room.service.store.choices.change(ServerChoices, room.guild.id, **{**choices, **chosen})


def deny(room: Room, *permissions: str) -> None:
    denied = discord.Permissions(**dict.fromkeys(permissions, True)).value
    bot = Overwrite(
        room.bench.bot.user.id if room.bench.bot.user else 0, OverwriteType.MEMBER, deny=denied
    )
    room.env.backend.edit_channel(room.channel.id, {}, overwrites=[bot])


async def test_it_is_posted_once_a_day_at_the_hour_of_the_server(room: Room) -> None:
    await wanted(room)
    await round_at(room, 8 * HOUR - 1)
    assert posts(room) == []
    for seconds in (8 * HOUR, 8 * HOUR + 60, 10 * HOUR):
        await round_at(room, seconds)
        assert len(posts(room)) == 1
    await round_at(room, DAY + 8 * HOUR + 5)
    first, second = posts(room)
    assert "1 January 2026" in first.text
    assert "2 January 2026" in second.text
    assert f"before <t:{START + DAY}:f>" in first.text
    opened = await room.press(room.ben, second, "Play")
    assert "Not played yet." in opened.told
    assert not opened.public


async def test_it_is_not_posted_where_nobody_wants_it_or_long_after_its_hour(room: Room) -> None:
    await round_at(room, 9 * HOUR)
    await wanted(room)
    await round_at(room, 12 * HOUR)
    await wanted(room, daily_channel=0)
    await round_at(room, DAY + 9 * HOUR)
    assert posts(room) == []


async def test_the_best_of_the_day_before_is_told_without_a_name(room: Room) -> None:
    match = await finished(room)
    score = try_score(match, room.service.game(match))
    assert score is not None
    await wanted(room)
    await round_at(room, DAY + 9 * HOUR)
    (post,) = posts(room)
    assert f"Best of the day before: {score_words(score, alone=False)}" in post.text
    assert "Ada" not in post.text
    await room.service.store.choices.change(PlayerChoices, room.ada.id, seen="nowhere")
    await finished(room)
    await round_at(room, 2 * DAY + 9 * HOUR)
    assert "Best of the day before" not in posts(room)[1].text


async def test_a_channel_is_refused_where_the_bot_may_not_post(
    room: Room, fay: simcord.MemberActor
) -> None:
    deny(room, "send_messages", "read_message_history")
    settings = (await room.command(fay, "settings", group="prowler-admin")).message
    refused = await room.pick(fay, settings, "server:daily_channel", [room.channel])
    assert "I lack permissions in that channel: " in refused.told
    assert "Read Message History" in refused.told
    deny(room)
    await room.pick(fay, settings, "server:daily_channel", [room.channel])
    await room.pick(fay, settings, "server:daily_hour", ["19"])
    assert "Less than 6 hours would be left then" in settings.text
    await room.pick(fay, settings, "server:daily_hour", ["18"])
    assert "would be left then" not in settings.text
    await room.pick(fay, settings, "server:timezone", ["Asia/Tokyo"])
    chosen = await room.service.store.choices.choices_of(ServerChoices, room.guild.id)
    assert (chosen.daily_channel, chosen.daily_hour) == (room.channel.id, 18)
    await round_at(room, 9 * HOUR)
    assert len(posts(room)) == 1
    deny(room, "send_messages")
    await round_at(room, DAY + 9 * HOUR)
    assert len(posts(room)) == 1
    doctor = await room.command(fay, "doctor", group="prowler-admin")
    assert "Permissions missing in" in doctor.told
    deny(room)
    await round_at(room, DAY + 9 * HOUR + 300)
    assert len(posts(room)) == 1, "the next one comes tomorrow"
    await room.pick(fay, settings, "server:daily_channel", [])
    assert (
        await room.service.store.choices.choices_of(ServerChoices, room.guild.id)
    ).daily_channel == 0
