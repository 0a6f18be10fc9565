"""A tournament in a channel, from the command to the end, without anybody running it."""

from __future__ import annotations

import random

import discord
import pytest
import simcord

from cogs.competitions.rounds import CompetitionRounds
from prowlerbot.service.competitions import Competitions
from prowlerbot.storage.competitions import Stored
from tests.discord.message import Answer, Message
from tests.discord.room import Room

HOUR = 60 * 60
DAY = 24 * HOUR


@pytest.fixture
def fay(room: Room) -> simcord.MemberActor:
    return room.join("Fay", may=discord.Permissions(create_events=True))


def rounds(room: Room) -> CompetitionRounds:
    cog = room.bench.bot.get_cog(CompetitionRounds.__name__)
    assert isinstance(cog, CompetitionRounds)
    return cog


async def pass_time(room: Room, seconds: int, times: int = 3) -> None:
    """Some rounds of upkeep so many seconds later."""
    room.clock.now += seconds
    for _ in range(times):
        await rounds(room)._next_round()
    await room.env.settle()


async def create(room: Room, host: simcord.MemberActor, **options: object) -> Answer:
    usual = {"game": "prowler", "format": "swiss", "pace": 600, "starts": "in 2 hours"}
    return await room.command(host, "create", group="tournament", **{**usual, **options})


async def only(room: Room) -> Stored:
    (it,) = await Competitions(room.service).of_guild(room.guild.id)
    return it


async def begun(room: Room, fay: simcord.MemberActor, **options: object) -> Message:
    """The message of a tournament of four whose first round is paired."""
    cup = (await create(room, fay, check_in=900, **options)).message
    for player in (room.ada, room.ben, room.cleo, fay):
        await room.press(player, cup, "Join")
    await pass_time(room, 2 * HOUR - 900)
    for player in (room.ada, room.ben, room.cleo, fay):
        await room.press(player, cup, "Check in")
    await pass_time(room, 900)
    return cup


def played_by(room: Room, player: simcord.MemberActor) -> Message:
    """The newest board of a player that is not over."""
    name = room.names[player.id]
    boards = [it for it in room.messages() if "opens: choose" in it.text and name in it.text]
    return boards[-1]


async def play_round(room: Room, rng: random.Random) -> None:
    """All matches of the present round are played to their ends."""
    it = await only(room)
    for pairing in it.competition.course.open:
        await room.play_stored(it.matches[pairing.pairing], rng)
    await pass_time(room, 60)


async def test_a_tournament_goes_from_the_command_to_its_end_by_itself(
    room: Room, fay: simcord.MemberActor
) -> None:
    answer = await create(room, fay, name="Friday Cup", check_in=900)
    assert answer.public, answer.told
    cup = answer.message
    for player in (room.ada, room.ben, room.cleo, fay):
        pressed = await room.press(player, cup, "Join")
        assert pressed.message.id == cup.id
    assert "Ada, Ben, Cleo and Fay" in cup.text
    await pass_time(room, 2 * HOUR - 900)
    assert "The check-in is open." in cup.text
    (call,) = [each for each in room.messages() if "The check-in of" in each.text]
    assert {*call.pings} == {room.ada.id, room.ben.id, room.cleo.id, fay.id}
    for player in (room.ada, room.ben, room.cleo, fay):
        await room.press(player, cup, "Check in")
    await pass_time(room, 900)
    assert not call.exists
    rng = random.Random(4)
    for number in range(1, 4):
        assert f"Round {number} of 3." in cup.text
        (news,) = [each for each in room.messages() if f"**Round {number} of 3**" in each.text]
        assert news.text.count("[board](https://") == 2
        assert news.pings == []
        menu = await room.press(room.ada, played_by(room, room.ada), "Menu")
        standings = await room.press(room.ada, menu.message, "Standings")
        assert f"Round {number} of 3" in standings.message.alts[0]
        await play_round(room, rng)
    assert "has won!" in cup.text or "have won!" in cup.text
    (end,) = [each for each in room.messages() if each.id != cup.id and "won!" in each.text]
    record = await room.press(room.ben, end, "Record file")
    assert "The records of Friday Cup, 6 matches." in record.told
