"""A board looks the same after any other picture, beside other threads, however its map grew."""

from __future__ import annotations

import itertools
import random
from concurrent.futures import ThreadPoolExecutor

from PIL import Image

from prowlerbot.games.landgrab.rules import Position
from renderer.landgrab import board, ground
from renderer.landgrab.board import draw_board
from renderer.landgrab.colours import COLOURS
from renderer.landgrab.window import Window, window
from renderer.theme import THEMES
from tests.renderer.landgrab.matches import match, names, phases, played

NIGHT = COLOURS["night"]

Scene = tuple[Position, str]


def _scenes() -> list[Scene]:
    themes = itertools.cycle(THEMES)
    return [(state, theme) for (_, state), theme in zip(phases(), themes, strict=False)]


def _draw(scene: Scene) -> bytes:
    state, theme = scene
    return draw_board(state, names(state), theme=theme)


def _forget() -> None:
    board._file.cache_clear()
    ground._layer.cache_clear()
    ground._surroundings.cache_clear()


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
    before = ground._layer.cache_info().misses
    for state in states:
        draw_board(state, names(state))
    assert ground._layer.cache_info().misses == before


def _at_once(shown: Window, squares: int) -> Image.Image:
    sea = Image.new("P", (1000, 1400), NIGHT.index(NIGHT.sea))
    ground.lay(sea, NIGHT, shown, squares)
    return sea


def test_a_map_laid_tile_by_tile_looks_as_if_laid_at_once() -> None:
    positions = [each for each in match(1, 2, "together") if each.phase == "tiles"]
    shown, before = window(positions[-1]), positions[1].map.squares
    picture = _at_once(shown, before)
    for position in positions[2:]:
        ground.lay(picture, NIGHT, shown, position.map.squares, before=before)
        before = position.map.squares
        assert picture.tobytes() == _at_once(shown, before).tobytes()


def test_a_layer_does_not_depend_on_the_layers_before_it() -> None:
    positions = [each for each in match(1, 2, "together") if each.phase == "tiles"]
    letters = positions[0].setup.colours

    def layers(order: int) -> list[bytes]:
        ground._layer.cache_clear()
        ground._latest_picture.cache_clear()
        grounds = [(window(each), each.map.squares) for each in positions[::order]]
        made = [ground.static_layer(NIGHT, *each, letters).tobytes() for each in grounds]
        return made[::order]

    assert layers(1) == layers(-1)
