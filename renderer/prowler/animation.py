"""A whole match as one animated picture: board after board, below each what the move did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from PIL import Image

from prowlerbot.games.prowler.rules import SEATS, Position
from renderer import fonts, gif
from renderer.canvas import XY, Canvas
from renderer.piece import Piece
from renderer.text import Box, Line, Name, Slot, Tint, extent, fit, named
from renderer.theme import NIGHT

from . import passages, plaques, scores, sheet_layout
from .board import picture
from .colours import COLOURS, Colours
from .layout import SIZE

CAPTION: Box = (0, SIZE[1], SIZE[0], SIZE[1] + 112)
"""The strip below the board."""
FRAME = SIZE[0], CAPTION[3]
LINES: tuple[Slot, Slot] = (
    Slot((76, CAPTION[1] + 4, 984, CAPTION[1] + 54), fonts.SCRIPTS[0], 38, "left"),
    Slot((76, CAPTION[1] + 52, 984, CAPTION[1] + 100), fonts.SCRIPTS[0], 38, "left"),
)
ALONE: Slot = LINES[0]._replace(box=(76, CAPTION[1] + 27, 984, CAPTION[1] + 77))
"""A caption of one line, level with the seat's sign."""
ARROW = "→"
LINE_LEAST = 28
"""Nine pixels high once the picture is 312 wide."""
_SIGN: XY = (40.0, CAPTION[1] + 52.0)
PROGRESS: Box = (10, CAPTION[3] - 8, SIZE[0] - 10, CAPTION[3] - 2)
"""How much of the match has been shown, along the picture's foot."""

_SHEET, _LAST = 3, 4
"""How many moves' time a sheet of numbers stands, and the last frame before it begins again."""


def animate(
    states: Sequence[Position],
    names: Sequence[str],
    captions: Sequence[str],
    *,
    pace: int,
    theme: str = NIGHT.name,
    ended: Sequence[int] | None = None,
) -> bytes:
    """The boards of a match one after the other as GIF, each for ``pace`` milliseconds.

    After the moves that bring a scoring comes its sheet. ``captions`` has a line for each state,
    and one more for the sheet of a match that was played out. ``ended`` is for the last board.

    Takes more than a second of pure work, so it is called in another process.
    """
    colours = COLOURS[theme]
    frames = _frames(states, names, captions, colours, ended)
    return gif.encode(frames, _durations(states, pace), colours)


def _scored(states: Sequence[Position], at: int) -> bool:
    """Whether the move that led to a state brought a scoring."""
    return at > 0 and (states[at].over or (states[at].mid is not None and not states[at - 1].mid))


def _durations(states: Sequence[Position], pace: int) -> list[int]:
    found: list[int] = []
    for at in range(len(states)):
        found.append(pace)
        if _scored(states, at):
            found.append(_SHEET * pace)
    return [*found[:-1], _LAST * pace]


def _frames(
    states: Sequence[Position],
    names: Sequence[str],
    captions: Sequence[str],
    theme: Colours,
    ended: Sequence[int] | None,
) -> Iterator[Image.Image]:
    last = len(states) - 1
    for at, state in enumerate(states):
        board = picture(state, names, theme, ended if at == last else None)
        mover = states[at - 1].seat if at else None
        strip = _strip(theme, captions[at], mover, at / max(1, last))
        yield _framed(board, strip)
        if _scored(states, at):
            sheet = scores.picture(states[: at + 1], names, theme, tall=state.over)
            if state.outcome is None:
                sheet = _over_city(theme, board, sheet)
            else:
                strip = _strip(theme, captions[-1], state.outcome.winner, 1)
            yield _framed(sheet, strip)


def _over_city(theme: Colours, board: Image.Image, sheet: Image.Image) -> Image.Image:
    """The numbers of a sheet in place of the city; the track stays in sight."""
    left, top, right, bottom = sheet_layout.NUMBERS
    covered = board.copy()
    covered.paste(theme.index(theme.night), (0, 0, SIZE[0], plaques.TRACK[1]))
    covered.paste(
        sheet.crop((left, top, right, bottom)), (left, (plaques.TRACK[1] - bottom + top) // 2)
    )
    return covered


def _framed(above: Image.Image, strip: Image.Image) -> Image.Image:
    frame = Image.new("P", FRAME)
    frame.paste(above, (0, 0))
    frame.paste(strip, CAPTION[:2])
    return frame


def _strip(theme: Colours, caption: str, seat: int | None, part: float) -> Image.Image:
    """What the move did, whose it was, and how far the match has got."""
    frame = Image.new("P", FRAME, theme.index(theme.panel))
    tint = Tint(theme.words, theme.panel)
    lines = in_lines(caption)
    for line, slot in zip(lines, LINES if len(lines) > 1 else (ALONE,), strict=False):
        for piece in _line(theme, line, slot, tint):
            piece.put(frame)
    if seat in SEATS:
        sign = _sign(theme, seat)
        x, y = _SIGN
        frame.paste(sign, (round(x) - sign.width // 2, round(y) - sign.height // 2))
    left, top, right, bottom = PROGRESS
    frame.paste(theme.index(theme.panel_edge), PROGRESS)
    reached = left + round((right - left) * part)
    if reached > left:
        frame.paste(theme.index(theme.gilt), (left, top, reached, bottom))
    return frame.crop(CAPTION)


def _line(theme: Colours, text: str, slot: Slot, tint: Tint) -> Iterator[Piece]:
    """A line of a caption, with arrows drawn between its parts: the fonts of names have none."""
    size = fitted(text, slot).size
    left, top, right, bottom = slot.box
    for at, part in enumerate(text.split(ARROW)):
        if at:
            yield _arrow(theme, size, tint, left + size // 5, (top + bottom) // 2)
            left += size
        if not part.strip() or left >= right:
            continue
        rest, name = slot._replace(box=(left, top, right, bottom), size=size), part.strip()
        yield named(theme, Name(name, "", size), rest, tint)
        left += extent(fit(Name(name, "", size), rest))


@lru_cache(maxsize=64)
def _arrow(theme: Colours, size: int, tint: Tint, left: int, y: int) -> Piece:
    """An arrow to the right, a little shorter than its letters are high."""
    across, half = round(0.6 * size), round(0.24 * size)
    canvas = Canvas((0, 0, across, 2 * half), tint.ground)
    canvas.rectangle(0, half - 2, across - half, half + 2, tint.ink)
    head = (across - 1.3 * half, 0), (across, half), (across - 1.3 * half, 2 * half)
    canvas.polygon(head, tint.ink)
    return Piece(canvas.finish(theme), left, y - half)


def fitted(text: str, slot: Slot) -> Line:
    """A line of a caption in the slot; a dash is at least as wide as an arrow."""
    return fit(Name(text.replace(ARROW, "–"), "", LINE_LEAST), slot)


def in_lines(caption: str) -> list[str]:
    """A caption in at most two lines, broken between two of its parts."""
    parts = caption.split(", ")
    breaks = [
        (", ".join(parts[:count]), ", ".join(parts[count:])) for count in range(len(parts), 0, -1)
    ]
    whole = [lines for lines in breaks if all(map(_is_whole, lines, LINES))] or breaks[-1:]
    large = [lines for lines in whole if fitted(lines[0], LINES[0]).size == LINES[0].size]
    return list(filter(None, (large or whole)[0]))


def _is_whole(text: str, slot: Slot) -> bool:
    return "…" not in "".join(run.text for run in fitted(text, slot).runs)


@lru_cache(maxsize=8)
def _sign(theme: Colours, seat: int) -> Image.Image:
    canvas = Canvas((-34, -34, 34, 34), theme.panel)
    passages.draw_sign(canvas, theme, seat, (0, 0), 18)
    return canvas.finish(theme)
