"""One square of a colony: earth, with the room and the passages that are cut into it.

A cavern has walls that wind and pebbles on its floor; masonry has straight walls of brick and a
floor of slabs. So the two differ in shape, not in colour alone.
"""

from __future__ import annotations

import math
import random
from functools import lru_cache

from PIL import Image

from renderer.canvas import Canvas
from renderer.glyphs import Pen

from . import glyphs
from .colours import Colours

_TURNS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""North, east, south, west."""
_WIDE = {"c": 0.3, "s": 0.27, "+": 0.5, "p": 0.36}
"""Half of a passage's width, in halves of a square, by the kind of side."""
_WALL = 0.09
_ROOM = 0.56


@lru_cache(maxsize=1024)
def square(theme: Colours, size: int, edges: str, feature: str, *, full: bool) -> Image.Image:
    """A square of ``size`` pixels in the theme's palette; ``edges`` as in the rules, as they lie.

    ``full`` is whether the feature has what belongs to it.
    """
    canvas = Canvas((0, 0, size, size), theme.earth)
    half = size / 2
    pen = Pen(canvas, (half, half), half)
    rng = random.Random(f"{edges}{feature}")
    _stones(pen, theme, rng)
    _edge_of_piece(pen, theme, edges)
    masonry = edges.count("s") > edges.count("c")
    for grown, floor in ((_WALL, False), (0.0, True)):
        for side, kind in enumerate(edges):
            if kind != ".":
                _passage(pen, theme, side, kind, grown, floor=floor, masonry=masonry)
        _room(pen, theme, edges, grown, floor=floor, masonry=masonry)
    for side, kind in enumerate(edges):
        _paving(pen, theme, side, kind)
    _bricks(pen, theme, edges)
    if edges == "pppp":
        _planks(pen, theme)
    if feature and feature != "entrance":
        _feature(pen, theme, feature, full=full)
    return canvas.finish(theme)


def _stones(pen: Pen, theme: Colours, rng: random.Random) -> None:
    for _ in range(9):
        x, y = rng.uniform(-0.92, 0.92), rng.uniform(-0.92, 0.92)
        pen.disc(x, y, rng.choice((0.04, 0.06, 0.08)), theme.earth_light)


def _edge_of_piece(pen: Pen, theme: Colours, edges: str) -> None:
    """A line wherever the piece ends, so that pieces are told apart from squares."""
    for side, kind in enumerate(edges):
        if kind == "+":
            continue
        dx, dy = _TURNS[side]
        a, b = (dx - dy, dy + dx), (dx + dy, dy - dx)
        pen.line((a, b), 0.07, theme.rim)
        if side in {0, 3}:
            inner = [(x - dx * 0.06, y - dy * 0.06) for x, y in (a, b)]
            pen.line(inner, 0.04, theme.earth_light)


def _floor(theme: Colours, kind: str, *, masonry: bool) -> tuple[int, int, int]:
    if kind == "p":
        return theme.plank
    return theme.slab if kind == "s" or (kind == "+" and masonry) else theme.cavern


def _passage(
    pen: Pen, theme: Colours, side: int, kind: str, grown: float, *, floor: bool, masonry: bool
) -> None:
    dx, dy = _TURNS[side]
    wide = _WIDE[kind] + grown
    colour = _floor(theme, kind, masonry=masonry) if floor else theme.rim
    if kind == "c" or (kind == "+" and not masonry):
        for step in range(13):
            along = step / 12 * 1.02
            sway = 0.05 * math.sin(along * 9 + side)
            radius = wide + 0.045 * math.sin(along * 13 + 2 * side)
            if kind == "+":
                radius = wide + 0.03 * math.sin(along * 13)
            reach = min(along, 1.0)
            pen.disc(
                dx * reach - dy * sway * (1 - along),
                dy * reach + dx * sway * (1 - along),
                radius,
                colour,
            )
        return
    a, b = (-dy * wide, dx * wide), (dy * wide, -dx * wide)
    pen.polygon((a, (a[0] + dx, a[1] + dy), (b[0] + dx, b[1] + dy), b), colour)


def _room(
    pen: Pen, theme: Colours, edges: str, grown: float, *, floor: bool, masonry: bool
) -> None:
    if edges == "pppp":
        reach = 0.62 + grown
        pen.box(-reach, -reach, reach, reach, theme.plank if floor else theme.rim)
        return
    reach = _ROOM + grown
    colour = (theme.slab if masonry else theme.cavern) if floor else theme.rim
    if masonry:
        pen.box(-reach, -reach, reach, reach, colour)
        return
    for step in range(8):
        angle = step * math.tau / 8 + 0.2
        pen.disc(
            0.16 * math.cos(angle), 0.16 * math.sin(angle), reach - 0.1 + 0.04 * (step % 2), colour
        )


def _paving(pen: Pen, theme: Colours, side: int, kind: str) -> None:
    dx, dy = _TURNS[side]
    if kind == "s":
        for along in (0.68, 0.9):
            a = (dx * along - dy * 0.24, dy * along + dx * 0.24)
            pen.line((a, (dx * along + dy * 0.24, dy * along - dx * 0.24)), 0.035, theme.slab_dark)
        pen.line(((dx * 0.68, dy * 0.68), (dx * 0.9, dy * 0.9)), 0.03, theme.slab_dark)
    elif kind == "c":
        for along, aside in ((0.66, 0.14), (0.8, -0.1), (0.93, 0.06)):
            pen.disc(dx * along - dy * aside, dy * along + dx * aside, 0.045, theme.cavern_dark)


def _bricks(pen: Pen, theme: Colours, edges: str) -> None:
    """Brick ends along the walls of stone passages."""
    for side, kind in enumerate(edges):
        if kind != "s":
            continue
        dx, dy = _TURNS[side]
        for along in (0.62, 0.76, 0.9):
            for aside in (-1, 1):
                x = dx * along - dy * aside * (_WIDE["s"] + 0.05)
                y = dy * along + dx * aside * (_WIDE["s"] + 0.05)
                w, h = (0.055, 0.045) if dx else (0.045, 0.055)
                pen.box(x - w, y - h, x + w, y + h, theme.brick)


def _planks(pen: Pen, theme: Colours) -> None:
    for at in (-0.36, -0.12, 0.12, 0.36):
        pen.line(((-0.58, at), (0.58, at)), 0.035, theme.plank_dark)
    for x, y in ((-0.5, -0.24), (0.5, -0.24), (-0.5, 0.24), (0.5, 0.24)):
        pen.disc(x, y, 0.05, theme.plank_dark)


def _feature(pen: Pen, theme: Colours, feature: str, *, full: bool) -> None:
    sign = glyphs.FEATURES[feature][0 if full else 1]
    inner = pen.inner((0, -0.04), 0.4)
    if full:
        sign(inner, theme.ink, _bright(theme, feature))
    else:
        sign(inner, theme.empty, theme.cavern)


def _bright(theme: Colours, feature: str) -> tuple[int, int, int]:
    return {
        "ore": theme.lamp,
        "gem vein": theme.gem,
        "campfire": theme.flame,
        "chest": theme.lamp,
        "trap": theme.trap,
    }.get(feature, theme.paper)
