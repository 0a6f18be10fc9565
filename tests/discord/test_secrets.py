"""A match with secrets and simultaneous turns, played by three by pressing."""

from __future__ import annotations

import pytest

from prowlerbot.match.match import Ending
from tests.discord.room import Room

pytestmark = pytest.mark.tell


async def test_three_play_a_whole_match_by_pressing(room: Room) -> None:
    board = await room.begin_tell()
    for round_ in (1, 2):
        for player, number in ((room.ben, "2"), (room.ada, "1"), (room.cleo, "3")):
            await room.press(player, board, number)
        assert f"Round {round_}" in board.text
    match = await room.match(board)
    assert match.ending is Ending.PLAYED
    assert "Points:" in board.text
