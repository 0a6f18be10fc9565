"""A league of all servers: its matches stay in chats, and its players hear of their turns."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, get_args

import discord
import pytest
import simcord

from cogs.presses.addresses import (
    BranchPress,
    MatchPress,
    OfReplay,
    OfReview,
    ReplayPress,
    ReviewPress,
)
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_store import Stored
from tests.discord.competitions.test_leagues import newest, shown, wide
from tests.discord.competitions.test_tournaments import DAY, pass_time
from tests.discord.room import Room

REFUSED = "The players of this match may share no server"
NOT_PUBLIC = "Only its players can make a finished match public."


@pytest.fixture
def fay(room: Room) -> simcord.MemberActor:
    return room.join("Fay", may=discord.Permissions(manage_guild=True))


async def league(room: Room) -> Stored:
    (stored,) = await Competitions(room.service).of_guild(0)
    return stored


async def test_a_board_that_a_player_asks_for_in_a_server_is_for_that_player_alone(
    room: Room, fay: simcord.MemberActor
) -> None:
    gus, den = await wide(room, fay)
    match_id = (await league(room)).matches[1]
    before, posted = await room.service.store.boards.of_match(match_id), len(room.messages())
    for player, channel in ((room.ada, room.channel), (gus, den)):
        answer = await room.command(player, "board", channel=channel, match=match_id)
        assert "only you see this copy" in answer.told
        assert not answer.public
    assert await room.service.store.boards.of_match(match_id) == before
    assert len(room.messages()) == posted


PRIVATE = {"replay", "step", "jump", "chapter", "tell", "unpublish", "review", "reviewed"}
"""What a press about a record shows to its presser alone, or hides."""
SHOWING: list[ReplayPress | ReviewPress | BranchPress | MatchPress] = [
    ReplayPress("share", "", 1),
    ReplayPress("publish", "", 1),
    ReplayPress("animate", "", 1, "calm-all"),
    ReviewPress("sharereview", ""),
    BranchPress("playon", "", 1),
    BranchPress("branch", "", 1, "1", "anybody"),
    MatchPress("record", ""),
]
SHOWN_BY_COMMAND: list[tuple[str, dict[str, Any]]] = [
    ("animation", {"show": "all"}),
    ("branch", {"move": 1}),
    ("record", {}),
]


def test_the_ways_to_show_a_match_are_all_that_are_not_private() -> None:
    actions = {*get_args(OfReplay), *get_args(OfReview), "playon", "branch"}
    listed = {press.action for press in SHOWING} - {"record"}
    assert listed == actions - PRIVATE - {"review!"}


async def test_no_way_shows_a_running_match_to_others(room: Room, fay: simcord.MemberActor) -> None:
    await wide(room, fay)
    match_id = (await league(room)).matches[1]
    match = await room.match(match_id)
    await room.play_stored(match_id, random.Random(1), match.ply + 2)
    replay = (await room.command(room.ada, "replay", match=match_id)).message
    posted = len(room.messages())
    for press in SHOWING:
        answer = await room.late_press(room.ada, replay, str(replace(press, match=match_id)))
        assert answer.told.startswith((REFUSED, NOT_PUBLIC)), press
    for name, options in SHOWN_BY_COMMAND:
        answer = await room.command(room.ada, name, match=match_id, **options)
        assert REFUSED in answer.told, name
    await room.env.settle()
    assert len(room.messages()) == posted
    facts = await room.service.store.showings.facts(match_id)
    assert {place.guild for place in (*facts.places, *facts.former)} == {0}


async def test_a_player_who_cannot_be_written_to_is_told_on_joining(
    room: Room, fay: simcord.MemberActor
) -> None:
    await wide(room, fay)
    hal, ida = room.join("Hal"), room.join("Ida")
    await Competitions(room.service).cancel((await league(room)).id)
    options = {"game": "prowler", "starts": "in 2 days", "servers": "all", "name": "Far Towns"}
    await room.command(fay, "create", group="league", **options)
    await pass_time(room, 60)
    path = f"/channels/{hal.user.dm_channel.id}/messages"
    room.env.inject_error("POST", path, status=403, code=50007, times=None)
    joined = await room.press(hal, newest(room, "Far Towns"), "Join")
    assert "I cannot write to you. Allow direct messages" in joined.told
    joined = await room.press(ida, newest(room, "Far Towns"), "Join")
    assert "I cannot write to you" not in joined.told
    (greeting,) = room.messages(ida.user.dm_channel)
    assert "Your matches are in your chat with me" in greeting.text
    assert "Servers: all that take part." in newest(room, "Far Towns").text
    await room.press(ida.user, greeting, "Leave")
    assert (await league(room)).competition.course.present == (hal.id,)


async def test_players_go_on_where_their_server_no_longer_takes_part(
    room: Room, fay: simcord.MemberActor
) -> None:
    gus, den = await wide(room, fay)
    await room.command(gus, "unfollow", channel=den, group="league")
    told = await room.command(gus, "show", channel=den, group="league")
    assert "All Towns" in told.told
    told = await room.command(gus, "confirm", channel=den, group="league")
    assert "This season is being played." in told.told
    asked = await room.command(gus, "leave", channel=den, group="league")
    await room.press(gus, asked.message, "Leave")
    assert gus.id not in (await league(room)).competition.course.present
    await pass_time(room, DAY // 8)
    assert "Season 1" in shown(room, den)[0].text
    assert "0 of 1 matches are over" not in shown(room, den)[0].text
