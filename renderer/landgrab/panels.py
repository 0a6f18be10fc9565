"""The plaques beside and below the map: the turn, the news and the seats.

The column on the right has the awaited seat with the round, and below them the dice of the last
action or, while players build the map, the contents of the box and the next players. Below the map
is a plaque for each seat.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from prowlerbot.games.landgrab.map import LARGE_BUILDINGS, SMALL_BUILDINGS, TILES
from prowlerbot.games.landgrab.map import NAME as SQUARE_NAME
from prowlerbot.games.landgrab.rules import Position, score
from prowlerbot.games.landgrab.turns import ROLLS_DUE
from renderer import fonts, marks
from renderer.canvas import XY, Box, Canvas, Piece
from renderer.glyphs import Pen
from renderer.landgrab import colours
from renderer.landgrab.colours import Colours
from renderer.landgrab.window import MAP, SIZE
from renderer.names import player_name
from renderer.text import Slot, name_piece, typeset

MIN_NAME_SIZE = 26  # the smallest font size of a player's name; a longer name is cut
LABEL_SIZE = 28
"""The font size of the names of columns and rows: almost ten pixels in Discord on a computer."""
SPAWN_SIZE = 29  # the font size of the names of spawns, and the smallest on badges
RADIUS, _GAP = 14, 6

_COLUMN_LEFT, _COLUMN_RIGHT = MAP[2] + _GAP, SIZE[0] - _GAP
_COLUMN_MIDDLE = (_COLUMN_LEFT + _COLUMN_RIGHT) / 2
TURN: Box = (_COLUMN_LEFT, _GAP, _COLUMN_RIGHT, 118)
"""The panel of the awaited seat, or of the winner, and of the round."""
_TURN_SIGN: XY = (_COLUMN_MIDDLE, 46.0)
ROUND_SLOT = Slot((_COLUMN_LEFT + 2, 76, _COLUMN_RIGHT - 2, 112), fonts.STRONG, 34)
NEWS: Box = (_COLUMN_LEFT, TURN[3] + _GAP, _COLUMN_RIGHT, 616)
"""The panel of the last action, or of the contents of the box."""
_DIE_REACH = 40
_NEWS_STEP = 96  # the distance between things in the panel of news
_QUEUE_TOP, _QUEUE_STEP = 270.0, 62
"""In that panel below the box: the next players from its top on, and their distance."""
_BUILDING_KINDS = frozenset("tsl")


class Plaque(NamedTuple):
    box: Box
    sign: XY
    name: Slot
    points: Slot  # the seat's present points
    hearts: tuple[XY, XY, XY]
    flag: XY
    spawn: Slot


SIGN_REACH, _HEART_REACH, _FLAG_REACH = 12.0, 13.0, 13.0


@lru_cache(maxsize=16)
def plaque_of(seats: int, seat: int) -> Plaque:
    width = (SIZE[0] - _GAP - seats * _GAP) // seats
    left, top = _GAP + (seat - 1) * (width + _GAP), MAP[3] + _GAP
    right, bottom = left + width, SIZE[1] - _GAP
    row = top + 74.0
    hearts = (left + 86.0, row), (left + 115.0, row), (left + 144.0, row)
    return Plaque(
        (left, top, right, bottom),
        (left + 28.0, top + 26.0),
        Slot((left + 52, top + 3, right - 8, top + 49), fonts.SCRIPTS[0], 36, "left"),
        Slot((left + 10, top + 46, left + 70, top + 102), fonts.STRONG, 58, "left"),
        hearts,
        (left + 172.0, row),
        Slot((left + 188, top + 57, left + 238, top + 91), fonts.STRONG, SPAWN_SIZE, "left"),
    )


def turn_pieces(theme: Colours, state: Position, seats: list[int], rounds: int) -> Iterator[Piece]:
    """The sign of the only awaited or winning seat, and the round out of the most."""
    if len(seats) == 1:
        yield colours.sign_on_panel(theme, state.setup.colours[seats[0] - 1], _TURN_SIGN, 20, 36)
    if state.round:
        yield typeset(theme, f"{state.round}/{rounds}", ROUND_SLOT, theme.plain)


def news_pieces(theme: Colours, state: Position) -> Iterator[Piece]:
    """The news: the signs of the players of the last action, with its dice between them."""
    if state.phase in {"tiles", "buildings"}:
        yield from _box_pieces(theme, state)
        return
    last, y = state.last, NEWS[1] + 52.0
    letters = state.setup.colours
    if last is not None and last.move.kind not in _BUILDING_KINDS:
        yield colours.sign_on_panel(theme, letters[last.seat - 1], (_COLUMN_MIDDLE, y), 20, 36)
        dice = ROLLS_DUE.get(last.move.kind, 0)
        for index in range(dice):
            y += _NEWS_STEP
            roll = last.rolls[index] if index < len(last.rolls) else 0
            is_beaten = len(last.rolls) == 2 and roll < max(last.rolls)
            centre, is_dull = (_COLUMN_MIDDLE, y), is_beaten or not roll
            yield colours.die_piece(theme, centre, _DIE_REACH, roll, dull=is_dull)
        if dice == 2:
            sign_centre = _COLUMN_MIDDLE, y + _NEWS_STEP
            yield colours.sign_on_panel(theme, letters[last.move.at - 1], sign_centre, 20, 36)
    elif state.phase != "eviction":
        for seat in sorted(state.left):
            yield colours.sign_on_panel(theme, letters[seat - 1], (_COLUMN_MIDDLE, y), 20, 36)
            y += _NEWS_STEP


def _box_pieces(theme: Colours, state: Position) -> Iterator[Piece]:
    """The box with the pieces left, and below it the next players in turn."""
    land = state.map
    buildings = SMALL_BUILDINGS - len(land.small), LARGE_BUILDINGS - len(land.large)
    for kind, count in enumerate((TILES - len(land.tiles), *buildings)):
        y = NEWS[1] + 46 + 70 * kind
        yield _material_piece(theme, kind, (_COLUMN_LEFT + 28.0, y))
        slot = Slot(
            (_COLUMN_LEFT + 60, y - 24, _COLUMN_RIGHT - 2, y + 24), fonts.STRONG, 38, "left"
        )
        yield typeset(theme, str(count), slot, theme.plain_if(count))
    seat, letters = state.turn, state.setup.colours
    for place in range(4):
        if place:
            seat = state.next_in(seat, clockwise=state.phase == "tiles")
        centre = _COLUMN_MIDDLE, NEWS[1] + _QUEUE_TOP + _QUEUE_STEP * place
        yield colours.sign_on_panel(theme, letters[seat - 1], centre, 12 if place else 18, 28)


@lru_cache(maxsize=64)
def _material_piece(theme: Colours, kind: int, centre: XY) -> Piece:
    x, y = map(round, centre)
    canvas = Canvas((x - 32, y - 28, x + 28, y + 28), theme.panel)
    if kind:
        glyph = colours.SIGNS["house"] if kind == 1 else colours.SIGNS["hall"]
        glyph(Pen(canvas, (x, y), 22), theme.gilt, theme.panel)
    else:
        for dx, dy in ((-1, -1), (0, -1), (-1, 0), (0, 0)):
            left, top = x + 20 * dx, y + 20 * dy
            canvas.rectangle(left + 1, top + 1, left + 19, top + 19, theme.gilt)
    return canvas.piece(theme)


def seat_pieces(
    theme: Colours, state: Position, names: Sequence[str], ended: marks.Ranks
) -> Iterator[Piece]:
    """The pieces on the plaques: awaited seats and winners have lit frames, lost ones are muted."""
    # While a roll is due, the seat whose turn it is moves.
    moving_seats = (state.turn,) if state.phase in {"claim", "attack", "defence"} else state.to_move
    for seat, name in zip(state.seats, names, strict=True):
        plaque, letter = plaque_of(len(state.lives), seat), state.setup.colours[seat - 1]
        if marks.ribbon_word(state.outcome, ended, seat, moving_seats) is not None:
            yield from marks.lit_frame_pieces(
                theme, plaque.box, RADIUS, theme.edge_of_plaque(letter)
            )
        is_in_game, points = state.is_in(seat), score(state, seat).total
        fitted_name, tint = player_name(name, seat, MIN_NAME_SIZE), theme.plain_if(is_in_game)
        yield name_piece(theme, fitted_name, plaque.name, tint)
        yield typeset(theme, str(points), plaque.points, theme.golden if points else theme.quiet)
        for index, centre in enumerate(plaque.hearts):
            yield _heart_piece(theme, centre, lost=index >= state.lives[seat - 1])
        spawn = state.spawns[seat - 1]
        if spawn >= 0:
            yield _flag_piece(theme, letter, plaque.flag)
            yield typeset(theme, SQUARE_NAME[spawn], plaque.spawn, theme.plain_if(is_in_game))


@lru_cache(maxsize=64)
def _heart_piece(theme: Colours, centre: tuple[float, float], *, lost: bool) -> Piece:
    x, y = map(round, centre)
    canvas = Canvas.around(round(_HEART_REACH) + 2, theme.panel, (x, y))
    pen = Pen(canvas, centre, _HEART_REACH)
    colour = theme.muted if lost else theme.life
    colours.SIGNS["heart"](pen, colour, theme.panel if lost else colour)
    return canvas.piece(theme)


@lru_cache(maxsize=64)
def _flag_piece(theme: Colours, letter: str, centre: tuple[float, float]) -> Piece:
    x, y = map(round, centre)
    canvas = Canvas.around(round(_FLAG_REACH) + 2, theme.panel, (x, y))
    for dx, dy in product((-1.5, 1.5), repeat=2):
        rim = theme.ink if theme.sunny else theme.muted
        colours.SIGNS["flag"](Pen(canvas, (x + dx, y + dy), _FLAG_REACH), rim, rim)
    colours.SIGNS["flag"](Pen(canvas, centre, _FLAG_REACH), theme.owner(letter), theme.words)
    return canvas.piece(theme)
