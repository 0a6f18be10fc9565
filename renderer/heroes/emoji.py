"""The signs of the pictures as emoji without background: seats, tokens, features, hearts, bags."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from renderer.canvas import Canvas
from renderer.glyphs import Glyph, Pen
from renderer.glyphs import draw_seat as draw_sign
from renderer.heroes import glyphs
from renderer.heroes.colours import COLOURS, Colours
from renderer.heroes.ground import tokens
from renderer.png import EMOJI, MIDDLE, cut_out
from renderer.theme import Colour

_REACH = EMOJI / 2 - 2
_Draw = Callable[[Canvas, Colours], None]


def draw_seat(seat: int, *, theme: str = "night") -> bytes:
    """The sign of a seat in its colour, as PNG."""
    return cut_out(
        COLOURS[theme], lambda canvas, colours: draw_sign(canvas, colours, seat, MIDDLE, 40)
    )


def draw_thing(name: str, *, theme: str = "night") -> bytes:
    """The sign of one of ``THINGS``, as PNG."""
    return cut_out(COLOURS[theme], THINGS[name])


def _token(kind: str, canvas: Canvas, theme: Colours) -> None:
    tokens.draw_token(canvas, theme, kind, MIDDLE, _REACH)


def _feature(feature: str, canvas: Canvas, theme: Colours) -> None:
    """Draw a feature on a floor, as in a colony."""
    canvas.discs(MIDDLE, (_REACH, theme.rim), (_REACH - 6, theme.cavern))
    glyphs.draw_feature(Pen(canvas, MIDDLE, _REACH * 0.6), theme, feature)


def _sign(
    glyph: Glyph, colour: Callable[[Colours], Colour], canvas: Canvas, theme: Colours
) -> None:
    tokens.draw_outlined(canvas, glyph, MIDDLE, _REACH, (colour(theme), theme.ink))


def _tile(canvas: Canvas, theme: Colours) -> None:
    """Draw a room with passages to all sides."""
    glyphs.SIGNS["emoji_tile"].paint(Pen(canvas, (0, 0), 1), partial(getattr, theme))


THINGS: dict[str, _Draw] = {
    **{kind: partial(_token, kind) for kind in glyphs.TOKENS},
    **{f"feature {name}": partial(_feature, name) for name in glyphs.FEATURES},
    "heart": partial(_sign, glyphs.SIGNS["heart"], lambda theme: theme.trap),
    "bag": partial(_sign, glyphs.SIGNS["bag"], lambda theme: theme.lamp),
    "hero": partial(_sign, glyphs.SIGNS["hero"], lambda theme: theme.paper),
    "defeated": partial(_sign, glyphs.SIGNS["gravestone"], lambda theme: theme.paper),
    "tile": _tile,
}
"""The signs by name: tokens by kind, features as ``feature`` with their name, then all others."""
