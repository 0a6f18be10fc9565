"""The settings of a server: only admins may change them, and each change counts at once."""

import asyncio
from typing import Any

import discord
import pytest

from cogs.admin.server_settings import Greeting, server_settings
from cogs.frame.visit import HostLinks
from cogs.presses.addresses import HubPress
from prowlerbot.core.i18n import LANGUAGES, speaking
from prowlerbot.match.preferences import ServerChoices
from tests.discord.message import Message, Wire
from tests.discord.room import Room

SELECTS = {3, 6, 8}
NO_STORE: Any = None
"""A message is made from choices alone."""


def selects(message: Message) -> dict[str, Wire]:
    found = [each for each in message.components if each["type"] in SELECTS]
    return {each["custom_id"].removeprefix("server:"): each for each in found}


def picked(message: Message, name: str) -> list[str]:
    return [each["label"] for each in selects(message)[name]["options"] if each.get("default")]


async def chosen(room: Room) -> ServerChoices:
    return await room.service.store.choices.choices_of(ServerChoices, room.guild.id)


async def test_the_settings_show_what_holds_and_each_select_stores_its_choice(room: Room) -> None:
    message = (await room.command(room.admin, "/prowler-admin settings")).message
    assert picked(message, "pace") == ["3 days a move"]
    assert picked(message, "switches") == ["Calls", "Rated", "Machine"]
    assert len(message.components) <= 40
    await room.restart()
    hall = room.guild.create_text_channel("hall")
    for name, values in (
        ("channels", [hall]),
        ("switches", ["threads"]),
        ("pace", ["600"]),
        ("theme", ["safe"]),
        ("language", ["de"]),
    ):
        await room.pick(room.admin, message, f"server:{name}", values)
    await room.press(room.admin, message, "Moderators and log")
    assert picked(message, "open_challenges") == ["5 challenges"]
    assert picked(message, "presses_a_minute") == ["60 presses a minute"]
    await room.pick(room.admin, message, "server:open_challenges", ["2"])
    await room.pick(room.admin, message, "server:presses_a_minute", ["120"])
    await room.press(room.admin, message, "General")
    assert await chosen(room) == ServerChoices(
        channels=(hall.id,),
        threads=True,
        calls=False,
        rated=False,
        machine=False,
        pace=600,
        theme="safe",
        language="de",
        open_challenges=2,
        presses_a_minute=120,
    )
    assert [each["id"] for each in selects(message)["channels"]["default_values"]] == [hall.id]
    await room.pick(room.admin, message, "server:channels", [])
    await room.pick(room.admin, message, "server:language", ["server"])
    assert (await chosen(room)).channels == ()
    assert (await chosen(room)).language is None


async def test_admins_alone_choose_moderators_whoever_the_command_is_open_to(room: Room) -> None:
    message = (await room.command(room.admin, "/prowler-admin settings")).message
    role = room.guild.create_role("Wardens")
    await room.press(room.admin, message, "Moderators and log")
    await room.pick(room.admin, message, "server:moderators", [role])
    assert (await chosen(room)).moderators == role.id
    everybody = await room.late_press(
        room.admin, message, "server:moderators", values=[str(room.guild.id)]
    )
    assert everybody.told.endswith("All members have this role; choose another one.")
    await room.pick(room.admin, message, "server:moderators", [])
    assert (await chosen(room)).moderators == 0
    await room.press(room.admin, message, "General")
    assert picked(message, "pace") == ["3 days a move"]
    before = await chosen(room)
    answer = await room.late_press(room.ada, message, "server:theme", values=["day"])
    assert "permission Manage Server" in answer.told
    assert await chosen(room) == before
    command = room.env.backend.find_command("prowler-admin", room.guild.id, type=1)
    assert command is not None
    room.guild.set_command_permissions(int(command["id"]), {room.ada: True})
    answer = await room.command(room.ada, "/prowler-admin settings")
    assert "permission Manage Server" in answer.told


@pytest.mark.parametrize("page", range(4))
def test_the_message_fits_in_every_language(page: int) -> None:
    links = HostLinks(support="https://example.org")
    for language in LANGUAGES:
        with speaking(language):
            view = server_settings(NO_STORE, links, lambda: 0).view(
                ServerChoices(channels=tuple(range(1, 26)), daily_hour=23), page
            )
        assert view.total_children_count <= 40
        for item in view.walk_children():
            if isinstance(item, discord.ui.Select):
                assert all(len(option.label) <= 100 for option in item.options), language
                assert all(len(it.description or "") <= 100 for it in item.options), language


TITLES = ("Prowler's Passage", "Landgrab", "Heroes Beware")
WAYS = [["Play the machine", "Challenge", "Learn"] for _ in TITLES]


def greetings(room: Room, channel: Any = None) -> list[Message]:
    return [
        each for each in room.messages(channel) if "Which game would you like to play" in each.text
    ]


async def joined(room: Room) -> None:
    """The event that Discord sends when the bot joins, and sometimes again later."""
    guild = room.bench.bot.get_guild(room.guild.id)
    assert guild is not None
    await room.feature(Greeting).on_guild_join(guild)


async def test_a_server_is_greeted_once_until_an_admin_removes_that_for_good(room: Room) -> None:
    await joined(room)
    (greeting,) = greetings(room)
    others = (["Find somebody", "Daily challenge"], ["Puzzles", "Your matches", "Help"])
    assert greeting.rows == [*WAYS, *others]
    assert len(greeting.alts) == 1
    await joined(room)
    await room.restart()
    await joined(room)
    assert [each.id for each in greetings(room)] == [greeting.id]
    board = await room.late_press(room.cleo, greeting, str(HubPress("now", "prowler")))
    assert board.public, "its buttons outlive the restart"
    assert greeting.exists
    await joined(room)
    shown = (await room.command(room.admin, "/prowler-admin settings")).message
    for custom_id in ("greeting:post", "greeting:remove"):
        refused = await room.late_press(room.ada, shown, custom_id)
        assert "Only members with the permission Manage Server" in refused.told
    assert len(greetings(room)) == 1
    answer = await room.press(room.admin, shown, "Remove it")
    assert "is removed" in answer.told
    assert greetings(room) == []
    await joined(room)
    assert greetings(room) == []
    assert "is removed" in (await room.late_press(room.admin, shown, "greeting:remove")).told
    await room.press(room.admin, shown, "Post it here")
    room.deletes(greetings(room)[0])
    answer = await room.press(room.admin, shown, "Remove it")
    assert "is removed" in answer.told, "it is gone already"


async def test_the_event_of_joining_brings_it_where_discord_greets_members(room: Room) -> None:
    hall = room.guild.create_text_channel("hall")
    room.env.backend.edit_guild(room.guild.id, {"system_channel_id": hall.id})
    greeted, post = asyncio.Event(), Greeting.post

    async def noted(*about: Any) -> None:
        await post(*about)
        greeted.set()

    room.patch.setattr(Greeting, "post", noted)
    room.bench.bot.dispatch("guild_join", room.bench.bot.get_guild(room.guild.id))
    await greeted.wait()
    assert len(greetings(room, hall)) == 1
    assert greetings(room) == []


async def test_a_bot_that_died_before_it_greeted_does_so_never(room: Room) -> None:
    room.fail("send", status=500, times=None)
    await joined(room)
    room.recover()
    await joined(room)
    assert greetings(room) == []


async def test_the_bot_greets_only_where_it_may_and_challenges_are_allowed(room: Room) -> None:
    room.deny_bot(room.channel.id, send_messages=True)
    await joined(room)
    assert greetings(room) == [], "there is no channel for it yet"
    arena, hall = (room.guild.create_text_channel(name) for name in ("arena", "hall"))
    await room.set_up(channels=(hall.id,), language="de")
    await joined(room)
    assert [each for each in room.messages(arena) if each.alts] == []
    (greeting,) = [each for each in room.messages(hall) if each.alts]
    assert "Passagen" in greeting.text or "Diebe" in greeting.text, "in the server's language"
