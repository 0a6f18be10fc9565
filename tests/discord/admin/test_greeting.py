"""All games in one message: posted when the bot joins a server, repeated and removed by admins."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from cogs.admin.server_settings import Greeting
from cogs.presses.addresses import HubPress
from prowlerbot.match.preferences import ServerChoices
from tests.discord.message import Message
from tests.discord.room import Room

TITLES = ("Prowler's Passage", "Landgrab", "Heroes Beware")
WAYS = [[f"Play {title} now", "Challenge"] for title in TITLES]


def greetings(room: Room, channel: Any = None) -> list[Message]:
    return [
        each for each in room.messages(channel) if "Which game would you like to play" in each.text
    ]


async def joined(room: Room) -> None:
    """The event that Discord sends when the bot joins, and sometimes again later."""
    bot = room.bench.bot
    greeting, guild = bot.get_cog(Greeting.__name__), bot.get_guild(room.guild.id)
    assert isinstance(greeting, Greeting)
    assert guild is not None
    await greeting.on_guild_join(guild)


def deny(room: Room, channel: Any, **permissions: bool) -> None:
    overwrite = Overwrite(
        room.guild.default_role.id,
        OverwriteType.ROLE,
        deny=discord.Permissions(**permissions).value,
    )
    bot = Overwrite(
        room.bench.bot.user.id if room.bench.bot.user else 0,
        OverwriteType.MEMBER,
        deny=discord.Permissions(**permissions).value,
    )
    room.env.backend.edit_channel(channel.id, {}, overwrites=[overwrite, bot])


@pytest.fixture
def fay(room: Room) -> simcord.MemberActor:
    return room.join("Fay", may=discord.Permissions(manage_guild=True))


async def settings(room: Room, fay: simcord.MemberActor) -> Message:
    return (await room.command(fay, "settings", group="prowler-admin")).message


async def test_a_server_that_the_bot_joins_is_greeted_once(room: Room) -> None:
    await joined(room)
    (greeting,) = greetings(room)
    others = (["Find somebody", "Daily challenge"], ["Puzzles", "Your matches", "Help"])
    assert greeting.rows == [*WAYS, *others]
    assert len(greeting.alts) == 3
    await joined(room)
    await room.restart()
    await joined(room)
    assert [each.id for each in greetings(room)] == [greeting.id]
    board = await room.late_press(room.cleo, greeting, str(HubPress("now", "prowler")))
    assert board.public, "its buttons outlive the restart"
    assert greeting.exists


async def test_the_event_of_joining_brings_the_greeting(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = room.guild.create_text_channel("hall")
    room.env.backend.edit_guild(room.guild.id, {"system_channel_id": hall.id})
    greeted, post = asyncio.Event(), Greeting.post

    async def noted(*about: Any) -> None:
        await post(*about)
        greeted.set()

    monkeypatch.setattr(Greeting, "post", noted)
    room.bench.bot.dispatch("guild_join", room.bench.bot.get_guild(room.guild.id))
    await greeted.wait()
    assert len(greetings(room, hall)) == 1, "where Discord greets members too"
    assert greetings(room) == []


async def test_a_bot_that_died_before_it_greeted_does_so_never(room: Room) -> None:
    room.fail("send", status=500, times=None)
    await joined(room)
    room.recover()
    await joined(room)
    assert greetings(room) == []


async def test_the_bot_greets_only_where_it_may_and_challenges_are_allowed(room: Room) -> None:
    deny(room, room.channel, send_messages=True)
    await joined(room)
    assert greetings(room) == [], "there is no channel for it yet"
    arena, hall = (room.guild.create_text_channel(name) for name in ("arena", "hall"))
    await room.service.store.choices.put(
        room.guild.id, ServerChoices(channels=(hall.id,), language="de")
    )
    await joined(room)
    assert [each for each in room.messages(arena) if each.alts] == []
    (greeting,) = [each for each in room.messages(hall) if each.alts]
    assert "Passagen" in greeting.text or "Diebe" in greeting.text, "in the server's language"


async def test_an_admin_removes_the_games_for_good(room: Room, fay: simcord.MemberActor) -> None:
    await joined(room)
    shown = await settings(room, fay)
    answer = await room.press(fay, shown, "Remove it")
    assert "is removed" in answer.told
    assert greetings(room) == []
    await joined(room)
    assert greetings(room) == []
    assert "shown nowhere" in (await room.press(fay, shown, "Remove it")).told
    posted = await room.press(fay, shown, "Post it here")
    room.deletes(posted.message)
    assert "is removed" in (await room.press(fay, shown, "Remove it")).told, "it is gone already"


async def test_only_admins_post_and_remove_the_games(room: Room, fay: simcord.MemberActor) -> None:
    await joined(room)
    shown = await settings(room, fay)
    for custom_id in ("greeting:post", "greeting:remove"):
        refused = await room.late_press(room.ada, shown, custom_id)
        assert "Only members with the permission Manage Server" in refused.told
    assert len(greetings(room)) == 1
