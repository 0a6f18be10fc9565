"""Boards in small: all in one picture, numbered, and readable on a phone."""

from __future__ import annotations

import io
from functools import partial

import pytest
from PIL import Image

from prowlerbot.core.i18n import LANGUAGES, Language, tr
from renderer.gallery import Small, draw_gallery, placed
from renderer.landgrab.cover import draw_cover
from renderer.prowler import draw_board
from renderer.text import Slot
from renderer.theme import THEMES

from .matches import played
from .texts import (
    LONGEST_NAMES,
    ODD_NAMES,
    assert_all_fit,
    assert_name_fits,
    assert_readable_on_a_phone,
)

_LARGEST = 200_000
_HIGHEST = 1.45


def boards(count: int, theme: str = "night") -> list[Small]:
    position = played(1, 9)
    draws = [partial(draw_board, position, ("Ada", "Ben"), theme=theme), partial(draw_cover, theme)]
    return [
        Small(number, "Ben", "your turn", number == 1, draws[number % 2])
        for number in range(1, count + 1)
    ]


def texts() -> list[tuple[str, Slot]]:
    number, _, state = placed(12, 1000)
    states = (
        tr("your turn"),
        tr("their turn"),
        tr("not your turn"),
        tr("waits for your answer"),
        tr("waits for players"),
        tr("not answered yet"),
        tr("you have left"),
        tr("you are out, and can watch"),
    )
    return [("99", number), *((each, state) for each in states)]


@pytest.mark.parametrize("theme", THEMES)
def test_four_boards_are_one_picture_that_is_small_enough(theme: str) -> None:
    drawn = draw_gallery(boards(4, theme), theme)
    picture = Image.open(io.BytesIO(drawn))
    assert picture.width == 1000
    assert picture.height <= _HIGHEST * picture.width
    assert len(drawn) < _LARGEST


def test_each_board_that_is_added_takes_room_and_changes_the_picture() -> None:
    one, two, three = (Image.open(io.BytesIO(draw_gallery(boards(n)))) for n in (1, 2, 3))
    assert one.tobytes() != two.tobytes()
    assert two.height < three.height


def test_a_board_that_waits_has_a_frame_of_its_own() -> None:
    (board,) = boards(1)
    calm = Small(1, board.company, board.state, waits=False, draw=board.draw)
    assert draw_gallery([board]) != draw_gallery([calm])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_fits_in_every_language(language: Language) -> None:
    assert_all_fit(texts, language)


def test_all_is_readable_on_a_phone() -> None:
    for text, slot in texts():
        assert_readable_on_a_phone(text, slot)


@pytest.mark.parametrize("name", [*LONGEST_NAMES, *ODD_NAMES])
def test_any_name_fits(name: str) -> None:
    assert_name_fits(name, placed(12, 1000)[1], 28)
