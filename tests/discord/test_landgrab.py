"""Whole matches of Landgrab in Discord, from the challenge to the count at the end."""

from __future__ import annotations

import random
from typing import Any

import simcord

from cogs.games.landgrab.signs import FIGHT, LARGE, SMALL
from prowlerbot.match.match import Ending
from prowlerbot.match.preferences import ServerChoices
from tests.discord.message import Answer, Message
from tests.discord.room import Room
from tests.positions import states


async def asked(
    room: Room, name: str, /, by: simcord.MemberActor | None = None, **options: Any
) -> Answer:
    return await room.command(by or room.ada, name, group="landgrab", **options)


async def hurry(room: Room) -> None:
    """Let everybody press as often as they like, as a match has more presses than a minute."""
    await room.service.store.rechoose(ServerChoices, room.guild.id, presses_a_minute=9_999)


async def begun(room: Room, **options: Any) -> Message:
    """Ada against Ben on a fixed map, each in a colour of their own."""
    await hurry(room)
    board = (
        await asked(room, "challenge", opponent=room.ben, **{"map": "duel", **options})
    ).message
    await room.press(room.ada, board, "Join: Red")
    await room.press(room.ben, board, "Join: Blue")
    return board


async def play_to_the_end(room: Room, board: Message, rng: random.Random) -> None:
    """Press on: attacks first, then claims, else anything, so that a match does not take long."""
    while board.moves:
        signs = {each["emoji"]["name"]: each["label"] for each in board.moves if "emoji" in each}
        label = next(
            (signs[sign] for sign in map(str, (FIGHT, SMALL, LARGE)) if sign in signs), None
        )
        label = label or rng.choice([each["label"] for each in board.moves])
        await room.press(await room.mover(board), board, label)


async def test_two_people_play_on_a_fixed_map_to_the_count_at_the_end(room: Room) -> None:
    board = await begun(room)
    await play_to_the_end(room, board, random.Random(1))
    match = await room.match(board)
    assert match.ending is Ending.PLAYED
    outcome = states(room.service, match)[-1].outcome
    assert outcome is not None
    assert all(f"**{total}** = " in board.text for total in outcome.totals)
    assert board.moves == []
    assert len(board.alts) == 2
