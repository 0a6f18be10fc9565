"""The letters on the board of Heroes Beware for learners lie on the things that they explain."""

from __future__ import annotations

import io
import math
import pickle
from itertools import combinations

import pytest
from PIL import Image

from cogs.contract.lesson import attempt
from cogs.contract.screen import Look
from cogs.games.heroes.lessons import LESSONS
from prowlerbot.games.heroes.grid import EAST, ENTRANCE, SOUTH, SQUARE, WEST
from prowlerbot.games.heroes.rules import Position
from renderer.heroes import own
from renderer.heroes.own import letter_places as places
from renderer.heroes.panels import shelf
from renderer.marks import RADIUS
from renderer.theme import THEMES
from tests.games.heroes.matches import HEROES

READING = LESSONS[0]
LETTERS = "ABCDEFG"
_ABOUT = {"cavern": "G7", "stone": "H8", "dark": "J9", "lit": "J8"}


def begin() -> Position:
    seen = attempt(READING, HEROES, ()).views[0].seen
    assert isinstance(seen, Position)
    return seen


def test_what_the_letters_are_about_is_so() -> None:
    colony = begin().seats[0].colony
    bit = {name: 1 << SQUARE[square] for name, square in _ABOUT.items()}
    assert colony.open_edges[WEST] & colony.cavern[WEST] & bit["cavern"]
    assert colony.open_edges[SOUTH] & colony.stone[SOUTH] & bit["stone"]
    assert colony.open_edges[EAST] & bit["dark"]
    assert colony.squares_with("campfire") & bit["dark"]
    assert colony.sealed_with("trap") == bit["lit"]
    assert 0 in begin().seats[0].queue, "a tile that lies face down"


def test_each_letter_is_beside_its_square_and_covers_no_middle() -> None:
    state = begin()
    frame, room = own.colony_at(state, 1)
    at = places(state, **_ABOUT)
    assert len(at) == len(LETTERS)
    assert all(math.dist(*pair) > 2 * RADIUS for pair in combinations(at, 2))
    squares = (ENTRANCE, *(SQUARE[name] for name in _ABOUT.values()))
    for square, place in zip(squares, at, strict=False):
        distance = math.dist(frame.centre(square), place)
        assert frame.size / 2 < distance < frame.size
    queue, reserve = (y for _, y in at[len(squares) :])
    assert room[3] < queue < room[3] + shelf.HIGH < reserve


@pytest.mark.parametrize("theme", THEMES)
def test_the_lettered_board_is_drawn_in_every_theme_by_another_process(theme: str) -> None:
    assert READING.drawings is not None
    view = attempt(READING, HEROES, ()).views[0]
    (drawing,) = READING.drawings(view, Look(("Ada",), ("Ada",), theme))  # type: ignore[arg-type]  # one of THEMES
    picture = pickle.loads(pickle.dumps(drawing.draw))()  # noqa: S301  # our own
    assert Image.open(io.BytesIO(picture)).size[0] == 1000
    assert len(picture) < 180_000
    told = READING.told(READING.task)
    assert all(f"**{letter}** " in told for letter in LETTERS)
