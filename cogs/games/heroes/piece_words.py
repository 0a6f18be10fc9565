"""Pieces in words: what a tile is called on a button, and which of its sides are open."""

from __future__ import annotations

from collections.abc import Sequence

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.heroes.colony import Placed
from prowlerbot.games.heroes.grid import NAME
from prowlerbot.games.heroes.pieces import PIECES
from prowlerbot.games.heroes.words import FEATURE_NAMES, piece_name

DIRECTION_NAMES = (mark("north"), mark("east"), mark("south"), mark("west"))
ARROWS = "↑→↓←"


def tile_words(id_: str) -> str:
    """A square tile in as few words as its feature; its shape where it has none."""
    ((_, _, _, feature),) = PIECES[id_].squares
    return tr(FEATURE_NAMES[feature]) if feature else tr(piece_name(id_))


def queue_words(queue: Sequence[int]) -> list[str]:
    """The tiles of a queue; those alike but for their shape by their shape and feature."""
    up = [str(tile) for tile in queue if tile > 0]
    shapes = {id_: piece_name(id_) for id_ in up}
    told = []
    for tile in map(str, queue):
        if tile not in shapes:
            told.append(tr("face down"))
            continue
        words = tile_words(tile)
        alike = {shapes[id_] for id_ in up if tile_words(id_) == words}
        told.append(words if len(alike) == 1 else tr(shapes[tile]))
    return told


def piece_words(id_: str) -> str:
    """Any piece, in as few words as there are for it."""
    return tile_words(id_) if id_.isdecimal() else tr(piece_name(id_))


def open_sides(placed: Placed) -> str:
    """Arrows to where a piece as it lies is open; of more squares, each by its name."""
    told = []
    for square, cell in placed.cells:
        arrows = "".join(
            arrow for arrow, edge in zip(ARROWS, cell.edges, strict=True) if edge in {"c", "s", "p"}
        )
        told.append((NAME[square], arrows))
    if len(told) == 1:
        return told[0][1]
    return ", ".join(f"{name} {arrows}".strip() for name, arrows in told)
