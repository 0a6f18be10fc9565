"""What a server remembers: its page, “Tell me”, and roles for champions and medals."""

import random
from functools import partialmethod
from typing import Any
from unittest.mock import Mock

import discord
import simcord

from cogs.club.reward_roles import RewardRoles, order_changes
from prowlerbot.club.club_store import ClubStore, GivenRoles
from prowlerbot.core.clock import DAY
from prowlerbot.privacy.privacy_service import Privacy
from tests.discord.competitions.test_tournaments import (
    HOUR,
    begun,
    create,
    only,
    pass_time,
    play_round,
)
from tests.discord.message import Message
from tests.discord.room import START, Room


async def played_cup(room: Room) -> None:
    """Weekly Cup goes to its end, and the next one opens."""
    await begun(room, room.fay, name="Weekly Cup", every="week")
    rng = random.Random(1)
    for _ in range(2):
        await play_round(room, rng)
    await pass_time(room, HOUR)


async def posted_page(room: Room, **where: Any) -> Message:
    """The settings from which an admin has posted the page of the server."""
    settings = (await room.command(room.admin, "/prowler-admin settings", **where)).message
    for label in ("News", "Post it here"):
        await room.press(room.admin, settings, label)
    return settings


async def test_the_page_has_what_its_readers_see_and_follows_what_happens(room: Room) -> None:
    page = await room.command(room.ada, "/server")
    assert not page.public
    assert "The challenges of the day" not in page.told, "none is posted in this server"
    await room.set_up(daily_channel=room.channel.id)
    page = await room.command(room.ada, "/server")
    assert f"- The challenges of the day · <#{room.channel.id}>" in page.told
    settings = await posted_page(room)
    (shown,) = [each for each in room.messages() if "I keep this message up to date" in each.text]
    cup = await begun(room, room.fay, name="Weekly Cup")
    await pass_time(room, HOUR)
    assert "This week" in shown.text
    place = f"{room.guild.id}/{room.channel.id}/{cup.id}"
    assert f"[Weekly Cup](https://discord.com/channels/{place})" in shown.text
    rng = random.Random(1)
    for _ in range(2):
        await play_round(room, rng)
    await pass_time(room, HOUR)
    told = shown.text
    assert "Weekly Cup" not in told.partition("This week")[2]
    for part in ("Champions", "🥇", "Table of 2026", "**1.** Ada", "2 points", "Fastest win: "):
        assert part in told
    champion = next(it for it in room.members if f"**1.** {room.names[it.id]}" in told)
    await room.prefers(champion, seen="nowhere")
    assert room.names[champion.id] not in (await room.press(room.ada, shown, "As it is now")).told
    await room.press(room.admin, settings, "Remove it")
    assert not shown.exists
    await room.prefers(champion, seen="server")
    room.reserve(room.channel, "view_channel", room.ada)
    hall, reads = room.guild.create_text_channel("hall"), Mock(wraps=ClubStore.read_played)
    room.patch.setattr(ClubStore, "read_played", partialmethod(reads))
    for reader, sees_it in ((room.ada, True), (room.ben, False)):
        told = (await room.command(reader, "/server", channel=hall)).told
        parts = "Champions", "Table of 2026", "Best of 2026"
        assert [part in told for part in parts] == [sees_it] * 3
    assert reads.call_count <= 1, "the matches of a year are kept for a minute"
    await posted_page(room, channel=hall)
    (shown,) = room.messages(hall)
    assert room.names[champion.id] not in shown.text, "not all in this channel see the cup"


def told(room: Room, player: simcord.MemberActor) -> list[Message]:
    return [each for each in room.chat(player) if "New for you" in each.text]


async def test_all_that_opens_in_a_day_is_one_message_outside_of_quiet_hours(room: Room) -> None:
    cup = (await create(room, room.fay)).message
    for _ in range(2):  # the button looks the same, so it switches nothing off
        answer = await room.press(room.cleo, cup, "Tell me")
        assert "“Tell me” is on: I write to you when the next one opens" in answer.told
    await room.prefers(room.cleo, quiet_from=0, quiet_to=3)
    assert room.clock.now < START + HOUR, "within these hours"
    for name in ("Second Cup", "Third Cup"):
        await create(room, room.fay, name=name)
    await pass_time(room, 600)
    assert told(room, room.cleo) == []
    await pass_time(room, 3 * HOUR)
    (message,) = told(room, room.cleo)
    assert message.text.count("Cup](") == 2
    await create(room, room.fay, name="Fourth Cup", starts="in 2 days")
    await pass_time(room, 600)
    assert len(told(room, room.cleo)) == 1, "once a day"
    await pass_time(room, DAY)
    assert "Fourth Cup" in told(room, room.cleo)[-1].text
    await room.press(room.cleo.user, message, "Stop these messages")
    await create(room, room.fay, name="Fifth Cup", starts="in 2 days")
    await pass_time(room, 2 * DAY)
    assert len(told(room, room.cleo)) == 2


async def test_a_role_is_given_and_taken_and_pinged_once_for_each_competition(room: Room) -> None:
    role = room.guild.create_role("Players", mentionable=True)
    cup = (await create(room, room.fay)).message
    await pass_time(room, 60)
    await room.set_up(told_role=role.id)
    assert "you have the role" in (await room.press(room.cleo, cup, "Tell me")).told
    assert role.id in room.env.backend.guilds[room.guild.id].members[room.cleo.id].role_ids
    await create(room, room.fay, name="Second Cup", starts="in 3 hours")
    await create(room, room.admin, name="Third Cup")
    await pass_time(room, 600)
    (opened,) = [each for each in room.messages() if f"<@&{role.id}>" in each.text]
    assert "Third Cup is open" in opened.text, "a member's competitions ping once a day"
    own = (await room.press(room.cleo, cup, "Tell me")).private
    assert "“Tell me” is off" in (await room.press(room.cleo, own, "Switch it off")).told
    assert role.id not in room.env.backend.guilds[room.guild.id].members[room.cleo.id].role_ids
    mighty = room.guild.create_role("Guards", permissions=discord.Permissions(kick_members=True))
    await room.set_up(told_role=mighty.id)
    assert "may moderate" in (await room.press(room.cleo, cup, "Tell me")).told
    await room.set_up(told_role=7)  # deleted
    await room.press(room.cleo, cup, "Tell me")
    await create(room, room.join("Hal", may=discord.Permissions(manage_guild=True)), name="Fourth")
    for _ in range(2):  # it opens, and is told
        await pass_time(room, 600)
    assert not [each for each in room.messages() if "<@&7>" in each.text]
    assert "Fourth" in told(room, room.cleo)[-1].text


async def test_again_below_a_podium_enters_the_next(room: Room) -> None:
    await played_cup(room)
    (podium,) = [each for each in room.messages() if "Again" in each.labels]
    moved = "UPDATE competitions SET channel = $1 WHERE ended = 0"
    await room.service.store.database.write(moved, 7)
    refused = (await room.press(room.cleo, podium, "Again")).told
    assert "There is no competition" in refused, "it was moved to where she sees nothing"
    await room.service.store.database.write(moved, room.channel.id)
    assert "You take part in Weekly Cup" in (await room.press(room.cleo, podium, "Again")).told


async def test_roles_follow_the_records_and_go_with_a_players_data(room: Room) -> None:
    champion, medal = (room.guild.create_role(it) for it in ("Champion", "Medal"))
    await room.set_up(champion_role=champion.id, medal_role=medal.id)
    await played_cup(room)
    await pass_time(room, HOUR)

    def having(role: int) -> set[str]:
        members = room.env.backend.guilds[room.guild.id].members.items()
        return {room.names[user] for user, it in members if role in it.role_ids}

    assert len(having(champion.id)) == 1
    assert having(champion.id) <= having(medal.id)
    first = next(it for it in room.members if {room.names[it.id]} == having(champion.id))
    await room.prefers(first, seen="nowhere")
    await pass_time(room, HOUR)
    assert having(champion.id) == set(), "they do not want to be found"
    await room.prefers(first, seen="server")
    await pass_time(room, HOUR)
    assert having(champion.id) == {room.names[first.id]}
    # Discord takes roles from members who leave; the next press gives them back.
    room.env.backend.guilds[room.guild.id].members[first.id].role_ids.clear()
    await room.command(first, "/matches")
    assert room.names[first.id] in having(champion.id)
    await Privacy(room.service).delete_data(first.id)
    await pass_time(room, HOUR)
    assert room.names[first.id] not in having(champion.id) | having(medal.id)


async def test_a_deleted_role_takes_no_place_of_a_look(room: Room) -> None:
    champion = room.guild.create_role("Champion")
    await played_cup(room)
    notes = GivenRoles(room.service.store.database)
    for player in range(20):
        await notes.note_role(room.guild.id, 7, player, given=True)
    await room.set_up(champion_role=champion.id)
    await pass_time(room, 30)  # no second look
    members = room.env.backend.guilds[room.guild.id].members.values()
    assert [each for each in members if champion.id in each.role_ids]
    assert {role for role, _ in await notes.roles_in(room.guild.id)} == {champion.id}


def test_players_who_have_left_keep_no_others_from_their_roles() -> None:
    due = [(7, player) for player in range(13)]
    tried = dict[tuple[int, int], int]()
    for now in (1, 2):
        for role, player in order_changes(due, tried)[:10]:
            tried[role, player] = now
    assert {player for _, player in tried} == {*range(13)}


async def test_no_role_that_moderates_or_stands_above_the_bots_own_is_accepted(room: Room) -> None:
    mighty = room.guild.create_role("Guards", permissions=discord.Permissions(kick_members=True))
    settings = (await room.command(room.admin, "/prowler-admin settings")).message
    pages = {"champion_role": "Rewards", "rating_roles": "Rewards", "told_role": "News"}
    for name, page in pages.items():
        if page in settings.labels:
            await room.press(room.admin, settings, page)
        answer = await room.pick(room.admin, settings, f"server:{name}", [mighty])
        assert "may moderate" in answer.told
        assert answer.message.selects, "the menu no longer shows the refused choice"
    await room.set_up(champion_role=mighty.id, medal_role=7)
    health = (await room.command(room.admin, "/prowler-admin doctor")).told
    assert "“Guards” may moderate" in health
    assert "A role that I give is deleted" in health


async def test_a_friends_tournament_brings_no_role(room: Room) -> None:
    cup = (await create(room, room.fay, check_in=0)).message
    await room.each_press(cup, "Join", room.ada, room.ben, room.cleo)
    await pass_time(room, 2 * HOUR)
    assert (await only(room)).course.players
    assert not room.feature(RewardRoles)._is_open_enough(await only(room))
