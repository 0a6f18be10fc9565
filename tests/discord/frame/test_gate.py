"""Presses and commands are limited, and a flood from one user is no concern of the others."""

from __future__ import annotations

import pytest

from cogs.frame import interaction_gate as gate
from cogs.frame.rate_limits import AT_ONCE, REFUSALS_A_MINUTE
from cogs.presses.addresses import MatchPress
from prowlerbot.match.preferences import ServerChoices
from tests.discord.frame.test_statements import sent
from tests.discord.room import Room

FLOOD = 200


async def allow(room: Room, a_minute: int) -> None:
    await room.service.store.choices.change(ServerChoices, room.guild.id, presses_a_minute=a_minute)


async def test_more_presses_a_minute_than_allowed_are_refused_in_words(room: Room) -> None:
    board = await room.begin()
    await allow(room, 20)
    told = [(await room.press(room.cleo, board, "Menu")).told for _ in range(21)]
    assert all("The rate limit is" not in each for each in told[:20])
    assert told[20] == (
        "The rate limit is 20 presses and commands a minute. You can continue in 3 s."
    )
    assert "rate limit" in (await room.command(room.cleo, "rules")).told
    assert "rate limit" not in (await room.press(room.ben, board, "Menu")).told
    await room.env.advance_time(3)
    assert "rate limit" not in (await room.press(room.cleo, board, "Menu")).told


async def test_a_flood_of_presses_is_refused_while_another_player_moves(room: Room) -> None:
    board = await room.begin()
    match = await room.match(board)
    scores = str(MatchPress("scores", match.id, match.ply))
    move = board.moves[0]["custom_id"]
    presses = [(room.cleo, scores)] * FLOOD
    presses.insert(FLOOD // 2, (room.ben, move))
    answers = await room.presses_at_once(board, presses)
    played = answers.pop(FLOOD // 2)
    assert played.public
    assert (await room.match(board)).ply == 1
    answered = [each for each in answers if each.acknowledged]
    refused = [each for each in answered if "faster than I can answer" in each.told]
    assert len(answered) - len(refused) == AT_ONCE
    assert len(refused) == REFUSALS_A_MINUTE


async def test_a_player_who_has_been_told_to_be_too_fast_is_told_again_later(room: Room) -> None:
    board = await room.begin()
    await allow(room, 5)
    answers = [await room.press(room.cleo, board, "Menu") for _ in range(30)]
    assert sum(each.acknowledged for each in answers) == 5 + REFUSALS_A_MINUTE
    await room.env.advance_time(6)
    assert "rate limit is" in (await room.press(room.cleo, board, "Menu")).told


async def test_a_player_who_has_used_up_their_presses_is_refused_without_a_look_at_the_database(
    room: Room,
) -> None:
    board = await room.begin()
    await allow(room, 5)
    for _ in range(5):
        await room.press(room.cleo, board, "Menu")
    with sent(room) as statements:
        refused = await room.press(room.cleo, board, "Menu")
        assert "rate limit is" in refused.told
        assert "rate limit is" in (await room.command(room.cleo, "rules")).told
    assert statements == []


async def test_suggestions_stop_for_somebody_who_asks_for_too_many(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate, "SUGGESTIONS_A_MINUTE", 2)
    await room.begin()
    for number, expected in enumerate((True, True, False)):
        found = await room.ben.autocomplete(room.channel, "prowler play", "pathway", "")
        assert bool(found) is expected, number
