"""A league in a channel: its seasons follow each other by themselves."""

from __future__ import annotations

import random
from typing import Any

import discord
import pytest
import simcord

from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.match.agreements import resign
from prowlerbot.match.match import Phase
from tests.discord.competitions.test_tournaments import DAY, only, pass_time
from tests.discord.message import Message
from tests.discord.room import Room


@pytest.fixture
def fay(room: Room) -> simcord.MemberActor:
    return room.join("Fay", may=discord.Permissions(manage_guild=True))


async def begun(room: Room, fay: simcord.MemberActor) -> Message:
    """The message of a league of four whose season has begun."""
    options = {"game": "prowler", "starts": "in 2 days", "weeks": 2, "pause": 3}
    answer = await room.command(fay, "create", group="league", name="Old Town", **options)
    assert answer.public, answer.told
    for player in (room.ada, room.ben, room.cleo, fay):
        await room.press(player, answer.message, "Join")
    await pass_time(room, 2 * DAY)
    return answer.message


async def finish(room: Room, stored: Stored) -> None:
    """End all matches: seat 2 gives up each."""
    service = Competitions(room.service).service
    for match_id in stored.matches.values():
        match = await service.match(match_id)
        if match.phase is Phase.PLAYING:
            await service.apply(match_id, resign, match.player(2).id)
    await pass_time(room, 60)


def newest(room: Room, text: str) -> Message:
    return [each for each in room.messages() if text in each.text][-1]


async def test_a_league_goes_on_with_those_who_confirm(
    room: Room, fay: simcord.MemberActor
) -> None:
    league = await begun(room, fay)
    assert "**Season 1.**" in league.text
    told = await room.command(room.ada, "pairings", group="league")
    assert "Division 1" in told.told
    assert told.told.count("[board](https://") == 6
    gil = room.join("Gil")
    told = await room.press(gil, league, "Join")
    assert "You are on the list for season 2." in told.told

    await finish(room, await only(room))
    call = newest(room, "Confirm your place before then")
    for player in (room.ada, room.ben):
        await room.press(player, call, "Confirm my place")
    await pass_time(room, 5 * DAY + DAY // 2)
    last = newest(room, "you have not confirmed your place")
    assert {*last.pings} == {room.cleo.id, fay.id, gil.id}
    await room.press(fay, last, "Confirm my place")
    await pass_time(room, 2 * DAY)
    second = await only(room)
    assert second.season == 2
    refused = await room.command(room.ada, "confirm", group="league")
    assert "This season is being played." in refused.told
    assert {*second.competition.course.players} == {room.ada.id, room.ben.id, fay.id}
    assert any("Season 2" in each.text for each in room.messages())


async def test_one_message_calls_all_players_of_a_season_to_their_first_moves(
    room: Room, fay: simcord.MemberActor
) -> None:
    await begun(room, fay)
    (news,) = announced(room)
    assert {*news.pings} == {room.ada.id, room.ben.id, room.cleo.id, fay.id}
    assert "3 matches have begun; in 2 it is your turn." in news.text
    assert "**Division 1**" in news.text
    assert not [it.text for it in room.messages() if "your turn in" in it.text]


async def test_only_admins_begin_and_end_a_league(room: Room, fay: simcord.MemberActor) -> None:
    options = {"game": "prowler", "starts": "in 2 days"}
    none = await room.command(room.ada, "join", group="league")
    assert "This server has no league; an admin can begin one with" in none.told
    refused = await room.command(room.ada, "create", group="league", **options)
    assert "Only members with the permission Manage Server" in refused.told
    league = await begun(room, fay)
    assert "Only members with" in (await room.command(room.ada, "end", group="league")).told
    plays = await room.command(fay, "end", group="league")
    assert "only a host or admin who has not can do that" in plays.told
    admin = room.join("Gil", may=discord.Permissions(manage_guild=True))
    asked = await room.command(admin, "end", group="league")
    ended = await room.press(admin, asked.message, "End it")
    assert "no further season follows" in ended.told
    await pass_time(room, 10)
    assert "This league has ended for good." in league.text
    assert "🥇" not in room.messages()[-1].text, "a medal although nothing was played out"
    listed = await room.command(room.ada, "list", group="league")
    assert "League · Season 1 · <t:1767398400:d> · 4 players" in listed.told


async def wide(
    room: Room, fay: simcord.MemberActor
) -> tuple[simcord.MemberActor, simcord.ChannelHandle]:
    """A league of all servers, which Ada has joined in one and Gus in another; its season has
    begun. Gus, and the channel of the other server.
    """
    options = {"game": "prowler", "starts": "in 2 days", "servers": "all", "name": "All Towns"}
    await room.command(fay, "create", group="league", **options)
    (stored,) = await Competitions(room.service).of_guild(0)
    other = room.env.create_guild("Robbers")
    den = other.create_text_channel("den")
    gus = other.add_member(
        room.env.create_user("gus", global_name="Gus"),
        roles=[other.create_role("boss", permissions=discord.Permissions(manage_guild=True))],
    )
    joined = await room.command(gus, "join", channel=den, group="league", league=stored.id)
    assert "does not take part in this league" in joined.told
    await room.command(gus, "follow", channel=den, group="league", league=stored.id)
    await pass_time(room, 60)
    await room.press(room.ada, newest(room, "All Towns"), "Join")
    joined = await room.command(gus, "join", channel=den, group="league")
    assert "You take part in All Towns." in joined.told
    await pass_time(room, 2 * DAY)
    return gus, den


async def test_a_league_of_all_servers_is_played_in_chats_with_the_bot(
    room: Room, fay: simcord.MemberActor
) -> None:
    gus, den = await wide(room, fay)
    (stored,) = await Competitions(room.service).of_guild(0)
    assert stored.competition.course.players
    board = await room.service.store.boards.of_match(stored.matches[1])
    assert board is not None
    assert board.guild == 0
    assert "All matches begin now." in newest(room, "All matches begin now.").text
    assert len([each for each in den.history() if each.components]) >= 2
    chats = [player.user.dm_channel for player in (room.ada, gus)]
    assert [len(list(chat.history())) for chat in chats] == [3, 2], (
        "greeted, called, and one has the board"
    )


async def test_the_record_of_a_league_of_all_servers_has_the_matches_that_its_reader_can_see(
    room: Room, fay: simcord.MemberActor
) -> None:
    gus, den = await wide(room, fay)
    (stored,) = await Competitions(room.service).of_guild(0)
    await room.play_stored(stored.matches[1], random.Random(1))
    await pass_time(room, 60)
    ended = [each for each in room.messages(den) if "Record file" in each.labels]
    record = await room.press(gus, ended[-1], "Record file")
    assert "The records of All Towns, 1 match." in record.told
    record = await room.press(room.ben, newest(room, "has won!"), "Record file")
    assert "No match of this competition is over" in record.told
    asked = await room.command(gus, "delete", channel=den, group="privacy")
    await room.press(gus, asked.message, "Delete everything")
    await pass_time(room, 60)
    assert announced(room)
    assert not [each.text for each in room.messages() if "Gus" in each.text]


async def test_what_a_failure_of_discord_keeps_from_a_server_comes_later(
    room: Room, fay: simcord.MemberActor
) -> None:
    _, den = await wide(room, fay)
    (stored,) = await Competitions(room.service).of_guild(0)
    await Competitions(room.service).cancel(stored.id)
    room.fail("send", 503, times=None)
    await pass_time(room, 60)
    assert "Cancelled." not in room.messages(den)[-1].text
    room.recover()
    await pass_time(room, 60)
    for channel in (room.channel, den):
        assert "This league has ended for good." in room.messages(channel)[-1].text


def announced(room: Room) -> list[Message]:
    return [each for each in room.messages() if "All matches begin now." in each.text]


# ------------------------------------------------------------ in the channel that a server chooses


async def follow(room: Room, fay: simcord.MemberActor, channel: Any = None) -> None:
    (stored,) = await Competitions(room.service).of_guild(0)
    answer = await room.command(fay, "follow", channel=channel, group="league", league=stored.id)
    assert "its message follows here" in answer.told
    await pass_time(room, 60)


def shown(room: Room, channel: Any = None) -> list[Message]:
    """The messages that show the league."""
    return [each for each in room.messages(channel) if "Rules" in each.labels]


@pytest.mark.parametrize("is_deleted", [False, True])
async def test_a_server_that_follows_in_another_channel_is_told_there(
    room: Room, fay: simcord.MemberActor, *, is_deleted: bool
) -> None:
    await wide(room, fay)
    harbour = room.guild.create_text_channel("harbour")
    bay = room.guild.create_text_channel("bay")
    await follow(room, fay, harbour)
    assert len(shown(room, harbour)) == 1
    if is_deleted:
        room.env.backend.delete_channel(harbour.id)
        await room.env.settle()
    await follow(room, fay, bay)
    assert "**Season 1.**" in shown(room, bay)[0].text
    assert len(announced(room)) == 1
    assert "All matches begin now." not in "".join(each.text for each in room.messages(bay))
    await room.press(fay, shown(room, bay)[0], "Standings")
