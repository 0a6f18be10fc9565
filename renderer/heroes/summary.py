"""Several cards of an invasion in one picture: a row per card, with its effect on each colony."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from prowlerbot.core.i18n import mark, signed_words, tr
from prowlerbot.games.heroes import words
from prowlerbot.games.heroes.colony import Seat
from prowlerbot.games.heroes.pieces import EVENTS, INVADERS, MAPS
from prowlerbot.games.heroes.rules import Position
from renderer import canvas, fonts
from renderer.canvas import Box, Canvas, Piece
from renderer.glyphs import Pen
from renderer.heroes import colours, heading, invaders, table
from renderer.heroes.colours import COLOURS, Colours
from renderer.heroes.invaders import Fate, Toll, effect_of
from renderer.heroes.table import GAP, WIDE
from renderer.text import Slot, name_piece, player, typeset

Card = tuple[Position, Sequence[Seat]]
"""The latest position with a card, and the seats before the card."""
IN_ALL = mark("In all")
_NAMES, _ROW = 56, 112
_LEFT = 330
"""The left edge of the colonies, to the right of the card."""
_KIND, _DOWN = 70, 46
_SIZE = 34


def draw_cards(
    cards: Sequence[Card], names: Sequence[str], *, seat: int = 0, theme: str = "night"
) -> bytes:
    """The effects of the cards as PNG, 1000 wide, in all colonies or in that of a ``seat``."""
    colours, (last, _) = COLOURS[theme], cards[-1]
    seats = [seat] if seat else list(last.playing)
    top = heading.LINE + 24
    first = top + (0 if seat else _NAMES)
    rows = table.stack_panels(first, [_ROW] * (len(cards) + 1))
    boxes = [(GAP, GAP, WIDE - GAP, top - GAP), *rows]
    drawn = table.form(colours, (WIDE, rows[-1][3] + GAP), boxes)
    pieces = _pieces(colours, cards, names, seats, boxes)
    return canvas.encode(drawn, colours.palette_bytes, pieces)


def _pieces(
    theme: Colours,
    cards: Sequence[Card],
    names: Sequence[str],
    seats: Sequence[int],
    boxes: Sequence[Box],
) -> Iterator[Piece]:
    last, _ = cards[-1]
    yield from heading.title(theme, last)
    across = (WIDE - 2 * GAP - _LEFT) // len(seats)
    columns = [_LEFT + at * across for at in range(len(seats))]
    if len(boxes) and boxes[1][1] > boxes[0][3] + GAP:
        for seat, x in zip(seats, columns, strict=True):
            yield from _seat(theme, names[seat - 1], seat, (x, boxes[0][3] + GAP), across)
    lost: dict[int, Counter[str]] = {seat: Counter() for seat in seats}
    for (state, earlier), (left, top, _, _) in zip(cards, boxes[1:-1], strict=True):
        yield from _card(theme, state, top)
        for seat, x in zip(seats, columns, strict=True):
            own = state.seats[seat - 1]
            effect = effect_of(state, own, earlier[seat - 1])
            if effect is None:
                continue
            for kind, count in _changes(effect):
                lost[seat][kind] += count
            if len(seats) == 1:
                box = (x, top + 10, WIDE - 3 * GAP, top + _ROW)
                yield from invaders.row(theme, effect, box)
            else:
                yield from _effect(theme, effect, (x + left, top), across - GAP)
    _, top, _, _ = boxes[-1]
    slot = Slot((0, 0, 260, _ROW), fonts.STRONG, 36, "left")
    yield typeset(theme, tr(IN_ALL), slot, theme.plain).shifted(3 * GAP, top)
    for seat, x in zip(seats, columns, strict=True):
        changed = [(kind, count) for kind, count in lost[seat].items() if count]
        yield from _draw_changes(theme, changed, (x + GAP, top), across - GAP, _ROW)


def _seat(
    theme: Colours, name: str, seat: int, at: tuple[int, int], across: int
) -> Iterator[Piece]:
    x, y = at
    yield table.seat_sign(theme, seat, theme.night).shifted(x - 8, y)
    slot = Slot((0, 0, across - 52, 48), fonts.SCRIPTS[0], 32, "left")
    yield name_piece(theme, player(name, seat, 22), slot, theme.lined).shifted(x + 44, y)


def _card(theme: Colours, state: Position, top: int) -> Iterator[Piece]:
    """The name of the card, with its map below."""
    effect = EVENTS[state.event] if state.event else ""
    name = words.EVENT_NAMES[state.event] if state.event else INVADERS[state.invader].name
    yield heading.emblem(theme, effect, 60).shifted(22, top + (_ROW - 60) // 2)
    walks = state.map and effect in {"", "straggler"}
    below = tr(MAPS[state.map].name) if walks else ""
    high = 50 if below else _ROW
    slot = Slot((0, 0, 230, high), fonts.STRONG, 36, "left")
    yield typeset(theme, tr(name), slot, theme.plain).shifted(94, top + (8 if below else 0))
    if below:
        slot = Slot((0, 0, 230, 40), fonts.TEXT, 30, "left")
        yield typeset(theme, below, slot, theme.quiet).shifted(94, top + 60)


def _changes(effect: Fate | Toll) -> list[tuple[str, int]]:
    pieces = effect.pieces if isinstance(effect, Toll) else 0
    return [*effect.changed, *([("piece", -pieces)] if pieces else [])]


def _effect(
    theme: Colours, effect: Fate | Toll, at: tuple[int, int], across: int
) -> Iterator[Piece]:
    """The end of the walk, and the losses."""
    x, y = at
    if isinstance(effect, Fate) and effect.ending:
        how = "defeated" if effect.ending == "defeated" else "loaded" if effect.loaded else ""
        yield invaders.invader(theme, 46, how).shifted(x, y + (_ROW - 46) // 2)
    start = 54 if isinstance(effect, Fate) else 0
    yield from _draw_changes(theme, _changes(effect), (x + start, y), across - start, _ROW)


def _draw_changes(
    theme: Colours, changed: Sequence[tuple[str, int]], at: tuple[int, int], across: int, high: int
) -> Iterator[Piece]:
    """Kinds with their changes, in as many lines as they need."""
    left, top = at
    if not changed:
        slot = Slot((0, 0, 40, high), fonts.TEXT, 34, "left")
        yield typeset(theme, "–", slot, theme.quiet).shifted(left, top)
        return
    a_row = max(1, across // _KIND)
    down = min(_DOWN, high // -(-len(changed) // a_row))
    y = top + (high - down * -(-len(changed) // a_row)) // 2
    for place, (kind, count) in enumerate(changed):
        row, column = divmod(place, a_row)
        x, middle = left + column * _KIND, y + row * down
        text, size = signed_words(count), min(_SIZE, down - 2)
        slot = Slot((0, 0, _KIND - _SIZE - 4, down), fonts.STRONG, 30, "right")
        yield typeset(theme, text, slot, theme.plain).shifted(x, middle)
        token = _rubble(theme, size) if kind == "piece" else invaders.plain_token(theme, kind, size)
        yield token.shifted(x + _KIND - _SIZE - 2, middle + (down - size) // 2)


@lru_cache(maxsize=8)
def _rubble(theme: Colours, size: int) -> Piece:
    """A caved-in piece."""
    canvas, half = Canvas((0, 0, size, size), theme.panel), size / 2
    colours.SIGNS["bare_rock"](Pen(canvas, (half, half), half - 1), theme.words, theme.panel)
    return canvas.piece(theme)
