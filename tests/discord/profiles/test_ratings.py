"""Rated matches, as players see them while they play, and the card that sums up all of them."""

from __future__ import annotations

import random
import re
import threading

import pytest

from cogs.profiles import profile_commands
from prowlerbot.core.i18n import signed_words
from prowlerbot.daily.daily_days import day_of
from prowlerbot.match import agreements
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.match.ratings import PROVISIONAL, RATED_A_DAY
from tests.discord.message import Message
from tests.discord.profiles.test_leaderboards import final, played, resigned, totals_of
from tests.discord.room import Room


async def resign(room: Room, board: Message) -> None:
    """Ada gives up the match of a board."""
    asked = await room.command(room.ada, "resign", match=board.match)
    await room.press(room.ada, asked.message, "Resign")


async def test_the_challenge_says_whether_the_match_is_rated(room: Room) -> None:
    assert "**Rated**: the result" in (await room.challenge()).text
    assert "Friendly: the result" in (await room.challenge(rated="no")).text
    await room.service.store.choices.put(room.guild.id, ServerChoices(rated=False))
    assert "Friendly: the result" in (await room.challenge()).text
    asked = await room.command(room.ada, "challenge", opponent=room.cleo, rated="yes")
    assert "**Rated**: the result" in asked.message.text


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


async def test_a_resigned_match_is_a_loss_unless_it_is_friendly_or_very_short(room: Room) -> None:
    for options, plies, told in (
        ({"rated": "no"}, 6, None),
        ({}, 5, "Too short to be rated"),
        ({}, 6, "📈 Rating: Ada **1342** provisional, Ben **1658** provisional"),
    ):
        board = await room.begin(**options)
        await room.play_stored(board.match, random.Random(1), plies)
        await room.time_passes(61)
        await resign(room, board)
        assert (told or "") in board.text
        assert ("ating" in board.text) is (told is not None and "Rating" in told)
        assert "158" not in board.text


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


async def test_ones_own_card_tells_the_puzzle_rating_and_the_streak(room: Room) -> None:
    none = await room.command(room.ada, "profile", group="")
    assert none.told == "No finished match so far."
    answer = await room.command(room.ada, "puzzle", group="", game="prowler")
    await room.press(room.ada, answer.message, "Show the solution")

    for ago in range(3):
        await room.service.store.database.write(
            "INSERT INTO daily_tries VALUES ($1, 'prowler', $2, $3, 7, 1, 1, 1, 1, 50)",
            *(f"day{ago}", day_of(room.clock()) - ago, room.ada.id),
        )
    notes = ["🧩 Puzzle rating: 1065 (0 of 1 solved)", "📅 Daily challenge: 🔥 3 days in a row"]
    none = await room.command(room.ada, "profile", group="")
    assert none.told.splitlines() == ["No finished match so far.", *(f"-# {it}" for it in notes)]
    await resigned(room, room.ada, room.ben)
    own = (await room.command(room.ada, "profile", group="", game="prowler")).message
    assert all(each in own.text for each in notes)
    shown = await room.press(room.ada, own, "Show to all")
    other = await room.command(room.ben, "profile", group="", player=room.ada, game="prowler")
    assert not any("Puzzle" in each.told for each in (shown, other))


async def test_the_card_can_be_shown_to_all(room: Room) -> None:
    await resigned(room, room.ada, room.ben)
    private = await room.command(room.ada, "profile", group="", player=room.ben)
    shared = await room.press(room.ada, private.message, "Show to all")
    assert shared.public
    assert "Ben at Prowler's Passage" in shared.message.text
    assert shared.message.labels == ["Remove"]
    assert shared.message.pings == []
    assert shared.message.alts == private.message.alts


async def test_a_player_who_hides_has_a_card_for_themselves_alone_and_no_place_on_it(
    room: Room,
) -> None:
    await resigned(room, room.ada, room.ben)
    before = (await room.command(room.ben, "profile", group="", player=room.ada)).message
    await room.service.store.choices.put(room.ada.id, PlayerChoices(seen="nowhere"))
    answer = await room.command(room.ben, "profile", group="", player=room.ada)
    assert answer.told == "Ada has not finished a match that you can find here."
    shown = await room.press(room.ben, before, "Show to all")
    assert shown.told == "There is nothing to show any more."
    (alt,) = (await room.command(room.ada, "profile", group="")).message.alts
    assert "Provisional rating 1342." in alt
    assert "Place" not in alt
    await room.service.store.choices.change(PlayerChoices, room.ada.id, text_first=True)
    card = (await room.command(room.ada, "profile", group="")).message
    assert "Provisional rating 1342." in card.text, "for who wants words first"
    assert card.alts == ["Profile of Ada at Prowler's Passage."]


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
