"""How tests of rules get from one position to another."""

from __future__ import annotations

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
