"""The pictures of a position: the shared board, and a player's own board.

The shared one has the progress of all seats, every colony in small, and its invaders. A player's
own has a large colony, the player's pieces, and the options.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.heroes.colony import Colony, Placed
from prowlerbot.games.heroes.pieces import ENTRANCE, SQUARE, WIDTH
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.scoring import PRISONER
from prowlerbot.games.heroes.seat import Seat, Tokens
from renderer import review
from renderer.canvas import XY, Box, Parts, Piece, encode, put_all
from renderer.heroes import colony, invaders, shelf, table
from renderer.heroes.colours import COLOURS, Colours
from renderer.heroes.frame import MARGIN, Frame, frame_area, window
from renderer.heroes.invaders import Fate, Toll, effect_of, invader_of
from renderer.heroes.places import Need, Place, place_panels
from renderer.heroes.table import GAP, RADIUS, WIDE
from renderer.marks import RADIUS as LETTER_RADIUS
from renderer.marks import Ranks, draw_letters, final_ranks, lit_frame_pieces, winner_word
from renderer.names import player_name
from renderer.review import Way
from renderer.text import name_piece, typeset

HAS_LEFT = mark("has left")


def draw_board(
    state: Position,
    names: Sequence[str],
    *,
    theme: str = "night",
    ended: Ranks = None,
    earlier: Sequence[Seat] = (),
) -> bytes:
    """The position as PNG, a square of 1000 pixels, limited to the knowledge of the viewer of
    ``state``.

    ``earlier`` holds the seats before the present card, to show the effect of an event.
    """
    colours = COLOURS[theme]
    drawn, pieces = board_parts(state, names, colours, ended, (), earlier)
    return encode(drawn, colours.palette_bytes, pieces)


def board_parts(  # noqa: PLR0917 - inputs of the picture
    state: Position,
    names: Sequence[str],
    theme: Colours,
    ended: Ranks = None,
    areas: Sequence[int] = (),
    earlier: Sequence[Seat] = (),
) -> Parts:
    """The panels and the pieces on them.

    ``areas`` holds further squares to show of each seat, those of its later buildings, so that
    nothing shifts in an animation.
    """
    if table.is_shown(state):
        return table_parts(state, names, theme, ended)
    pile, below, pieces = None, GAP, list[Piece]()
    if state.live and state.face_up:  # the tiles that all seats may take
        low = GAP + shelf.pile_height(state.face_up)
        pile, below = (GAP, GAP, WIDE - GAP, low), low + GAP
        pieces += shelf.face_up_pieces(theme, state.face_up, pile)
    needs, effects = [], []
    for at, own in enumerate(state.seats):
        effects.append(effect_of(state, own, earlier[at] if earlier else None))
        area = own.colony.area | (areas[at] if areas else 0)
        word, _ = seat_status(state, at + 1, ended)
        foot = effects[at] is not None or invader_of(state) is not None
        needs.append(Need(area, bool(word), foot))
    panels = place_panels(tuple(needs), below)
    for at, (need, place) in enumerate(zip(needs, panels, strict=True)):
        pieces += _seat_pieces(state, at + 1, names[at], theme, ended, place, need, effects[at])
    return _draw_frames(theme, pile, panels), pieces


def table_parts(state: Position, names: Sequence[str], theme: Colours, ended: Ranks) -> Parts:
    drawn = table.draw_panels(theme, (WIDE, WIDE), table.panel_boxes(state))
    seats = range(1, len(state.seats) + 1)
    wanted = [player_name(names[seat - 1], seat, 29) for seat in seats]
    statuses = [seat_status(state, seat, ended) for seat in seats]
    return drawn, [*table.table_pieces(theme, state, wanted, statuses)]


@lru_cache(maxsize=4)
def _draw_frames(theme: Colours, pile: Box | None, panels: Sequence[Place]) -> Image.Image:
    """The panels without words: one picture for all boards that follow each other unchanged."""
    boxes = [*filter(None, [pile]), *(place.box for place in panels)]
    drawn = table.draw_panels(theme, (WIDE, WIDE), boxes)
    for seat, place in enumerate(panels, 1):
        sign, (x, y) = table.seat_sign(theme, seat), place.sign
        sign.shifted(round(x) - sign.image.width // 2, round(y) - sign.image.height // 2).put(drawn)
    return drawn


def _seat_pieces(  # noqa: PLR0917 - inputs of a panel
    state: Position,
    seat: int,
    name: str,
    theme: Colours,
    ended: Ranks,
    place: Place,
    need: Need,
    effect: Fate | Toll | None,
) -> Iterator[Piece]:
    own = state.seats[seat - 1]
    word, lit = seat_status(state, seat, ended)
    frame = place.frame(need)
    if lit:
        yield from lit_frame_pieces(theme, place.box, RADIUS, theme.seats[seat - 1], theme.ink)
    yield typeset(theme, str(own.gold + own.tokens_now.all_gold), place.amount, theme.golden)
    yield invaders.plain_token_piece(theme, "gold", 40).shifted(*place.coin)
    others = gems_and_prisoners(own)
    numbers = [number for _, number in others]
    for (kind, number), (slot, corner) in zip(others, place.extras(numbers), strict=True):
        yield typeset(theme, number, slot, theme.golden)
        yield invaders.plain_token_piece(theme, kind, 36).shifted(*corner)
    if word:
        yield typeset(theme, tr(word), place.word, theme.plain_if(lit))
    yield name_piece(theme, player_name(name, seat, 29), place.name_before(numbers), theme.plain)
    if own.playing:
        walked, lie = invaders.trail_of(theme, frame, own, effect), lying_tokens(state, own)
        yield from colony.colony_pieces(theme, frame, own.colony, lie, ground=False, trail=walked)
    if effect is not None:
        yield from invaders.effect_pieces(theme, effect, place.foot)


def gems_and_prisoners(own: Seat) -> list[tuple[str, str]]:
    """The gems and prisoners of a seat by kind, if there are any; prisoners with their value."""
    prisoners = own.tokens_now.prisoners.bit_count()
    gems = own.gems + own.tokens_now.gems.bit_count()
    found = [("gem", str(gems))] if gems else []
    if prisoners:
        found.append(("prisoner", f"{prisoners} ({PRISONER * prisoners})"))
    return found


def lying_tokens(state: Position, own: Seat) -> Tokens | None:
    """The tokens in a colony; None while it is not populated."""
    if own.walk is not None:
        return own.walk.tokens
    if state.phase == "build" and own.stage != "populate" and not own.tokens.anywhere:
        return None
    return own.tokens


def seat_status(state: Position, seat: int, ended: Ranks) -> tuple[str, bool]:
    """A word about a seat that has left or won; and whether its panel is lit, as awaited or won."""
    ranks = final_ranks(state.outcome, ended)
    if not state.seats[seat - 1].playing:
        return HAS_LEFT, False
    if ranks is not None:
        word = winner_word(ranks, seat)
        return word or "", word is not None
    asked = state.phase != "invasion" or state.seats[seat - 1].legal
    return "", bool(seat in state.to_move and asked)


# ---------------------------------------------------------------------- a player's own board

_MOST_TURNED_HEIGHT = 470
"""The greatest height of a piece's orientations."""


class Mark(NamedTuple):
    """The squares of one option, its number, if any, and the piece that could lie there."""

    squares: tuple[int, ...]
    label: str = ""
    placed: Placed | None = None


class Made(NamedTuple):
    """A move in a colony: its squares, where its token came from, and the piece placed."""

    squares: tuple[int, ...]
    start: int = -1
    placed: Placed | None = None


def draw_own(
    state: Position,
    seat: int,
    *,
    theme: str = "night",
    marks: Sequence[Mark] = (),
    options: Sequence[Placed] = (),
    names: Sequence[str] = (),
    earlier: Seat | None = None,
) -> bytes:
    """The board of ``seat`` as PNG, a square of 1000 pixels, from a view that may show it.

    ``marks`` are the selectable places, ``options`` are the possible orientations of a piece in
    one of them, numbered from 1. ``names`` are those of all seats, needed between the rounds, when
    the picture shows all seats. ``earlier`` is the seat before the present card, to show the effect
    of an event.
    """
    colours = COLOURS[theme]
    drawn, pieces = own_parts(state, seat, colours, marks, options, names, earlier)
    return encode(drawn, colours.palette_bytes, pieces)


def own_parts(  # noqa: PLR0917 - inputs of the picture
    state: Position,
    seat: int,
    theme: Colours,
    marks: Sequence[Mark] = (),
    options: Sequence[Placed] = (),
    names: Sequence[str] = (),
    earlier: Seat | None = None,
) -> Parts:
    """The same as the panels and the pieces on them."""
    if table.is_shown(state):
        return table_parts(state, names or [""] * len(state.seats), theme, None)
    board = Board(state, seat, earlier, marks, options)
    return board.panels(theme), (*board.draw_colony(theme), *board.draw_below(theme))


def draw_compared(
    state: Position, seat: int, played: Made | None, better: Made | None, *, theme: str = "night"
) -> bytes:
    """The board of ``seat`` as PNG, with the places of both moves and the pieces placed there."""
    colours, own = COLOURS[theme], state.seats[seat - 1]
    made = [each for each in (played, better) if each is not None]
    board = Board(state, seat, marks=[Mark(each.squares) for each in made])
    ghosts = [
        piece
        for each in made
        if each.placed is not None
        for piece in colony.ghost_pieces(colours, board.frame, own.colony, each.placed)
    ]
    grown = colony.colony_pieces(colours, board.frame, own.colony, lying_tokens(state, own))
    drawn = (*grown, *ghosts, *board.draw_below(colours))
    shown = put_all(board.panels(colours).copy(), drawn)
    ways = ([] if each is None else [_review_way(board.frame, each)] for each in (played, better))
    return review.draw_compared(shown, colours, *ways)


def _review_way(frame: Frame, made: Made) -> Way:
    lefts, tops, rights, bottoms = zip(*map(frame.box, made.squares), strict=True)
    to = min(lefts), min(tops), max(rights), max(bottoms)
    return Way(to, frame.box(made.start) if made.start >= 0 else None)


class Board:
    """A private board: the ``frame`` of the colony, and the panels below it."""

    def __init__(
        self,
        state: Position,
        seat: int,
        earlier: Seat | None = None,
        marks: Sequence[Mark] = (),
        options: Sequence[Placed] = (),
    ) -> None:
        self._state, self._own = state, state.seats[seat - 1]
        self._marks, self._options = marks, options
        self._placed = next((marked.placed.id for marked in marks if marked.placed is not None), "")
        """The id of the piece to place, if the options are places for a piece."""
        self._effect = effect_of(state, self._own, earlier)
        self.rows = shelf.rows_to_build_with(state, self._own)
        heights = self._panel_heights()
        self.below = table.stack_panels(WIDE - sum(heights) - GAP * len(heights), heights)
        self.frame = self._frame_colony()

    def _panel_heights(self) -> tuple[int, ...]:
        if self._options:
            wide, high = _largest_window(self._options)
            size, a_row = _largest_grid(
                len(self._options), (wide, high), (PANEL, _MOST_TURNED_HEIGHT)
            )
            return (-(-len(self._options) // a_row) * (size * high + 10) + 2 * GAP,)
        if self._effect is not None:
            return (invaders.HIGH + GAP,)
        if self._placed:
            return (shelf.PLACING,)
        first = shelf.panel_height(self.rows)
        if self._state.live and self._state.face_up:
            return first, shelf.pile_height(self._state.face_up)
        return (first,)

    def _frame_colony(self) -> Frame:
        """The colony, with all options inside, as large as the panels leave room for."""
        area = self._own.colony.area
        margin = MARGIN if self._state.building or self.rows else 0
        columns, rows = window(area, margin)
        for at in (at for marked in self._marks for at in marked.squares):
            if at % WIDTH not in columns or at // WIDTH not in rows:
                area |= 1 << at
        return frame_area(area, (GAP, GAP, WIDE - GAP, self.below[0][1] - GAP), margin=margin)

    @property
    def inner_box(self) -> Box:
        left, top, right, bottom = self.below[0]
        return left + 20, top, right - 20, bottom

    def panels(self, theme: Colours) -> Image.Image:
        return table.draw_panels(theme, (WIDE, WIDE), self.below)

    def draw_colony(self, theme: Colours) -> Iterator[Piece]:
        own, frame = self._own, self.frame
        walked = invaders.trail_of(theme, frame, own, self._effect)
        lie = lying_tokens(self._state, own)
        yield from colony.colony_pieces(theme, frame, own.colony, lie, trail=walked)
        for marked in self._marks:
            if marked.placed is not None:
                yield from colony.ghost_pieces(theme, frame, own.colony, marked.placed)
        lit = [at for each in self._marks for at in each.squares]
        for placed in self._options:
            lit += [at for at, _ in placed.cells]
        labels = {each.squares[0]: each.label for each in self._marks if each.label}
        yield from colony.highlight_pieces(theme, frame, lit, labels)

    def draw_below(self, theme: Colours) -> Iterator[Piece]:
        box = self.inner_box
        if self._options:
            yield from orientation_pieces(theme, self._own.colony, self._options, box)
        elif self._effect is not None:
            yield from invaders.effect_pieces(theme, self._effect, box)
        elif self._placed:
            yield from shelf.placing_pieces(theme, self._placed, box)
        else:
            yield from shelf.shelf_pieces(theme, self.rows, self._own, box)
        for other in self.below[1:]:
            yield from shelf.face_up_pieces(theme, self._state.face_up, other)


_BESIDE_EDGE = 44
"""Pixels between an edge and the letter beyond it, which keep the arrow there visible."""


def draw_guide(
    state: Position,
    names: Sequence[str],
    *,
    cavern: str,
    stone: str,
    dark: str,
    lit: str,
    theme: str = "night",
) -> bytes:
    """The guide as PNG: the board of seat 1 in a draft turn, with letters. A is the entrance, B the
    open west side of ``cavern``, C the open south side of ``stone``, D the open east side of
    ``dark``, E the torch of ``lit``, F the queue, G the reserve.
    """
    colours = COLOURS[theme]
    at = letter_places(state, cavern=cavern, stone=stone, dark=dark, lit=lit)
    drawn, pieces = own_parts(state, 1, colours, names=names)
    return draw_letters(put_all(drawn.copy(), pieces), colours, at)


def letter_places(state: Position, *, cavern: str, stone: str, dark: str, lit: str) -> list[XY]:
    """The places of the letters beside their parts; no letter covers a sign or a number."""
    board = Board(state, 1)
    frame = board.frame
    left, top, _, _ = frame.box(ENTRANCE)
    cavern_left, _, _, _ = frame.box(SQUARE[cavern])
    _, _, _, stone_bottom = frame.box(SQUARE[stone])
    _, _, dark_right, _ = frame.box(SQUARE[dark])
    _, lit_top, lit_right, _ = frame.box(SQUARE[lit])
    groups = [corner for _, corner, _ in shelf.places_of_groups(board.rows, board.inner_box)]
    return [
        (left + LETTER_RADIUS / 2, top - LETTER_RADIUS / 2),
        (cavern_left - _BESIDE_EDGE, frame.centre(SQUARE[cavern])[1]),
        (frame.centre(SQUARE[stone])[0], stone_bottom + _BESIDE_EDGE),
        (dark_right + _BESIDE_EDGE, frame.centre(SQUARE[dark])[1]),
        (lit_right + LETTER_RADIUS, lit_top + LETTER_RADIUS),
        *((x + 6, y + shelf.HIGH - LETTER_RADIUS) for x, y in groups),
    ]


# ------------------------------------------------------------------------- orientations


_NUMBER = 54
"""Pixels for a number, and between two orientations."""
_LARGEST = 104
PANEL = 940
"""The width of the box around the orientations."""


def _largest_window(options: Sequence[Placed]) -> tuple[int, int]:
    """The most squares across and down of an orientation with its surroundings."""
    windows = [window(each.area) for each in options]
    return max(len(columns) for columns, _ in windows), max(len(rows) for _, rows in windows)


def orientation_pieces(
    theme: Colours, before: Colony, options: Sequence[Placed], box: Box
) -> Iterator[Piece]:
    """The possible orientations of a piece in a place, each with its surroundings."""
    left, top, right, bottom = box
    windows = [window(each.area) for each in options]
    wide, high = _largest_window(options)
    size, a_row = _largest_grid(len(options), (wide, high), (right - left, bottom - top))
    number_of_rows = -(-len(options) // a_row)
    across, down = wide * size + _NUMBER, (bottom - top) // number_of_rows
    start = left + (right - left - a_row * across) // 2
    for at, (each, (columns, rows)) in enumerate(zip(options, windows, strict=True)):
        frame = Frame(columns, rows, size, 0, 0)
        drawn = Image.new("P", (frame.right, frame.bottom), theme.index(theme.soil))
        after = before.with_piece(each)
        lit = [square for square, _ in each.cells]
        surroundings = colony.pieces_within(theme, frame, after, each.area)
        put_all(drawn, (*surroundings, *colony.highlight_pieces(theme, frame, lit, {})))
        row, column = divmod(at, a_row)
        x = start + column * across + _NUMBER - 4
        y = top + row * down + (down - frame.bottom) // 2
        yield Piece(drawn, x, y)
        yield colony.badge_piece(theme, str(at + 1), 46).shifted(x - _NUMBER + 4, y)


def _largest_grid(count: int, squares: tuple[int, int], room: tuple[int, int]) -> tuple[int, int]:
    """The largest size of the squares, and the number of orientations in a row at that size."""
    (wide, high), (across, down) = squares, room
    grids = []
    for a_row in range(1, count + 1):
        rows = -(-count // a_row)
        size = min((across // a_row - _NUMBER) // wide, (down // rows - 10) // high, _LARGEST)
        grids.append((size // 2 * 2, a_row))
    largest, _ = max(grids)
    # Few rows, for a quick overview, unless they make the squares much smaller than the largest.
    return next(each for each in reversed(grids) if each[0] >= largest * 3 // 4)
