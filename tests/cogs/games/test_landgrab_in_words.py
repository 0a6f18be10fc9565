"""The words of Landgrab hold the whole position: a reader rebuilds it from nothing else."""

from __future__ import annotations

from itertools import pairwise

import pytest

from cogs.contract.screen import ALT_LIMIT, Look
from prowlerbot.core.game import CHANCE
from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.map import NAME
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.words import COLOUR_NAMES, squares_of
from tests.cases import each_of
from tests.cogs.games.landgrab_reader import Read, read
from tests.cogs.games.shown import FACES, LANDGRAB, match

NAMES = ("Ada", "Ben", "Cleo", "Dan")
FACE = FACES["landgrab"]
_MOST_BEFORE, _MOST_WORDS = 120, 300
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
            words = FACE.describe(position.view(viewer), names)
            assert read(words) == known
            assert len(words.split()) <= _MOST_WORDS


@each_of(("setup", "seed"), LANDGRAB[::3])
def test_alt_texts_have_every_building_with_four_long_names_too(setup: str, seed: int) -> None:
    names = ("W" * 32,) * int(setup[0])
    for position in match("landgrab", setup, seed)[::3]:
        assert isinstance(position, Position)
        for viewer in position.seats:
            alt = FACE.brief(position.view(viewer), names)
            assert all(squares_of(each) in alt for each in position.map.buildings)
            assert len(alt) <= ALT_LIMIT


@each_of(("setup", "seed"), LANDGRAB[::3])
def test_words_first_readers_hear_120_words_before_the_position(setup: str, seed: int) -> None:
    names = NAMES[: int(setup[0])]
    look = Look(names, names, words=True, listed=True)
    for before, after in pairwise(match("landgrab", setup, seed)):
        text = FACE.screen([before.view(1), after.view(1)], look).text
        assert len(text.split()) <= _MOST_BEFORE
