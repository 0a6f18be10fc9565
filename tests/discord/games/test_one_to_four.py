"""The texts about matches of one, three and four players, and with the machine."""

from __future__ import annotations

import re

import pytest

from prowlerbot.match.match import Ending, Phase
from prowlerbot.match.terms import Terms
from tests.discord.message import Answer, Message
from tests.discord.room import Room

tell = pytest.mark.tell


async def played(room: Room, *numbers: str) -> Message:
    """A whole match of Ada, Ben and Cleo, who hide these numbers in both rounds."""
    board = await room.begin_tell(terms=Terms(rated=True))
    for _ in range(2):
        for player, number in zip((room.ada, room.ben, room.cleo), numbers, strict=True):
            await room.press(player, board, number)
    return board


@tell
async def test_three_stand_in_a_row_and_two_against_each_other(room: Room) -> None:
    board = await room.begin_tell()
    assert "### 🅰️ Ada · 🅱️ Ben · 🆎 Cleo" in board.text
    two = await room.begin_tell(room.ada, room.ben)
    assert "### 🅰️ Ada against 🅱️ Ben" in two.text
    marked = await room.begin_tell(colours="white,,red")
    assert "### ⚪ Ada · 🅱️ Ben · 🔴 Cleo" in marked.text, "by what the set-up gave to their seats"
    marked = await room.begin_tell(room.ada, room.ben, colours="blue,green")
    assert "### 🔵 Ada against 🟢 Ben" in marked.text


@tell
async def test_a_call_says_with_whom(room: Room) -> None:
    answer = await room.command(room.ada, "challenge", group="tell", opponent=room.ben, seats=3)
    board = answer.message
    await room.press(room.ben, board, "Join")
    await room.press(room.cleo, board, "Red")
    texts = {call.pings[0]: call.text for call in room.calls()}
    assert ", your turn in Tell with Ben and Cleo." in texts[room.ada.id]
    assert room.cleo.id not in texts


@tell
async def test_matches_tells_who_else_is_in_each(room: Room) -> None:
    await room.begin_tell()
    await room.command(room.ada, "challenge", group="tell", seats=1)
    await room.command(room.ada, "challenge", group="tell", seats=3)
    await room.command(room.ada, "challenge", machine="hard")
    told = (await room.command(room.ada, "matches", group="")).told
    assert ") with **Ben and Cleo**: " in told
    assert ") alone: " in told
    assert "waits for players" in told
    assert ") against **Machine (hard)**: " in told


@tell
async def test_all_others_have_to_agree_and_it_says_who_has(room: Room) -> None:
    board = await room.begin_tell()
    menu = await room.press(room.ada, board, "Menu")
    asked = await room.press(room.ada, menu.message, "Cancel match")
    assert "Waiting for Ben and Cleo" in asked.message.text
    (question,) = [each for each in room.messages() if "asks to end the match" in each.text][-1:]
    assert sorted(question.pings) == sorted([room.ben.id, room.cleo.id])
    await room.press(room.ben, question, "Agree: no result")
    assert (await room.match(board)).phase is Phase.PLAYING
    assert "Ben agreed." in board.text
    (question,) = [each for each in room.messages() if "Withdraw" in each.labels]
    assert question.pings == [], "Cleo has been called to it already"
    await room.press(room.cleo, question, "Agree: no result")
    assert (await room.match(board)).ending is Ending.AGREED
    assert "Ada, Ben and Cleo agreed to end the match" in board.text


@tell
async def test_a_rematch_of_three_asks_both_others_and_the_machine_stays(room: Room) -> None:
    board = await played(room, "1", "2", "3")
    await room.press(room.ada, board, "Rematch")
    lobby = room.messages()[-1]
    assert sorted(lobby.pings) == sorted([room.ben.id, room.cleo.id])
    assert (await room.match(lobby)).phase is Phase.LOBBY
    late = await room.press(room.ben, board, "Rematch")
    assert "already" in late.told
    for player in (room.ben, room.cleo):
        await room.press(player, lobby, "Accept")
    match = await room.match(lobby)
    assert match.phase is Phase.PLAYING
    assert [each.id for each in match.players] == [room.ben.id, room.cleo.id, room.ada.id]


# ------------------------------------------------------------------ looking back


@tell
async def test_rating_and_history_tell_the_place_among_three(room: Room) -> None:
    board = await played(room, "1", "1", "2")
    assert re.search(r"📈 Rating: Ada \*\*\d+\*\* provisional, Ben", board.text)
    ranks = (await room.service.store.results.finished_match(board.match)).ranks  # type: ignore[union-attr]
    for player, rank in zip((room.ada, room.ben, room.cleo), ranks, strict=True):
        told = (await room.tab(player, "Matches", game="tell")).told
        if rank > 1:
            assert f"Place {rank} of 3 in a match with" in told
        else:
            assert "Won against" in told or "Shared the victory" in told
    versus = await room.tab(room.ada, "Against you", player=room.ben, game="tell")
    assert "1 shared" in versus.told, "the same numbers bring the same points"
    versus = await room.tab(room.cleo, "Against you", player=room.ben, game="tell")
    assert ("1 won" in versus.told) == (ranks[2] < ranks[1])


@tell
async def test_statistics_and_profile_stand_for_one_who_played_alone(room: Room) -> None:
    answer = await room.command(room.ada, "challenge", group="tell", seats=1)
    for _ in range(2):
        await room.press(room.ada, answer.message, "1")
    assert "alone" in (await room.tab(room.ada, "Matches", game="tell")).told
    for tab in ("Statistics", "Profile"):
        assert (await room.tab(room.ada, tab, game="tell")).told, tab
    board = await room.command(room.ada, "leaderboard", group="", game="tell")
    assert "You have no rating yet" in board.told


# ------------------------------------------------------------------ threads, branches


@tell
async def test_a_branch_from_a_replay_is_played_with_several_anybody_or_the_machine(
    room: Room,
) -> None:
    board = await played(room, "1", "2", "3")

    async def asked() -> Answer:
        replay = await room.press(room.ada, board, "Replay")
        return await room.press(room.ada, replay.message, "Play on from here")

    question = (await asked()).message
    assert question.selects[0]["max_values"] == 2
    opened = await room.press(room.ada, question, "Anyone")
    lobby = await room.match(opened.message)
    assert [player.is_vacant for player in lobby.players] == [False, True, True]
    begun = await room.press(room.ada, (await asked()).message, "Machine: Expert")
    match = await room.match(begun.message)
    assert [player.level for player in match.players] == [None, "expert", "expert"]
    assert match.phase is Phase.PLAYING
