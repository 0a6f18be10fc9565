"""Whole matches of Landgrab in Discord, from the challenge to the count at the end."""

from __future__ import annotations

import random

import pytest

from cogs.board.board_messages import BoardMessages
from cogs.games.landgrab.texts import FIGHT, LARGE, SMALL
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.match.match import Ending
from tests.discord.message import Message
from tests.discord.playing import Playing, hurry
from tests.discord.room import Room
from tests.positions import states

pytestmark = pytest.mark.answering_machine
_PLAYING = Playing("landgrab", Position)
asked, position = _PLAYING.asked, _PLAYING.position


async def test_a_challenge_says_which_map_is_played_and_what_its_buttons_do(room: Room) -> None:
    drawn = (await asked(room, "challenge", opponent=room.ben)).message
    assert "The map is a new one, drawn for this match." in drawn.text
    assert (
        "Choose a colour under “Join with”, or press “Accept” and get any free colour."
        in drawn.text
    )
    await room.press(room.ada, drawn, "Cancel the match")
    anybody = (await asked(room, "challenge", map="mill")).message
    assert "The map is Mill" in anybody.text
    (shown,) = anybody.alts
    assert shown.startswith("The map Mill. Buildings: D2 small, I2-J2 large"), (
        "the map itself is to be seen"
    )
    assert "who accepts" not in anybody.text, "nobody can"


async def press_one(room: Room, board: Message, rng: random.Random) -> None:
    """Press on: attacks first, then claims, else anything, so that a match does not take long."""
    signs = {each["emoji"]["name"]: each["label"] for each in board.moves if "emoji" in each}
    wanted = map(str, (FIGHT, SMALL, LARGE))
    label = next((signs[sign] for sign in wanted if sign in signs), None)
    usual = [each["label"] for each in board.moves if each["label"] != "Draw the rest"]
    await room.press(await room.mover(board), board, label or rng.choice(usual))


async def test_colours_are_chosen_with_the_challenge_and_with_the_seats(room: Room) -> None:
    lobby = (
        await asked(room, "challenge", opponent=room.ben, opponent_2=room.cleo, colour="Y")
    ).message
    assert "The match begins once Ben and Cleo have accepted." in lobby.text
    joins = [option["label"] for option in lobby.selects[0]["options"]]
    assert joins == ["Red", "Blue", "Green"], "Ada has Yellow"
    await room.press(room.ben, lobby, "Green")
    await room.press(room.cleo, lobby, "Accept")
    match = await room.match(lobby)
    assert match.setup.startswith(("YGR/", "YGB/"))
    assert "🟡 Ada · 🟢 Ben" in lobby.text


@pytest.mark.full
@pytest.mark.both_databases
async def test_four_play_with_two_machines_to_the_end(room: Room) -> None:
    await hurry(room)
    assert room.bench.bot.features is not None
    boards = room.bench.bot.features.find_feature(BoardMessages)
    boards.machines.pace = 0
    lobby = (await asked(room, "challenge", opponent=room.ben, machine="easy", seats=4)).message
    assert "The match begins once Ben has accepted." in lobby.text
    await room.press(room.ben, lobby, "Accept")
    rng = random.Random(4)
    while (await room.match(lobby)).ending is None:
        await boards.machines.rest()
        await room.env.settle()
        if lobby.moves and (await room.match(lobby)).ending is None:
            await press_one(room, lobby, rng)
    await boards.machines.rest()  # which show what they have done after it is stored
    await room.env.settle()
    match = await room.match(lobby)
    assert match.ending is Ending.PLAYED
    assert [player.is_machine for player in match.players] == [False, False, True, True]
    assert {play.seat for play in match.plays} == {0, 1, 2, 3, 4}
    outcome = states(room.service, match)[-1].outcome
    assert outcome is not None
    assert all(f"**{total}**" in lobby.text for total in outcome.totals)
    assert (lobby.moves, len(lobby.alts)) == ([], 2)
    assert "Rematch" in lobby.labels
