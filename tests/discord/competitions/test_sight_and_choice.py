"""Tournaments in places that not everybody sees, cancelled ones, and those that a command means."""

from __future__ import annotations

import discord
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from prowlerbot.service.competitions import Competitions
from tests.discord.competitions.test_hosts import cancel, events, told
from tests.discord.competitions.test_tournaments import HOUR, begun, create, fay, only, pass_time
from tests.discord.room import Room

__all__ = ["fay"]

_PRIVATE = 12
"""Discord's type of private threads."""
_VIEW = discord.Permissions(view_channel=True).value


async def test_the_start_is_no_event_where_not_all_members_see_the_channel(
    room: Room, fay: simcord.MemberActor
) -> None:
    everyone = Overwrite(room.guild.id, OverwriteType.ROLE, deny=_VIEW)
    bot = room.bench.bot.user
    assert bot is not None
    guests = [Overwrite(it, OverwriteType.MEMBER, allow=_VIEW) for it in (fay.id, bot.id)]
    room.env.backend.edit_channel(room.channel.id, {}, overwrites=[everyone, *guests])
    await create(room, fay, name="Secret Cup")
    for _ in range(2):
        await pass_time(room, 10)
    assert (await only(room)).message
    assert events(room) == []


async def test_a_tournament_in_a_private_thread_is_out_of_reach_from_other_channels(
    room: Room, fay: simcord.MemberActor
) -> None:
    room.env.backend.create_thread(room.channel.id, "plot", fay.id, type=_PRIVATE)
    (thread,) = room.channel.threads
    await create(room, fay, name="Secret Cup", channel=thread)
    assert "Secret Cup" not in await told(room, room.ada, "list")
    named = {"tournament": (await only(room)).id}
    assert "There is no competition" in await told(room, room.ada, "join", **named)
    inside = await room.command(fay, "join", group="tournament", channel=thread)
    assert "You take part" in inside.told
    assert "Secret Cup" in await told(room, fay, "list"), "a player sees it from everywhere"


async def test_a_change_of_a_name_asks_which_one_if_several_may_be_meant(
    room: Room, fay: simcord.MemberActor
) -> None:
    for name in ("Friday Cup", "Saturday Cup"):
        await create(room, fay, name=name)
        await cancel(room, fay)
        room.clock.now += 1
    assert "say which one you mean" in await told(room, fay, "edit", name="Sunday Cup")
    assert "Saturday Cup" in await told(room, fay, "show")
    await create(room, fay, name="Monday Cup")
    assert "It is called Sunday Cup now." in await told(room, fay, "edit", name="Sunday Cup")
    assert (await only(room)).name == "Sunday Cup"


async def test_a_tournament_that_is_cancelled_between_two_rounds_or_after_its_start_was_due_says_so(
    room: Room, fay: simcord.MemberActor
) -> None:
    cup = await begun(room, fay)
    competitions = Competitions(room.service)
    it = await only(room)
    for match_id in it.matches.values():
        await competitions.close_match(match_id)
    await competitions.step(it.id, heard=False)
    assert not (await only(room)).competition.course.open
    await cancel(room, fay)
    await pass_time(room, 10)
    assert "Cancelled." in cup.text
    assert "won" not in cup.text
    late = (await create(room, fay)).message
    room.clock.now += 30 * 24 * HOUR
    await cancel(room, fay)
    await pass_time(room, 10)
    assert "Cancelled." in late.text


async def test_a_tournament_is_out_of_reach_for_members_who_do_not_see_its_channel(
    room: Room, fay: simcord.MemberActor
) -> None:
    await create(room, fay, name="Friday Cup")
    other = room.guild.create_text_channel("harbour")
    view = discord.Permissions(view_channel=True).value
    ada = Overwrite(room.ada.id, OverwriteType.MEMBER, deny=view)
    room.env.backend.edit_channel(room.channel.id, {}, overwrites=[ada])
    listed = await room.command(room.ada, "list", group="tournament", channel=other)
    assert "There is none so far." in listed.told
    named = {"tournament": (await only(room)).id}
    shown = await room.command(room.ada, "join", group="tournament", channel=other, **named)
    assert "There is no competition" in shown.told
    listed = await room.command(room.ben, "list", group="tournament", channel=other)
    assert "Friday Cup" in listed.told


async def test_an_admin_of_another_server_runs_no_tournament_by_playing_in_it(
    room: Room, fay: simcord.MemberActor
) -> None:
    cup = await begun(room, fay, name="Friday Cup")
    other = room.env.create_guild("Robbers")
    den = other.create_text_channel("den")
    boss = other.create_role("boss", permissions=discord.Permissions(manage_guild=True))
    ada = other.add_member(room.ada.user, roles=[boss])
    named = {"tournament": (await only(room)).id, "channel": den}
    assert "Round 1 of 3." in await told(room, ada, "show", **named)
    for name in ("edit", "end-round", "cancel"):
        assert "Only the host and the admins" in await told(room, ada, name, **named)
    assert "Friday Cup" in cup.text
