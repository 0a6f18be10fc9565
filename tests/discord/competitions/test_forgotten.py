"""All messages of a competition lose the name of a player who deletes their data."""

from __future__ import annotations

import random

import simcord

from prowlerbot.competitions.competition_record import CompetitionTerms
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_steps import CompetitionDuty
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.match.match import Player
from tests.competitions import kinds
from tests.discord.competitions import test_tournaments as tournaments
from tests.discord.competitions.test_leagues import fay
from tests.discord.competitions.test_tournaments import DAY, only, pass_time
from tests.discord.room import Room

__all__ = ["fay"]


async def delete(room: Room, player: simcord.MemberActor) -> None:
    asked = await room.command(player, "delete", group="privacy")
    await room.press(player, asked.message, "Delete everything")
    await pass_time(room, 60)


def naming(room: Room, name: str, place: simcord.ChannelHandle | None = None) -> list[str]:
    """The texts of a channel that contain a name, without boards."""
    found = [
        "\n".join([each.text, *each.alts])
        for each in room.messages(place)
        if "begins and presses" not in each.text
    ]
    return [each for each in found if name in each]


async def is_told(room: Room) -> bool:
    untold = "SELECT count(*) FROM duties WHERE what = $1"
    return await room.bench.database.number(untold, CompetitionDuty.NEWS) == 0


async def test_the_last_round_forgets_a_player_whose_deletion_begins_the_next_one(
    room: Room, fay: simcord.MemberActor
) -> None:
    await tournaments.begun(room, fay)
    stored = await only(room)
    (other,) = [each for each in stored.competition.course.open if room.ben.id not in each.players]
    await room.play_stored(stored.matches[other.pairing], random.Random(1))
    await pass_time(room, 10)
    await delete(room, room.ben)
    assert (await only(room)).competition.course.round == 2
    assert naming(room, "Ben") == []


async def test_a_deletion_asks_before_it_cancels_a_tournament_and_its_channel_is_told(
    room: Room, fay: simcord.MemberActor
) -> None:
    cup = (await tournaments.create(room, fay)).message
    asked = await room.command(fay, "delete", group="privacy")
    assert "1 competition that you host is cancelled, as it has not begun." in asked.told
    await delete(room, fay)
    assert "The host or an admin has cancelled it." in cup.text
    assert await is_told(room)
    assert tournaments.events(room) == []


async def reminded(room: Room, *, wide: bool = False) -> Stored:
    """A league of four who are reminded of their matches."""
    competitions = Competitions(room.service)
    terms = CompetitionTerms(
        kinds.LEAGUE, "prowler", room.clock.now + DAY, at_once=True, season=2 * DAY
    )
    stored = await competitions.create(
        terms,
        name="Old Town",
        guild=0 if wide else room.guild.id,
        channel=0 if wide else room.channel.id,
        host=room.cleo.id,
        pace=3 * DAY,
        admin=True,
    )
    if wide:
        await competitions.servers.join(stored.series, room.guild.id, room.channel.id)
    for player in (room.ada, room.ben, room.cleo, room.join("Dora")):
        await competitions.enter(stored.id, Player(player.id, room.names[player.id]))
    await pass_time(room, DAY)
    await pass_time(room, 2 * DAY - DAY // 4)
    return await competitions.get(stored.id)


async def test_a_failure_of_discord_keeps_the_name_of_a_player_only_until_it_is_over(
    room: Room,
) -> None:
    await reminded(room, wide=True)
    chat = room.ada.user.dm_channel
    asked = await room.command(room.ben, "delete", group="privacy")
    await room.press(room.ben, asked.message, "Delete everything")
    room.fail("edit", 503, times=None)
    await pass_time(room, 60)
    assert naming(room, "Ben", chat)
    room.recover()
    await pass_time(room, 60)
    assert naming(room, "Ben", chat) == []
