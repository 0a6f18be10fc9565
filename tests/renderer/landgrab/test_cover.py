"""The cover of Landgrab, its signs as emoji, and its pictures that are drawn ahead."""

from __future__ import annotations

import io
import itertools
import pickle

import pytest
from PIL import Image, ImageChops, ImageStat

from prowlerbot.core.i18n import LANGUAGES, speaking
from prowlerbot.games.landgrab.position import COLOURS as LETTERS
from renderer.landgrab import cover, parts_to_prepare
from renderer.landgrab.cover import THINGS, draw_cover, draw_owner, draw_thing
from renderer.theme import THEMES


def test_a_cover_has_the_colours_of_its_theme_and_no_words_of_a_language() -> None:
    assert len({draw_cover(theme) for theme in THEMES}) == len(THEMES)
    cover.draw_cover.cache_clear()
    told = set()
    for language in LANGUAGES:
        with speaking(language):
            told.add(draw_cover())
            cover.draw_cover.cache_clear()
    assert len(told) == 1


def emoji(theme: str) -> dict[str, Image.Image]:
    pngs = {letter: draw_owner(letter, theme=theme) for letter in LETTERS}
    pngs |= {name: draw_thing(name, theme=theme) for name in THINGS}
    return {name: Image.open(io.BytesIO(png)) for name, png in pngs.items()}


@pytest.mark.parametrize("theme", THEMES)
def test_emoji_are_told_apart_without_colour_as_small_as_in_a_text(theme: str) -> None:
    small = {}
    for name, picture in emoji(theme).items():
        ground = Image.new("RGB", picture.size, (49, 51, 56))
        ground.paste(picture, (0, 0), picture)
        small[name] = ground.convert("L").resize((22, 22), Image.Resampling.LANCZOS)
    for one, other in itertools.combinations(small, 2):
        difference = ImageChops.difference(small[one], small[other])
        assert ImageStat.Stat(difference).mean[0] > 8, (one, other)


def test_what_is_drawn_ahead_can_be_handed_to_other_processes_and_all_of_it_is_drawn() -> None:
    pieces = parts_to_prepare("night")
    assert len(pieces) > 4
    for piece in pieces:
        copy = pickle.loads(pickle.dumps(piece))  # noqa: S301 - our own
        assert copy() is not None
