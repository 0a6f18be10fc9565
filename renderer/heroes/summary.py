"""Several cards of an invasion in one picture: a row per card, with its effect on each colony."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.heroes import words
from prowlerbot.games.heroes.pieces import EVENTS, INVADERS, MAPS
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import Seat
from renderer import fonts
from renderer.canvas import Box, Canvas, Piece, encode
from renderer.glyphs import Glyph, Pen
from renderer.heroes import colours, table
from renderer.heroes.colours import COLOURS, Colours
from renderer.heroes.invaders import all_changes, draw_changes, draw_effect, effect_of
from renderer.heroes.table import GAP, WIDE
from renderer.text import Slot, name_piece, player, typeset

Card = tuple[Position, Sequence[Seat]]
"""The latest position with a card, and the seats before the card."""
IN_ALL = mark("In all")
_NAMES, _LEAST, _MOST = 56, 104, 200
"""The heights of the names, and of a row at least and at most."""
_LEFT = 366
"""The left edge of the colonies, to the right of the card."""
NAME = Slot((0, 0, 272, 46), fonts.STRONG, 36, "left")
MAP = Slot((0, 0, 272, 40), fonts.TEXT, 32, "left")
"""The slots of the names of a card and of its map, beside the card's emblem."""
_LOWEST = 640
"""The least height of a picture: a lower one would be too wide for Discord."""


def draw_cards(
    cards: Sequence[Card], names: Sequence[str], *, seat: int = 0, theme: str = "night"
) -> bytes:
    """The effects of the cards as PNG, 1000 wide, in all colonies or in that of a ``seat``."""
    palette, (last, _) = COLOURS[theme], cards[-1]
    seats = [seat] if seat else list(last.playing)
    first, count = GAP if seat else GAP + _NAMES, len(cards) + 1
    high = max(_LEAST, min(_MOST, (_LOWEST - first) // count - GAP))
    rows = table.stack_panels(first, [high] * count)
    drawn = table.form(palette, (WIDE, max(_LOWEST, rows[-1][3] + GAP)), rows)
    pieces = _summary_pieces(palette, cards, names, seats, rows)
    return encode(drawn, palette.palette_bytes, pieces)


def _summary_pieces(
    theme: Colours,
    cards: Sequence[Card],
    names: Sequence[str],
    seats: Sequence[int],
    rows: Sequence[Box],
) -> Iterator[Piece]:
    across = (WIDE - 2 * GAP - _LEFT) // len(seats)
    columns = {seat: _LEFT + at * across for at, seat in enumerate(seats)}
    if len(seats) > 1 or rows[0][1] > GAP:
        for seat, x in columns.items():
            yield from _seat(theme, names[seat - 1], seat, (x, GAP), across)
    lost: dict[int, Counter[str]] = {seat: Counter() for seat in seats}
    for (state, earlier), row in zip(cards, rows, strict=False):
        yield from _card_pieces(theme, state, row)
        for seat, x in columns.items():
            effect = effect_of(state, state.seats[seat - 1], earlier[seat - 1])
            if effect is None:
                continue
            for kind, count in all_changes(effect):
                lost[seat][kind] += count
            box = x + GAP, row[1], x + across - GAP, row[3]
            yield from draw_effect(theme, effect, box, signs=len(seats) == 1)
    _, top, _, low = rows[-1]
    slot = Slot((0, 0, 260, low - top), fonts.STRONG, 36, "left")
    yield typeset(theme, tr(IN_ALL), slot, theme.plain).shifted(3 * GAP, top)
    for seat, x in columns.items():
        changed = [(kind, count) for kind, count in lost[seat].items() if count]
        yield from draw_changes(theme, changed, (x + GAP, top, x + across - GAP, low))


def _seat(
    theme: Colours, name: str, seat: int, at: tuple[int, int], across: int
) -> Iterator[Piece]:
    x, y = at
    yield table.seat_sign(theme, seat, theme.night).shifted(x - 8, y)
    slot = Slot((0, 0, across - 52, 48), fonts.SCRIPTS[0], 32, "left")
    yield name_piece(theme, player(name, seat, 29), slot, theme.lined).shifted(x + 44, y)


def _card_pieces(theme: Colours, state: Position, row: Box) -> Iterator[Piece]:
    """The name of the card, with its map below."""
    _, top, _, bottom = row
    middle = (top + bottom) // 2
    effect = EVENTS[state.event] if state.event else ""
    name = words.EVENT_NAMES[state.event] if state.event else INVADERS[state.invader].name
    yield emblem(theme, effect, 60).shifted(22, middle - 30)
    walks = state.map and effect in {"", "straggler"}
    below = tr(MAPS[state.map].name) if walks else ""
    yield typeset(theme, tr(name), NAME, theme.plain).shifted(94, middle - (46 if below else 23))
    if below:
        yield typeset(theme, below, MAP, theme.quiet).shifted(94, middle + 2)


_EMBLEMS: dict[str, Glyph] = {
    "cave-in": colours.SIGNS["bare_rock"],
    "rust": colours.SIGNS["shut_trap"],
    "seepage": colours.SIGNS["coin"],
    "pay": colours.SIGNS["bag"],
    "jailbreak": colours.SIGNS["empty_cell"],
    "seam": colours.SIGNS["ore"],
    "recruits": colours.SIGNS["guard"],
}
"""The emblem for each effect of an event; an invader for events that bring one."""


@lru_cache(maxsize=32)
def emblem(theme: Colours, effect: str, size: int) -> Piece:
    """The emblem of a card, light on its panel."""
    canvas, half = Canvas((0, 0, size, size), theme.panel), size / 2
    glyph = _EMBLEMS.get(effect, colours.SIGNS["hero"])
    glyph(Pen(canvas, (half, half), half * 0.92), theme.words, theme.panel)
    return canvas.piece(theme)
