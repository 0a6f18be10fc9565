"""The letters on Landgrab's board for learners lie on the things that they explain."""

from __future__ import annotations

import io
import math
import pickle
from itertools import combinations

import pytest
from PIL import Image

from cogs.contract.lesson import attempt
from cogs.contract.screen import Look
from cogs.games.landgrab.lessons import LESSONS
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.space import SQUARE
from renderer.landgrab.board import letter_places as places
from renderer.landgrab.land.window import window
from renderer.marks import RADIUS
from renderer.theme import THEMES
from tests.games.landgrab.matches import LANDGRAB

READING = LESSONS[0]
LETTERS = "ABCDEFG"


def begin() -> Position:
    seen = attempt(READING, LANDGRAB, ()).views[0].seen
    assert isinstance(seen, Position)
    return seen


def test_each_letter_touches_its_square_and_covers_no_sign_or_number() -> None:
    state = begin()
    shown = window(state)
    at = places(state, square="E7", small="E8", large="F6")
    assert len(at) == len(LETTERS)
    assert all(math.dist(*pair) > 2 * RADIUS for pair in combinations(at, 2))
    pawn, square, small, large, spawn, _, rounds = at
    about = {state.pawns[0]: pawn, SQUARE["E8"]: small, SQUARE["F6"]: large, state.spawns[0]: spawn}
    for on, (x, y) in about.items():
        left, top, right, bottom = shown.square_box(on)
        assert left - RADIUS < x < right + RADIUS
        assert top - RADIUS < y < bottom + RADIUS
        assert math.dist(shown.centre(on), (x, y)) > 2 * RADIUS, "what matters is in the middle"
    assert square == shown.centre(SQUARE["E7"])
    assert "E7" in [str(move) for move in state.legal], "a square in reach"
    assert rounds[1] < shown.top, "above the map, below the rounds"


@pytest.mark.parametrize("theme", THEMES)
def test_the_lettered_board_is_drawn_in_every_theme_by_another_process(theme: str) -> None:
    assert READING.drawings is not None
    view = attempt(READING, LANDGRAB, ()).views[0]
    names = ("Ada", "Rival")
    (drawing,) = READING.drawings(view, Look(names, names, theme))  # type: ignore[arg-type]  # one of THEMES
    picture = pickle.loads(pickle.dumps(drawing.draw))()  # noqa: S301  # our own
    assert Image.open(io.BytesIO(picture)).size[0] == 1000
    assert len(picture) < 180_000
    told = READING.told(READING.task)
    assert all(f"**{letter}** " in told for letter in LETTERS)
