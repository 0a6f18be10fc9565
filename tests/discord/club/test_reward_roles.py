"""Roles for champions and medals: they move on, and go with a player's data."""

import random

import discord
import simcord

from cogs.club.reward_roles import RewardRoles, in_turn
from prowlerbot.core.clock import DAY
from prowlerbot.core.posts import Act, Bar, Person, What
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.match.scene import Board
from prowlerbot.privacy.privacy_service import Privacy
from tests.discord.competitions.test_tournaments import (
    HOUR,
    begun,
    create,
    fay,
    only,
    pass_time,
    play_round,
)
from tests.discord.room import Room
from tests.ended import end
from tests.life import ADA, BEN

__all__ = ["fay"]


async def play_cup(room: Room, fay: simcord.MemberActor, rng: random.Random) -> None:
    await begun(room, fay, name="Weekly Cup", every="week")
    for _ in range(2):
        await play_round(room, rng)
    for _ in range(2):
        await pass_time(room, HOUR)


async def test_roles_follow_the_records_and_go_with_a_players_data(
    room: Room, fay: simcord.MemberActor
) -> None:
    champion, medal = (room.guild.create_role(it) for it in ("Champion", "Medal"))
    choices = room.service.store.choices
    roles = {"champion_role": champion.id, "medal_role": medal.id}
    await choices.change(ServerChoices, room.guild.id, **roles)
    await play_cup(room, fay, random.Random(1))

    def having(role: int) -> set[str]:
        members = room.env.backend.guilds[room.guild.id].members.items()
        return {room.names[user] for user, it in members if role in it.role_ids}

    assert len(having(champion.id)) == 1
    assert having(champion.id) <= having(medal.id)
    first = next(it for it in room.members if {room.names[it.id]} == having(champion.id))
    await choices.change(PlayerChoices, first.id, seen="nowhere")
    await pass_time(room, HOUR)
    assert having(champion.id) == set(), "they do not want to be found"
    await choices.change(PlayerChoices, first.id, seen="server")
    await pass_time(room, HOUR)
    assert having(champion.id) == {room.names[first.id]}
    # Discord takes roles from members who leave; the next press gives them back.
    room.env.backend.guilds[room.guild.id].members[first.id].role_ids.clear()
    await room.command(first, "matches", group="")
    assert room.names[first.id] in having(champion.id)
    await Privacy(room.service).forget(first.id)
    await pass_time(room, HOUR)
    assert room.names[first.id] not in having(champion.id) | having(medal.id)
    assert not await room.service.store.database.read(
        "SELECT 1 FROM told WHERE player = $1", first.id
    )


def rewards(room: Room) -> RewardRoles:
    cog = room.bench.bot.get_cog(RewardRoles.__name__)
    assert isinstance(cog, RewardRoles)
    return cog


def test_players_who_have_left_keep_no_others_from_their_roles() -> None:
    changes, tried = [(7, player, True) for player in range(13)], dict[tuple[int, int], int]()
    for now in (1, 2):
        for role, player, _ in in_turn(changes, tried)[:10]:
            tried[role, player] = now
    assert {player for _, player in tried} == {*range(13)}


async def test_a_bar_that_is_over_costs_no_role(room: Room) -> None:
    service, here = room.service, room.guild.id
    for number in range(1, 11):
        await end(service, number, number * DAY)
        await service.store.boards.put(Board(f"m{number}", here, 1, number))
    await service.store.database.write("UPDATE showings SET standing = 'played'")
    bar = Bar(here, ADA.id, ADA.name, since=1, until=9)
    act = Act(here, What.BARRED, Person(BEN.id, BEN.name))
    await service.store.bars.put(bar, act, lambda *_: None)
    assert {each.player for each in await rewards(room)._find_rated(here)} == {ADA.id, BEN.id}


async def test_a_member_s_tournament_of_a_few_friends_brings_no_role(
    room: Room, fay: simcord.MemberActor
) -> None:
    cup = (await create(room, fay, check_in=0)).message
    for player in (room.ada, room.ben, room.cleo):
        await room.press(player, cup, "Join")
    await pass_time(room, 2 * HOUR)
    assert (await only(room)).course.players
    assert not rewards(room)._is_open_enough(await only(room))


async def test_no_role_that_moderates_or_stands_above_the_bots_own_is_accepted(room: Room) -> None:
    admin = room.join("Gil", may=discord.Permissions(manage_guild=True))
    mighty = room.guild.create_role("Guards", permissions=discord.Permissions(kick_members=True))
    settings = (await room.command(admin, "settings", group="prowler-admin")).message
    await room.press(admin, settings, "News and rewards")
    for name in ("champion_role", "rating_roles", "told_role"):
        answer = await room.pick(admin, settings, f"server:{name}", [mighty])
        assert "may moderate" in answer.told
    await room.service.store.choices.change(
        ServerChoices, room.guild.id, champion_role=mighty.id, medal_role=7
    )
    health = (await room.command(admin, "doctor", group="prowler-admin")).told
    assert "“Guards” may moderate" in health
    assert "A role that I give is deleted" in health
