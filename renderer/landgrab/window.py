"""The visible part of the space: the places of its squares on the picture, and the last move there.

The last move is the pawn's way, the claimed building, and the attacked pawn.
"""

import math
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.map import ADJACENT, SPACE, WIDTH, Action
from prowlerbot.games.landgrab.rules import Position
from renderer import marks
from renderer.canvas import BLACK, WHITE, XY, Box, Canvas, Piece, cache_by_size
from renderer.landgrab.colours import Colours

SIZE = (1000, 1000)
"""The size of the picture: a square is 350 pixels high on a computer, and as wide as a phone."""
FRAME, _RIM = 34, 8
"""The width of the frame on the left and above, with the names, and on the other two sides."""
MAP: Box = (0, 0, 884, 884)  # the map with its frame, in the upper left corner
INNER: Box = (FRAME, FRAME, MAP[2] - _RIM, MAP[3] - _RIM)  # the map within its frame
_MAX_SPAN = 828  # the longest side of all squares together; a little sea is left around them
_MAX_SQUARE = 140  # the largest side of a square, however small the map
UNITS_OF_SQUARE = 76  # the side of a square in the units of every drawing


class Window(NamedTuple):
    """The columns and rows that are shown, from the first ones on."""

    first_column: int
    first_row: int
    columns: int
    rows: int
    cell: int  # the side of a square in pixels
    left: int  # the left side of the first column in the picture
    top: int

    def corner(self, row: int, column: int) -> tuple[int, int]:
        """The upper left corner of a square, which may lie beyond the window."""
        left = self.left + (column - self.first_column) * self.cell
        return left, self.top + (row - self.first_row) * self.cell

    def square_box(self, square: int) -> Box:
        left, top = self.corner(*divmod(square, WIDTH))
        return left, top, left + self.cell, top + self.cell

    def centre(self, square: int) -> XY:
        left, top, right, bottom = self.square_box(square)
        return (left + right) / 2, (top + bottom) / 2

    def box_covering(self, squares: tuple[int, ...]) -> Box:
        boxes = [self.square_box(square) for square in squares]
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)


def window_of(state: Position) -> Window:
    """The part of the space with the squares of the map, or the whole space during tile laying."""
    if state.setup.map is not None:
        return _window_of_squares(state.setup.map.squares)
    return _window_of_squares(SPACE if state.phase == "tiles" else state.map.squares)


@lru_cache(maxsize=256)
def _window_of_squares(mask: int) -> Window:
    places = [divmod(square, WIDTH) for square in squares_in(mask)]
    rows, columns = sorted({row for row, _ in places}), sorted({column for _, column in places})
    column_count, row_count = columns[-1] - columns[0] + 1, rows[-1] - rows[0] + 1
    cell = min(_MAX_SPAN // column_count, _MAX_SPAN // row_count, _MAX_SQUARE)
    left = (INNER[0] + INNER[2] - cell * column_count) // 2
    top = (INNER[1] + INNER[3] - cell * row_count) // 2
    return Window(columns[0], rows[0], column_count, row_count, cell, left, top)


def last_move_pieces(theme: Colours, state: Position, view: Window) -> Iterator[Piece]:
    """White edges around the places of the last move, and an arrow to its destination."""
    if (last := state.last) is None or not (target := last_move_squares(state, last)):
        return
    box = view.box_covering(target)
    yield edge_piece(theme, box)
    if last.start < 0 or last.start in target:
        return
    start = view.square_box(last.start)
    if last.move.kind:
        yield edge_piece(theme, start)
    way = (marks.centre_of(start), *bends_of(state, last, view), marks.centre_of(box))
    yield arrow_piece(theme, way, box, view.cell)


def arrow_piece(theme: Colours, way: tuple[XY, ...], goal: Box, cell: int) -> Piece:
    look = marks.ArrowLook(cell / UNITS_OF_SQUARE, fill=theme.glow, hole=theme.land)
    return marks.arrow_piece(theme, way, goal, look)


def bends_of(state: Position, last: Action, view: Window) -> tuple[XY, ...]:
    """The turns of a pawn's way along the walls of the building that it goes around, if any."""
    if (around := way_around(state, last)) is None:
        return ()
    walls = view.box_covering(tuple(squares_in(state.map.buildings[around].squares)))
    return _bend_way(view.centre(last.start), view.centre(last.move.at), walls)


def last_move_squares(state: Position, last: Action) -> tuple[int, ...]:
    if last.move.kind != "a":
        return state.map.squares_of_move(last.move)
    # The attacked pawn's square, or the attacker's after the attacker's win.
    has_won = len(last.rolls) == 2 and last.rolls[0] > last.rolls[1]
    square = state.pawns[last.seat - 1 if has_won else last.move.at - 1]
    return () if square < 0 else (square,)


def way_around(state: Position, last: Action) -> int | None:
    """The number of the building that a pawn went around, if any."""
    if last.move.kind or ADJACENT[last.start] >> last.move.at & 1:
        return None
    for number in state.map.near[last.start]:
        around = state.map.buildings[number].around
        if state.owners[number] == last.seat and around >> last.move.at & 1:
            return number
    return None


@cache_by_size
def edge_piece(theme: Colours, box: Box) -> Piece:
    canvas, shape = Canvas(box, theme.land), Canvas(box, BLACK)
    canvas.rounded(box, 9, theme.ink)
    canvas.rounded(box, 8, theme.glow, inset=2)
    canvas.rounded(box, 6, theme.ink, inset=6)
    shape.rounded(box, 9, WHITE)
    shape.rounded(box, 5, BLACK, inset=7.5)
    return canvas.piece(theme, shape.white_mask())


def _bend_way(start: XY, goal: XY, walls: Box) -> tuple[XY, ...]:
    """The turns of the shorter way around a building, along its walls."""
    left, top, right, bottom = walls
    corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    ends = [(min(max(x, left), right), min(max(y, top), bottom)) for x, y in (start, goal)]
    first, last = (_wall_index(end, walls) for end in ends)
    clockwise = [corners[(first + 1 + step) % 4] for step in range((last - first) % 4)]
    anticlockwise = [corners[(first - step) % 4] for step in range((first - last) % 4)]
    ways = [(start, ends[0], *turns, ends[1], goal) for turns in (clockwise, anticlockwise)]
    return min(ways, key=lambda way: sum(math.dist(*points) for points in pairwise(way)))[1:-1]


def _wall_index(point: XY, walls: Box) -> int:
    """The index of the wall of a point: the upper one is first, then clockwise."""
    left, top, right, bottom = walls
    return (point[1] == top, point[0] == right, point[1] == bottom, point[0] == left).index(True)
