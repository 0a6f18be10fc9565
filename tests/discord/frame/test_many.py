"""Many matches at once, in one channel and between the same players."""

from __future__ import annotations

import random

from cogs.frame.rate_limits import AT_ONCE
from prowlerbot.match.match import Ending
from tests.discord.room import Room

_MATCHES = 6


async def test_half_a_dozen_matches_in_one_channel_do_not_mix(room: Room) -> None:
    players = [*room.members, *(room.join(f"Thief {number}") for number in range(3))]
    rng = random.Random(6)
    boards = []
    for _ in range(_MATCHES):
        one, two = rng.sample(players, 2)
        board = await room.challenge(one, two)
        await room.press(two, board, "Accept")
        boards.append(board)
    matches = [board.match for board in boards]
    for ply in range(1, 5):
        for board in rng.sample(boards, len(boards)):
            await room.play_on(board, rng, ply)
    found = [await room.match(match) for match in matches]
    assert [match.ply for match in found] == [4] * _MATCHES
    called = sorted(user for call in room.calls() for user in call.pings)
    awaited = [match.player(*room.service.to_move(match)).id for match in found]
    assert called == sorted(awaited), "one call for each match"
    await room.play_on(boards[0], rng)
    assert (await room.match(matches[0])).ending is Ending.PLAYED
    assert [(await room.match(match)).ply for match in matches[1:]] == [4] * (_MATCHES - 1)


async def test_presses_in_several_matches_at_the_same_moment_are_all_made(room: Room) -> None:
    boards = [await room.begin() for _ in range(AT_ONCE)]
    records = [
        room.send_press(room.ben, board, board.button("Castle")["custom_id"], None)
        for board in boards
    ]
    await room.env.settle()
    assert len(records) == AT_ONCE
    assert [(await room.match(board)).ply for board in boards] == [1] * AT_ONCE
    assert all(len(board.moves) == 27 for board in boards)
    assert len(room.calls()) == AT_ONCE
