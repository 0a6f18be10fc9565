"""A server that follows a league of all servers has its messages in the channel it has chosen."""

from __future__ import annotations

from typing import Any

import pytest
import simcord

from prowlerbot.service.competitions import Competitions
from tests.discord.competitions.test_leagues import announced, fay, newest, wide
from tests.discord.competitions.test_tournaments import pass_time
from tests.discord.message import Message
from tests.discord.room import Room

__all__ = ["fay"]


async def follow(room: Room, fay: simcord.MemberActor, channel: Any = None) -> None:
    (it,) = await Competitions(room.service).of_guild(0)
    answer = await room.command(fay, "follow", channel=channel, group="league", league=it.id)
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
    assert "All matches begin now." in room.messages(bay)[-1].text
    await room.press(fay, shown(room, bay)[0], "Standings")


async def test_a_deleted_message_of_a_league_comes_again_when_the_server_follows_again(
    room: Room, fay: simcord.MemberActor
) -> None:
    await wide(room, fay)
    room.deletes(shown(room)[0])
    await pass_time(room, 60)
    assert shown(room) == []
    await room.command(fay, "unfollow", group="league")
    await follow(room, fay)
    assert len(shown(room)) == 1


async def test_a_server_that_follows_again_where_the_messages_stand_has_them_redrawn(
    room: Room, fay: simcord.MemberActor
) -> None:
    await wide(room, fay)
    (it,) = await Competitions(room.service).of_guild(0)
    await room.command(fay, "unfollow", group="league")
    await Competitions(room.service).rename(it.id, "All Cities", "")
    await pass_time(room, 60)
    assert "All Towns" in shown(room)[0].text
    await follow(room, fay)
    (message,) = shown(room)
    assert "All Cities" in message.text
    assert len(announced(room)) == 1
    assert "All Cities" in newest(room, "All matches begin now.").text
