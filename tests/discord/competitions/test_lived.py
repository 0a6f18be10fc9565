"""Three seasons of a league and eight weeks of a ladder, with the clock put forward."""

from __future__ import annotations

import random

import discord
import pytest
import simcord

from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.competitions.formats.ladder import challenge
from prowlerbot.competitions.formats.ladder_places import places
from prowlerbot.competitions.formats.league import final_orders
from prowlerbot.match.leaving import resign
from prowlerbot.match.match import Phase
from tests.discord.competitions.test_leagues import newest
from tests.discord.competitions.test_tournaments import DAY, pass_time
from tests.discord.room import Room

pytestmark = pytest.mark.full
PLAYERS, SEASONS, WEEKS = 12, 3, 8


@pytest.fixture
def fay(room: Room) -> simcord.MemberActor:
    return room.join("Fay", may=discord.Permissions(manage_guild=True))


async def running(room: Room) -> Stored:
    stored = await Competitions(room.service).of_guild(room.guild.id)
    return next(each for each in stored if not each.competition.course.ended)


async def finish(room: Room, stored: Stored, rng: random.Random) -> None:
    """End all running matches; somebody gives up each."""
    for match_id in stored.matches.values():
        match = await room.service.match(match_id)
        if match.phase is Phase.PLAYING:
            loser = match.player(rng.choice([*match.seats])).id
            await room.service.apply(match_id, resign, loser)
    await pass_time(room, 60)


async def test_three_seasons_of_a_league(room: Room, fay: simcord.MemberActor) -> None:
    rng = random.Random(5)
    people = [room.join(f"P{number}") for number in range(PLAYERS)]
    options = {"game": "prowler", "starts": "in 2 days", "weeks": 2, "pause": 3}
    league = await room.command(fay, "create", group="league", name="Old Town", **options)
    for player in people:
        await room.press(player, league.message, "Join")
    await pass_time(room, 2 * DAY)
    first = (await running(room)).competition.terms.starts
    newcomer = room.join("Newcomer")
    for season in range(1, SEASONS + 1):
        stored = await running(room)
        assert stored.season == season
        began = stored.competition.course.began
        assert began is not None
        assert (began.at - first) % (7 * DAY) < 120, "the host's hour"
        await pass_time(room, 120)  # the boards come first
        begun = newest(room, "All matches begin now.")
        assert len(begun.pings) == len(stored.competition.course.players)
        if season == 1:
            shown = [each for each in room.messages() if "Rules" in each.labels][-1]
            told = await room.press(newcomer, shown, "Join")
            assert "You are on the list for season 2." in told.told
            people.append(newcomer)
        await pass_time(room, DAY // 2)
        await finish(room, stored, rng)
        orders = final_orders((await Competitions(room.service).get(stored.id)).competition)
        ended = newest(room, "won!")
        assert all(f"**Division {number}**" in ended.text for number in range(1, len(orders) + 1))
        call = newest(room, "Confirm your place before then")
        coming = [each for each in people if rng.random() < 0.8]
        known = (await running(room)).competition.course.present
        for player in coming:
            if player.id in known:
                told = await room.press(player, call, "Confirm my place")
                assert "confirmed" in told.told
            else:  # after a pause
                main = [each for each in room.messages() if "Rules" in each.labels][-1]
                await room.press(player, main, "Join")
        await pass_time(room, 60)
        shown = [each for each in room.messages() if f"Season {season + 1}" in each.text][-1]
        assert "✅" in shown.text
        following = await running(room)
        await pass_time(room, following.competition.terms.starts - room.clock.now + 60)
        after = (await running(room)).competition.course
        assert {*after.players} == {each.id for each in coming}
        for order in orders:
            now = [after.division(each) for each in order if each in after.players]
            assert now == sorted(now)


async def test_eight_weeks_of_a_ladder(room: Room, fay: simcord.MemberActor) -> None:
    rng = random.Random(3)
    people = [room.join(f"P{number}") for number in range(6)]
    ladder = await room.command(fay, "on", group="ladder", game="prowler", pace=DAY)
    for player in people:
        await room.press(player, ladder.message, "Join")
    competitions = Competitions(room.service)
    for week in range(WEEKS):
        stored = await running(room)
        order = places(stored.competition)
        at = rng.randrange(2, len(order))  # the first is idle
        await competitions.apply(stored.id, challenge, order[at], order[at - 1])
        await pass_time(room, 60)
        await finish(room, await running(room), rng)
        for _ in range(7):
            await pass_time(room, DAY)
        told = " ".join(each.text for each in room.messages())
        if week == 1:
            assert f"<@{order[0]}>, you drop a place on <t:" in told
            assert "drops to place" in told
    stored = await running(room)
    assert {*places(stored.competition)} == {each.id for each in people}
