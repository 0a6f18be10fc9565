"""The table between the rounds and at the end, and several cards of an invasion in one picture.

The table has the pieces on offer and a row for each seat. The cards have a row each, with the
effect of the card on each colony.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from PIL import Image

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.heroes import words
from prowlerbot.games.heroes.cards import EVENTS, INVADERS, MAPS
from prowlerbot.games.heroes.pieces import PIECES
from prowlerbot.games.heroes.position import ROUNDS
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import Seat
from prowlerbot.games.heroes.stages.planning import CHOICES
from renderer import fonts, marks
from renderer.canvas import Box, Canvas, Piece, encode
from renderer.glyphs import Glyph, Pen
from renderer.glyphs import seat_sign_picture as owner_sign
from renderer.heroes import colony, invaders, shelf
from renderer.heroes.colours import COLOURS, SIGNS, Colours
from renderer.heroes.invaders import all_changes, change_pieces, effect_of, effect_pieces
from renderer.heroes.layout import GAP, MIN_LETTER_SIZE, WIDE
from renderer.names import Name, player_name
from renderer.text import Slot, break_in_two, name_piece, typeset
from renderer.theme import Colour

PANEL_RADIUS = 14  # the radius of the corners of a panel
_SEAT_ROW_HEIGHT = 78  # the height of the row of a seat below an offer
_RESERVE_SIZES = (72, 56, 44, 34, 26)
_OFFER_SIZES = (220, 180, 140, 112, 92)
"""The possible sizes of pieces of a reserve and on offer: few, as each size has cached pictures."""

PLACE = mark("number {place} to choose")
ROUND = mark("Round {round}")


def has_no_colonies(state: Position) -> bool:
    if state.phase == "planning":
        return True
    return state.phase == "over" and not any(seat.colony.pieces for seat in state.seats)


def panel_boxes(state: Position) -> list[Box]:
    count, offered = len(state.seats), bool(pieces_on_offer(state))
    height = _SEAT_ROW_HEIGHT if offered else (WIDE - GAP) // count - GAP
    rest = WIDE - GAP - count * (height + GAP)
    return stack_panels(GAP, [*([rest - GAP] if offered else []), *[height] * count])


def stack_panels(top: int, heights: Iterable[int]) -> list[Box]:
    """Panels of these heights, one below the other."""
    panels = []
    for height in heights:
        panels.append((GAP, top, WIDE - GAP, top + height))
        top += height + GAP
    return panels


def draw_panels(theme: Colours, size: tuple[int, int], boxes: Sequence[Box]) -> Image.Image:
    """Panels without words, of cached ends, as their heights differ from picture to picture."""
    drawn = Image.new("P", size, theme.index(theme.night))
    for left, top, right, bottom in boxes:
        upper, lower = _panel_ends(theme, right - left)
        drawn.paste(upper, (left, top))
        drawn.paste(lower, (left, bottom - lower.height))
        sides_top, sides_bottom = top + upper.height, bottom - lower.height
        drawn.paste(theme.index(theme.panel_edge), (left, sides_top, right, sides_bottom))
        drawn.paste(theme.index(theme.panel), (left + 2, sides_top, right - 2, sides_bottom))
    return drawn


@lru_cache(maxsize=64)
def _panel_ends(theme: Colours, width: int) -> tuple[Image.Image, Image.Image]:
    height = 2 * PANEL_RADIUS + 4
    canvas = Canvas((0, 0, width, height), theme.night)
    canvas.panel((0, 0, width, height), PANEL_RADIUS, theme)
    panel, half = canvas.finish(theme), height // 2
    return panel.crop((0, 0, width, half)), panel.crop((0, half, width, height))


def table_pieces(
    theme: Colours, state: Position, names: Sequence[Name], statuses: Sequence[tuple[str, bool]]
) -> Iterator[Piece]:
    """The contents of the table. ``statuses`` has a word about each seat, and whether it is lit."""
    panels = panel_boxes(state)
    rows = panels[-len(state.seats) :]
    if len(panels) > len(rows):
        yield from offer_pieces(theme, state, panels[0])
    for number, box in enumerate(rows, 1):
        # All rows share the same text pieces, at any position.
        left, top, right, bottom = box
        origin = 0, 0, right - left, bottom - top
        named = names[number - 1], *statuses[number - 1]
        for piece in _row_pieces(theme, state, number, named, origin):
            yield piece.shifted(left, top)


def _row_pieces(
    theme: Colours, state: Position, number: int, named: tuple[Name, str, bool], box: Box
) -> Iterator[Piece]:
    """A row of the table; ``named`` is the name with the status."""
    own, (name, word, lit) = state.seats[number - 1], named
    left, top, right, bottom = box
    if lit:
        fill = theme.seats[number - 1]
        yield from marks.lit_frame_pieces(theme, box, PANEL_RADIUS, fill, theme.ink)
    middle = (top + bottom) // 2
    yield seat_sign(theme, number).shifted(left + 32 - 24, middle - 24)
    above = left + 64, max(top + 6, middle - 48), left + 360, middle + 2
    yield name_piece(theme, name, Slot(above, fonts.SCRIPTS[0], 36, "left"), theme.plain)
    below = Slot((left + 64, middle + 1, left + 360, middle + 39), fonts.TEXT, 31, "left")
    if word:
        yield typeset(theme, tr(word), below, theme.plain_if(lit))
    elif state.phase == "planning" and number in state.order:
        yield typeset(theme, tr(PLACE, place=state.order.index(number) + 1), below, theme.quiet)
    yield from _treasure_pieces(theme, own, box)
    area = left + 380, top, right - 250, bottom
    if state.phase == "over":
        yield from _round_pieces(theme, state, number, area)
    else:
        yield from _reserve_pieces(theme, own.reserve, area)


def _treasure_pieces(theme: Colours, own: Seat, box: Box) -> Iterator[Piece]:
    """The treasure of a seat: the sum in large letters, with its parts before it."""
    _, top, right, bottom = box
    middle = (top + bottom) // 2
    apart = min(48, (bottom - top) // 2 - 3)
    total = Slot((right - 110, top, right - 22, bottom), fonts.STRONG, 60, "right")
    yield typeset(theme, str(own.treasure), total, theme.golden)
    for row, (kind, count) in enumerate((("gem", own.gems), ("gold", own.gold))):
        y = middle - apart + 1 + apart * row
        yield invaders.plain_token_piece(theme, kind, apart - 4).shifted(right - 160, y)
        slot = Slot((right - 226, y, right - 168, y + apart - 4), fonts.STRONG, 34, "right")
        yield typeset(theme, str(count), slot, theme.quiet)


def _reserve_pieces(theme: Colours, reserve: Sequence[str], area: Box) -> Iterator[Piece]:
    left, top, right, bottom = area
    if not (counted := list(Counter(reserve).items())):
        return
    room = min((right - left) // len(counted) - 12, bottom - top - 8)
    size = next((size for size in _RESERVE_SIZES if size <= room), _RESERVE_SIZES[-1])
    x = left
    for id_, count in counted:
        drawn = shelf.thumbnail_picture(theme, id_, size)
        y = (top + bottom - drawn.height) // 2
        yield Piece(drawn, x, y)
        if count > 1:
            yield colony.badge_piece(theme, str(count), 30).shifted(x - 6, y - 6)
        x += drawn.width + 12


def _round_pieces(theme: Colours, state: Position, number: int, area: Box) -> Iterator[Piece]:
    """The winnings of a seat in each round."""
    left, top, right, bottom = area
    width = (right - left) // ROUNDS
    played = zip(state.setup.rounds, state.rounds, strict=False)  # all, unless it ended early
    for index, (round_, each) in enumerate(played):
        x = left + index * width
        middle = (top + bottom) // 2
        slot = Slot((x, middle - 38, x + width - 8, middle - 4), fonts.TEXT, MIN_LETTER_SIZE)
        yield typeset(theme, tr(ROUND, round=round_), slot, theme.quiet)
        slot = Slot((x, middle - 6, x + width - 8, middle + 38), fonts.STRONG, 42)
        yield typeset(theme, str(each[number - 1]), slot, theme.plain)


def seat_sign(theme: Colours, seat: int, ground: Colour | None = None) -> Piece:
    """A sign of 48 × 48 pixels, on panels unless another background is given."""
    return Piece(owner_sign(theme, seat, 13, 24, ground or theme.panel), 0, 0)


OFFER = mark("On offer, {count} for each of you")
OFFER_ALONE = mark("On offer, {count} for you")
_TITLE_HEIGHT, _NAME_SIZE = 46, 30


def pieces_on_offer(state: Position) -> list[tuple[str, int]]:
    """The kinds of pieces on offer, each with its number."""
    return list(Counter(state.offer).items()) if state.phase == "planning" else []


def offer_pieces(theme: Colours, state: Position, box: Box) -> Iterator[Piece]:
    left, top, right, bottom = box
    title = tr(OFFER_ALONE if len(state.seats) == 1 else OFFER, count=CHOICES)
    slot = Slot((left + 20, top + 6, right - 20, top + _TITLE_HEIGHT), fonts.TEXT, 31, "left")
    yield typeset(theme, title, slot, theme.quiet)
    offer = pieces_on_offer(state)
    per_row = 2 if len(offer) < 5 else -(-len(offer) // 2)
    width = (right - left) // per_row
    height = (bottom - top - _TITLE_HEIGHT) // -(-len(offer) // per_row)
    for index, (id_, count) in enumerate(offer):
        row, column = divmod(index, per_row)
        x, y = left + column * width, top + _TITLE_HEIGHT + row * height
        yield from _offered_pieces(theme, id_, count, (x, y, x + width, y + height))


def name_slot(width: int) -> Slot:
    """The slot of a line of a name below a piece on offer."""
    return Slot((0, 0, width - 6, _NAME_SIZE + 2), fonts.TEXT, _NAME_SIZE)


def _offered_pieces(theme: Colours, id_: str, count: int, box: Box) -> Iterator[Piece]:
    left, top, right, bottom = box
    slot = name_slot(right - left)
    lines = break_in_two(tr(PIECES[id_].name), slot)
    room = bottom - top - (_NAME_SIZE + 2) * 2 - 12
    size = next((size for size in _OFFER_SIZES if size <= room), _OFFER_SIZES[-1])
    drawn = shelf.thumbnail_picture(theme, id_, size)
    x, y = (left + right - drawn.width) // 2, top + (room - drawn.height) // 2
    yield Piece(drawn, x, y)
    if count > 1:
        yield colony.badge_piece(theme, f"{count}×", 44).shifted(x - 14, y - 6)
    for number, line in enumerate(lines):
        drop = top + room + 4 + (_NAME_SIZE + 2) * number
        yield typeset(theme, line, slot, theme.plain).shifted(left + 3, drop)


Card = tuple[Position, Sequence[Seat]]
"""The latest position with a card, and the seats before the card."""
IN_ALL = mark("In all")
_NAMES_HEIGHT, _MIN_ROW, _MAX_ROW = 56, 104, 200
_COLONIES_LEFT = 366  # the left edge of the colonies, to the right of the card
CARD_NAME = Slot((0, 0, 272, 46), fonts.STRONG, 36, "left")
CARD_MAP = Slot((0, 0, 272, 40), fonts.TEXT, 32, "left")
"""The slots of the names of a card and of its map, beside the card's emblem."""
_MIN_HEIGHT = 640
"""The least height of a picture: a lower one would be too wide for Discord."""


def draw_cards(
    cards: Sequence[Card], names: Sequence[str], *, seat: int = 0, theme: str = "night"
) -> bytes:
    """The effects of the cards as PNG, 1000 wide, in all colonies or in that of a ``seat``."""
    palette, (last, _) = COLOURS[theme], cards[-1]
    seats = [seat] if seat else list(last.playing)
    first, count = GAP if seat else GAP + _NAMES_HEIGHT, len(cards) + 1
    height = max(_MIN_ROW, min(_MAX_ROW, (_MIN_HEIGHT - first) // count - GAP))
    rows = stack_panels(first, [height] * count)
    drawn = draw_panels(palette, (WIDE, max(_MIN_HEIGHT, rows[-1][3] + GAP)), rows)
    return encode(drawn, palette.palette_bytes, _summary_pieces(palette, cards, names, seats, rows))


def _summary_pieces(
    theme: Colours, cards: Sequence[Card], names: Sequence[str], seats: list[int], rows: list[Box]
) -> Iterator[Piece]:
    width = (WIDE - 2 * GAP - _COLONIES_LEFT) // len(seats)
    columns = {seat: _COLONIES_LEFT + index * width for index, seat in enumerate(seats)}
    if len(seats) > 1 or rows[0][1] > GAP:
        for seat, x in columns.items():
            yield from _seat_pieces(theme, names[seat - 1], seat, (x, GAP), width)
    lost: dict[int, Counter[str]] = {seat: Counter() for seat in seats}
    for (state, earlier), row in zip(cards, rows, strict=False):  # the last row has the sums
        yield from _card_pieces(theme, state, row)
        for seat, x in columns.items():
            if (effect := effect_of(state, state.seats[seat - 1], earlier[seat - 1])) is None:
                continue
            for kind, count in all_changes(effect):
                lost[seat][kind] += count
            box = x + GAP, row[1], x + width - GAP, row[3]
            yield from effect_pieces(theme, effect, box, signs=len(seats) == 1)
    _, top, _, low = rows[-1]
    slot = Slot((0, 0, 260, low - top), fonts.STRONG, 36, "left")
    yield typeset(theme, tr(IN_ALL), slot, theme.plain).shifted(3 * GAP, top)
    for seat, x in columns.items():
        changed = [(kind, count) for kind, count in lost[seat].items() if count]
        yield from change_pieces(theme, changed, (x + GAP, top, x + width - GAP, low))


def _seat_pieces(
    theme: Colours, name: str, seat: int, at: tuple[int, int], width: int
) -> Iterator[Piece]:
    x, y = at
    yield seat_sign(theme, seat, theme.night).shifted(x - 8, y)
    slot = Slot((0, 0, width - 52, 48), fonts.SCRIPTS[0], 32, "left")
    shown = player_name(name, seat, MIN_LETTER_SIZE)
    yield name_piece(theme, shown, slot, theme.lined).shifted(x + 44, y)


def _card_pieces(theme: Colours, state: Position, row: Box) -> Iterator[Piece]:
    """The name of the card, with its map below."""
    _, top, _, bottom = row
    middle = (top + bottom) // 2
    effect = EVENTS[state.event] if state.event else ""
    name = words.EVENT_NAMES[state.event] if state.event else INVADERS[state.invader].name
    yield emblem_piece(theme, effect, 60).shifted(22, middle - 30)
    walks = state.map and effect in {"", "straggler"}
    below = tr(MAPS[state.map].name) if walks else ""
    above = 46 if below else 23
    yield typeset(theme, tr(name), CARD_NAME, theme.plain).shifted(94, middle - above)
    if below:
        yield typeset(theme, below, CARD_MAP, theme.quiet).shifted(94, middle + 2)


_EMBLEMS: dict[str, Glyph] = {
    "cave-in": SIGNS["bare_rock"],
    "rust": SIGNS["shut_trap"],
    "seepage": SIGNS["coin"],
    "pay": SIGNS["bag"],
    "jailbreak": SIGNS["empty_cell"],
    "seam": SIGNS["ore"],
    "recruits": SIGNS["guard"],
}
"""The emblem for each effect of an event; an invader for events that bring one."""


@lru_cache(maxsize=32)
def emblem_piece(theme: Colours, effect: str, size: int) -> Piece:
    canvas, half = Canvas((0, 0, size, size), theme.panel), size / 2
    glyph = _EMBLEMS.get(effect, SIGNS["hero"])
    glyph(Pen(canvas, (half, half), half * 0.92), theme.words, theme.panel)
    return canvas.piece(theme)
