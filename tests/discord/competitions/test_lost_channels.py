"""A competition whose channel is deleted is held for a week, and can move to another one."""

from __future__ import annotations

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_store import Stored
from tests.discord.competitions.test_leagues import begun, wide
from tests.discord.competitions.test_tournaments import DAY, pass_time
from tests.discord.room import Room

HOUR = 60 * 60


@pytest.fixture
def fay(room: Room) -> simcord.MemberActor:
    return room.join("Fay", may=discord.Permissions(manage_guild=True))


async def deleted(room: Room, channel: int) -> None:
    room.env.backend.delete_channel(channel)
    await room.env.settle()
    await pass_time(room, 60)


async def held(room: Room) -> Stored:
    (stored,) = await Competitions(room.service).of_player(room.ada.id)
    return stored


async def test_a_league_without_its_channel_goes_on_in_chats_and_moves_to_another_one(
    room: Room, fay: simcord.MemberActor
) -> None:
    await begun(room, fay)
    bay = room.guild.create_text_channel("bay")
    await deleted(room, room.channel.id)
    stored = await held(room)
    assert stored.competition.course.lost_at
    for player in (room.ada, room.ben, room.cleo, fay):
        chat = [each.text for each in room.messages(player.user.dm_channel)]
        assert [each for each in chat if "The channel of Old Town is deleted." in each]
    boards = [await room.service.store.boards.of_match(each) for each in stored.matches.values()]
    assert all(board is not None and board.in_a_chat for board in boards)

    refused = await room.command(room.ada, "move-here", channel=bay, group="league")
    assert "Only members with the permission Manage Server" in refused.told
    view = discord.Permissions(view_channel=True).value
    bot = room.bench.bot.user
    assert bot is not None
    some = [Overwrite(each, OverwriteType.MEMBER, allow=view) for each in (fay.id, bot.id)]
    nobody = Overwrite(room.guild.default_role.id, OverwriteType.ROLE, deny=view)
    room.env.backend.edit_channel(bay.id, {}, overwrites=[nobody, *some])
    await room.env.settle()
    refused = await room.command(fay, "move-here", channel=bay, group="league")
    assert "You have entered this competition" in refused.told, "Fay plays"
    room.env.backend.edit_channel(bay.id, {}, overwrites=[])
    await room.env.settle()
    told = await room.command(fay, "move-here", channel=bay, group="league")
    assert "Old Town goes on here" in told.told
    await pass_time(room, 60)
    stored = await held(room)
    assert not stored.competition.course.lost_at
    assert "**Season 1.**" in next(
        each.text for each in room.messages(bay) if "Rules" in each.labels
    )
    boards = [await room.service.store.boards.of_match(each) for each in stored.matches.values()]
    assert {board and board.guild for board in boards} == {room.guild.id}
    await room.press(room.ada, next(e for e in room.messages(bay) if "Rules" in e.labels), "Leave")


async def test_clocks_do_not_count_the_time_until_the_boards_appear_in_chats(
    room: Room, fay: simcord.MemberActor
) -> None:
    await begun(room, fay)
    stored = await held(room)
    matches = [await room.match(each) for each in stored.matches.values()]
    room.fail("send", times=None)
    await deleted(room, room.channel.id)
    lost_at = (await held(room)).competition.course.lost_at
    await pass_time(room, 5 * HOUR)
    room.recover()
    await pass_time(room, 60)
    for before in matches:
        after = await room.match(before.id)
        board = await room.service.store.boards.of_match(before.id)
        assert board is not None
        assert board.in_a_chat
        assert 5 * HOUR <= after.turn_at - before.turn_at <= room.clock() - lost_at


async def test_clocks_do_not_count_the_time_until_a_player_or_a_new_channel_shows_the_boards(
    room: Room, fay: simcord.MemberActor
) -> None:
    await begun(room, fay)
    matches = [await room.match(each) for each in (await held(room)).matches.values()]
    bay = room.guild.create_text_channel("bay")
    room.fail("send", status=403, times=None)
    await deleted(room, room.channel.id)
    lost_at = (await held(room)).competition.course.lost_at
    await pass_time(room, 5 * HOUR)
    first = matches[0]
    player = room.member(first.players[0].id)
    assert (await room.command(player, "board", channel=bay, match=first.id)).public
    shown = room.clock()
    await pass_time(room, HOUR)
    room.recover()
    await room.command(fay, "move-here", channel=bay, group="league")
    await pass_time(room, 60)
    for before in matches:
        after = await room.match(before.id)
        board = await room.service.store.boards.of_match(before.id)
        assert board is not None
        assert board.channel == bay.id
        least, until = (5, shown) if before == first else (6, room.clock())
        assert least * HOUR <= after.turn_at - before.turn_at <= until - lost_at


async def test_a_league_that_finds_no_channel_in_a_week_ends_and_its_players_hear_of_it(
    room: Room, fay: simcord.MemberActor
) -> None:
    await begun(room, fay)
    stored = await held(room)
    await deleted(room, room.channel.id)
    await pass_time(room, 7 * DAY)
    await pass_time(room, 60)
    ended = await Competitions(room.service).get(stored.id)
    assert ended.competition.course.ended_by == "channel"
    told = [each.text for each in room.messages(room.ben.user.dm_channel)]
    assert [each for each in told if "It has ended, as its channel was deleted." in each]


async def test_a_league_of_all_servers_ends_a_week_after_the_last_server_is_gone(
    room: Room, fay: simcord.MemberActor
) -> None:
    gus, den = await wide(room, fay)
    await room.command(gus, "unfollow", channel=den, group="league")
    (stored,) = await Competitions(room.service).of_guild(0)
    assert not stored.competition.course.lost_at, "another server takes part"
    await room.command(fay, "unfollow", group="league")
    await pass_time(room, 60)
    told = [each.text for each in room.messages(gus.user.dm_channel)]
    assert [each for each in told if "No server takes part in All Towns any more." in each]
    await pass_time(room, 7 * DAY)
    await pass_time(room, 60)
    ended = await Competitions(room.service).get(stored.id)
    assert ended.competition.course.ended
    told = [each.text for each in room.messages(gus.user.dm_channel)]
    assert [each for each in told if "no server takes part in it any more" in each]
