"""A remark on the match, at the top of the final sheet of every game."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from typing import Any

import pytest
from PIL import Image, ImageChops

from prowlerbot.core.record import random_record
from prowlerbot.games import GAMES
from renderer import sheet
from renderer.heroes import draw_sheet as draw_heroes
from renderer.landgrab import draw_sheet as draw_landgrab
from renderer.prowler import draw_scores

DRAWN: dict[str, Callable[..., bytes]] = {
    "prowler": draw_scores,
    "landgrab": draw_landgrab,
    "heroes": draw_heroes,
}


def picture(game: str, states: list[Any], note: str) -> Image.Image:
    names = ("Ada", "Ben", "Cleo", "Dora")[: len(states[-1].outcome.totals)]
    return Image.open(io.BytesIO(DRAWN[game](states, names, note=note))).convert("RGB")


@pytest.mark.parametrize("game", DRAWN)
def test_a_note_stands_in_its_place_and_changes_nothing_else(game: str) -> None:
    states = random_record(GAMES[game], random.Random(2)).states()
    plain, noted = picture(game, states, ""), picture(game, states, "12 hints")
    changed = ImageChops.difference(plain, noted).getbbox()
    assert changed is not None
    left, top, right, bottom = sheet.NOTE.box
    assert left <= changed[0] < changed[2] <= right
    assert top <= changed[1] < changed[3] <= bottom
