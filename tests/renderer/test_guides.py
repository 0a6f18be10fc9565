"""The letters on the boards for learners lie on the things that they explain."""

import math
import pickle
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from cogs.contract.lesson import Lesson, try_moves
from cogs.contract.screen import Look
from cogs.games.heroes.lessons import LESSONS as HEROES_LESSONS
from cogs.games.landgrab.lessons import LESSONS as LANDGRAB_LESSONS
from prowlerbot.games.heroes.pieces import EAST, SOUTH, SQUARE, WEST
from renderer.heroes.board import letter_places
from renderer.landgrab.board import letter_places as land_places
from renderer.marks import LETTER_RADIUS as RADIUS
from renderer.prowler import board
from tests.games.heroes.matches import HEROES
from tests.games.landgrab.matches import LANDGRAB
from tools.signs import data, folders

LETTERS = "ABCDEFG"


@pytest.mark.parametrize(
    ("lesson", "game", "names"),
    [(LANDGRAB_LESSONS[0], LANDGRAB, ("Ada", "Rival")), (HEROES_LESSONS[0], HEROES, ("Ada",))],
)
def test_lettered_boards_are_drawn_by_another_process_and_each_letter_is_told(
    lesson: Lesson, game: Any, names: tuple[str, ...]
) -> None:
    assert lesson.drawings is not None
    view = try_moves(lesson, game, ()).views[0]
    (drawing,) = lesson.drawings(view, Look(names, names, "day"))
    assert len(pickle.loads(pickle.dumps(drawing.draw))()) < 180_000  # noqa: S301  # our own
    told = lesson.translated(lesson.task)
    assert all(f"**{letter}**" in told for letter in LETTERS)


def test_letters_keep_apart_and_lie_on_what_they_are_about() -> None:
    seen: Any = try_moves(HEROES_LESSONS[0], HEROES, ()).views[0].seen
    colony, about = seen.seats[0].colony, {"cavern": "G7", "stone": "H8", "dark": "J9", "lit": "J8"}
    bit = {name: 1 << SQUARE[square] for name, square in about.items()}
    assert colony.open_edges[WEST] & colony.cavern[WEST] & bit["cavern"]
    assert colony.open_edges[SOUTH] & colony.stone[SOUTH] & bit["stone"]
    assert colony.open_edges[EAST] & colony.squares_with("campfire") & bit["dark"]
    assert colony.sealed_with("trap") == bit["lit"]
    assert 0 in seen.seats[0].queue, "a tile that lies face down"
    land: Any = try_moves(LANDGRAB_LESSONS[0], LANDGRAB, ()).views[0].seen
    for places in (
        board.letter_places(17, 11),
        land_places(land, square="E7", small="E8", large="F6"),
        letter_places(seen, **about),
    ):
        assert all(math.dist(*pair) > 2 * RADIUS for pair in combinations(places, 2))


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
