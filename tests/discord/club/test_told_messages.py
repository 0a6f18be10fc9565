"""“Tell me”: a role or a direct message for the next competition, and “Again” below a podium."""

import random

import discord
import simcord

from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from tests.discord.competitions.test_tournaments import (
    DAY,
    HOUR,
    begun,
    create,
    fay,
    pass_time,
    play_round,
)
from tests.discord.message import Message
from tests.discord.room import START, Room

__all__ = ["fay"]


def told(room: Room, player: simcord.MemberActor) -> list[Message]:
    return [each for each in chat_of(room, player) if "New for you" in each.text]


def chat_of(room: Room, player: simcord.MemberActor) -> list[Message]:
    chat = room.env.backend.get_dm_channel(player.id)
    return [Message(room.env, chat.id, each) for each in room.env.backend.messages[chat.id]]


async def test_all_that_opens_in_a_day_is_one_message_outside_of_quiet_hours(
    room: Room, fay: simcord.MemberActor
) -> None:
    cup = (await create(room, fay)).message
    for _ in range(2):  # the button looks the same, so it switches nothing off
        answer = await room.press(room.cleo, cup, "Tell me")
        assert "“Tell me” is on: I write to you when the next one opens" in answer.told
    quiet = PlayerChoices(quiet_from=0, quiet_to=3)
    await room.service.store.choices.put(room.cleo.id, quiet)
    assert room.clock.now < START + HOUR, "within these hours"
    for name in ("Second Cup", "Third Cup"):
        await create(room, fay, name=name)
    await pass_time(room, 600)
    assert told(room, room.cleo) == []
    await pass_time(room, 3 * HOUR)
    (message,) = told(room, room.cleo)
    assert message.text.count("Cup](") == 2
    await create(room, fay, name="Fourth Cup", starts="in 2 days")
    await pass_time(room, 600)
    assert len(told(room, room.cleo)) == 1, "once a day"
    await pass_time(room, DAY)
    assert "Fourth Cup" in told(room, room.cleo)[-1].text
    await room.press(room.cleo.user, message, "Stop these messages")
    await create(room, fay, name="Fifth Cup", starts="in 2 days")
    await pass_time(room, 2 * DAY)
    assert len(told(room, room.cleo)) == 2


async def test_a_role_is_given_and_taken_and_pinged_once_for_each_competition(
    room: Room, fay: simcord.MemberActor
) -> None:
    role = room.guild.create_role("Players", mentionable=True)
    cup = (await create(room, fay)).message
    await pass_time(room, 60)
    choices = room.service.store.choices
    await choices.change(ServerChoices, room.guild.id, told_role=role.id)
    assert "you have the role" in (await room.press(room.cleo, cup, "Tell me")).told
    member = room.env.backend.guilds[room.guild.id].members[room.cleo.id]
    assert role.id in member.role_ids
    await create(room, fay, name="Second Cup", starts="in 3 hours")
    gil = room.join("Gil", may=discord.Permissions(manage_guild=True))
    await create(room, gil, name="Third Cup")
    await pass_time(room, 600)
    (opened,) = [each for each in room.messages() if f"<@&{role.id}>" in each.text]
    assert "Third Cup is open" in opened.text, "a member's competitions ping once a day"
    own = (await room.press(room.cleo, cup, "Tell me")).private
    assert "“Tell me” is off" in (await room.press(room.cleo, own, "Switch it off")).told
    assert role.id not in room.env.backend.guilds[room.guild.id].members[room.cleo.id].role_ids
    mighty = room.guild.create_role("Guards", permissions=discord.Permissions(kick_members=True))
    await choices.change(ServerChoices, room.guild.id, told_role=mighty.id)
    assert "may moderate" in (await room.press(room.cleo, cup, "Tell me")).told
    await choices.change(ServerChoices, room.guild.id, told_role=7)  # deleted
    await room.press(room.cleo, cup, "Tell me")
    await create(room, room.join("Hal", may=discord.Permissions(manage_guild=True)), name="Fourth")
    for _ in range(2):  # it opens, and is told
        await pass_time(room, 600)
    assert not [each for each in room.messages() if "<@&7>" in each.text]
    assert "Fourth" in told(room, room.cleo)[-1].text


async def test_again_below_a_podium_enters_the_next_of_the_series(
    room: Room, fay: simcord.MemberActor
) -> None:
    await begun(room, fay, name="Weekly Cup", every="week")
    rng = random.Random(1)
    for _ in range(2):
        await play_round(room, rng)
    await pass_time(room, HOUR)
    (podium,) = [each for each in room.messages() if "Again" in each.labels]
    moved = "UPDATE competitions SET channel = $1 WHERE ended = 0"
    await room.service.store.database.write(moved, 7)
    refused = (await room.press(room.cleo, podium, "Again")).told
    assert "There is no competition" in refused, "it was moved to where she sees nothing"
    await room.service.store.database.write(moved, room.channel.id)
    assert "You take part in Weekly Cup" in (await room.press(room.cleo, podium, "Again")).told
