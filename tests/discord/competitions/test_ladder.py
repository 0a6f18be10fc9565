"""The ladder of a server, from the command that begins it to its next season."""

import discord
import pytest
import simcord

from prowlerbot.competitions.competition_record import Stored
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.formats.ladder import places
from prowlerbot.match.agreements import resign
from tests.discord.competitions.test_tournaments import DAY, pass_time
from tests.discord.message import Answer, Message
from tests.discord.room import Room


@pytest.fixture
def fay(room: Room) -> simcord.MemberActor:
    return room.join("Fay", may=discord.Permissions(manage_guild=True))


async def ladder(room: Room) -> Stored:
    (stored,) = await Competitions(room.service).of_guild(room.guild.id)
    return stored


async def begun(room: Room, fay: simcord.MemberActor) -> Message:
    answer = await room.command(fay, "on", group="ladder", game="prowler", pace=DAY)
    assert answer.public, answer.told
    for player in (room.ada, room.ben, room.cleo, fay):
        await room.press(player, answer.message, "Join")
    return answer.message


async def challenge(room: Room, player: simcord.MemberActor, message: Message, name: str) -> Answer:
    asked = await room.press(player, message, "Challenge")
    return await room.press(player, asked.message, name)


async def order(room: Room) -> list[str]:
    return [room.names[each] for each in places((await ladder(room)).competition)]


async def test_a_challenge_is_played_at_once_and_its_winner_takes_the_place(
    room: Room, fay: simcord.MemberActor
) -> None:
    message = await begun(room, fay)
    assert await order(room) == ["Ada", "Ben", "Cleo", "Fay"]
    room.clock.now += 1
    told = await challenge(room, room.cleo, message, "1. Ada")
    assert "You challenge Ada. The board appears in" in told.told
    await pass_time(room, 10)
    stored = await ladder(room)
    board = await room.board_row(stored.matches[1])
    assert (board.channel, bool(board.message)) == (room.channel.id, True)
    (dare,) = [each for each in room.messages() if "challenges you for place 1" in each.text]
    assert dare.text.startswith(
        f"🪜 <@{room.ada.id}>, Cleo challenges you for place 1 of the ladder."
    )
    assert dare.pings == [], "the call to the turn pings"
    await room.service.apply(stored.matches[1], resign, room.ada.id)
    await pass_time(room, 10)
    assert await order(room) == ["Cleo", "Ada", "Ben", "Fay"]
    (news,) = [each for each in room.messages() if "takes place 1" in each.text]
    assert news.text.startswith("🪜 **Cleo** beats **Ada** and takes place 1. [board](https://")
    assert news.pings == []
    await pass_time(room, 60)
    assert len([each for each in room.messages() if "takes place 1" in each.text]) == 1


async def test_the_menu_has_those_in_reach_and_says_why_some_cannot_be_challenged(
    room: Room, fay: simcord.MemberActor
) -> None:
    message = await begun(room, fay)
    asked = await room.press(room.ben, message, "Holiday")
    taken = await room.press(room.ben, asked.message, "7 days")
    assert "You are on holiday until" in taken.told
    assert "You are on holiday until" in (await room.press(room.ben, message, "Holiday")).told
    await challenge(room, fay, message, "3. Cleo")
    asked = await room.press(fay, message, "Challenge")
    assert "2\\. Ben: This player is on holiday" in asked.told
    assert "3\\. Cleo: You two still play a match" in asked.told
    (select,) = asked.message.selects
    assert [option["label"] for option in select["options"]] == ["1. Ada"]
    assert "You are at the top" in (await room.press(room.ada, message, "Challenge")).told
    outside = await room.press(room.join("Dora"), message, "Challenge")
    assert "press “Join” first" in outside.told


async def test_only_admins_switch_a_ladder_on_and_off_and_there_is_one(
    room: Room, fay: simcord.MemberActor
) -> None:
    refused = await room.command(room.ada, "on", group="ladder", game="prowler", pace=DAY)
    assert "Only members with the permission Manage Server" in refused.told
    assert "an admin can begin one" in (await room.command(room.ada, "show", group="ladder")).told
    message = await begun(room, fay)
    second = await room.command(fay, "on", group="ladder", game="landgrab", pace=DAY)
    assert "has a ladder already" in second.told
    assert "Only members with" in (await room.command(room.ada, "off", group="ladder")).told
    plays = await room.command(fay, "off", group="ladder")
    assert "only a host or admin who has not can do that" in plays.told
    admin = room.join("Gil", may=discord.Permissions(manage_guild=True))
    asked = await room.command(admin, "off", group="ladder")
    await room.give_reason(admin, asked.message, "End it")
    await pass_time(room, 10)
    assert "This ladder has ended." in message.text
    assert "This ladder has ended." in room.messages()[-1].text
    assert room.messages()[-1].id != message.id
    assert "Join" not in message.labels
    again = await room.command(fay, "on", group="ladder", game="landgrab", pace=DAY)
    assert again.public
