"""Roles for champions and medals: they move on, and go with a player's data."""

from __future__ import annotations

import random

import discord
import simcord

from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.privacy.privacy_service import Privacy
from tests.discord.competitions.test_tournaments import HOUR, begun, fay, pass_time, play_round
from tests.discord.room import Room

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
