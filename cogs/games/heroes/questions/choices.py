"""A question of the game: its answers, and their places on the picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from cogs.contract.screen import Key, Row, in_rows, menus
from cogs.games.heroes.colony_words import piece_words
from prowlerbot.core.i18n import tr, trn
from prowlerbot.core.lists_and_numbers import in_parts, listed
from prowlerbot.games.heroes.colony import Placed
from prowlerbot.games.heroes.grid import NAME
from prowlerbot.games.heroes.moves import Move
from renderer.heroes.own import Mark

MOST_BUTTONS = 20
LONGEST_LABEL = 80
"""Characters that Discord accepts on a button."""


class Choice(NamedTuple):
    """``keys`` are the answers: up to ``buttons`` of them are buttons, more go into menus.
    ``above`` and ``below`` are the other rows and keys. ``options`` are the ways in which a piece
    could lie, numbered from 1. ``words`` describe each answer to players who want words first, and
    ``shorter`` takes their place where all together would be too long.
    """

    question: str
    keys: Sequence[Key] = ()
    marks: Sequence[Mark] = ()
    prompt: str = ""
    above: Sequence[Row] = ()
    below: Sequence[Key] = ()
    options: Sequence[Placed] = ()
    words: Sequence[str] = ()
    shorter: Sequence[str] = ()
    buttons: int = MOST_BUTTONS

    def rows(self) -> list[Row]:
        if len(self.keys) > self.buttons:
            rows = menus(self.prompt or tr("Choose"), self.keys)
        else:
            rows = in_rows(self.keys)
        return [*self.above, *rows, *in_rows(self.below)]


def numbered(
    moves: Sequence[Move], label: Callable[[Move], tuple[str, str | None]], *, to: bool = False
) -> tuple[list[Key], list[Mark]]:
    """A key for each move, numbered like the square of the move in the picture.

    ``label`` gives the text after number and square, and the sign of the key. ``to`` selects the
    second square of the move.
    """
    keys, marks = [], []
    for number, move in enumerate(moves, 1):
        square = move.to if to else move.at
        words, sign = label(move)
        place = f"{number} · {NAME[square]}"
        keys.append(Key(f"{place} · {words}" if words else place, str(move), sign))
        marks.append(Mark((square,), str(number)))
    return keys, marks


def of_kind(moves: Sequence[Move], *kinds: str) -> list[Move]:
    return [move for move in moves if move.kind in kinds]


def fitting(moves: Sequence[Move], most: int = MOST_BUTTONS) -> list[str]:
    """The squares at which pieces fit, for players who want words first; more squares than ``most``
    are counted. Tiles go by their numbers in the queue.
    """
    squares: dict[str, list[str]] = {}
    pieces = dict[str, list[str]]()
    for move in of_kind(moves, "queue", "reserve"):
        piece = f"{move.number}" if move.number else piece_words(move.piece)
        squares.setdefault(piece, []).append(NAME[move.at])
    for piece, found in squares.items():
        there = [*dict.fromkeys(found)]
        place = ", ".join(there)
        if len(there) > most:
            place = trn("{count} square", "{count} squares", len(there))
        pieces.setdefault(place, []).append(piece)
    alike_at = [
        tr("{piece} at {square}", piece=listed(alike), square=there)
        for there, alike in pieces.items()
    ]
    return [tr("Fits: {list}.", list=in_parts(alike_at))] if alike_at else []
