"""Rated matches, as players see them while they play, and the card that sums up all of them."""

from __future__ import annotations

import random
import re
import threading

import pytest

from cogs.profiles import profile_commands
from prowlerbot.core.i18n import signed_words
from prowlerbot.match import agreements
from prowlerbot.match.ratings import PROVISIONAL, RATED_A_DAY
from tests.discord.message import Message
from tests.discord.profiles.test_leaderboards import final, played, resigned, totals_of
from tests.discord.room import Room


async def resign(room: Room, board: Message) -> None:
    """Ada gives up the match of a board."""
    asked = await room.command(room.ada, "resign", match=board.match)
    await room.press(room.ada, asked.message, "Resign")


async def test_the_final_message_tells_what_the_match_did_to_both_ratings(room: Room) -> None:
    board = await room.begin()
    await room.play_stored(board.match, random.Random(1), 26)
    await room.time_passes(61)
    await room.play_on(board, random.Random(1))
    finished = await room.service.store.results.finished_match(board.match)
    assert finished is not None
    (line,) = [line for line in board.text.splitlines() if "Rating:" in line]
    for player, after in zip(finished.players, finished.after, strict=True):
        assert f"{player.name} **{after.points}** provisional" in line
    assert "(" not in line, "the first steps are large and say little"


async def test_from_the_tenth_match_on_a_rating_is_settled_and_its_change_is_told(
    room: Room,
) -> None:
    for number in range(1, PROVISIONAL):
        await resigned(room, room.ada, room.ben)
        told = (await room.tab(room.ada, "Matches")).told
        latest = told.splitlines()[1]
        assert re.search(r"📉 \*\*\d+\*\* ·", latest), number
    board = await room.begin()
    await room.play_on(board, random.Random(1), plies=6)
    await resign(room, board)
    finished = await room.service.store.results.finished_match(board.match)
    assert finished is not None
    assert finished.matches == (PROVISIONAL, PROVISIONAL)
    changes = ", ".join(
        f"{player.name} **{after.points}** ({signed_words(after.points - before.points)})"
        for player, before, after in zip(
            finished.players, finished.before, finished.after, strict=True
        )
    )
    assert f"📈 Rating: {changes}" in board.text
    # Earlier results stay unchanged.
    _, latest, *before = (await room.tab(room.ada, "Matches")).told.splitlines()
    risen = finished.after[0].points > finished.before[0].points
    assert f"{'📈' if risen else '📉'} **{finished.after[0].points}** (" in latest
    assert not any("** (" in line for line in before[:7])


async def test_the_sixth_match_of_a_day_is_not_rated_and_says_so(room: Room) -> None:
    for _ in range(RATED_A_DAY):
        match = await played(room, room.ada, room.ben, plies=6)
        await room.service.apply(match.id, agreements.resign, room.ben.id)
    board = await room.begin()
    await room.play_on(board, random.Random(1), plies=6)
    await resign(room, board)
    assert "Not rated: you have had 5 rated matches with each other today." in board.text


# ------------------------------------------------------------------ the profile card


async def test_the_card_is_private_and_its_alt_text_says_all_of_it(room: Room) -> None:
    answer = await room.command(room.ada, "profile", group="", player=room.ben)
    assert answer.told == "Ben has not finished a match that you can find here."
    answer = await room.command(room.ada, "profile", group="", player=room.join("Robot", bot=True))
    assert "Bots do not play" in answer.told
    match = await played(room, room.ada, room.ben)
    ada, ben = totals_of(room, match)
    answer = await room.command(room.ada, "profile", group="")
    assert not answer.public
    assert answer.told == "### Ada at Prowler's Passage"
    (alt,) = answer.message.alts
    won = "1 won, 0 shared, 0 lost" if ada > ben else "0 won, 0 shared, 1 lost"
    assert alt.startswith("Profile of Ada at Prowler's Passage. Provisional rating 1")
    assert "give or take" not in alt
    assert re.search(r"Place [12] of 2\.", alt)
    assert f"Matches: {won}." in alt
    assert f"Best total {ada}." in alt
    assert ("Favourite:" in alt) == bool(final(room, match).achievements[0])
    assert len(alt) <= 1024


async def test_the_card_can_be_shown_to_all(room: Room) -> None:
    await resigned(room, room.ada, room.ben)
    private = await room.command(room.ada, "profile", group="", player=room.ben)
    shared = await room.press(room.ada, private.message, "Show to all")
    assert shared.public
    assert "Ben at Prowler's Passage" in shared.message.text
    assert shared.message.labels == ["Remove"]
    assert shared.message.pings == []
    assert shared.message.alts == private.message.alts


async def test_cards_are_drawn_by_the_few_threads_that_draw_all_pictures(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await played(room, room.ada, room.ben)
    threads: list[str] = []

    def drawn(*_: object, **__: object) -> bytes:
        threads.append(threading.current_thread().name)
        return b""

    monkeypatch.setattr(profile_commands, "draw_profile", drawn)
    await room.command(room.ada, "profile", group="")
    assert [each.partition("_")[0] for each in threads] == ["picture"]
