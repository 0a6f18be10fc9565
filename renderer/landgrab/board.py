"""The picture of a position: the static layer of its map, and the pieces that moves change."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from PIL import Image

from prowlerbot.core.game import CHANCE
from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.map import SQUARE, Action, Map, Move
from prowlerbot.games.landgrab.position import COLOURS as LETTERS
from prowlerbot.games.landgrab.position import SEATS, Setup
from prowlerbot.games.landgrab.rules import Position, start_match
from prowlerbot.games.landgrab.turns import ROUNDS
from renderer import marks as board_marks
from renderer.canvas import XY, Layers, Piece, encode, put_all
from renderer.landgrab import figures, ground, lit_squares, panels, window
from renderer.landgrab.colours import COLOURS, NOBODY, Colours
from renderer.marks import LETTER_RADIUS, MarkedMove, Ranks, final_ranks

_PAWN_MOVES = {"", "c", "a"}  # the kinds of moves of a pawn: a step, a claim, an attack

_Marks = Sequence[lit_squares.Mark] | None
"""The only places to light up; None for those of the position."""


def draw_board(
    state: Position,
    names: Sequence[str],
    *,
    theme: str = "night",
    ended: Ranks = None,
    marks: _Marks = None,
) -> bytes:
    """The board as PNG, 1000 × 1000. If there are ``marks``, only these places are lit up."""
    colours = COLOURS[theme]
    pieces = tuple(_movable_pieces(state, names, colours, ended, marks))
    return _encode_board(*_ground_of(state), colours, pieces)


def draw_map(fixed: Map, *, theme: str = "night") -> bytes:
    """A map alone, before any pawn enters it."""
    colours = COLOURS[theme]
    state = start_match(Setup(LETTERS[: SEATS.start], 1, fixed))
    pieces = _standing_buildings(state, colours, window.window_of(state), set())
    picture = put_all(_static_layer_of(state, colours).copy(), pieces).crop(window.MAP)
    return encode(picture, colours.palette_bytes)


def board_picture(state: Position, names: Sequence[str], theme: Colours) -> Image.Image:
    """The board as a picture in the theme's palette (mode P)."""
    pieces = _movable_pieces(state, names, theme, None, None)
    return put_all(_static_layer_of(state, theme).copy(), pieces)


def board_layers(
    state: Position, names: Sequence[str], theme: Colours, ended: Ranks = None
) -> Layers:
    """The same as the static layer and the pieces on it."""
    return _static_layer_of(state, theme), _movable_pieces(state, names, theme, ended, None)


def _static_layer_of(state: Position, theme: Colours) -> Image.Image:
    return ground.static_layer(theme, *_ground_of(state))


def _ground_of(state: Position) -> tuple[window.Window, int, str]:
    return window.window_of(state), state.map.squares, state.setup.colours


@lru_cache(maxsize=32)
def _encode_board(
    view: window.Window, squares: int, letters: str, theme: Colours, pieces: tuple[Piece, ...]
) -> bytes:
    """The file of a picture. The cached files take 6 MB at most."""
    return encode(ground.static_layer(theme, view, squares, letters), theme.palette_bytes, pieces)


def _movable_pieces(
    state: Position, names: Sequence[str], theme: Colours, ended: Ranks, marks: _Marks
) -> Iterator[Piece]:
    """The pieces on the static layer, from bottom to top."""
    view = window.window_of(state)
    is_over = bool(state.end) or ended is not None
    if marks is not None:
        yield from lit_squares.choice_pieces(theme, marks, view)
    elif not is_over:
        yield from lit_squares.option_pieces(theme, state, view)
    if marks is None:
        yield from window.last_move_pieces(theme, state, view)
    if marks is None and not is_over and CHANCE not in state.to_move:
        yield from lit_squares.around_pieces(theme, state, view)
    yield from _standing_buildings(state, theme, view, lit_squares.labelled_squares(state, marks))
    yield from lit_squares.label_pieces(theme, state, marks or (), view)
    ranks = final_ranks(state.outcome, ended)
    if ranks is None:
        seats = [seat_to_show(state)]
    else:  # they are empty for a match without a result
        seats = [seat for seat, rank in zip(state.seats, ranks, strict=False) if rank == 1]
    yield from panels.turn_pieces(theme, state, seats, ROUNDS)
    yield from panels.news_pieces(theme, state)
    yield from panels.seat_pieces(theme, state, names, ended)


def _standing_buildings(
    state: Position, theme: Colours, view: window.Window, written_on: set[int]
) -> Iterator[Piece]:
    letters = state.setup.colours
    standing = zip(state.map.buildings, state.owners, state.points, strict=True)
    for building, owner, points in standing:
        letter = letters[owner - 1] if owner else NOBODY
        box = view.box_covering(tuple(squares_in(building.squares)))
        yield figures.building_piece(theme, box, letter, points, building.full)
    for letter, square in zip(letters, state.spawns, strict=True):
        if square >= 0:
            is_small = square in state.pawns or square in written_on
            yield figures.flag_piece(theme, view.square_box(square), letter, small=is_small)
    for letter, square in zip(letters, state.pawns, strict=True):
        if square >= 0:
            yield figures.pawn_piece(theme, view.square_box(square), letter)


def draw_compared(
    state: Position,
    names: Sequence[str],
    played: Move,
    better: Move | None = None,
    *,
    theme: str = "night",
) -> bytes:
    """The board as PNG with both moves: an arrow from the pawn, or the place of a new piece."""
    colours = COLOURS[theme]
    pieces = _movable_pieces(state, names, colours, None, ())
    picture = put_all(_static_layer_of(state, colours).copy(), pieces)
    moves = [_marked_moves(state, move) for move in (played, better) if move is not None]
    return board_marks.draw_compared_moves(picture, colours, *moves)


def _marked_moves(state: Position, move: Move) -> list[MarkedMove]:
    (seat,), view = state.to_move, window.window_of(state)
    action = Action(seat, move, state.pawns[seat - 1])
    if not (squares := window.last_move_squares(state, action)):
        return []
    to = view.box_covering(squares)
    if action.start < 0 or move.kind not in _PAWN_MOVES:
        return [MarkedMove(to)]
    return [MarkedMove(to, view.square_box(action.start), window.bends_of(state, action, view))]


def draw_guide(
    state: Position,
    names: Sequence[str],
    *,
    square: str,
    small: str,
    large: str,
    theme: str = "night",
) -> bytes:
    """The guide as PNG: the board with letters. A is the pawn of seat 1, B a square in reach, C a
    small building, D a large one, E the spawn of seat 1, F its plaque, G the round.
    """
    colours = COLOURS[theme]
    at = letter_places(state, square=square, small=small, large=large)
    return board_marks.draw_letters(board_picture(state, names, colours), colours, at)


def letter_places(state: Position, *, square: str, small: str, large: str) -> list[XY]:
    """The places of the letters in corners of their parts; no letter covers a sign or a number."""
    view = window.window_of(state)
    _, top, right, _ = view.square_box(state.pawns[0])
    small_left, small_top, *_ = view.square_box(SQUARE[small])
    large_left, large_top, *_ = view.square_box(SQUARE[large])
    _, _, flag_right, flag_bottom = view.square_box(state.spawns[0])
    _, plaque_top, plaque_right, _ = panels.plaque_of(len(state.lives), 1).box
    return [
        (right - LETTER_RADIUS / 2, top + LETTER_RADIUS),
        view.centre(SQUARE[square]),
        (small_left + LETTER_RADIUS / 2, small_top + LETTER_RADIUS / 2),
        (large_left + LETTER_RADIUS / 2, large_top + LETTER_RADIUS / 2),
        (flag_right - LETTER_RADIUS, flag_bottom - LETTER_RADIUS),
        (plaque_right - LETTER_RADIUS, plaque_top + LETTER_RADIUS),
        (panels.TURN[2] - LETTER_RADIUS, panels.TURN[3] + LETTER_RADIUS / 2),
    ]


def seat_to_show(state: Position) -> int:
    """The awaited seat; if a roll is due, the seat that rolls."""
    if state.phase == "defence":
        return state.target
    if CHANCE in state.to_move:
        return state.turn
    return min(state.to_move)
