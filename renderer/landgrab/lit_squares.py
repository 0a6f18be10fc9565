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

_FRAME_INSETS = (3, 11)
"""The alternating insets of the edges of overlapping places."""


class Mark(NamedTuple):
    """A place of a choice: its squares, and its label, if any."""

    squares: tuple[int, ...]
    label: str


def option_pieces(theme: Colours, state: Position, shown: Window) -> Iterator[Piece]:
    """The options of the seat to move, below pawns and buildings."""
    if CHANCE in state.to_move:
        return
    match state.phase:
        case "tiles":
            yield from _tile_pieces(theme, state, shown)
        case "buildings":
            yield from _stud_pieces(theme, state, shown)
        case "spawns":
            for move in state.legal:
                yield lit_place_piece(theme, shown.square_box(move.at))
        case "turn" | "eviction":
            yield from _reach_pieces(theme, state, shown)


def labelled_squares(state: Position, marks: Sequence[Mark] | None) -> set[int]:
    """The squares with a word or a number, where a flag has to be in the corner."""
    if marks is not None:
        return {square for each in marks if each.label for square in each.squares}
    return set(_squares_around(state))


def _reach_pieces(theme: Colours, state: Position, shown: Window) -> Iterator[Piece]:
    (seat,) = state.to_move
    around = _squares_around(state)
    for move in state.legal:
        match move.kind:
            case "":
                if move.at not in around:
                    yield lit_place_piece(theme, shown.square_box(move.at))
            case "c":
                building = state.map.buildings[state.map.building_numbers[move.at]]
                squares = tuple(squares_in(building.squares))
                yield lit_place_piece(theme, shown.box_covering(squares))
            case "a":
                box = shown.square_box(state.pawns[move.at - 1])
                yield lit_place_piece(theme, box)
                yield swords_piece(theme, box)
    yield halo_piece(theme, shown.square_box(state.pawns[seat - 1]))


def _squares_around(state: Position) -> dict[int, list[int]]:
    """The squares in reach by going around, with the numbers of the buildings."""
    if state.phase != "turn" or not state.legal:
        return {}
    return ways_around(state.map, state.pawns, state.owners, state.turn)


def around_pieces(theme: Colours, state: Position, shown: Window) -> Iterator[Piece]:
    """The squares in reach by going around, above the arrow of the last move."""
    for square in _squares_around(state):
        yield way_around_piece(theme, shown.square_box(square))


def _tile_pieces(theme: Colours, state: Position, shown: Window) -> Iterator[Piece]:
    """Every square that a tile may cover, and the upper left square of each place."""
    covered = 0
    for move in state.legal:
        covered |= tile_squares(move.at)
    for square in squares_in(covered):
        yield plot_piece(theme, shown.square_box(square))
    for move in state.legal:
        yield _stud_piece_at(theme, move.at, shown)


def _stud_pieces(theme: Colours, state: Position, shown: Window) -> Iterator[Piece]:
    """A stud for a small building, a bar across two squares for a large one."""
    for move in state.legal:
        if move.kind == "s":
            yield _stud_piece_at(theme, move.at, shown)
        else:
            yield _bar_piece_at(theme, (move.at, move.to), shown)


def _stud_piece_at(theme: Colours, square: int, shown: Window) -> Piece:
    x, y = shown.centre(square)
    return stud_piece(theme, shown.cell).shifted(round(x), round(y))


def _bar_piece_at(theme: Colours, squares: tuple[int, ...], shown: Window) -> Piece:
    left, top, right, bottom = shown.box_covering(squares)
    x, y = (left + right) // 2, (top + bottom) // 2
    return bar_piece(theme, shown.cell, upright=squares[1] - squares[0] == WIDTH).shifted(x, y)


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
    for at in range(4):
        along = (8 + 17.5 * at) * unit
        for near in (2, cell - 5.2):
            canvas.rectangle(along, near, along + 8, near + 3.2, theme.legal)
            canvas.rectangle(near, along, near + 3.2, along + 8, theme.legal)
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
    long, broad = round(cell * 0.24), round(cell * 0.07)
    across, high = (broad, long) if upright else (long, broad)
    box = -across, -high, across, high
    canvas, shape = Canvas(box, theme.ink), Canvas(box, BLACK)
    canvas.rounded(box, broad, theme.reach, inset=1.5)
    shape.rounded(box, broad, WHITE)
    return canvas.piece(theme, shape.white_mask())


@lru_cache(maxsize=16)
def _disc_mask(reach: int) -> Image.Image:
    shape = Canvas((-reach, -reach, reach, reach), BLACK)
    shape.disc((0, 0), reach, WHITE)
    return shape.white_mask()


# ------------------------------------------------------------------------------- choices


def choice_pieces(theme: Colours, marks: Sequence[Mark], shown: Window) -> Iterator[Piece]:
    """The places of a choice: each in one piece, or square by square if they overlap, with an edge
    around each. A pair of squares without a label is a bar across both.
    """
    places = [each for each in marks if each.label or len(each.squares) != 2]
    often = Counter(square for each in places for square in each.squares)
    single, framed = set[int](), list[Box]()
    for each in places:
        box = shown.box_covering(each.squares)
        area = (box[2] - box[0]) * (box[3] - box[1])
        whole = area == len(each.squares) * shown.cell**2
        if whole and all(often[square] == 1 for square in each.squares):
            yield lit_place_piece(theme, box)
        else:
            single.update(each.squares)
            framed.append(box)
    for square in sorted(single):
        yield lit_place_piece(theme, shown.square_box(square))
    for number, (left, top, right, bottom) in enumerate(framed):
        inset = _FRAME_INSETS[number % 2]
        yield edge_piece(theme, (left + inset, top + inset, right - inset, bottom - inset))
    for each in marks:
        if each not in places:
            yield _bar_piece_at(theme, each.squares, shown)


def label_pieces(
    theme: Colours, state: Position, marks: Sequence[Mark], shown: Window
) -> Iterator[Piece]:
    """The labels of the places of a choice: in the middle, or on the upper right corner of one with
    a building, a pawn or a flag, so that these stay visible.
    """
    empty = open_squares(state.map, state.pawns) | ~state.map.squares
    for spawn in state.spawns:
        if spawn >= 0:
            empty &= ~(1 << spawn)
    for each in marks:
        if each.label:
            # A tile is named by its upper left square, as its dot and its buttons are.
            left, top, right, bottom = shown.square_box(each.squares[0])
            x, y = (left + right) // 2, (top + bottom) // 2
            half = round(shown.cell * 0.32)
            if not all(empty >> square & 1 for square in each.squares):
                half = round(shown.cell * 0.25)
                _, y, x, _ = shown.box_covering(each.squares)
            yield badge_piece(theme, (x, y), half, each.label)


@lru_cache(maxsize=1024)
def badge_piece(theme: Colours, centre: tuple[int, int], half: int, label: str) -> Piece:
    """A number or a letter on a disc."""
    x, y = centre
    canvas = Canvas.around(half, theme.ink, centre)
    canvas.disc(centre, half - 2.5, theme.paper)
    across, high = round(half * 0.76), round(half * 0.52)
    inner = x - across, y - high, x + across, y + high
    slot = Slot(inner, fonts.STRONG, max(panels.SPAWN_SIZE, round(half * 1.3)))
    write(canvas, theme, label, slot, Tint(theme.ink, theme.paper))
    return canvas.piece(theme, _disc_mask(half))
