"""The lit squares of a board: those in reach of the seat to move, and places for a piece.

In a choice only its possible places are lit, with their numbers.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from PIL import Image

from prowlerbot.core.game import CHANCE
from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.legal_places import open_squares, ways_around
from prowlerbot.games.landgrab.map import WIDTH, tile_squares
from prowlerbot.games.landgrab.rules import Position
from renderer import fonts
from renderer.canvas import BLACK, WHITE, Box, Canvas, Piece, cache_by_size
from renderer.glyphs import Pen
from renderer.landgrab import colours, panels
from renderer.landgrab.colours import Colours
from renderer.landgrab.window import UNITS_OF_SQUARE, Window, edge_piece
from renderer.text import Slot, write
from renderer.theme import Tint

_FRAME_INSETS = (3, 11)  # the alternating insets of the edges of overlapping places


class Mark(NamedTuple):
    """A place of a choice: its squares, and its label, if any."""

    squares: tuple[int, ...]
    label: str


def option_pieces(theme: Colours, state: Position, window: Window) -> Iterator[Piece]:
    """The options of the seat to move, below pawns and buildings."""
    if CHANCE in state.to_move:
        return
    match state.phase:
        case "tiles":
            yield from _tile_pieces(theme, state, window)
        case "buildings":
            yield from _stud_pieces(theme, state, window)
        case "spawns":
            for move in state.legal:
                yield lit_place_piece(theme, window.square_box(move.at))
        case "turn" | "eviction":
            yield from _reach_pieces(theme, state, window)


def labelled_squares(state: Position, marks: Sequence[Mark] | None) -> set[int]:
    """The squares with a word or a number, where a flag has to be in the corner."""
    if marks is not None:
        return {square for mark in marks if mark.label for square in mark.squares}
    return set(_squares_around(state))


def _reach_pieces(theme: Colours, state: Position, window: Window) -> Iterator[Piece]:
    (seat,) = state.to_move
    places_around = _squares_around(state)
    for move in state.legal:
        match move.kind:
            case "":
                if move.at not in places_around:
                    yield lit_place_piece(theme, window.square_box(move.at))
            case "c":
                building = state.map.buildings[state.map.building_numbers[move.at]]
                squares = tuple(squares_in(building.squares))
                yield lit_place_piece(theme, window.box_covering(squares))
            case "a":
                box = window.square_box(state.pawns[move.at - 1])
                yield lit_place_piece(theme, box)
                yield swords_piece(theme, box)
    yield halo_piece(theme, window.square_box(state.pawns[seat - 1]))


def _squares_around(state: Position) -> dict[int, list[int]]:
    """The squares in reach by going around, with the numbers of the buildings."""
    if state.phase != "turn" or not state.legal:
        return {}
    return ways_around(state.map, state.pawns, state.owners, state.turn)


def around_pieces(theme: Colours, state: Position, window: Window) -> Iterator[Piece]:
    """The squares in reach by going around, above the arrow of the last move."""
    for square in _squares_around(state):
        yield way_around_piece(theme, window.square_box(square))


def _tile_pieces(theme: Colours, state: Position, window: Window) -> Iterator[Piece]:
    """Every square that a tile may cover, and the upper left square of each place."""
    covered = 0
    for move in state.legal:
        covered |= tile_squares(move.at)
    for square in squares_in(covered):
        yield plot_piece(theme, window.square_box(square))
    for move in state.legal:
        yield _stud_piece_at(theme, move.at, window)


def _stud_pieces(theme: Colours, state: Position, window: Window) -> Iterator[Piece]:
    """A stud for a small building, a bar across two squares for a large one."""
    for move in state.legal:
        if move.kind == "s":
            yield _stud_piece_at(theme, move.at, window)
        else:
            yield _bar_piece_at(theme, (move.at, move.to), window)


def _stud_piece_at(theme: Colours, square: int, window: Window) -> Piece:
    x, y = window.centre(square)
    return stud_piece(theme, window.cell).shifted(round(x), round(y))


def _bar_piece_at(theme: Colours, squares: tuple[int, ...], window: Window) -> Piece:
    left, top, right, bottom = window.box_covering(squares)
    x, y = (left + right) // 2, (top + bottom) // 2
    return bar_piece(theme, window.cell, upright=squares[1] - squares[0] == WIDTH).shifted(x, y)


def _lit_canvas_and_mask(theme: Colours, box: Box) -> tuple[Canvas, Image.Image]:
    canvas, shape = Canvas(box, theme.land), Canvas(box, BLACK)
    canvas.rounded(box, 9, theme.reach, inset=2)
    canvas.rounded(box, 7, theme.legal, inset=5)
    shape.rounded(box, 10, WHITE, inset=1)
    return canvas, shape.white_mask()


@cache_by_size
def lit_place_piece(theme: Colours, box: Box) -> Piece:
    canvas, mask = _lit_canvas_and_mask(theme, box)
    return canvas.piece(theme, mask)


@lru_cache(maxsize=512)
def swords_piece(theme: Colours, box: Box) -> Piece:
    """Swords in the corner of a square whose pawn can be attacked."""
    unit = (box[2] - box[0]) / UNITS_OF_SQUARE
    right, top = box[2] - round(4 * unit), box[1] + round(4 * unit)
    side = round(24 * unit)
    canvas = Canvas((right - side, top, right, top + side), theme.legal)
    centre = right - side / 2, top + side / 2
    colours.SIGNS["swords"](Pen(canvas, centre, 11 * unit), theme.reach, theme.legal)
    return canvas.piece(theme)


@cache_by_size
def halo_piece(theme: Colours, box: Box) -> Piece:
    """The ring around the moving pawn."""
    centre, radius = (box[2] / 2, box[2] / 2), box[2] * 0.49
    canvas, shape = Canvas(box, theme.land), Canvas(box, BLACK)
    canvas.discs(centre, (radius, theme.reach), (radius - 4, theme.ink), (radius - 6, theme.legal))
    shape.disc(centre, radius + 0.5, WHITE)
    return canvas.piece(theme, shape.white_mask())


@cache_by_size
def way_around_piece(theme: Colours, box: Box) -> Piece:
    """A square in reach by going around a building: an arrow over a house, and a broken edge."""
    canvas, mask = _lit_canvas_and_mask(theme, box)
    cell, unit = box[2], box[2] / UNITS_OF_SQUARE
    for dash in range(4):
        start = (8 + 17.5 * dash) * unit
        for edge in (2, cell - 5.2):
            canvas.rectangle(start, edge, start + 8, edge + 3.2, theme.legal)
            canvas.rectangle(edge, start, edge + 3.2, start + 8, theme.legal)
    pen = Pen(canvas, (35.5 * unit, 35 * unit), 24 * unit)
    colours.SIGNS["around"].paint(pen, partial(getattr, theme))
    return canvas.piece(theme, mask)


@cache_by_size
def plot_piece(theme: Colours, box: Box) -> Piece:
    """A square of the sea that a tile may cover."""
    canvas, shape = Canvas(box, theme.sea), Canvas(box, BLACK)
    canvas.rounded(box, 7, theme.coast, inset=1)
    canvas.rounded(box, 6, theme.shallow, inset=3)
    shape.rounded(box, 7, WHITE, inset=1)
    return canvas.piece(theme, shape.white_mask())


@lru_cache(maxsize=32)
def stud_piece(theme: Colours, cell: int) -> Piece:
    """A place for a tile with this upper left square, or for a small building."""
    reach = round(cell * 0.12)
    canvas = Canvas((-reach, -reach, reach, reach), theme.ink)
    canvas.disc((0, 0), reach - 2, theme.reach)
    return canvas.piece(theme, _disc_mask(reach))


@lru_cache(maxsize=32)
def bar_piece(theme: Colours, cell: int, *, upright: bool) -> Piece:
    """A place for a large building on its two squares."""
    half_long, half_broad = round(cell * 0.24), round(cell * 0.07)
    right, bottom = (half_broad, half_long) if upright else (half_long, half_broad)
    box = -right, -bottom, right, bottom
    canvas, shape = Canvas(box, theme.ink), Canvas(box, BLACK)
    canvas.rounded(box, half_broad, theme.reach, inset=1.5)
    shape.rounded(box, half_broad, WHITE)
    return canvas.piece(theme, shape.white_mask())


@lru_cache(maxsize=16)
def _disc_mask(reach: int) -> Image.Image:
    shape = Canvas((-reach, -reach, reach, reach), BLACK)
    shape.disc((0, 0), reach, WHITE)
    return shape.white_mask()


# ------------------------------------------------------------------------------- choices


def choice_pieces(theme: Colours, marks: Sequence[Mark], window: Window) -> Iterator[Piece]:
    """The places of a choice: each in one piece, or square by square if they overlap, with an edge
    around each. A pair of squares without a label is a bar across both.
    """
    places = [mark for mark in marks if mark.label or len(mark.squares) != 2]
    counts = Counter(square for mark in places for square in mark.squares)
    lone_squares, frames = set[int](), list[Box]()
    for mark in places:
        box = window.box_covering(mark.squares)
        area = (box[2] - box[0]) * (box[3] - box[1])
        whole = area == len(mark.squares) * window.cell**2
        if whole and all(counts[square] == 1 for square in mark.squares):
            yield lit_place_piece(theme, box)
        else:
            lone_squares.update(mark.squares)
            frames.append(box)
    for square in sorted(lone_squares):
        yield lit_place_piece(theme, window.square_box(square))
    for number, (left, top, right, bottom) in enumerate(frames):
        inset = _FRAME_INSETS[number % 2]
        yield edge_piece(theme, (left + inset, top + inset, right - inset, bottom - inset))
    for mark in marks:
        if mark not in places:
            yield _bar_piece_at(theme, mark.squares, window)


def label_pieces(
    theme: Colours, state: Position, marks: Sequence[Mark], window: Window
) -> Iterator[Piece]:
    """The labels of the places of a choice: in the middle, or on the upper right corner of one with
    a building, a pawn or a flag, so that these stay visible.
    """
    empty = open_squares(state.map, state.pawns) | ~state.map.squares
    for spawn in state.spawns:
        if spawn >= 0:
            empty &= ~(1 << spawn)
    for mark in marks:
        if mark.label:
            # A tile is named by its upper left square, as its dot and its buttons are.
            left, top, right, bottom = window.square_box(mark.squares[0])
            x, y = (left + right) // 2, (top + bottom) // 2
            half = round(window.cell * 0.32)
            if not all(empty >> square & 1 for square in mark.squares):
                half = round(window.cell * 0.25)
                _, y, x, _ = window.box_covering(mark.squares)
            yield badge_piece(theme, (x, y), half, mark.label)


@lru_cache(maxsize=1024)
def badge_piece(theme: Colours, centre: tuple[int, int], half: int, label: str) -> Piece:
    """A number or a letter on a disc."""
    x, y = centre
    canvas = Canvas.around(half, theme.ink, centre)
    canvas.disc(centre, half - 2.5, theme.paper)
    half_width, half_height = round(half * 0.76), round(half * 0.52)
    inner = x - half_width, y - half_height, x + half_width, y + half_height
    slot = Slot(inner, fonts.STRONG, max(panels.SPAWN_SIZE, round(half * 1.3)))
    write(canvas, theme, label, slot, Tint(theme.ink, theme.paper))
    return canvas.piece(theme, _disc_mask(half))
