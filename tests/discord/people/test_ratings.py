"""Rated matches, as players see them while they play."""

from __future__ import annotations

import random
import re

from prowlerbot.core.formats import signed
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.match.ratings import A_DAY, PROVISIONAL
from tests.discord.message import Message
from tests.discord.people.test_standings import played, resigned
from tests.discord.room import Room


async def resign(room: Room, board: Message) -> None:
    """Ada gives up the match of a board."""
    asked = await room.command(room.ada, "resign", match=board.match)
    await room.press(room.ada, asked.message, "Resign")


async def test_the_challenge_says_whether_the_match_is_rated(room: Room) -> None:
    assert "**Rated**: the result" in (await room.challenge()).text
    assert "Friendly: the result" in (await room.challenge(rated="no")).text
    await room.service.store.choose(room.guild.id, ServerChoices(rated=False))
    assert "Friendly: the result" in (await room.challenge()).text
    assert "**Rated**: the result" in (await room.challenge(rated="yes")).text


async def test_the_final_message_tells_what_the_match_did_to_both_ratings(room: Room) -> None:
    board = await room.begin()
    await room.play_on(board, random.Random(1))
    finished = await room.service.store.results.finished(board.match)
    assert finished is not None
    (line,) = [line for line in board.text.splitlines() if "Rating:" in line]
    for player, after in zip(finished.players, finished.after, strict=True):
        assert f"{player.name} **{after.points}** provisional" in line
    assert "(" not in line, "the first steps are large and say little"


async def test_resigning_counts_as_a_loss(room: Room) -> None:
    board = await room.begin()
    await room.play_on(board, random.Random(1), plies=6)
    await resign(room, board)
    assert "📈 Rating: Ada **1342** provisional, Ben **1658** provisional" in board.text
    assert "158" not in board.text


async def test_from_the_tenth_match_on_a_rating_is_settled_and_its_change_is_told(
    room: Room,
) -> None:
    for number in range(1, PROVISIONAL):
        await resigned(room, room.ada, room.ben)
        told = (await room.command(room.ada, "history", group="")).told
        latest = told.splitlines()[1]
        assert re.search(r"📉 \*\*\d+\*\* ·", latest), number
    board = await room.begin()
    await room.play_on(board, random.Random(1), plies=6)
    await resign(room, board)
    finished = await room.service.store.results.finished(board.match)
    assert finished is not None
    assert finished.matches == (PROVISIONAL, PROVISIONAL)
    changes = ", ".join(
        f"{player.name} **{after.points}** ({signed(after.points - before.points)})"
        for player, before, after in zip(
            finished.players, finished.before, finished.after, strict=True
        )
    )
    assert f"📈 Rating: {changes}" in board.text
    # Earlier results stay unchanged.
    _, latest, *before = (await room.command(room.ada, "history", group="")).told.splitlines()
    risen = finished.after[0].points > finished.before[0].points
    assert f"{'📈' if risen else '📉'} **{finished.after[0].points}** (" in latest
    assert not any("** (" in line for line in before[:7])


async def test_a_friendly_match_says_nothing_of_ratings(room: Room) -> None:
    board = await room.begin(rated="no")
    await room.play_on(board, random.Random(1), plies=6)
    await resign(room, board)
    assert "ating" not in board.text


async def test_a_very_short_match_is_not_rated_and_says_so(room: Room) -> None:
    board = await room.begin()
    await room.play_on(board, random.Random(1), plies=5)
    await resign(room, board)
    assert "Too short to be rated" in board.text


async def test_the_sixth_match_of_a_day_is_not_rated_and_says_so(room: Room) -> None:
    for _ in range(A_DAY):
        match = await played(room, room.ada, room.ben, plies=6)
        await room.service.resign(match.id, room.ben.id)
    board = await room.begin()
    await room.play_on(board, random.Random(1), plies=6)
    await resign(room, board)
    assert "Not rated: you have had 5 rated matches with each other today." in board.text
