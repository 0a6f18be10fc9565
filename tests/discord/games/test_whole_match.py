"""Whole matches, from the challenge to the final score sheet."""

from __future__ import annotations

import random

import pytest

from prowlerbot.match.match import Ending
from tests.discord.room import Room
from tests.positions import states


@pytest.mark.both_databases
async def test_a_match_is_played_by_presses_to_the_final_score_sheet(room: Room) -> None:
    board = await room.challenge(first="random")
    await room.press(room.ben, board, "Accept")
    match = await room.match(board)
    await room.play_on(board, random.Random(1))

    match = await room.match(match.id)
    assert match.ending is Ending.PLAYED
    assert match.ply == 27
    assert board.moves == []
    assert len(board.alts) == 2
    outcome = states(room.service, match)[-1].outcome
    assert outcome is not None
    assert all(str(total) in board.text for total in outcome.totals)
