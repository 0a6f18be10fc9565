"""The words of Landgrab hold the whole position: a reader rebuilds it from nothing else."""

from __future__ import annotations

import pytest

from prowlerbot.core.game import CHANCE
from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.space import NAME
from prowlerbot.games.landgrab.words import COLOUR_NAMES
from tests.cogs.games.landgrab_reader import Read, read
from tests.cogs.games.shown import FACES, LANDGRAB, match

NAMES = ("Ada", "Ben", "Cleo", "Dan")
FACE = FACES["landgrab"]
_FEW = LANDGRAB[1::5]
"""Enough for a quick run."""


def _known(position: Position) -> Read:
    """The position itself, in the form in which a reader notes it down."""
    names = NAMES[: len(position.seats)]
    fighting = position.phase in {"attack", "defence"}
    other = position.target if fighting else position.returning
    on = position.map
    called = ["-".join(NAME[it] for it in squares_in(each.squares)) for each in on.buildings]
    acting = 0 if position.end else next(iter(position.to_move - {CHANCE}), position.turn)
    placing = position.phase in {"tiles", "buildings"}
    seats = [
        seat for seat in position.seats if not placing and _has_begun(position, seat)
    ]  # others have a colour alone

    def name(seat: int) -> str:
        return names[seat - 1] if seat else ""

    return Read(
        phase=position.phase,
        actor=name(acting),
        other=name(other),
        rolled=position.rolled if position.phase == "defence" else 0,
        building=called[position.target] if position.phase == "claim" else "",
        round=0 if position.end else position.round,
        squares={NAME[square] for square in squares_in(on.squares)},
        colours={
            player: COLOUR_NAMES[letter]
            for player, letter in zip(names, position.setup.colours, strict=True)
        },
        pawns={name(seat): _square(position.pawns[seat - 1]) for seat in seats},
        spawns={name(seat): _square(position.spawns[seat - 1]) for seat in seats},
        lives={name(seat): position.lives[seat - 1] for seat in seats},
        buildings={
            each: (name(owner), left)
            for each, owner, left in zip(called, position.owners, position.points, strict=True)
        },
    )


def _has_begun(position: Position, seat: int) -> bool:
    return position.spawns[seat - 1] >= 0 or not position.is_in(seat)


def _square(at: int) -> str:
    return NAME[at] if at >= 0 else ""


@pytest.mark.parametrize(
    ("setup", "seed"),
    [*_FEW, *(pytest.param(*it, marks=pytest.mark.full) for it in LANDGRAB if it not in _FEW)],
)
def test_the_words_of_each_ply_rebuild_the_position_for_every_seat(setup: str, seed: int) -> None:
    for position in match("landgrab", setup, seed):
        assert isinstance(position, Position)
        names, known = NAMES[: int(setup[0])], _known(position)
        for viewer in (None, *position.seats):
            assert read(FACE.describe(position.view(viewer), names)) == known
