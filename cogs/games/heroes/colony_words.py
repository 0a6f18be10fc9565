"""The things on a square, in words."""

from __future__ import annotations

from prowlerbot.core.i18n import tr, trn
from prowlerbot.games.heroes.colony import Colony
from prowlerbot.games.heroes.grid import DIRECTIONS, squares_in
from prowlerbot.games.heroes.pieces import Feature
from prowlerbot.games.heroes.tokens import Tokens

__all__ = ["COUNTED", "amount", "features", "open_edges_at", "tokens_words"]


def tokens_words(tokens: Tokens, square: int) -> str:
    """The tokens on a square in the order in which they act; empty if there are none."""
    one = 1 << square
    told = []
    if tokens.traps & one:
        told.append(tr("trap"))
    if tokens.guards & one:
        told.append(tr("guard"))
    if gold := tokens.gold_on(square):
        told.append(trn("{count} gold", "{count} gold", gold))
    if tokens.gems & one:
        told.append(tr("gem"))
    if tokens.prisoners & one:
        told.append(tr("prisoner"))
    return ", ".join(told)


COUNTED = "gold", "gem", "guard", "trap", "prisoner"
"""The kinds of tokens in the order of ``Tokens.counts``."""


def amount(kind: str, count: int) -> str:
    """A count of tokens of one kind."""
    match kind:
        case "gold":
            return trn("{count} gold", "{count} gold", count)
        case "gem":
            return trn("{count} gem", "{count} gems", count)
        case "guard":
            return trn("{count} guard", "{count} guards", count)
        case "trap":
            return trn("{count} trap", "{count} traps", count)
        case _:
            return trn("{count} prisoner", "{count} prisoners", count)


def features(colony: Colony) -> dict[int, Feature]:
    """The feature of each square with one, in reading order."""
    found = {
        square: cell.feature
        for placed in colony.pieces
        for square, cell in placed.cells
        if cell.feature
    }
    return dict(sorted(found.items()))


def open_edges_at(colony: Colony, squares: int) -> list[tuple[int, int]]:
    """The open edges of some squares: square and direction, in reading order."""
    found = [
        (square, direction)
        for direction in DIRECTIONS
        for square in squares_in(colony.open_edges[direction] & squares)
    ]
    return sorted(found)
