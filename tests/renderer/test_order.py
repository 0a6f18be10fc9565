"""A board looks the same after any other picture, and beside other threads that draw."""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product

import pytest

from prowlerbot.core.i18n import Language, speaking
from renderer.prowler import board, city
from renderer.prowler.board import draw_board
from renderer.theme import THEMES
from tests.renderer.matches import NAMES, played

Scene = tuple[int, int, str, Language]
"""The seed of a match, its move, the theme and the language."""

_TONGUES: tuple[Language, ...] = ("en", "de")

SCENES: list[Scene] = [
    (seed, move, theme, language)
    for seed, theme, language in product((1,), THEMES, _TONGUES)
    for move in (1, 15, 27)
]


def _draw(scene: Scene) -> bytes:
    seed, move, theme, language = scene
    with speaking(language):
        return draw_board(played(seed, move), NAMES, theme=theme)


def _forget() -> None:
    board._file.cache_clear()
    city.static_layer.cache_clear()


@pytest.fixture(scope="module")
def alone() -> Iterator[dict[Scene, bytes]]:
    """Every scene drawn with nothing kept from another one."""
    drawn = {}
    for scene in SCENES:
        _forget()
        drawn[scene] = _draw(scene)
    yield drawn
    _forget()


def test_boards_drawn_in_any_order_by_two_threads_are_the_same_bytes(
    alone: dict[Scene, bytes],
) -> None:
    _forget()
    order = SCENES * 2
    random.Random(1).shuffle(order)
    with ThreadPoolExecutor(2) as pool:
        for scene, png in zip(order, pool.map(_draw, order), strict=True):
            assert png == alone[scene], scene


def test_a_position_that_was_just_drawn_is_not_drawn_again() -> None:
    state = played(1, 9)
    first = draw_board(state, NAMES)
    before = board._file.cache_info().misses
    assert draw_board(played(1, 9), NAMES) == first
    assert board._file.cache_info().misses == before
