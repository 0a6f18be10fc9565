"""/privacy, a file with everything and a button that deletes it; and /avoid, a private list."""

from __future__ import annotations

import json
import random

import pytest

from prowlerbot.core.game import Registry
from prowlerbot.games import GAMES
from prowlerbot.match.match import Phase
from prowlerbot.privacy.privacy_service import Privacy
from tests.discord.room import Room
from tests.games.tell import TellGame


async def test_the_export_is_a_private_file_with_all_of_it(room: Room) -> None:
    board = await room.begin()
    await room.play_on(board, random.Random(1), plies=4)
    answer = await room.command(room.ada, "export", group="privacy")
    assert "Everything stored about you" in answer.told
    response = answer.result.response
    assert response is not None
    (file,) = response.attachments
    assert file.filename == "prowler-privacy.json"
    told = json.loads(await file.read())
    assert told["player"] == room.ada.id
    assert [each["id"] for each in told["matches"]] == [board.match]
    assert len(told["plays"]) == 4


async def test_deleting_asks_first_and_says_what_will_happen(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await room.begin()
    nothing = await room.command(room.cleo, "delete", group="privacy")
    assert nothing.told == "Nothing is stored about you."
    answer = await room.command(room.ada, "delete", group="privacy")
    assert "1 open match ends: you resign it" in answer.told
    assert "without your name" in answer.told
    *_, gap, small = answer.told.splitlines()
    assert not gap, "small print is no part of the list"
    assert small.startswith("-# This cannot be undone.")
    assert (await room.match(board)).phase is Phase.PLAYING
    for most in (2, 3):
        games = Registry((GAMES["prowler"], TellGame(range(1, most + 1))))
        monkeypatch.setattr(room.service, "games", games)
        told = (await room.command(room.ada, "delete", group="privacy")).told
        goes_on = "A match of three or four goes on without you."
        assert (goes_on in told) is (most > 2), "only where there can be others"


async def test_deleting_resigns_redraws_without_the_name_and_tells_the_opponent(
    room: Room,
) -> None:
    over = await room.begin()
    await room.play_stored(over.match, random.Random(2), 26)
    await room.time_passes(61)
    await room.play_on(over, random.Random(2))
    running = await room.begin()
    calls = {call.id for call in room.calls()}
    question = (await room.command(room.ada, "delete", group="privacy")).message
    await room.press(room.ada, question, "Delete everything")
    assert question.text.splitlines()[0] == "Done: nothing about you is stored any more."
    assert "still show" not in question.text
    assert question.labels == []
    for board in (over, running):
        assert "Ada" not in board.text + "".join(board.alts)
        assert "someone" in board.text
    assert "🏳️ Someone resigned" in running.text
    new = [call for call in room.calls() if call.id not in calls]
    assert [call.pings for call in new] == [[room.ben.id]]
    assert "Ada" not in (await room.command(room.ben, "matches", group="")).told
    await room.time_passes(60)
    assert not [call.text for call in room.calls() if "Ada" in call.text]


# ------------------------------------------------------------------ /avoid


async def test_a_player_who_is_avoided_is_added_listed_and_removed_in_private(room: Room) -> None:
    added = await room.command(room.ada, "avoid", group="", player=room.ben)
    assert not added.public
    assert "**Ben** is on your list now, and is not told." in added.told
    room.clock.now += 1
    await room.command(room.ada, "avoid", group="", player=room.cleo)
    listed = await room.command(room.ada, "avoid", group="")
    assert "- Cleo\n- Ben" in listed.told
    await room.press(room.ada, listed.message, "Ben")
    assert "- Ben" not in listed.message.text
    assert "- Cleo" in listed.message.text
    other = await room.command(room.ben, "avoid", group="")
    assert "Nobody." in other.told
    robot = room.join("Robot", bot=True)
    for player, said in ((room.ada, "another player"), (robot, "Bots do not play")):
        assert said in (await room.command(room.ada, "avoid", group="", player=player)).told


async def test_a_player_who_is_avoided_and_deletes_their_data_is_listed_without_a_name(
    room: Room,
) -> None:
    await room.command(room.ada, "avoid", group="", player=room.ben)
    await Privacy(room.service).forget(room.ben.id)
    listed = await room.command(room.ada, "avoid", group="")
    assert "- somebody who has deleted their data" in listed.told
    await room.press(room.ada, listed.message, "somebody who has deleted their data")
    assert "Nobody." in listed.message.text


async def test_a_challenge_and_an_open_seat_are_refused_without_a_reason(room: Room) -> None:
    await room.command(room.ben, "avoid", group="", player=room.ada)
    refused = await room.command(room.ada, "challenge", opponent=room.ben)
    assert refused.told == "You cannot begin another match with each other at the moment."
    lobby = await room.command(room.ben, "challenge")
    (seat,) = [each for each in lobby.message.labels if each.startswith(("Accept", "Join"))]
    assert (await room.press(room.ada, lobby.message, seat)).told == refused.told
