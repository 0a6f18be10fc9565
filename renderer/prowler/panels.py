"""The players' panels: name, turn, passages left, longest passage, statues and loot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from PIL import Image

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.prowler.rules import PASSAGES, SEATS, Position
from prowlerbot.games.prowler.setup import TILES
from renderer.canvas import Canvas
from renderer.glyphs import Pen, arch
from renderer.piece import Piece
from renderer.text import Box, Name, Slot, Tint, named, write, written
from renderer.theme import Colour

from . import glyphs, layout, passages, tiles
from .colours import Colours

CAPTIONS = {"left": mark("passages left"), "longest": mark("longest"), "statues": mark("statues")}
RIBBONS = (TO_MOVE, WINNER, SHARED) = (mark("TO MOVE"), mark("WINNER"), mark("SHARED"))
WEALTH = (MID_GAME, TOTAL) = (mark("mid-game {wealth}"), mark("{wealth} wealth"))
NAMELESS = mark("Player {seat}")
"""Who bears a name of which nothing can be drawn."""
_EDGE = 16
"""More than a frame is wide."""
_SIGNS = {"left": arch, "longest": glyphs.route, "statues": glyphs.statue}


def _for_seat(seat: int, slot: Slot) -> Slot:
    """A slot of the panel of seat 1, on the panel of the seat."""
    return slot._replace(box=on_panel(seat, slot.box))


def on_panel(seat: int, box: Box, panel: Box = layout.PANEL) -> Box:
    """A box of seat 1's panel moved, not turned around, to the seat's panel."""
    shift = layout.seat_box(seat, panel)[0] - panel[0]
    return box[0] + shift, box[1], box[2] + shift, box[3]


def _outline(canvas: Canvas, seat: int, inset: float, fill: Colour) -> None:
    """The panel's shape: a wide part above, a narrow one below on the outer side."""
    for box in (layout.PANEL, layout.PANEL_LOOT):
        left, top, right, bottom = layout.seat_box(seat, box)
        top -= 40 if box is layout.PANEL_LOOT else 0
        canvas.rounded(
            (left + inset, top + inset, right - inset, bottom - inset),
            layout.PANEL_RADIUS - inset,
            fill,
        )


def draw_frame(canvas: Canvas, theme: Colours, seat: int) -> None:
    _outline(canvas, seat, 0, theme.panel_edge)
    _outline(canvas, seat, 2, theme.panel)
    left, top, right, bottom = on_panel(seat, layout.SEAT_SIGN)
    centre = ((left + right) / 2, (top + bottom) / 2)
    passages.draw_sign(canvas, theme, seat, centre, 17)
    for name, (box, _) in layout.STATS.items():
        left, top, right, bottom = on_panel(seat, box)
        pen = Pen(canvas, ((left + right) / 2, (top + bottom) / 2), 19)
        ink = theme.statue if name == "statues" else theme.seats[seat - 1]
        hole = theme.statue_dark if name == "statues" else theme.panel
        _SIGNS[name](pen, ink, hole)
    for face, (box, _) in zip(range(len(TILES)), layout.LOOT, strict=True):
        left, top, right, bottom = on_panel(seat, box, layout.PANEL_LOOT)
        tiles.draw_disc(canvas, theme, face, ((left + right) / 2, (top + bottom) / 2), 27)


@lru_cache(maxsize=16)
def _loot_slot(seat: int, face: int) -> Slot:
    _, number = layout.LOOT[face]
    return number._replace(box=on_panel(seat, number.box, layout.PANEL_LOOT))


def clear_counts(picture: Image.Image, theme: Colours, seat: int) -> None:
    """The loot's counts stand clear of the discs beside them."""
    for face in range(len(TILES)):
        picture.paste(theme.index(theme.panel), _loot_slot(seat, face).box)


def captions(theme: Colours) -> Iterator[Piece]:
    for seat in SEATS:
        for name, slot in layout.STAT_CAPTIONS.items():
            tint = Tint(theme.muted, theme.panel)
            yield written(theme, tr(CAPTIONS[name]), _for_seat(seat, slot), tint)


@lru_cache(maxsize=16)
def _lit_frame(theme: Colours, seat: int) -> tuple[Piece, ...]:
    """The edge of the panel of the seat to move or of a winner, without the hole in its middle."""
    left, top, right, _ = layout.seat_box(seat, layout.PANEL)
    box = (left - 4, top - 4, right + 4, layout.PANEL_LOOT[3] + 4)
    edge, shape = Canvas(box, theme.night), Canvas(box, (0, 0, 0))
    _outline(edge, seat, -2, theme.seats[seat - 1])
    _outline(edge, seat, 3, theme.panel)
    _outline(shape, seat, -2.5, (255, 255, 255))
    _outline(shape, seat, 4, (0, 0, 0))
    mask = shape.shrunk().convert("L").point([0] + [255] * 255).convert("1")
    whole = Piece(edge.finish(theme), *box[:2], mask)
    across, down = mask.size
    inner, far = _EDGE, across - _EDGE
    parts = ((0, 0, inner, down), (inner, 0, far, _EDGE), (inner, _EDGE, far, down))
    return tuple(whole.within(_inked(mask, part)) for part in (*parts, (far, 0, across, down)))


def _inked(mask: Image.Image, part: Box) -> Box:
    """As much of a part of the mask as holds anything."""
    left, top, right, bottom = mask.crop(part).getbbox() or (0, 0, 1, 1)
    return part[0] + left, part[1] + top, part[0] + right, part[1] + bottom


@lru_cache(maxsize=64)
def _ribbon(theme: Colours, seat: int, text: str) -> Piece:
    left, top, right, bottom = layout.RIBBON.box
    box = (0, 0, right - left, bottom - top)
    canvas = Canvas(box, theme.panel)
    canvas.rounded(box, 10, theme.seats[seat - 1])
    sprite = canvas.finish(theme)
    inner = layout.RIBBON._replace(box=(8, 3, box[2] - 8, box[3] - 3))
    write(sprite, theme, text, inner, Tint(theme.ink, theme.seats[seat - 1]))
    return Piece(sprite, *on_panel(seat, layout.RIBBON.box)[:2])


def _ribbon_word(state: Position, seat: int, ended: Sequence[int] | None) -> str | None:
    """What sets the seat's panel apart, if anything does."""
    ranks = ended if state.outcome is None else state.outcome.ranks
    if ranks is None:
        return TO_MOVE if state.seat == seat else None
    if not ranks or ranks[seat - 1] > 1:
        return None
    return WINNER if ranks.count(1) == 1 else SHARED


def panel(
    theme: Colours, state: Position, seat: int, name: str, ended: Sequence[int] | None
) -> Iterator[Piece]:
    """What lies on the frame of a seat's panel; ``ended`` as ``draw_board`` has it."""
    outcome = state.outcome
    word = _ribbon_word(state, seat, ended)
    if word is not None:
        yield from _lit_frame(theme, seat)
        yield _ribbon(theme, seat, tr(word))
    slot = _for_seat(seat, layout.NAME)
    tint = Tint(theme.paper, theme.panel)
    wanted = Name(name, tr(NAMELESS, seat=seat), layout.NAME_LEAST)
    yield named(theme, wanted, slot, tint)
    wealth = ""
    if outcome is not None:
        wealth = tr(TOTAL, wealth=outcome.totals[seat - 1])
    elif state.mid is not None:
        wealth = tr(MID_GAME, wealth=state.mid[seat - 1].total)
    if wealth:
        yield written(theme, wealth, _for_seat(seat, layout.WEALTH), tint)
    counts = {
        "left": PASSAGES - state.passages[seat - 1].bit_count(),
        "longest": state.longest(seat),
        "statues": len(state.statues[seat - 1]),
    }
    for key, (_, number) in layout.STATS.items():
        yield written(theme, str(counts[key]), _for_seat(seat, number), tint)
    dim = Tint(theme.muted, theme.panel)
    for face, count in enumerate(state.tiles[seat - 1]):
        moved = _loot_slot(seat, face)
        yield written(theme, str(count), moved, tint if count else dim)
