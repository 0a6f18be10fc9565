"""Discord's menu of a user: to challenge them, and head to head."""

from __future__ import annotations

import pytest
import simcord

from cogs.views.hub_buttons import HubPress
from prowlerbot.match.match import Phase
from tests.discord.message import Answer
from tests.discord.places import bring
from tests.discord.room import Room


async def chosen(
    room: Room, menu: str, player: simcord.MemberActor, other: simcord.MemberActor
) -> Answer:
    return Answer(room.env, await player.context_menu(room.channel, menu, other))


async def test_challenge_offers_the_games_and_then_pings_the_user(room: Room) -> None:
    offered = await chosen(room, "Challenge", room.ada, room.ben)
    assert not offered.public
    assert "Challenge Ben" in offered.told
    assert offered.message.labels == ["Prowler's Passage", "Landgrab", "Heroes Beware"]
    asked = await room.press(room.ada, offered.message, "Landgrab")
    assert asked.public
    assert asked.message.pings == [room.ben.id]
    await room.press(room.ben, asked.message, "Accept")
    match = await room.match(asked.message)
    assert (match.game, match.phase, len(match.players)) == ("landgrab", Phase.PLAYING, 2)


async def test_challenge_refuses_bots_and_oneself(room: Room) -> None:
    for other in (room.ada, room.join("Robot", bot=True)):
        assert "another player" in (await chosen(room, "Challenge", room.ada, other)).told


async def test_a_forged_press_about_nobody_is_refused(room: Room) -> None:
    offered = await chosen(room, "Challenge", room.ada, room.ben)
    for press, said in (
        (HubPress.with_user("prowler", 4), "not here any more"),
        (HubPress.with_user("prowler", 2**63), "open what you need again"),
        (HubPress.with_user("chess", room.ben.id), "open what you need again"),
    ):
        assert said in (await room.late_press(room.ada, offered.message, str(press))).told


async def test_head_to_head_compares_the_two(room: Room) -> None:
    board = await room.begin()
    await room.service.resign(board.match, room.ben.id)
    compared = await chosen(room, "Head to head", room.ada, room.ben)
    assert not compared.public
    assert "Ada against Ben" in compared.told
    robot = room.join("Robot", bot=True)
    assert "Bots do not play" in (await chosen(room, "Head to head", room.ada, robot)).told


async def test_challenge_works_in_a_group(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    bring(room, monkeypatch, "group")
    offered = await chosen(room, "Challenge", room.ada, room.ben)
    asked = await room.press(room.ada, offered.message, "Prowler's Passage")
    assert asked.public
    await room.press(room.ben, asked.message, "Accept")
    assert (await room.match(asked.message)).phase is Phase.PLAYING
