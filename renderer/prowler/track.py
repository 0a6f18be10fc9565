"""The control track: five lanes with a marker each, seat 1 on the left.

A half lane without the marker shows its district's pay to the holder of the marker. The ends of a
lane show each seat's count of the relevant tiles.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil

from PIL import Image

from prowlerbot.games.prowler.position import DIG, DISTRICTS, ITEMS, SEATS, TILES
from prowlerbot.games.prowler.rules import Position, district_wealth
from renderer import fonts
from renderer import glyphs as shared
from renderer.canvas import XY, Box, Canvas, Piece
from renderer.prowler import colours, panels
from renderer.prowler.colours import Colours
from renderer.text import Slot, text_width, typeset, write
from renderer.theme import Colour, Tint


def draw_lanes(canvas: Canvas, theme: Colours) -> None:
    canvas.panel(panels.TRACK, 16, theme)
    for district in range(len(DISTRICTS)):
        _draw_grounds(theme, canvas, district)
        left, _, right, bottom = panels.lane_box(district)
        middle = (left + right) / 2
        for space in range(-panels.DRAWN_SPACES, panels.DRAWN_SPACES + 2):
            x = middle + (space - 0.5) * panels.SPACE_WIDTH
            canvas.rectangle(x - 1, bottom - panels.TICK_HEIGHT, x + 1, bottom, theme.panel)
    for seat in SEATS:
        for face in range(len(TILES)):
            centre, _ = panels.loot_place(seat, face)
            radius = panels.ITEM_RADIUS if face < len(ITEMS) else panels.SHOVEL_RADIUS
            colours.draw_tile(canvas, theme, face, centre, radius)


def track_pieces(theme: Colours, state: Position, choosing: int | None = None) -> Iterator[Piece]:
    """The parts that moves change: counts, rewards, markers and their origins or, while a seat is
    ``choosing`` a marker, their possible new places.
    """
    for seat in SEATS:
        for face, count in enumerate(state.tiles_of(seat)):
            _, slot = panels.loot_place(seat, face)
            yield typeset(theme, str(count or "·"), slot, theme.plain_if(count))
    moved = (0,) * len(DISTRICTS)
    if choosing is None and state.last is not None:  # else markers show destinations, not origins
        moved = state.setup.pulls[2 - state.seat][state.last]
    step = 0 if choosing is None else 1 if choosing == 1 else -1
    for district in range(len(DISTRICTS)):
        yield from _lane_pieces(theme, state, district, moved[district], step)


def _lane_pieces(
    theme: Colours, state: Position, district: int, moved: int, step: int
) -> Iterator[Piece]:
    """The pieces on a lane. ``moved`` are the spaces that the marker has come, and ``step`` is a
    step that it could make, both positive towards seat 1.
    """
    position = state.track[district]
    old_position = position - moved
    markers = position, old_position, position + step
    for seat in SEATS:
        if not _reaches_into_half(position, seat):
            yield reward_piece(theme, district, seat, _taken_extent(district, seat, markers))
    text, pay = "", None
    if position:
        text, pay = pay_and_slot(state, district, markers)
        yield _bar_piece(theme, district, position, pay)
    if moved:
        yield _ghost_piece(theme, district, position, old_position)
    if step:
        yield from _option_pieces(theme, district, position, step)
    yield _marker_piece(theme, district, position, marked=bool(moved))
    if pay:
        yield typeset(theme, text, pay, Tint(theme.gilt, theme.seat_lane(1 if position > 0 else 2)))


def glide_pieces(theme: Colours, before: Position, after: Position, part: float) -> Iterator[Piece]:
    """The lanes whose markers are between one position and the next."""
    for district, (old, new) in enumerate(zip(before.track, after.track, strict=True)):
        if old == new:
            continue
        left, top, _, _ = panels.lane_box(district)
        yield Piece(_empty_lane(theme, district), left, top)
        for seat in SEATS:
            if not _reaches_into_half(old, seat) and not _reaches_into_half(new, seat):
                yield reward_piece(theme, district, seat, _taken_extent(district, seat, (old, new)))
        start, end = (panels.marker_box(position, district)[0] for position in (old, new))
        marker = _marker_piece(theme, district, old, marked=True)
        yield marker.shifted(round((end - start) * part), 0)


@lru_cache(maxsize=16)
def _empty_lane(theme: Colours, district: int) -> Image.Image:
    canvas = Canvas(panels.lane_box(district), theme.panel)
    _draw_grounds(theme, canvas, district)
    return canvas.finish(theme)


def _taken_extent(district: int, seat: int, markers: Sequence[int]) -> int:
    """The extent of markers at these positions from the middle into a seat's half."""
    left, _, right, _ = panels.half_lane_box(district, seat)
    boxes = [panels.marker_box(position, district) for position in markers]
    reach = (right - min(box[0] for box in boxes), max(box[2] for box in boxes) - left)
    return max(0, reach[seat - 1])


def pay_and_slot(state: Position, district: int, markers: Sequence[int]) -> tuple[str, Slot | None]:
    """A district's pay, and its place beside markers at these positions."""
    seat = 1 if state.track[district] > 0 else 2
    worth = district_wealth(state, seat)[district] or 0
    text = f"+{worth}" if worth >= 0 else f"−{-worth}"
    boxes = [panels.marker_box(position, district) for position in markers]
    covered = min(box[0] for box in boxes), max(box[2] for box in boxes)
    return text, panels.pay_slot(district, seat, covered, _pay_width(text))


@lru_cache(maxsize=256)
def _pay_width(text: str) -> int:
    return ceil(text_width(text, fonts.STRONG, panels.PAY_SIZE))


def _reaches_into_half(position: int, seat: int) -> bool:
    """Whether a marker reaches into a seat's half."""
    return position > 0 if seat == 1 else position < 0


@lru_cache(maxsize=256)
def _bar_piece(theme: Colours, district: int, position: int, pay: Slot | None) -> Piece:
    """A bar in the leading seat's colour, from the middle of the lane or its pay to the marker."""
    left, top, right, bottom = panels.lane_box(district)
    marker = panels.marker_box(position, district)
    half = panels.SPACE_WIDTH // 2
    middle, centre = (left + right) // 2, (marker[0] + marker[2]) // 2
    start, end = (centre, middle - half) if position > 0 else (middle + half, centre)
    if pay and position > 0 and pay.box[0] > centre:
        end = pay.box[0] - panels.PAY_GAP
    elif pay and position < 0 and pay.box[2] < centre:
        start = pay.box[2] + panels.PAY_GAP
    colour = theme.index(theme.seats[0 if position > 0 else 1])
    return Piece(Image.new("P", (max(1, end - start), 16), colour), start, (top + bottom) // 2 - 8)


def _draw_grounds(theme: Colours, canvas: Canvas, district: int) -> None:
    """Draw the part of the lane below markers."""
    left, top, right, bottom = panels.lane_box(district)
    middle, half = (left + right) / 2, panels.SPACE_WIDTH / 2
    canvas.rectangle(left, top, middle, bottom, theme.seat_lane(1))
    canvas.rectangle(middle, top, right, bottom, theme.seat_lane(2))
    canvas.rectangle(middle - half, top, middle + half, bottom, theme.neutral_lane)


@lru_cache(maxsize=512)
def _ghost_piece(theme: Colours, district: int, position: int, before: int) -> Piece:
    """The marker's place before the last move, and an arrowhead for each space of its movement."""
    new_box, old_box = (panels.marker_box(position, district) for position in (position, before))
    box = (min(new_box[0], old_box[0]), new_box[1], max(new_box[2], old_box[2]), new_box[3])
    canvas = Canvas(box, theme.panel)
    _draw_grounds(theme, canvas, district)
    canvas.rounded(old_box, 10, theme.latest)
    canvas.rounded(old_box, 8, theme.court_colour(district), inset=3)
    y = (old_box[1] + old_box[3]) / 2
    for x, half in arrowhead_places(district, position, before):
        canvas.polygon(((x - half, y - 13), (x + half, y), (x - half, y + 13)), theme.latest)
    return canvas.piece(theme)


def arrowhead_places(district: int, position: int, before: int) -> list[tuple[float, float]]:
    """The places of a move's arrowheads along the lane, one for each space, and the length to their
    points. They are narrower where some spaces are not drawn; without visible movement, none are.
    """
    new_box, old_box = (panels.marker_box(index, district) for index in (position, before))
    edge = old_box[0] if new_box[0] > old_box[0] else old_box[2]
    direction = 1 if new_box[0] > old_box[0] else -1
    spaces = abs(position - before)
    gap = abs(new_box[0] - old_box[0])
    inset = 0 if gap >= panels.SPACE_WIDTH else 3  # its rim
    spacing = (gap - inset) / spaces
    half = min(8.5, spacing / 2 - 1.5)
    if half < 3:
        return []
    steps = (inset + spacing * (index + 0.5) for index in range(spaces))
    return [(edge + direction * step, direction * half) for step in steps]


def _option_pieces(theme: Colours, district: int, position: int, step: int) -> Iterator[Piece]:
    """The possible new place of a marker: the part that the marker itself does not cover."""
    if panels.marker_box(position + step, district) == panels.marker_box(position, district):
        return  # at the end of the lane
    yield _hollow_marker_piece(theme, district, position, step)
    tint = Tint(theme.words, theme.court_colour(district))
    text = str(abs(position + step))
    yield typeset(theme, text, panels.option_slot(position, district, step), tint)


@lru_cache(maxsize=512)
def _hollow_marker_piece(theme: Colours, district: int, position: int, step: int) -> Piece:
    box = panels.marker_box(position + step, district)
    canvas = Canvas(box, theme.panel)
    _draw_grounds(theme, canvas, district)
    canvas.rounded(box, 10, theme.ink)
    canvas.rounded(box, 10, theme.brights[district], inset=1)
    canvas.rounded(box, 7, theme.court_colour(district), inset=5)
    return canvas.piece(theme)


@lru_cache(maxsize=1024)
def _marker_piece(theme: Colours, district: int, position: int, *, marked: bool) -> Piece:
    box = panels.marker_box(position, district)
    left, top, *_ = box
    canvas = Canvas(box, theme.panel)
    _draw_grounds(theme, canvas, district)
    colour = theme.brights[district]
    direction = 0 if abs(position) <= panels.DRAWN_SPACES else 1 if position > 0 else -1
    _draw_body(canvas, box, 0, theme.ink, direction)
    if marked:
        _draw_body(canvas, box, 1, theme.latest, direction)
        _draw_body(canvas, box, 5, theme.ink, direction)
    _draw_body(canvas, box, 6 if marked else 2, colour, direction)
    x, y = panels.MARKER_SIGN
    colours.EMBLEMS[district](shared.Pen(canvas, (left + x, top + y), 13), theme.ink, colour)
    sign = canvas.piece(theme)
    write(sign.image, theme, str(abs(position)), panels.MARKER_NUMBER, Tint(theme.ink, colour))
    return sign


def _draw_body(canvas: Canvas, box: Box, inset: int, colour: Colour, direction: int) -> None:
    """Draw a marker without its sign. A ``direction`` makes it point outwards, beyond the drawn
    spaces: 1 to the left, -1 to the right, else 0.
    """
    left, top, right, bottom = box
    left, top, right, bottom = left + inset, top + inset, right - inset, bottom - inset
    if direction:
        tip = left if direction > 0 else right
        base = tip + direction * (panels.MARKER_POINT + 8)
        canvas.polygon(((base, top), (tip, (top + bottom) / 2), (base, bottom)), colour)
    left += panels.MARKER_POINT * (direction > 0)
    right -= panels.MARKER_POINT * (direction < 0)
    canvas.rounded((left, top, right, bottom), 8, colour)


_REWARDS: tuple[tuple[str, ...], ...] = (
    ("5", "+", "item"),
    ("item", "+", "2×", "shield"),
    ("item", "+", "card", "+", "statue", "+", "steps"),
    ("item", "+", "route", "−2"),
    ("3×", "pair", "−", "spade"),
)
"""The texts and signs of the pay of each district, in the order of DISTRICTS."""
_TEXT_WIDTHS = {"+": 20, "−": 22, "5": 22, "2×": 40, "3×": 40, "−2": 40}
_SIGN_WIDTHS = {"pair": 58}
_SIGN_WIDTH = 36  # the width of any other sign
_REWARD_GAP, _REWARD_TEXT_SIZE = 2, 34
_MARKER_GAP = 4


def reward_width(district: int) -> int:
    """The width of a district's signs at their full size."""
    parts = _REWARDS[district]
    return sum(map(_part_width, parts)) + _REWARD_GAP * (len(parts) - 1)


def _part_width(part: str) -> int:
    return _TEXT_WIDTHS.get(part) or _SIGN_WIDTHS.get(part, _SIGN_WIDTH)


@lru_cache(maxsize=512)
def reward_piece(theme: Colours, district: int, seat: int, taken: int) -> Piece:
    """A district's pay to the holder of its marker, in signs, in a seat's half of the lane. They
    shrink if ``taken`` pixels from the middle, under markers, leave little room.
    """
    left, top, right, bottom = panels.half_lane_box(district, seat)
    left, right = (left, right - taken) if seat == 1 else (left + taken, right)
    scale = min(1.0, (right - left - 2 * _MARKER_GAP) / reward_width(district))
    width = round(scale * reward_width(district))
    start = round((left + right - width) / 2)
    ground = theme.seat_lane(seat)
    inner = (start, top + 1, start + width, bottom - panels.TICK_HEIGHT)
    canvas = Canvas(inner, ground)
    x, y = float(start), (inner[1] + inner[3]) / 2
    for part in _REWARDS[district]:
        part_width = scale * _part_width(part)
        if part in _TEXT_WIDTHS:
            box = (round(x), inner[1], round(x + part_width), inner[3])
            slot = Slot(box, fonts.STRONG, round(scale * _REWARD_TEXT_SIZE))
            write(canvas, theme, part, slot, Tint(theme.words, ground))
        else:
            _draw_sign(canvas, theme, district, part, (x + part_width / 2, y), scale=scale)
        x += part_width + scale * _REWARD_GAP
    return canvas.piece(theme)


def _draw_sign(
    canvas: Canvas, theme: Colours, district: int, sign: str, centre: XY, *, scale: float
) -> None:
    ground, radius = theme.panel, 16 * scale
    pen = shared.Pen(canvas, centre, radius)
    match sign:
        case "item":
            colours.draw_tile(canvas, theme, district, centre, radius)
        case "spade":
            colours.draw_tile(canvas, theme, TILES.index(DIG), centre, radius)
        case "pair":
            for shift in (-0.82, 0.82):
                place = (centre[0] + shift * radius, centre[1])
                canvas.discs(place, (0.93 * radius, theme.ink), (0.83 * radius, theme.paper))
                canvas.disc(place, 0.42 * radius, theme.stone)
        case "shield":  # of any district, as the pair is of any item, so that it has no emblem
            arms = shared.Pen(canvas, centre, 1.1 * radius)
            colours.draw_shield_shape(arms, theme.ink, 1.0)
            colours.draw_shield_shape(arms, theme.paper, 0.88)
            colours.draw_shield_shape(arms, theme.stone, 0.42)
        case "statue":
            colours.SIGNS["statue"](pen, theme.gilt, theme.gilt)
        case "card":
            shared.SIGNS["laurel"](pen, theme.gilt, ground)
        case "route":
            colours.SIGNS["route"](pen, theme.gilt, ground)
        case "steps":
            head = (0.2, -0.75), (0.95, 0), (0.2, 0.75)
            pen.polygon(((-0.9, -0.3), (0.2, -0.3), *head, (0.2, 0.3), (-0.9, 0.3)), theme.gilt)
        case _:
            raise ValueError(f"There is no sign “{sign}”.")
