"""The picture of all games: readable on a phone, each game in a row of its own."""

from __future__ import annotations

import io
from collections.abc import Iterator
from functools import partial

import pytest
from PIL import Image

from prowlerbot.core.i18n import LANGUAGES, Language, tr
from prowlerbot.games import GAMES
from renderer.cover import SIZE
from renderer.heroes.cover import draw_cover as heroes_cover
from renderer.hub import Entry, draw_hub, placed
from renderer.landgrab.cover import draw_cover as landgrab_cover
from renderer.prowler.cover import draw_cover as prowler_cover
from renderer.text import Slot
from renderer.theme import THEMES

from .texts import assert_all_fit, assert_full_size, assert_readable_on_a_phone

COVERS = {"prowler": prowler_cover, "landgrab": landgrab_cover, "heroes": heroes_cover}
_LARGEST = 150_000


def entries(theme: str) -> list[Entry]:
    covers = {key: partial(draw, theme) for key, draw in COVERS.items()}
    return [Entry(GAMES[key].title, "2 players", cover) for key, cover in covers.items()]


def texts() -> Iterator[tuple[str, Slot]]:
    for game in GAMES.values():
        yield from placed(game.title, tr("{least} to {most} players", least=2, most=10), 0)
        yield from placed(game.title, tr("{count} players", count=10), 0)


@pytest.mark.parametrize("theme", THEMES)
def test_the_picture_has_a_row_for_each_game_and_is_small(theme: str) -> None:
    one, three = (Image.open(io.BytesIO(draw_hub(entries(theme)[:n], theme))) for n in (1, 3))
    assert one.width == three.width == SIZE[0]
    assert 2.5 * one.height < three.height < SIZE[0], "no higher than it is wide"
    assert len(draw_hub(entries(theme), theme)) < _LARGEST


def test_each_row_shows_the_cover_of_its_game() -> None:
    games = entries("night")
    rows = [draw_hub([each]) for each in games]
    assert len(set(rows)) == len(games)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_fits_in_every_language(language: Language) -> None:
    assert_all_fit(texts, language)


def test_titles_and_seats_are_readable_on_a_phone() -> None:
    assert_full_size(texts)
    for text, slot in texts():
        assert_readable_on_a_phone(text, slot)
