"""``/avoid``: a private list, and refusals that do not tell of it."""

from __future__ import annotations

from tests.discord.room import Room


async def test_a_player_is_added_listed_and_removed_in_private(room: Room) -> None:
    added = await room.command(room.ada, "avoid", group="", player=room.ben)
    assert not added.public
    assert "You avoid **Ben**, who is not told." in added.told
    room.clock.now += 1
    await room.command(room.ada, "avoid", group="", player=room.cleo)
    listed = await room.command(room.ada, "avoid", group="")
    assert "- Cleo\n- Ben" in listed.told
    await room.press(room.ada, listed.message, "Ben")
    assert "- Ben" not in listed.message.text
    assert "- Cleo" in listed.message.text
    other = await room.command(room.ben, "avoid", group="")
    assert "Nobody." in other.told


async def test_nobody_can_be_avoided_who_cannot_play(room: Room) -> None:
    robot = room.join("Robot", bot=True)
    for player, said in ((room.ada, "another player"), (robot, "Bots do not play")):
        assert said in (await room.command(room.ada, "avoid", group="", player=player)).told


async def test_a_challenge_and_an_open_seat_are_refused_without_a_reason(room: Room) -> None:
    await room.command(room.ben, "avoid", group="", player=room.ada)
    refused = await room.command(room.ada, "challenge", opponent=room.ben)
    assert refused.told == "You cannot begin another match with each other at the moment."
    lobby = await room.command(room.ben, "challenge")
    (seat,) = [each for each in lobby.message.labels if each.startswith(("Accept", "Join"))]
    assert (await room.press(room.ada, lobby.message, seat)).told == refused.told
