"""The way of an invader through a colony in words, square by square with what it met."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from cogs.games.heroes.signs import amount
from prowlerbot.core.i18n import tr, trn
from prowlerbot.core.lists_and_numbers import in_parts
from prowlerbot.games.heroes.colony import Seat
from prowlerbot.games.heroes.grid import ENTRANCE, NAME
from prowlerbot.games.heroes.pieces import INVADERS, STRAGGLER
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.words import TOKEN_NAMES
from renderer.heroes.invaders.fate import left_after


class _Met(NamedTuple):
    """An event on a square; ``hearts`` are those left after it, ``lost`` those that it cost."""

    what: str
    hearts: int
    lost: int


def way(position: Position, own: Seat) -> str:
    """``H7, H8 (trap, no harm), H9, back to H7, G7 (takes 1 gem), leaves the colony``; empty if no
    invader has been in the colony.

    A way back over squares just walked, on which nothing happens, is told by its end.
    """
    if own.walk is None and not own.trace:
        return ""
    parts, path, back = list[str](), list[int](), ""
    for square, met in _stops(position, own):
        returned = len(path) > 1 and path[-2] == square
        if returned:
            path.pop()
        else:
            path.append(square)
        if back and not returned:
            parts.append(back)
            back = ""
        told = in_parts(_encounters(met))
        name = tr("back to {square}", square=NAME[square]) if returned else NAME[square]
        if returned and not told:
            back = name
            continue
        back = ""
        parts.append(f"{name} ({told})" if told else name)
    if back:
        parts.append(back)
    last = own.trace[-1][1] if own.trace else ""
    if last == "defeated":
        parts.append(tr("defeated"))
    elif last == "left":
        parts.append(tr("leaves the colony"))
    return ", ".join(parts)


def _stops(position: Position, own: Seat) -> Iterator[tuple[int, list[_Met]]]:
    """Each square in the order of the way, with the events on it."""
    invader = INVADERS.get(position.invader, STRAGGLER)
    hearts, here, met = invader.hearts, ENTRANCE, list[_Met]()
    for (square, what), (left, _) in zip(own.trace, left_after(invader, own), strict=True):
        if not what:
            yield here, met
            here, met = square, []
        elif what in TOKEN_NAMES:
            met.append(_Met(what, left, hearts - left))
        hearts = left
    yield here, met


def _encounters(met: list[_Met]) -> Iterator[str]:
    """The events on one square; equal treasures in sequence are counted together."""
    for what, alike in groupby(met, key=lambda each: each.what):
        events = list(alike)
        lost, hearts = sum(each.lost for each in events), events[-1].hearts
        left = trn("{count} heart left", "{count} hearts left", hearts)
        if what in {"trap", "guard"}:
            token = tr(TOKEN_NAMES[what])
            harm = left if lost else tr("no harm")
            yield f"{token}, {harm}" if hearts else token
            continue
        tokens = amount(what, len(events))
        if what == "prisoner":
            yield tr("frees {tokens}", tokens=tokens)
            continue
        taken = tr("takes {tokens}", tokens=tokens)
        yield f"{taken}, {left}" if lost else taken
