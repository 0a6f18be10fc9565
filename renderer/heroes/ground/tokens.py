"""Tokens, recognisable by their outlines: coin, gem, guard, jaws, a prisoner behind bars."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

from prowlerbot.games.heroes.pieces import Tokens
from renderer import fonts
from renderer.canvas import BLACK, WHITE, XY, Canvas, Piece
from renderer.glyphs import Glyph, Pen
from renderer.heroes import glyphs
from renderer.heroes.colours import Colours
from renderer.text import Slot, written
from renderer.theme import Colour, Tint

_AROUND = tuple(
    (math.cos(turn * math.tau / 16), math.sin(turn * math.tau / 16)) for turn in range(16)
)


def on(tokens: Tokens, at: int) -> list[tuple[str, int]]:
    """The tokens on a square: kinds with their number, in the order in which they act."""
    kinds = [
        ("trap", tokens.traps >> at & 1),
        ("guard", tokens.guards >> at & 1),
        ("gold", tokens.gold_on(at)),
        ("gem", tokens.gems >> at & 1),
        ("prisoner", tokens.prisoners >> at & 1),
    ]
    return [(kind, count) for kind, count in kinds if count]


def colour_of(theme: Colours, kind: str) -> Colour:
    return {
        "gold": theme.lamp,
        "gem": theme.gem,
        "guard": theme.guard,
        "trap": theme.trap,
        "prisoner": theme.prisoner,
    }[kind]


def draw_outlined(
    canvas: Canvas, glyph: Glyph, centre: XY, half: float, colours: tuple[Colour, Colour]
) -> None:
    """A glyph in a colour, surrounded by a rim in the other colour."""
    colour, rim = colours
    wide = max(2.0, half * 0.16)
    size = half - wide
    for dx, dy in _AROUND:
        x, y = centre[0] + dx * wide, centre[1] + dy * wide
        glyph(Pen(canvas, (x, y), size), rim, rim)
    glyph(Pen(canvas, centre, size), colour, rim)


def draw_token(canvas: Canvas, theme: Colours, kind: str, centre: XY, half: float) -> None:
    """Draw a token; gold has no number here."""
    colour = colour_of(theme, kind)
    if kind == "gold":
        canvas.discs(centre, (half, theme.ink), (half * 0.88, colour))
        canvas.discs(centre, (half * 0.76, theme.ink), (half * 0.7, colour))
        return
    draw_outlined(canvas, glyphs.TOKENS[kind], centre, half, (colour, theme.ink))


@lru_cache(maxsize=256)
def gone(theme: Colours, size: int, kind: str, count: int = 1) -> Piece:
    """A token that an invader struck: dark, its rim as light as the invader's way; gold with the
    lost amount.
    """
    box, middle = (0, 0, size, size), (size / 2, size / 2)
    canvas, shape = Canvas(box, theme.trail), Canvas(box, BLACK)
    if kind == "gold":
        shape.disc(middle, size / 2, WHITE)
        canvas.disc(middle, size * 0.43, theme.ink)
        slot = Slot(box, fonts.STRONG, round(size * 0.62))
        canvas.put(written(theme, f"−{count}", slot, Tint(theme.lamp, theme.ink)))
        return canvas.piece(theme, shape.whole())
    colours = theme.ink, theme.trail
    draw_outlined(canvas, glyphs.TOKENS[kind], middle, size / 2, colours)
    draw_outlined(shape, glyphs.TOKENS[kind], middle, size / 2, (WHITE, WHITE))
    return canvas.piece(theme, shape.whole())


@lru_cache(maxsize=512)
def token(theme: Colours, size: int, kind: str, count: int = 1) -> Piece:
    """A token as a piece; gold has its number."""
    box, middle = (0, 0, size, size), (size / 2, size / 2)
    canvas, shape = Canvas(box, theme.ink), Canvas(box, BLACK)
    draw_token(canvas, theme, kind, middle, size / 2)
    if kind == "gold":
        shape.disc(middle, size / 2, WHITE)
        slot = Slot(box, fonts.STRONG, round(size * 0.74))
        canvas.put(written(theme, str(count), slot, Tint(theme.ink, theme.lamp)))
    else:
        draw_outlined(shape, glyphs.TOKENS[kind], middle, size / 2, (WHITE, WHITE))
    return canvas.piece(theme, shape.whole())


_ARMED = 29
"""The size of the trap on a trap square, in fiftieths of a square."""
_SHARES = ((50, 39, 27), (70, 34, 26), (math.inf, 27, 23))
"""The sizes of a token alone and with others, in fiftieths, for squares below a size."""
_CORNERS = ((1, 1), (0, 1), (1, 0), (0, 0))
"""The places of a square's tokens in order, in steps from its upper left corner."""
_GUEST = (0, 1)
"""The corner where an invader is drawn."""


def lying(
    theme: Colours,
    size: int,
    tokens: Sequence[tuple[str, int]],
    at: XY,
    struck: Sequence[tuple[str, int]] = (),
    *,
    armed: bool = False,
    guest: bool = False,
) -> Iterator[Piece]:
    """The tokens of a square of ``size`` pixels, from the lower right on. On small squares they are
    relatively larger, to stay readable. The tokens ``struck`` by an invader follow; the invader is
    a ``guest`` here or has gone on. The trap of an ``armed`` trap square also replaces its feature.
    """
    one, some = next(shares for most, *shares in _SHARES if size < most)
    x, y = map(int, at)
    if armed:
        across = size * max(one, _ARMED) // 50 // 2 * 2
        alone = not struck and not guest and len(tokens) == 1
        inset = (size - across) // 2 if alone else 1
        yield token(theme, across, "trap").shifted(x + inset, y + inset)
        tokens = tokens[1:]
    across = size * (one if len(tokens) + len(struck) + armed + guest == 1 else some) // 50
    far = size - across - 1
    corners = iter(corner for corner in _CORNERS if not guest or corner != _GUEST)
    sprites = [token(theme, across, kind, count) for kind, count in tokens]
    sprites += [gone(theme, across, kind, count) for kind, count in struck]
    for sprite, (right, low) in zip(sprites, corners, strict=False):
        yield sprite.shifted(x + (far if right else 1), y + (far if low else 1))
