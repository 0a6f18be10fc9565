"""The land of a map looks the same, however it came to be."""

from __future__ import annotations

import pytest
from PIL import Image

from renderer.landgrab.colours import COLOURS
from renderer.landgrab.land import atlas, ground
from renderer.landgrab.land.window import Window, window

from .matches import match

NIGHT = COLOURS["night"]


def _at_once(shown: Window, squares: int) -> Image.Image:
    sea = Image.new("P", (1000, 1400), NIGHT.index(NIGHT.sea))
    ground.lay(sea, NIGHT, shown, squares)
    return sea


@pytest.mark.parametrize("seed", range(3))
def test_a_map_laid_tile_by_tile_looks_as_if_laid_at_once(seed: int) -> None:
    positions = [each for each in match(seed, 2, "together") if each.phase == "tiles"]
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
        atlas._layer.cache_clear()
        atlas._latest.cache_clear()
        grounds = [(window(each), each.map.squares) for each in positions[::order]]
        made = [atlas.static_layer(NIGHT, *each, letters).tobytes() for each in grounds]
        return made[::order]

    assert layers(1) == layers(-1)
