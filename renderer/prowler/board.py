"""The picture of a position: the static layer of its set-up, and the pieces that moves change; and
the animation of a match.

Passages are lit tunnels in the rubble of a lane. Seat 1 hangs round lamps, seat 2 lays planks, so
they differ without colour too. Each is a piece that covers the pathway and its tile. A seat's
longest passage is lined with gold; the last passage has rays around its sign.
"""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache

from PIL import Image

from prowlerbot.games.prowler import board
from prowlerbot.games.prowler.final_count import final_count
from prowlerbot.games.prowler.position import SEATS, Move, Setup
from prowlerbot.games.prowler.rules import Position
from renderer import film, fonts, marks
from renderer.canvas import BLACK, WHITE, XY, Box, Canvas, Piece, encode, put_all
from renderer.glyphs import draw_seat, draw_shape, seat_sign_picture
from renderer.marks import MarkedMove, Ranks
from renderer.prowler import city, layout, panels, track
from renderer.prowler.colours import COLOURS, Colours
from renderer.sheet import sheet_picture
from renderer.text import Slot, write
from renderer.theme import Colour, Tint

_STATUES = {i.point for i in board.INTERSECTIONS if i.statue}
_TUNNEL_WIDTH, _GLOW_WIDTH, _LINED_WIDTH = 23.0, 31.0, 35.0
"""The width of a tunnel, of one with its light, and of one with a lining of gold."""
_LAMP_SPACING = 22  # the distance between lamps; planks lie twice as close
_SHARED_EDGE = 34.0  # the distance from an intersection within which its pathways share their edges
_MIN_ROUTE = 2  # the fewest passages of a route that is lined; a single passage is no route yet


def passage_pieces(theme: Colours, state: Position) -> Iterator[Piece]:
    """All passages: those of longest routes above the others, the last one on top."""
    last, layers = state.last.pathway if state.last else 0, list[tuple[bool, bool, int, int]]()
    for seat, passages in zip(SEATS, state.passages, strict=True):
        trail = board.longest_trail_mask(passages)
        if trail.bit_count() < _MIN_ROUTE:
            trail = 0
        pathways = board.pathways_in(passages)
        layers += ((it == last, bool(trail >> it & 1), it, seat) for it in pathways)
    for marked, lined, pathway, seat in sorted(layers):  # those of True, marked or lined, come last
        yield passage_piece(theme, pathway, seat, lined=lined, marked=marked)


def _clear_radius(point: board.Point) -> float:
    """The radius of an intersection that no passage covers."""
    if point in _STATUES:
        return layout.PLINTH_RADIUS
    return layout.TOWER_RADIUS if point in layout.RIM_CORNERS else layout.NODE_RADIUS


@lru_cache(maxsize=1024)
def passage_piece(theme: Colours, pathway: int, seat: int, *, lined: bool, marked: bool) -> Piece:
    canvas = Canvas(layout.pathway_box(pathway), theme.earth)
    start, end = layout.ends_of(pathway)
    middle = layout.middle_of(pathway)
    canvas.line((start, end), layout.ROAD_WIDTH, theme.earth)
    canvas.line((start, end), layout.ROAD_WIDTH - 4, theme.rubble)
    canvas.line(layout.badge_ends(pathway), 2 * layout.FLOOR_RADIUS, theme.earth)
    canvas.line(layout.badge_ends(pathway), 2 * layout.FLOOR_RADIUS - 5, theme.rubble)
    canvas.line((start, end), _GLOW_WIDTH, theme.seat_dark(seat))
    if marked:
        canvas.line((start, end), layout.ROAD_WIDTH, theme.latest)
        canvas.line((start, end), layout.ROAD_WIDTH - 8, theme.ink)
    if lined:
        canvas.line((start, end), _LINED_WIDTH, theme.ink)
        canvas.line((start, end), _LINED_WIDTH - 1.5, theme.lining)
        canvas.line((start, end), _TUNNEL_WIDTH + 3, theme.ink)
    _draw_tunnel(canvas, theme, pathway, seat)
    if marked:
        _draw_rays(canvas, middle, layout.RAY_LENGTH + 3, theme.ink)
        _draw_rays(canvas, middle, layout.RAY_LENGTH - 1, theme.latest)
        draw_shape(canvas, seat, middle, layout.MEDAL_REACH + 5, theme.ink)
    draw_seat(canvas, theme, seat, middle, layout.MEDAL_REACH)
    x, y = middle
    slot = Slot((x - 16, y - 12, x + 16, y + 12), fonts.STRONG, layout.MEDAL_TEXT_SIZE)
    write(canvas, theme, str(pathway), slot, Tint(theme.ink, theme.seats[seat - 1]))
    mask = _passage_mask(pathway, marked=marked)
    return canvas.piece(theme, mask).cropped(mask.getbbox())


def _draw_tunnel(canvas: Canvas, theme: Colours, pathway: int, seat: int) -> None:
    (ax, ay), other = layout.ends_of(pathway)
    dx, dy = layout.step_along(pathway)
    colour = theme.seats[seat - 1]
    if seat == 1:
        canvas.line(((ax, ay), other), _TUNNEL_WIDTH, colour)
        for step in range(_LAMP_SPACING // 2, int(layout.SIDE_LENGTH), _LAMP_SPACING):
            at = ax + dx * step, ay + dy * step
            canvas.discs(at, (7.5, theme.seat_dark(seat)), (5.5, theme.paper))
    else:
        canvas.line(((ax, ay), other), _TUNNEL_WIDTH + 2, theme.tunnel)
        canvas.line(((ax, ay), other), 9, theme.seat_dark(seat))
        half = _TUNNEL_WIDTH / 2
        for step in range(_LAMP_SPACING // 4, int(layout.SIDE_LENGTH), _LAMP_SPACING // 2 + 4):
            shape = ((step - 5, -half), (step + 5, -half), (step + 5, half), (step - 5, half))
            canvas.polygon([(ax + dx * u - dy * v, ay + dy * u + dx * v) for u, v in shape], colour)


def _draw_rays(canvas: Canvas, centre: XY, reach: float, fill: Colour) -> None:
    points = []
    for corner in range(24):
        angle = math.radians(corner * 15 - 90)
        part = reach if corner % 2 == 0 else reach * 0.76
        points.append((centre[0] + part * math.cos(angle), centre[1] + part * math.sin(angle)))
    canvas.polygon(points, fill)


@lru_cache(maxsize=64)
def _passage_mask(pathway: int, *, marked: bool) -> Image.Image:
    """The pixels that belong to the pathway alone: its lane and pad, without intersections."""
    canvas = Canvas(layout.pathway_box(pathway), BLACK)
    (ax, ay), (bx, by) = layout.ends_of(pathway)
    canvas.line(((ax, ay), (bx, by)), _LINED_WIDTH + 0.4, WHITE)
    # Near an intersection the lanes share their edges, so only the middle belongs to this pathway.
    part = _SHARED_EDGE / layout.SIDE_LENGTH
    near, far = ((ax + (bx - ax) * along, ay + (by - ay) * along) for along in (part, 1 - part))
    canvas.line((near, far), layout.ROAD_WIDTH, WHITE)
    canvas.line(layout.badge_ends(pathway), 2 * layout.FLOOR_RADIUS, WHITE)
    if marked:
        _draw_rays(canvas, layout.middle_of(pathway), layout.RAY_LENGTH + 3, WHITE)
    for point in board.PATHWAYS[pathway - 1].line:
        canvas.disc(layout.point_at(point), _clear_radius(point) + 1, BLACK)
    return canvas.white_mask()


def dug_part_mask(pathway: int, part: float) -> tuple[Box, Image.Image]:
    """The box of a pathway, and the pixels of the ``part`` that is dug from one end."""
    box = layout.pathway_box(pathway)
    (ax, ay), (bx, by) = layout.ends_of(pathway)
    canvas = Canvas(box, BLACK)
    end = ax + (bx - ax) * part, ay + (by - ay) * part
    canvas.line(((ax, ay), end), 2 * layout.FLOOR_RADIUS, WHITE)
    return box, canvas.white_mask()


def draw_board(
    state: Position, names: Sequence[str], *, theme: str = "night", ended: Ranks = None
) -> bytes:
    """The board as PNG, 1000 × 1000; ``names`` of seat 1 and seat 2, in any script."""
    colours = COLOURS[theme]
    return _encode_board(state.setup, colours, tuple(_movable_pieces(state, names, colours, ended)))


def draw_choice(
    state: Position, pathway: int, names: Sequence[str], *, theme: str = "night"
) -> bytes:
    """The board while the seat to move chooses the marker for the wild shovel on a dug pathway.
    Each marker also has a hollow copy where the choice would put it.
    """
    colours, pending = COLOURS[theme], state.preview_of(pathway)
    pieces = _movable_pieces(pending, names, colours, None, choosing=state.seat)
    return _encode_board(state.setup, colours, tuple(pieces))


def board_picture(state: Position, names: Sequence[str], theme: Colours) -> Image.Image:
    """The board as a picture in the theme's palette (mode P)."""
    ground, pieces = board_layers(state, names, theme)
    return put_all(ground.copy(), pieces)


def board_layers(
    state: Position, names: Sequence[str], theme: Colours, ended: Ranks = None
) -> tuple[Image.Image, tuple[Piece, ...]]:
    """The static layer of a position, and the pieces on it."""
    ground = city.static_layer(state.setup, theme).picture
    return ground, tuple(_movable_pieces(state, names, theme, ended))


@lru_cache(maxsize=32)
def _encode_board(setup: Setup, theme: Colours, pieces: tuple[Piece, ...]) -> bytes:
    """The file of a picture. The cached files take 6 MB at most."""
    return encode(city.static_layer(setup, theme).picture, theme.palette_bytes, pieces)


def _movable_pieces(
    state: Position, names: Sequence[str], theme: Colours, ended: Ranks, choosing: int | None = None
) -> Iterator[Piece]:
    """The pieces on the static layer, from bottom to top; ``choosing`` is for ``track_pieces``."""
    yield from passage_pieces(theme, state)
    yield from city.city_pieces(theme, state)
    yield from panels.caption_pieces(theme, over=state.over)
    for seat in SEATS:
        yield from panels.seat_pieces(theme, state, seat, names[seat - 1], ended)
    yield from track.track_pieces(theme, state, choosing=choosing)
    yield from panels.card_pieces(theme, state, names)


def draw_lit(
    state: Position, names: Sequence[str], lit: Sequence[tuple[str, int]], *, theme: str = "night"
) -> bytes:
    """The board as PNG; each ``lit`` pathway has a frame and, for its number, its letter if any."""
    colours = COLOURS[theme]
    boxes = [(letter, layout.badge_box(pathway)) for letter, pathway in lit]
    frames = (marks.frame_edge_piece(colours, box, colours.glow) for _, box in boxes)
    picture = put_all(board_picture(state, names, colours), frames)
    at = [layout.badge_ends(pathway)[1] for letter, pathway in lit if letter]
    return marks.draw_letters(picture, colours, at, [letter for letter, _ in lit if letter])


def draw_compared(
    state: Position,
    names: Sequence[str],
    played: Move,
    better: Move | None = None,
    *,
    theme: str = "night",
) -> bytes:
    """The board as PNG, with the pathways and markers of both moves, but not of the one before."""
    colours = COLOURS[theme]
    picture = board_picture(state._replace(last=None), names, colours)
    moves = [_marked_moves(state, move) for move in (played, better) if move is not None]
    return marks.draw_compared_moves(picture, colours, *moves)


def _marked_moves(state: Position, move: Move) -> list[MarkedMove]:
    moves = [MarkedMove(layout.badge_box(move.pathway))] if move.pathway else []
    if move.marker is not None:
        old = state.track[move.marker]
        new = old + (1 if state.seat == 1 else -1)
        old_box, new_box = (panels.marker_box(position, move.marker) for position in (old, new))
        moves.append(MarkedMove(new_box, old_box))
    return moves


def draw_guide(
    state: Position, names: Sequence[str], *, pathway: int, area: int, theme: str = "night"
) -> bytes:
    """The guide as PNG: A a pathway, B a district, C a statue, D the track, E a card, F a panel."""
    colours = COLOURS[theme]
    at = letter_places(pathway, area)
    return marks.draw_letters(board_picture(state, names, colours), colours, at)


def letter_places(pathway: int, area: int) -> list[XY]:
    """The places of the letters beside their parts; no letter covers an emblem or a number."""
    left, _, right, bottom = layout.badge_box(pathway)
    x, y = layout.area_centre(area)
    statue_x, statue_y = layout.STATUE_CENTRES["K"]
    card, foot, panel = panels.CARD_BOXES[1], panels.CARD_FOOT[1], panels.PANEL
    return [
        ((left + right) / 2, bottom + marks.LETTER_RADIUS - 4),
        (x, y + layout.SHIELD_REACH + marks.LETTER_RADIUS),
        (statue_x + 32, statue_y + 24),
        (120, panels.TRACK[1] - 16),
        (card[2] + 8, (foot[1] + foot[3]) / 2 - 12),
        (panel[2] + 34, panel[1] + 34),
    ]


# ---------------------------------------------------------------------- the animation of a match

_STEPS, _STEP_DURATION = 3, 80
"""The number of pictures between two boards, and the duration of each in milliseconds."""
_SHEET_DURATION, _LAST_DURATION = 2, 3
"""The durations of a sheet and of the last frame, as multiples of the pace."""

_Board = tuple[Image.Image, tuple[Piece, ...]]  # the static layer and the pieces on it


def animate(filmed: film.Filmed) -> bytes:
    """The boards of a match in order, as GIF; a scoring's sheet follows the move that causes it.
    The effect of a move shows while the move is made: it takes little more than half of the pace.
    """
    return film.animate_boards(_filmed_boards(filmed), COLOURS[filmed.theme])


def _filmed_boards(filmed: film.Filmed) -> Iterator[film.FilmedBoard]:
    states, names, captions, pace, theme, ended = filmed
    colours, last = COLOURS[theme], len(states) - 1
    last_layers = None
    for index, state in enumerate(states):
        layers = board_layers(state, names, colours, ended if index == last else None)
        mover = states[index - 1].seat if index else None
        strip = _strip_below(colours, captions[index], mover, index / max(1, last))
        if last_layers is not None:
            for step in range(1, _STEPS + 1):
                ends, boards = (states[index - 1], state), (last_layers, layers)
                yield _board_between(colours, ends, boards, step), strip, _STEP_DURATION
        has_sheet = _has_sheet(states, index)
        duration = pace * 5 // 8 - _STEPS * _STEP_DURATION if index else pace
        if index == last and not has_sheet:
            duration = _LAST_DURATION * pace
        yield layers, strip, duration
        last_layers = layers
        if has_sheet:
            sheet = sheet_picture(final_count(states[: index + 1]), names, city.dress(theme))
            if state.outcome is not None:
                strip = _strip_below(colours, captions[-1], state.outcome.winner, 1)
            duration = (_LAST_DURATION if index == last else _SHEET_DURATION) * pace
            yield (sheet, ()), strip, duration


def _has_sheet(states: Sequence[Position], index: int) -> bool:
    """Whether the move before this position causes a scoring."""
    scores_mid_game = states[index].mid is not None and not states[index - 1].mid
    return index > 0 and (states[index].over or scores_mid_game)


def _board_between(
    theme: Colours, states: tuple[Position, Position], boards: tuple[_Board, _Board], step: int
) -> _Board:
    """A board between two positions: part of the passage, and markers between two spaces."""
    (_, after), ((ground, pieces), layers) = states, boards
    share = step / (_STEPS + 1)
    passage = list[Piece]()
    if after.last is not None and after.last.pathway:
        box, mask = dug_part_mask(after.last.pathway, share)
        passage = [Piece(film.draw_box(*layers, box), *box[:2], mask)]
    return ground, (*pieces, *passage, *track.glide_pieces(theme, *states, share))


def _strip_below(theme: Colours, text: str, seat: int | None, share: float) -> Image.Image:
    """The strip below a board: the effect of the move, its player, the progress of the match."""
    sign = None
    if seat in SEATS:
        sign = seat_sign_picture(theme, seat, film.SIGN_SIZE, film.SIGN_REACH, theme.panel)
    film.note_progress(share)
    return film.draw_strip(theme, text, sign, share)
