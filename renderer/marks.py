"""Marks: a lit frame and a ribbon for the turn and the winner, and letters for learners."""

from collections.abc import Container, Iterable, Sequence
from functools import lru_cache
from string import ascii_uppercase

from PIL import Image

from prowlerbot.core.game import Outcome
from prowlerbot.core.i18n import mark
from renderer import fonts
from renderer.canvas import BLACK, WHITE, XY, Box, Canvas, Piece, encode
from renderer.text import Slot, typeset, write
from renderer.theme import Colour, Theme, Tint

RIBBONS = (TO_MOVE, WINNER, SHARED) = (mark("TO MOVE"), mark("WINNER"), mark("SHARED"))
Ranks = Sequence[int] | None
"""The ranks in a match that ended early, empty without a result; None for other matches."""


def final_ranks(outcome: Outcome | None, ended: Ranks) -> Ranks:
    """The ranks after the end of a match, however it ended; None while it runs."""
    return ended if outcome is None else outcome.ranks


def ribbon_word(
    outcome: Outcome | None, ended: Ranks, seat: int, awaited: Container[int]
) -> str | None:
    """The word on the ribbon of a seat's panel, if any."""
    if (ranks := final_ranks(outcome, ended)) is None:
        return TO_MOVE if seat in awaited else None
    return winner_word(ranks, seat)


def winner_word(ranks: Ranks, seat: int) -> str | None:
    """The word for a winning seat, which differs for a shared victory; None for other seats."""
    if not ranks or ranks[seat - 1] > 1:
        return None
    return WINNER if ranks.count(1) == 1 else SHARED


@lru_cache(maxsize=32)
def lit_frame_pieces(
    theme: Theme, panel: Box, radius: int, colour: Colour, rim: Colour | None = None
) -> tuple[Piece, ...]:
    """A bright edge around a panel, wider than its own; two lines of ``rim`` make it visible on any
    background.

    It has a piece for each side, as one piece would mask all the pixels inside.
    """
    inner, grown = (4, -4) if rim is None else (6, -5)
    left, top, right, bottom = panel
    across, down = right - left - 2 * grown, bottom - top - 2 * grown
    turned = Image.Transpose.TRANSPOSE
    edge, shape = (
        _widen(_widen(each.transpose(turned), down).transpose(turned), across)
        for each in _small_edge_and_mask(theme, radius, colour, rim)
    )
    whole = Piece(edge, left + grown, top + grown, shape)
    corner, wide = radius - grown + 1, inner - grown + 2
    return tuple(
        whole.within(side)
        for side in (
            (0, 0, across, corner),
            (0, corner, wide, down - corner),
            (across - wide, corner, across, down - corner),
            (0, down - corner, across, down),
        )
    )


@lru_cache(maxsize=32)
def _small_edge_and_mask(
    theme: Theme, radius: int, colour: Colour, rim: Colour | None
) -> tuple[Image.Image, Image.Image]:
    """The edge of a panel that has little more than corners, and its mask."""
    lines = [(-4, colour)] if rim is None else [(-5, rim), (-3, colour), (4, rim)]
    inner, (grown, _) = 4 if rim is None else 6, lines[0]
    side = 2 * (radius + 1) + 1
    panel, box = (0, 0, side, side), (grown, grown, side - grown, side - grown)
    edge, shape = Canvas(box, theme.night), Canvas(box, BLACK)
    for inset, line in (*lines, (inner, theme.panel)):
        edge.rounded(panel, radius - inset, line, inset=inset)
    shape.rounded(panel, radius - grown, WHITE, inset=grown)
    shape.rounded(panel, radius - inner - 1, BLACK, inset=inner + 1)
    return edge.finish(theme), shape.whole()


def _widen(small: Image.Image, across: int) -> Image.Image:
    """A picture as wide as this: the column in the middle of a small one repeats."""
    mid, high = small.width // 2, small.height
    wide = small.crop((mid, 0, mid + 1, high)).resize((across, high), Image.Resampling.NEAREST)
    wide.paste(small.crop((0, 0, mid, high)))
    right = small.crop((mid, 0, small.width, high))
    wide.paste(right, (across - right.width, 0))
    return wide


@lru_cache(maxsize=64)
def ribbon_piece(
    theme: Theme, slot: Slot, text: str, colour: Colour, ink: Colour | None = None
) -> Piece:
    """A word on a coloured ribbon, in the ink of badges unless another ``ink`` is given."""
    left, top, right, bottom = slot.box
    box = (0, 0, right - left, bottom - top)
    canvas = Canvas(box, theme.panel)
    canvas.rounded(box, 8, colour)
    inner = slot._replace(box=(6, 3, box[2] - 6, box[3] - 3))
    write(canvas, theme, text, inner, Tint(ink or theme.ink, colour))
    return canvas.piece(theme).shifted(left, top)


@lru_cache(maxsize=512)
def frame_edge_piece(theme: Theme, box: Box, fill: Colour) -> Piece:
    canvas, shape = Canvas(box, theme.ink), Canvas(box, BLACK)
    canvas.rounded(box, 10, fill, inset=2)
    canvas.rounded(box, 6, theme.ink, inset=7)
    shape.rounded(box, 11, WHITE)
    shape.rounded(box, 5, BLACK, inset=8.5)
    return canvas.piece(theme, shape.whole())


RADIUS = 26
"""The radius of the disc of a letter."""


def draw_letters(
    picture: Image.Image,
    theme: Theme,
    places: Iterable[XY],
    letters: Iterable[str] = ascii_uppercase,
) -> bytes:
    """The picture as PNG, with letters from A on at these places, for readers who learn it."""
    for text, (x, y) in zip(letters, places, strict=False):  # the first letters
        _letter_piece(theme, text, (round(x), round(y))).put(picture)
    return encode(picture, theme.palette_bytes)


@lru_cache(maxsize=64)
def _letter_piece(theme: Theme, text: str, at: tuple[int, int]) -> Piece:
    x, y = at
    box = (x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS)
    canvas, shape = Canvas(box, theme.panel), Canvas(box, BLACK)
    canvas.discs(at, (RADIUS, theme.ink), (RADIUS - 3, theme.glow))
    shape.disc(at, RADIUS, WHITE)
    slot = Slot((box[0] + 8, box[1] + 8, box[2] - 8, box[3] - 8), fonts.STRONG, 40)
    canvas.put(typeset(theme, text, slot, Tint(theme.ink, theme.glow)))
    return canvas.piece(theme, shape.whole())
