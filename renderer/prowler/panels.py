"""The panels around the city: players, control track, achievements.

Items of seat 1 are on the left, those of seat 2 on the right; ``box_of_seat`` derives the second
from the first. Only long names go below ``SMALL_SIZE``: ten pixels high in Discord on a computer.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from PIL import Image

from prowlerbot.core.i18n import mark, tr, whole_words
from prowlerbot.games.prowler import rules
from prowlerbot.games.prowler.position import PASSAGES, SEATS
from prowlerbot.games.prowler.words import CONDITION_NAMES
from renderer import fonts, marks
from renderer import glyphs as shared
from renderer.canvas import XY, Box, Canvas, Piece
from renderer.names import player_name
from renderer.prowler import colours
from renderer.prowler.colours import Colours
from renderer.prowler.layout import SIZE
from renderer.text import Align, Slot, break_in_two, name_piece, size_for, typeset
from renderer.theme import Tint

SMALL_SIZE, CARD_SIZE = 30, 34


# The players' panels beside the city's uppermost hex.

PANEL: Box = (8, 8, 340, 244)
PANEL_RADIUS = 16

NAME = Slot((68, 12, 334, 60), fonts.SCRIPTS[0], 40, "left")
MIN_NAME_SIZE = 26
SEAT_SIGN: XY = (41.0, 36.0)
WEALTH_SLOT = Slot((22, 58, 160, 120), fonts.STRONG, 76, "left")
"""The player's wealth if the match were scored now."""
RIBBON = Slot((152, 60, 332, 94), fonts.TITLE, SMALL_SIZE)
WEALTH_NOTE = Slot((162, 92, 332, 126), fonts.TITLE, 30, "left")
"""The slot of the word beside the wealth; beside a narrow number it is farther to the left."""

_STATUES = "statues"  # the statues, shown beside the longest passage by their sign and number
_ROWS = {"banked": 119, "projected": 148, "left": 177, "longest": 206, _STATUES: 206}
"""The tops of the rows of a panel: the parts of the wealth, then the passages."""
STAT_SIGNS = {
    name: (x, _ROWS[name] + 17.0)
    for name, x in {"left": 40.0, "longest": 40.0, _STATUES: 266.0}.items()
}


def _stat_slots(file: str, size: int, align: Align, **sides: tuple[int, int]) -> dict[str, Slot]:
    """A slot in each of some rows, between a left and a right side."""
    boxes = {
        name: (left, _ROWS[name], right, _ROWS[name] + 34) for name, (left, right) in sides.items()
    }
    return {name: Slot(box, file, size, align) for name, box in boxes.items()}


_WIDE, _NUMBERS = (22, 252), (252, 328)
_CAPTIONED = {"banked": _WIDE, "projected": _WIDE, "left": (64, 268), "longest": (64, 184)}
STAT_CAPTIONS = _stat_slots(fonts.TEXT, SMALL_SIZE, "left", **_CAPTIONED)
_NUMBERED = {"banked": _NUMBERS, "projected": _NUMBERS, "left": (268, 328), "longest": (184, 230)}
STAT_NUMBERS = _stat_slots(fonts.STRONG, 34, "right", **_NUMBERED, statues=(286, 328))


def box_of_seat(seat: int, box: Box) -> Box:
    """A box of seat 1's panel, moved without mirroring to the seat's panel."""
    shift = 0 if seat == 1 else SIZE[0] - PANEL[2] - PANEL[0]
    return box[0] + shift, box[1], box[2] + shift, box[3]


def slot_of_seat(seat: int, slot: Slot) -> Slot:
    return slot._replace(box=box_of_seat(seat, slot.box))


# The control track: a lane per district, with each seat's count of the rewarded tiles at its ends.
# The middle belongs to no seat; seat 1 is on the left.

TRACK: Box = (8, 796, 992, 994)
LANE_TOP, LANE_STEP, LANE_HEIGHT = 800, 39, 36
DRAWN_SPACES = 9
"""The spaces drawn on each side of the middle; a marker beyond them is on the last one and points
outwards."""
SPACE_WIDTH, TICK_HEIGHT = 32, 5
LANE_LEFT, LANE_RIGHT = 158, 842
"""The left and right end of a lane, with room for a marker on the last space."""
MARKER_REACH = 45


def lane_box(district: int) -> Box:
    top = LANE_TOP + LANE_STEP * district
    return LANE_LEFT, top, LANE_RIGHT, top + LANE_HEIGHT


def half_lane_box(district: int, seat: int) -> Box:
    """A seat's half of a lane, without the space in the middle."""
    left, top, right, bottom = lane_box(district)
    reach = (right - left - SPACE_WIDTH) // 2
    return (left, top, left + reach, bottom) if seat == 1 else (right - reach, top, right, bottom)


def marker_box(position: int, district: int) -> Box:
    """The box of a marker; positive positions are on the side of seat 1, the left."""
    left, top, right, bottom = lane_box(district)
    shown = max(-DRAWN_SPACES, min(DRAWN_SPACES, position))
    centre = (left + right) // 2 - shown * SPACE_WIDTH
    centre = max(left + MARKER_REACH, min(right - MARKER_REACH, centre))
    return centre - MARKER_REACH, top, centre + MARKER_REACH, bottom


MARKER_SIGN: XY = (25.0, LANE_HEIGHT / 2)
MARKER_NUMBER = Slot((42, 6, 84, LANE_HEIGHT - 6), fonts.STRONG, 34)
MARKER_POINT = 12  # the length of the outward point of a marker beyond the drawn spaces


def option_slot(position: int, district: int, step: int) -> Slot:
    """The slot of a number in the visible part of a marker that is ``step`` spaces farther on."""
    here, there = marker_box(position, district), marker_box(position + step, district)
    left, right = (there[0], here[0]) if there[0] < here[0] else (here[2], there[2])
    return Slot((left + 5, here[1] + 4, right - 5, here[3] - 4), fonts.STRONG, 32)


PAY_SIZE = 36
_PAY_LOOK = fonts.STRONG, PAY_SIZE
PAY_GAP = 8  # the gap between a district's pay and its neighbours


def pay_slot(district: int, seat: int, covered: tuple[int, int], width: int) -> Slot | None:
    """The slot of a pay, at the outer end unless markers have ``covered`` it; None without room."""
    left, top, right, bottom = half_lane_box(district, seat)
    markers_left, markers_right = covered
    needed, upper, lower = width + 2 * PAY_GAP, top + 2, bottom - 6
    on_left = Slot((left + PAY_GAP, upper, left + PAY_GAP + width, lower), *_PAY_LOOK, "left")
    on_right = Slot((right - PAY_GAP - width, upper, right - PAY_GAP, lower), *_PAY_LOOK, "right")
    fitting = [on_left] if markers_left - left >= needed else []
    fitting += [on_right] if right - markers_right >= needed else []
    return None if not fitting else fitting[0] if seat == 1 else fitting[-1]  # the outer one


ITEM_RADIUS, SHOVEL_RADIUS = 17.0, 16.0


def loot_place(seat: int, face: int) -> tuple[XY, Slot]:
    """The disc of a tile and its count; both shovels are at the ends of the last lane."""
    _, top, _, bottom = lane_box(min(face, 4))
    left = 0 if seat == 1 else 828
    if face < 4:
        x, count = left + 56, (left + 84, top + 2, left + 144, bottom - 2)
        size = 36
    else:
        x = left + 36 + 68 * (face - 4)
        count = (x + 18, top + 2, x + 48, bottom - 2)
        size = 34
    return (float(x), (top + bottom) / 2), Slot(count, fonts.STRONG, size)


# The achievement cards, side by side.

CARD_BOXES: tuple[Box, ...] = ((8, 252, 216, 356), (8, 364, 216, 468), (784, 252, 992, 356))
CARD_WEALTH: tuple[Slot, ...] = tuple(
    Slot((box[0] + 2, box[3] - 46, box[0] + 54, box[3] + 6), fonts.STRONG, 34) for box in CARD_BOXES
)


def card_text(place: int, lines: int) -> list[Slot]:
    """The slots of a condition in one line or two."""
    left, top, right, _ = CARD_BOXES[place]
    tops = [top + down for down in ((14,) if lines == 1 else (-2, 29))]
    return [Slot((left + 7, it, right - 1, it + 38), fonts.TEXT, CARD_SIZE, "left") for it in tops]


CARD_FOOT = tuple((box[0] + 52, box[1] + 66, box[2] - 6, box[3] - 4) for box in CARD_BOXES)
"""The progress of each seat, or the card's holder in the holder's colour."""


def nearness_place(place: int, seat: int) -> tuple[XY, Slot]:
    """The sign of a seat on a card, and the slot of its progress."""
    left, top, _, bottom = CARD_FOOT[place]
    x = left + (11 if seat == 1 else 85)
    slot = Slot((x + 13, top, x + 63, bottom), fonts.STRONG, 32, "left")
    return (float(x), (top + bottom) / 2), slot


def holder_place(place: int) -> tuple[XY, Slot]:
    """The sign of a card's holder, and the slot of the holder's name."""
    left, top, right, bottom = CARD_FOOT[place]
    slot = Slot((left + 34, top, right - 4, bottom), fonts.SCRIPTS[0], 32, "left")
    return (left + 17.0, (top + bottom) / 2), slot


CAPTIONS = {
    "banked": mark("banked"),
    "projected": mark("projected"),
    "left": mark("passages left"),
    "longest": mark("longest"),
}
WEALTH_LABEL = mark("Wealth")
_SIGNS = {"left": shared.SIGNS["arch"], _STATUES: colours.SIGNS["statue"]}


def draw_frame(canvas: Canvas, theme: Colours, seat: int) -> None:
    canvas.panel(box_of_seat(seat, PANEL), PANEL_RADIUS, theme)
    shift = box_of_seat(seat, PANEL)[0] - PANEL[0]
    x, y = SEAT_SIGN
    shared.draw_seat(canvas, theme, seat, (x + shift, y), 16)
    for name, (sign_x, sign_y) in STAT_SIGNS.items():
        pen = shared.Pen(canvas, (sign_x + shift, sign_y), 14)
        if name == "longest":  # lined with gold, as it lies in the city
            colours.SIGNS["lined_route"](pen, theme.seats[seat - 1], theme.lining)
        else:
            _SIGNS[name](pen, theme.gilt, theme.gilt if name == _STATUES else theme.panel)


FINAL = mark("final")  # replaces “projected” once a match has been played out


def caption_pieces(theme: Colours, *, over: bool) -> Iterator[Piece]:
    for seat in SEATS:
        for name, slot in STAT_CAPTIONS.items():
            caption = FINAL if over and name == "projected" else CAPTIONS[name]
            yield typeset(theme, tr(caption), slot_of_seat(seat, slot), theme.quiet)


def seat_pieces(
    theme: Colours, state: rules.Position, seat: int, name: str, ended: marks.Ranks
) -> Iterator[Piece]:
    """The pieces on the frame of a seat's panel; ``ended`` as in ``draw_board``."""
    if (word := marks.ribbon_word(state.outcome, ended, seat, (state.seat,))) is not None:
        colour = theme.seats[seat - 1]
        yield from marks.lit_frame_pieces(theme, box_of_seat(seat, PANEL), PANEL_RADIUS, colour)
        yield marks.ribbon_piece(theme, slot_of_seat(seat, RIBBON), tr(word), colour)
    fitted_name = player_name(name, seat, MIN_NAME_SIZE)
    yield name_piece(theme, fitted_name, slot_of_seat(seat, NAME), theme.plain)
    wealth = rules.running_wealth(state, seat)
    slot = slot_of_seat(seat, WEALTH_SLOT)
    number = typeset(theme, whole_words(wealth), slot, theme.golden if wealth else theme.quiet)
    yield number
    note = slot_of_seat(seat, WEALTH_NOTE)
    left, top, right, bottom = note.box
    left = min(left, number.left + number.image.width + 12)
    slot = note._replace(box=(left, top, right, bottom))
    yield typeset(theme, tr(WEALTH_LABEL), slot, theme.quiet)
    banked = rules.banked_wealth(state, seat)
    counts = {
        "banked": banked,
        "projected": wealth - banked,
        "left": PASSAGES - state.passages[seat - 1].bit_count(),
        "longest": state.longest_passage(seat),
        _STATUES: len(state.statues[seat - 1]),
    }
    for key, slot in STAT_NUMBERS.items():
        tint = theme.plain_if(counts[key])
        yield typeset(theme, whole_words(counts[key]), slot_of_seat(seat, slot), tint)


def draw_cards(canvas: Canvas, theme: Colours) -> None:
    for place, (box, wealth) in enumerate(zip(CARD_BOXES, CARD_WEALTH, strict=True)):
        canvas.panel(box, 14, theme)
        left, top, right, bottom = wealth.box
        centre = (left + right) / 2, (top + bottom) / 2
        canvas.discs(centre, (20, theme.ink), (18, theme.lamp))
        for seat in SEATS:
            centre_of_sign, _ = nearness_place(place, seat)
            shared.draw_seat(canvas, theme, seat, centre_of_sign, 10)


def write_wealth(picture: Image.Image, theme: Colours, cards: tuple[int, ...]) -> None:
    """Write the wealth that each card of a match needs."""
    for card, wealth in zip(cards, CARD_WEALTH, strict=True):
        typeset(theme, str(rules.WEALTH[card]), wealth, Tint(theme.ink, theme.lamp)).put(picture)


def card_pieces(theme: Colours, state: rules.Position, names: Sequence[str]) -> Iterator[Piece]:
    """The texts that change: the condition, and the holder or each seat's progress."""
    for place, card in enumerate(state.setup.cards):
        lines = break_in_two(tr(CONDITION_NAMES[card]), *card_text(place, 1))
        slots = card_text(place, len(lines))
        size = min(map(size_for, lines, slots))
        for line, slot in zip(lines, slots, strict=True):
            yield typeset(theme, line, slot._replace(size=size), theme.plain)
        holder = next((seat for seat in SEATS if card in state.achievements[seat - 1]), None)
        if holder is not None:
            yield _holder_ground_piece(theme, place, holder)
            holder_name = player_name(names[holder - 1], holder, MIN_NAME_SIZE)
            tint = Tint(theme.ink, theme.seats[holder - 1])
            yield name_piece(theme, holder_name, holder_place(place)[1], tint)
        elif card not in rules.CARD_TARGETS and state.mid is not None:  # a tie at mid-game scoring
            yield _holder_ground_piece(theme, place, 0)
        else:
            needed = rules.CARD_TARGETS.get(card)
            for seat in SEATS:
                reached = rules.requirement_reached(state, seat, card)
                progress = f"{reached}/{needed}" if needed else str(reached)
                slot = nearness_place(place, seat)[1]
                yield typeset(theme, progress, slot, theme.plain_if(reached))


@lru_cache(maxsize=64)
def _holder_ground_piece(theme: Colours, place: int, seat: int) -> Piece:
    """The background of the holder's name; seat 0 for a card that no seat can claim any more."""
    box = CARD_FOOT[place]
    canvas = Canvas(box, theme.panel)
    if seat:
        canvas.rounded(box, 10, theme.seats[seat - 1])
        centre, _ = holder_place(place)
        shared.draw_seat(canvas, theme, seat, centre, 11)
    else:
        left, top, right, bottom = box
        x, y = (left + right) / 2, (top + bottom) / 2
        canvas.line(((x - 50, y), (x + 50, y)), 5, theme.muted)
    return canvas.piece(theme)
