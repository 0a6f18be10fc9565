"""The picture of a position: the static layer of its set-up, and on it what moves change."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from prowlerbot.games.prowler.board import pathways_in
from prowlerbot.games.prowler.rules import SEATS, Position
from renderer import png
from renderer.canvas import Canvas
from renderer.theme import NIGHT, THEMES, Theme

from . import cards, layout, panels, passages, track
from .city import static_layer


def draw_board(state: Position, names: Sequence[str], *, theme: str = NIGHT.name) -> bytes:
    """The board as PNG, 1000 × 1000; ``names`` of seat 1 and seat 2, in any script."""
    colours = THEMES[theme]
    return png.encode(picture(state, names, colours), colours.palette_bytes)


def picture(state: Position, names: Sequence[str], theme: Theme) -> Image.Image:
    """The board as a picture in the theme's palette (mode P)."""
    drawn = static_layer(state.setup, theme).copy()
    panels.write_captions(drawn, theme)
    cards.write_conditions(drawn, theme, state.setup.cards)
    last = state.last
    for seat in SEATS:
        for pathway in pathways_in(state.passages[seat - 1]):
            marked = last is not None and last.pathway == pathway
            passages.lay(drawn, theme, pathway, seat, marked=marked)
        for statue in state.statues[seat - 1]:
            x, y = layout.STATUES[statue]
            reach = round(layout.PLATFORM)
            drawn.paste(_stolen(theme, seat), (x - reach, y - reach), _platform_mask())
        panels.put_panel(drawn, theme, state, seat, names[seat - 1])
    track.put_markers(drawn, theme, state.track, last.marker if last else None)
    cards.put_holders(drawn, theme, state)
    return drawn


@lru_cache(maxsize=16)
def _stolen(theme: Theme, seat: int) -> Image.Image:
    """An empty platform with the thief's sign, drawn around (0, 0)."""
    reach = round(layout.PLATFORM)
    canvas = Canvas((-reach, -reach, reach, reach), theme.road)
    canvas.disc((0, 0), layout.PLATFORM, theme.ink)
    canvas.disc((0, 0), layout.PLATFORM - 2, theme.platform)
    canvas.disc((0, 0), layout.PLATFORM - 5, theme.ink)
    passages.draw_sign(canvas, theme, seat, (0, 0), 9)
    return canvas.finish(theme)


@lru_cache(maxsize=1)
def _platform_mask() -> Image.Image:
    reach = round(layout.PLATFORM)
    canvas = Canvas((-reach, -reach, reach, reach), (0, 0, 0))
    canvas.disc((0, 0), layout.PLATFORM, (255, 255, 255))
    return canvas.shrunk().convert("L").point([0] * 255 + [255]).convert("1")
