"""Which positions of a match are shown in its animation, and for how long.

A match has 150 to 600 plies, so what belongs together is one picture: a claim with its roll, an
attack with both rolls. While the map is built every fourth tile and every third building is shown,
for half as long. Of the turns at most ``MOST`` are shown. Where there are more, those come first
that changed something for good (a building taken, a life lost, a seat gone, a pawn that stepped
aside), then other rolls, then steps; of those for which there is no longer room, some from all
through the match.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.landgrab.map import LARGE_BUILDINGS, SMALL_BUILDINGS, TILES
from prowlerbot.games.landgrab.rules import Position

MOST = 100
_TILES, _BUILDINGS = 4, 3
"""How many of them one picture adds."""
_LAST = 4
"""How many moves' time the last picture stands before it begins again."""
_ROLL_DUE = ("claim", "attack", "defence")

TILES_LAID = mark("The map grows: {count} of {most} tiles")
BUILDINGS_PLACED = mark("The map grows: {count} of {most} buildings")


class Shot(NamedTuple):
    ply: int
    mover: int
    """The seat whose sign stands before the caption, 0 for nobody's."""
    caption: str
    stands: float = 1.0
    """How long, in times of a move."""
    sheet: bool = False
    """Whether the sheet of the end is shown in place of the board."""


def shots(states: Sequence[Position], captions: Sequence[str]) -> list[Shot]:
    """``captions`` has a line for each position, in which the last of a deed tells all of it, and
    one more where the sheet of a match that was played out is to follow.
    """
    built = [*_building(states)]
    first = built[-1].ply + 1 if built else 1
    ends = [
        ply
        for ply in range(first, len(states))
        if states[ply].phase not in _ROLL_DUE or ply == len(states) - 1
    ]
    weights = {ply: _weight(before, ply, states) for before, ply in pairwise((first - 1, *ends))}
    told = [Shot(ply, _mover(states, ply), captions[ply]) for ply in _most_telling(weights)]
    chosen = [Shot(0, 0, captions[0]), *built, *told]
    outcome = states[-1].outcome
    if outcome is not None and len(captions) > len(states):
        chosen.append(Shot(len(states) - 1, outcome.winner or 0, captions[-1], sheet=True))
    return [*chosen[:-1], chosen[-1]._replace(stands=_LAST)]


def _building(states: Sequence[Position]) -> Iterator[Shot]:
    """The map as it is built, which is nobody's single deed."""
    placed = [
        ply
        for ply, state in enumerate(states)
        if ply and len(state.map.tiles) + len(state.map.full) > _parts(states[ply - 1])
    ]
    tiles, buildings = 0, 0
    for ply in placed:
        on, before = states[ply].map, states[ply - 1].map
        stage_over = ply == placed[-1] or states[ply + 1].map.tiles == on.tiles
        if len(on.tiles) > len(before.tiles):
            tiles += 1
            if tiles % _TILES == 0 or stage_over:
                yield Shot(ply, 0, tr(TILES_LAID, count=len(on.tiles), most=TILES), 0.5)
        else:
            buildings += 1
            if buildings % _BUILDINGS == 0 or ply == placed[-1]:
                most = SMALL_BUILDINGS + LARGE_BUILDINGS
                text = tr(BUILDINGS_PLACED, count=len(on.full), most=most)
                yield Shot(ply, 0, text, 0.5)


def _parts(state: Position) -> int:
    return len(state.map.tiles) + len(state.map.full)


def _weight(before: int, ply: int, states: Sequence[Position]) -> int:
    """How much a deed tells: 2 for what changed something for good, 1 for a roll, 0 for a step."""
    one, other = states[before], states[ply]
    lasting = "owners", "lives", "spawns", "left", "end"
    if any(getattr(one, field) != getattr(other, field) for field in lasting):
        return 2
    if one.phase == "eviction" or ply == len(states) - 1:
        return 2
    return 1 if other.last is not None and other.last.rolls else 0


def _most_telling(weights: dict[int, int]) -> list[int]:
    kept: list[int] = []
    for weight in (2, 1, 0):
        alike = [ply for ply, own in weights.items() if own == weight]
        kept += _spread(alike, MOST - len(kept))
    return sorted(kept)


def _spread(plies: Sequence[int], count: int) -> list[int]:
    """So many of them at most, from all through the match, the last one for certain."""
    if len(plies) <= count:
        return list(plies)
    return [plies[-1 - at * len(plies) // count] for at in range(count)]


def _mover(states: Sequence[Position], ply: int) -> int:
    """Whose deed it was, also that of leaving."""
    state = states[ply]
    if state.last is not None:
        return state.last.seat
    return min(state.left - states[ply - 1].left, default=0)
