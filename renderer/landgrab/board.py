"""The picture of a position: the static layer of its map, and the pieces that moves change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from PIL import Image

from prowlerbot.core.game import CHANCE
from prowlerbot.core.i18n import mark, tr
from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.map import SQUARE, Action, Map, Move
from prowlerbot.games.landgrab.position import COLOURS as LETTERS
from prowlerbot.games.landgrab.position import SEATS, Setup
from prowlerbot.games.landgrab.rules import Position, start
from prowlerbot.games.landgrab.turns import CALM_ROUNDS, ROUNDS
from renderer import canvas, review
from renderer.canvas import XY, Parts, Piece, put_all
from renderer.landgrab import buildings, colours, ground, panels
from renderer.landgrab.buildings import Mark
from renderer.landgrab.colours import COLOURS, NOBODY, Colours
from renderer.landgrab.ground import static_layer
from renderer.landgrab.window import ACROSS, DRAWN_FOR, TOP, Window, bends, pieces, places, window
from renderer.marks import RADIUS as LETTER_RADIUS
from renderer.marks import Ranks, final_ranks, lettered, panel
from renderer.review import Way
from renderer.text import Slot, written

_FROM_THE_PAWN = {"", "c", "a"}
"""The kinds of moves of a pawn: a step, a claim, an attack."""

Since = Sequence[tuple[Position, str]]
"""The positions right after the rolls since the awaited player's latest turn, each with its words,
for lines at the foot.
"""


def draw_board(
    state: Position,
    names: Sequence[str],
    *,
    theme: str = "night",
    ended: Ranks = None,
    told: str = "",
    since: Since = (),
    marks: Sequence[Mark] | None = None,
) -> bytes:
    """The board as PNG, 1000 pixels wide; ``names`` of all seats, in any script. The last action is
    ``told`` in the strip below the map. While a seat chooses between places, the ``marks``, only
    those are lit up.
    """
    colours = COLOURS[theme]
    places = None if marks is None else tuple(marks)
    drawn = tuple(_pieces(state, names, colours, ended, places, told=told))
    return _file(*_ground(state), colours, drawn, *_foot(state, colours, since))


def _foot(state: Position, theme: Colours, since: Since) -> tuple[tuple[Piece, ...], int]:
    """The lines of earlier rolls, below everything else, and their number."""
    if not since:
        return (), 0
    _, high = panels.size(window(state), len(state.lives))
    return tuple(panels.earlier_pieces(theme, state, since, high)), len(since)


def draw_map(fixed: Map, *, theme: str = "night") -> bytes:
    """A map alone, before any pawn enters it."""
    colours = COLOURS[theme]
    state = start(Setup(LETTERS[: SEATS.start], 1, fixed))
    shown = window(state)
    standing = _standing(state, colours, shown, set())
    drawn = put_all(_layer(state, colours).copy(), standing).crop(shown.box)
    return canvas.encode(drawn, colours.palette_bytes)


def picture(
    state: Position, names: Sequence[str], theme: Colours, ended: Ranks = None
) -> Image.Image:
    """The board as a picture in the theme's palette (mode P)."""
    return put_all(_layer(state, theme).copy(), _pieces(state, names, theme, ended, None))


def without_strip(
    state: Position, names: Sequence[str], theme: Colours, ended: Ranks = None
) -> Parts:
    """The parts for an animation: a caption tells the last action, so the plaques stand right below
    the map.
    """
    return _without_strip(*_ground(state), theme), _pieces(
        state, names, theme, ended, None, strip=False
    )


@lru_cache(maxsize=2)
def _without_strip(shown: Window, squares: int, letters: str, theme: Colours) -> Image.Image:
    layer, bottom = static_layer(theme, shown, squares, letters), shown.box[3]
    left_out = panels.STRIP_AND_GAP
    whole = layer.crop((0, 0, layer.width, layer.height - left_out))
    whole.paste(layer.crop((0, bottom + left_out, *layer.size)), (0, bottom))
    return whole


def _layer(state: Position, theme: Colours) -> Image.Image:
    shown, squares, letters = _ground(state)
    return static_layer(theme, shown, squares, letters)


def _ground(state: Position) -> tuple[Window, int, str]:
    return window(state), state.map.squares, state.setup.colours


@lru_cache(maxsize=32)
def _file(  # noqa: PLR0917 - all that the picture depends on
    shown: Window,
    squares: int,
    letters: str,
    theme: Colours,
    pieces: tuple[Piece, ...],
    foot: tuple[Piece, ...],
    lines: int,
) -> bytes:
    """The file of a picture. The cached files take 6 MB at most."""
    layer = static_layer(theme, shown, squares, letters)
    if foot:
        layer = _with_lines(theme, layer, lines)
    return canvas.encode(layer, theme.palette_bytes, (*pieces, *foot))


def _with_lines(theme: Colours, layer: Image.Image, lines: int) -> Image.Image:
    """The static layer with an empty panel at its foot."""
    high = layer.height + panels.earlier_height(lines)
    whole = Image.new("P", (layer.width, high), theme.index(theme.night))
    whole.paste(layer)
    panel(theme, panels.box(layer.height, lines)).put(whole)
    return whole


def _pieces(
    state: Position,
    names: Sequence[str],
    theme: Colours,
    ended: Ranks,
    marks: tuple[Mark, ...] | None,
    *,
    told: str = "",
    strip: bool = True,
) -> Iterator[Piece]:
    """The pieces on the static layer, from bottom to top."""
    shown = window(state)
    over = bool(state.end) or ended is not None
    if marks is not None:
        yield from buildings.choice(theme, marks, shown)
    elif not over:
        yield from buildings.pieces(theme, state, shown)
    if marks is None:
        yield from pieces(theme, state, shown)
    if marks is None and not over and CHANCE not in state.to_move:
        yield from buildings.ways(theme, state, shown)
    yield from _standing(state, theme, shown, buildings.written_on(state, marks))
    yield from buildings.labels(theme, state, marks or (), shown)
    bottom = shown.box[3]
    yield from banner_pieces(theme, state, ended)
    if strip:
        yield from panels.pieces(theme, state, told, bottom)
    else:
        bottom -= panels.STRIP_AND_GAP
    yield from panels.seat_pieces(theme, state, names, ended, bottom)


def _standing(
    state: Position, theme: Colours, shown: Window, written_on: set[int]
) -> Iterator[Piece]:
    """Buildings, flags and pawns."""
    letters = state.setup.colours
    standing = zip(state.map.buildings, state.owners, state.points, strict=True)
    for each, owner, points in standing:
        letter = letters[owner - 1] if owner else NOBODY
        box = shown.covering(tuple(squares_in(each.squares)))
        yield buildings.building(theme, box, letter, points, each.full)
    for letter, square in zip(letters, state.spawns, strict=True):
        if square >= 0:
            small = square in state.pawns or square in written_on
            yield ground.flag(theme, shown.square_box(square), letter, small=small)
    for letter, square in zip(letters, state.pawns, strict=True):
        if square >= 0:
            yield ground.pawn(theme, shown.square_box(square), letter)


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
    drawn = put_all(_layer(state, colours).copy(), _pieces(state, names, colours, None, ()))
    ways = [_ways(state, move) for move in (played, better) if move is not None]
    return review.draw_compared(drawn, colours, *ways)


def _ways(state: Position, move: Move) -> list[Way]:
    (seat,), shown = state.to_move, window(state)
    made = Action(seat, move, state.pawns[seat - 1])
    squares = places(state, made)
    if not squares:
        return []
    to = shown.covering(squares)
    if made.start < 0 or move.kind not in _FROM_THE_PAWN:
        return [Way(to)]
    return [Way(to, shown.square_box(made.start), bends(state, made, shown))]


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
    small building, D a large one, E the spawn of seat 1, F its plaque, G the rounds.
    """
    colours = COLOURS[theme]
    at = letter_places(state, square=square, small=small, large=large)
    return lettered(picture(state, names, colours), colours, at)


def letter_places(state: Position, *, square: str, small: str, large: str) -> list[XY]:
    """The places of the letters in corners of their parts; no letter covers a sign or a number."""
    shown = window(state)
    _, top, right, _ = shown.square_box(state.pawns[0])
    small_left, small_top, *_ = shown.square_box(SQUARE[small])
    large_left, large_top, *_ = shown.square_box(SQUARE[large])
    _, _, flag_right, flag_bottom = shown.square_box(state.spawns[0])
    _, plaque_top, plaque_right, _ = panels.plaque(len(state.lives), 1, shown.box[3]).box
    return [
        (right - LETTER_RADIUS / 2, top + LETTER_RADIUS),
        shown.centre(SQUARE[square]),
        (small_left + LETTER_RADIUS / 2, small_top + LETTER_RADIUS / 2),
        (large_left + LETTER_RADIUS / 2, large_top + LETTER_RADIUS / 2),
        (flag_right - LETTER_RADIUS, flag_bottom - LETTER_RADIUS),
        (plaque_right - 2 * LETTER_RADIUS, plaque_top + 92),
        (ACROSS - 2 * LETTER_RADIUS, TOP + LETTER_RADIUS),
    ]


# ------------------------------------------------------------------------- the banner


PHASES = {
    "tiles": mark("Place a tile"),
    "buildings": mark("Place a building"),
    "spawns": mark("Place your spawn"),
    "turn": mark("Step, claim or attack"),
    "claim": mark("A claim: roll"),
    "attack": mark("An attack: roll"),
    "defence": mark("A defence: roll"),
    "eviction": mark("Step aside"),
}
ENDS = {
    "last": mark("Last pawn standing"),
    "calm": mark("20 quiet rounds: the end"),
    "rounds": mark("80 rounds: the end"),
}
STOPPED = mark("Ended early")
ROUND = mark("Round {round} of {most}")
CALM = mark("ends in {count} quiet rounds")
LAST_QUIET = mark("the last if it stays quiet")
TILE = mark("upper left of a tile")
SMALL, LARGE = mark("small, 1 point"), mark("large, 3 points")
SPAWN = mark("you can start here")
FEW = 10
"""The quiet rounds before the end that the banner counts down."""


def banner_pieces(theme: Colours, state: Position, ended: Ranks) -> Iterator[Piece]:
    """The banner above the map: the awaited action, the round, and the possible rounds left."""
    ranks = final_ranks(state.outcome, ended)
    if ranks is None:
        text, seats = PHASES[state.phase], [mover(state)]
    else:
        text = ENDS[state.end] if state.end else STOPPED
        seats = [seat for seat, rank in zip(state.seats, ranks, strict=False) if rank == 1]
    if len(seats) == 1:
        letter = state.setup.colours[seats[0] - 1]
        yield colours.sign_on_panel(theme, letter, panels.PHASE_SIGN, 15, 26)
    yield written(theme, tr(text), panels.PHASE, theme.golden)
    if not state.round:
        yield from _legend(theme, state)
        return
    left = CALM_ROUNDS - (state.round - state.progress)
    few = ranks is None and left <= FEW
    shown = tr(ROUND, round=state.round, most=ROUNDS)
    place = panels.ROUND if few else panels.ROUND_ALONE
    yield written(theme, shown, place, theme.plain)
    if few:
        shown = tr(CALM, count=left) if left else tr(LAST_QUIET)
        yield written(theme, shown, panels.LIMITS, theme.quiet)


def mover(state: Position) -> int:
    """The awaited seat; if a roll is due, the seat that rolls."""
    if state.phase == "defence":
        return state.target
    if CHANCE in state.to_move:
        return state.turn
    return min(state.to_move)


def _legend(theme: Colours, state: Position) -> Iterator[Piece]:
    """The legend of the lights while a player places a piece."""
    upper, middle, lower = panels.LEGEND
    x = panels.LEGEND_SIGN
    if state.phase == "tiles":
        yield buildings.stud(theme, (x, _height(middle)), DRAWN_FOR)
        yield written(theme, tr(TILE), middle, theme.plain)
    elif state.phase == "buildings":
        yield buildings.stud(theme, (x, _height(upper)), DRAWN_FOR)
        yield written(theme, tr(SMALL), upper, theme.plain)
        yield buildings.bridge(theme, (x, _height(lower)), DRAWN_FOR, upright=False)
        yield written(theme, tr(LARGE), lower, theme.plain)
    elif state.phase == "spawns":
        y = _height(middle)
        yield buildings.lit(theme, (x - 18, y - 18, x + 18, y + 18))
        yield written(theme, tr(SPAWN), middle, theme.plain)


def _height(place: Slot) -> int:
    return (place.box[1] + place.box[3]) // 2
