"""How tests of rules get from one position to another."""

from collections.abc import Sequence

import pytest

from prowlerbot.core.game import LEAVE, S, find_move


def play(position: S, *entries: str | int | tuple[int, str]) -> S:
    """The position after these moves: of whoever alone is to move, or as ``(seat, move)``; a seat
    leaves by LEAVE.

    Several moves can stand in one text, with spaces between.
    """
    for entry in entries:
        for text in (entry[1],) if isinstance(entry, tuple) else str(entry).split():
            if isinstance(entry, tuple):
                seat = entry[0]
            else:
                (seat,) = position.to_move
            if text == LEAVE:
                left = position.leave(seat)
                assert left is not None
                position = left
            else:
                position = position.after(seat, find_move(position, seat, text))
    return position


def numbers_of_matches(first: Sequence[int], count: int, *, pieces: int) -> pytest.MarkDecorator:
    """Run a test with the first ``numbers``, and in the full set with all others below ``count``,
    in pieces that test runners can share.
    """
    others = [number for number in range(count) if number not in set(first)]
    parts = [pytest.param(others[at::pieces], marks=pytest.mark.full) for at in range(pieces)]
    ids = ["first", *(f"full-{piece}" for piece in range(1, pieces + 1))]
    return pytest.mark.parametrize("numbers", [first, *parts], ids=ids)
