"""A board looks the same after any other picture, and beside other threads that draw."""

from __future__ import annotations

import itertools
import random
from concurrent.futures import ThreadPoolExecutor

from prowlerbot.games.landgrab.rules import Position
from renderer.landgrab import board, draw_board
from renderer.landgrab.land import atlas
from renderer.theme import THEMES

from .matches import names, phases, played

Scene = tuple[Position, str]


def _scenes() -> list[Scene]:
    themes = itertools.cycle(THEMES)
    return [(state, theme) for (_, state), theme in zip(phases(), themes, strict=False)]


def _draw(scene: Scene) -> bytes:
    state, theme = scene
    return draw_board(state, names(state), theme=theme)


def _forget() -> None:
    board._file.cache_clear()
    atlas._layer.cache_clear()
    atlas._around.cache_clear()


def test_boards_drawn_in_any_order_by_two_threads_are_the_same_bytes() -> None:
    scenes = _scenes()
    alone = []
    for scene in scenes:
        _forget()
        alone.append(_draw(scene))
    _forget()
    order = [*range(len(scenes))] * 2
    random.Random(1).shuffle(order)
    with ThreadPoolExecutor(2) as pool:
        drawn = list(pool.map(_draw, [scenes[at] for at in order]))
    assert drawn == [alone[at] for at in order]


def test_a_position_that_was_just_drawn_is_not_drawn_again() -> None:
    state = played(1, 4, "mill", 20)
    first = draw_board(state, names(state))
    before = board._file.cache_info().misses
    assert draw_board(state, names(state)) == first
    assert board._file.cache_info().misses == before


def test_pictures_that_follow_each_other_share_the_layer_of_their_map() -> None:
    states = [played(1, 4, "mill", moves) for moves in range(5, 40, 5)]
    draw_board(states[0], names(states[0]))
    before = atlas._layer.cache_info().misses
    for state in states:
        draw_board(state, names(state))
    assert atlas._layer.cache_info().misses == before
