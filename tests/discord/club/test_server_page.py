"""The page of a server: as an answer, and as the message that the bot keeps up to date."""

from __future__ import annotations

import random

import discord
import simcord

from prowlerbot.match.preferences import PlayerChoices
from tests.discord.competitions.test_tournaments import begun, fay, pass_time, play_round
from tests.discord.room import Room

__all__ = ["fay"]
HOUR = 60 * 60


async def test_the_page_has_what_its_readers_see_and_follows_what_happens(
    room: Room, fay: simcord.MemberActor
) -> None:
    page = await room.command(room.ada, "server", group="")
    assert not page.public
    assert "Nobody has won anything here yet" in page.told
    admin = room.join("Gil", may=discord.Permissions(manage_guild=True))
    settings = (await room.command(admin, "settings", group="prowler-admin")).message
    await room.press(admin, settings, "News and rewards")
    await room.press(admin, settings, "Post it here")
    (shown,) = [each for each in room.messages() if "I keep this message up to date" in each.text]
    cup = await begun(room, fay, name="Weekly Cup")
    await pass_time(room, HOUR)
    assert "This week" in shown.text
    assert (
        f"[Weekly Cup](https://discord.com/channels/{room.guild.id}/{room.channel.id}/{cup.id})"
        in shown.text
    )
    rng = random.Random(1)
    for _ in range(2):
        await play_round(room, rng)
    await pass_time(room, HOUR)
    told = shown.text
    assert "This week" not in told
    for part in ("Champions", "🥇", "Table of 2026", "1. Ada", "2 points", "Fastest win: "):
        assert part in told
    champion = next(it for it in room.members if f"1. {room.names[it.id]}" in told)
    await room.service.store.choices.change(PlayerChoices, champion.id, seen="nowhere")
    assert room.names[champion.id] not in (await room.press(room.ada, shown, "As it is now")).told
    await room.press(admin, settings, "Remove it")
    assert not shown.exists
