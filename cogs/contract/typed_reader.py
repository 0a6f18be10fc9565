"""The reader of typed moves: whatever a text calls a move can be typed for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.i18n import LANGUAGES, speaking, spoken
from prowlerbot.core.lists_and_numbers import in_parts

_Move = TypeVar("_Move")
_BETWEEN = frozenset(("at", "on", "to", "onto", "into", "in"))
"""Words before a place that add no meaning."""
_SIGNS = str.maketrans(dict.fromkeys("-,·", " "))
_MOST_TOLD = 8
"""Moves named to a player whose text fits several."""


def plain(text: str) -> str:
    """A text without the differences that mean nothing: case, signs between words, small words."""
    words = text.casefold().translate(_SIGNS).split()
    return " ".join(word for word in words if word not in _BETWEEN) or " ".join(words)


def read(
    typed: str,
    moves: Sequence[_Move],
    *,
    told: Callable[[_Move], Iterable[str]],
    called: Callable[[_Move], Iterable[str]] = lambda _: (),
    refusal: Callable[[str], IllegalMove] | None = None,
) -> str:
    """The text of the meant move, as a record has it.

    ``told`` are the words that texts have for a move, the last one in full; if several moves have
    the same, they are alike. ``called`` are further names; if several moves have the same, the
    answer asks which one is meant. Both are in the current language; the reader accepts them in
    every language, as a board may speak another one. Raises IllegalMove, by default with a sentence
    that fits any game.
    """
    wanted, found = plain(typed), list[_Move]()
    for move in moves:
        if wanted == plain(str(move)):
            return str(move)
    for language in (spoken(), *LANGUAGES):
        with speaking(language):
            found = [move for move in moves if wanted in map(plain, told(move))][:1]
            found = found or [move for move in moves if wanted in map(plain, called(move))]
        if found:
            break
    if len(found) == 1:
        return str(found[0])
    if found:
        labels = in_parts([*told(move)][-1] for move in found[:_MOST_TOLD])
        raise IllegalMove("“{typed}” can be several moves: {moves}.", typed=typed, moves=labels)
    if refusal is not None:
        raise refusal(typed.strip())
    raise IllegalMove("“{move}” is not a legal move here.", move=typed)
