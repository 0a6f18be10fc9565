"""The letters on the boards for learners lie on the things that they explain."""

import math
import pickle
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

from cogs.contract.lesson import Lesson, attempt
from cogs.contract.screen import Look
from cogs.games.heroes.lessons import LESSONS as HEROES_LESSONS
from cogs.games.landgrab.lessons import LESSONS as LANDGRAB_LESSONS
from prowlerbot.games.heroes.pieces import EAST, ENTRANCE, SOUTH, WEST
from prowlerbot.games.heroes.pieces import SQUARE as HEROES_SQUARE
from prowlerbot.games.heroes.rules import Position as Colonies
from prowlerbot.games.landgrab.map import SQUARE
from prowlerbot.games.landgrab.rules import Position as Land
from renderer.heroes.board import Board, letter_places
from renderer.landgrab.board import letter_places as land_places
from renderer.landgrab.window import MAP, window
from renderer.marks import RADIUS
from renderer.prowler import board, layout, panels
from tests.games.heroes.matches import HEROES
from tests.games.landgrab.matches import LANDGRAB
from tools.signs import data, folders

LETTERS = "ABCDEFG"
_ABOUT = {"cavern": "G7", "stone": "H8", "dark": "J9", "lit": "J8"}


def test_letters_of_prowlers_passage_cover_no_badge_but_touch_what_they_are_about() -> None:
    places = board.letter_places(17, 11)
    way, _, statue, _, card, _ = places
    for pathway, (x, y) in product(range(1, 28), (way, statue)):
        for end in layout.badge_ends(pathway):
            assert math.dist(end, (x, y)) >= layout.BADGE + RADIUS - 8, pathway
    tile, number = layout.badge_ends(17)
    assert min(math.dist(end, way) for end in (tile, number)) <= layout.BADGE + RADIUS
    assert math.dist(statue, layout.STATUE_AT["K"]) <= layout.PLINTH + RADIUS
    assert panels.CARD_BOXES[1][1] <= card[1] - RADIUS
    assert card[1] + RADIUS <= panels.CARD_BOXES[1][3]
    assert all(math.dist(*pair) > 2 * RADIUS for pair in combinations(places, 2))


def _land() -> Land:
    seen = attempt(LANDGRAB_LESSONS[0], LANDGRAB, ()).views[0].seen
    assert isinstance(seen, Land)
    return seen


def test_each_letter_of_landgrab_touches_its_square_and_covers_no_sign_or_number() -> None:
    state = _land()
    shown = window(state)
    at = land_places(state, square="E7", small="E8", large="F6")
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
    assert rounds[0] > MAP[2], "beside the map"


def _colonies() -> Colonies:
    seen = attempt(HEROES_LESSONS[0], HEROES, ()).views[0].seen
    assert isinstance(seen, Colonies)
    return seen


def test_what_the_letters_of_heroes_beware_are_about_is_so() -> None:
    colony = _colonies().seats[0].colony
    bit = {name: 1 << HEROES_SQUARE[square] for name, square in _ABOUT.items()}
    assert colony.open_edges[WEST] & colony.cavern[WEST] & bit["cavern"]
    assert colony.open_edges[SOUTH] & colony.stone[SOUTH] & bit["stone"]
    assert colony.open_edges[EAST] & bit["dark"]
    assert colony.squares_with("campfire") & bit["dark"]
    assert colony.sealed_with("trap") == bit["lit"]
    assert 0 in _colonies().seats[0].queue, "a tile that lies face down"


def test_each_letter_of_heroes_beware_is_beside_its_square_and_covers_no_middle() -> None:
    state = _colonies()
    board = Board(state, 1)
    frame, (_, top, _, bottom) = board.frame, board.below[0]
    at = letter_places(state, **_ABOUT)
    assert len(at) == len(LETTERS)
    assert all(math.dist(*pair) > 2 * RADIUS for pair in combinations(at, 2))
    squares = (ENTRANCE, *(HEROES_SQUARE[name] for name in _ABOUT.values()))
    for square, place in zip(squares, at, strict=False):
        distance = math.dist(frame.centre(square), place)
        assert frame.size / 2 < distance < frame.size
    (queue, *below), (reserve, *other) = at[len(squares) :]
    assert queue < reserve
    assert all(top < y < bottom for y in (*below, *other))


def test_lettered_boards_are_drawn_by_another_process_and_each_letter_is_told() -> None:
    assert_is_told(LANDGRAB_LESSONS[0], LANDGRAB, ("Ada", "Rival"))
    assert_is_told(HEROES_LESSONS[0], HEROES, ("Ada",))


def assert_is_told(lesson: Lesson, game: Any, names: tuple[str, ...]) -> None:
    assert lesson.drawings is not None
    view = attempt(lesson, game, ()).views[0]
    (drawing,) = lesson.drawings(view, Look(names, names, "day"))
    assert len(pickle.loads(pickle.dumps(drawing.draw))()) < 180_000  # noqa: S301  # our own
    told = lesson.translated(lesson.task)
    assert all(f"**{letter}**" in told for letter in LETTERS)


# ---------------------------------------------------------------------------------------- signs


@pytest.mark.parametrize("folder", folders(), ids=lambda folder: folder.parent.name)
def test_the_data_of_signs_is_what_the_tool_makes_of_their_files(folder: Path) -> None:
    made = data(folder)
    assert folder.with_suffix(".json").read_text("utf-8") == made, "run `python -m tools.signs`"


@pytest.mark.parametrize(
    "shape", ['<ellipse class="ink" rx="1" ry="2"/>', '<circle fill="red" cx="0" cy="0" r="1"/>']
)
def test_a_shape_that_cannot_be_drawn_is_named_with_its_file(tmp_path: Path, shape: str) -> None:
    (tmp_path / "odd.svg").write_text(f"<svg>{shape}</svg>")
    with pytest.raises(ValueError, match=r"odd\.svg: .*cannot be drawn; use a polygon"):
        data(tmp_path)
