"""The pictures of a position: the shared board, and a player's own board.

The shared one has the progress of all seats, every colony in small, and its invaders. A player's
own has a large colony, the player's pieces, and the options.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.heroes.colony import Placed
from prowlerbot.games.heroes.pieces import ENTRANCE, SQUARE, WIDTH
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.scoring import PRISONER_WORTH
from prowlerbot.games.heroes.seat import Seat, Tokens
from renderer import marks as board_marks
from renderer.canvas import XY, Box, Layers, Piece, encode, paste_centred, put_all
from renderer.heroes import colony, invaders, layout, shelf, table
from renderer.heroes.colony import ShownColony
from renderer.heroes.colours import COLOURS, Colours
from renderer.heroes.invaders import Fate, Toll, effect_of, invader_of
from renderer.heroes.layout import GAP, WIDE, Frame, Place
from renderer.heroes.table import PANEL_RADIUS
from renderer.marks import LETTER_RADIUS, MarkedMove, Ranks, winner_word
from renderer.names import player_name
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
    """The position as PNG, 1000 × 1000. The seats before a card (``earlier``) show its effect."""
    colours = COLOURS[theme]
    drawn, pieces = board_layers(state, names, colours, ended=ended, earlier=earlier)
    return encode(drawn, colours.palette_bytes, pieces)


def board_layers(
    state: Position,
    names: Sequence[str],
    colours: Colours,
    *,
    ended: Ranks = None,
    areas: Sequence[int] = (),
    earlier: Sequence[Seat] = (),
) -> Layers:
    """The panels, and the pieces on them. An animation shows further ``areas``, so none shifts."""
    if table.has_no_colonies(state):
        return table_layers(state, names, colours, ended)
    pile, below, pieces = None, GAP, list[Piece]()
    if state.live and state.face_up:  # the tiles that all seats may take
        low = GAP + shelf.pile_height(state.face_up)
        pile, below = (GAP, GAP, WIDE - GAP, low), low + GAP
        pieces += shelf.face_up_pieces(colours, state.face_up, pile)
    needs, effects = [], []
    for index, own in enumerate(state.seats):
        effects.append(effect_of(state, own, earlier[index] if earlier else None))
        area = own.colony.area | (areas[index] if areas else 0)
        word, _ = seat_status(state, index + 1, ended)
        foot = effects[index] is not None or invader_of(state) is not None
        needs.append(layout.Need(area, bool(word), foot))
    panels = layout.place_panels(tuple(needs), below)
    for index, (need, place) in enumerate(zip(needs, panels, strict=True)):
        panel = Panel(place, place.colony_frame(need), names[index], effects[index])
        pieces += _seat_pieces(colours, state, index + 1, panel, ended)
    return _draw_frames(colours, pile, panels), pieces


def table_layers(state: Position, names: Sequence[str], colours: Colours, ended: Ranks) -> Layers:
    drawn = table.draw_panels(colours, (WIDE, WIDE), table.panel_boxes(state))
    seats = range(1, len(state.seats) + 1)
    wanted = [player_name(names[seat - 1], seat, layout.MIN_LETTER_SIZE) for seat in seats]
    statuses = [seat_status(state, seat, ended) for seat in seats]
    return drawn, [*table.table_pieces(colours, state, wanted, statuses)]


@lru_cache(maxsize=4)
def _draw_frames(colours: Colours, pile: Box | None, panels: Sequence[Place]) -> Image.Image:
    """The panels without words: one picture for all boards that follow each other unchanged."""
    boxes = [*filter(None, [pile]), *(place.box for place in panels)]
    drawn = table.draw_panels(colours, (WIDE, WIDE), boxes)
    for seat, place in enumerate(panels, 1):
        paste_centred(drawn, table.seat_sign(colours, seat).image, place.sign_centre)
    return drawn


class Panel(NamedTuple):
    """A seat's panel: its place, the frame of the colony, the name, the effect of the card."""

    place: Place
    frame: Frame
    name: str
    effect: Fate | Toll | None


def _seat_pieces(
    colours: Colours, state: Position, seat: int, panel: Panel, ended: Ranks
) -> Iterator[Piece]:
    own, (place, frame, name, effect) = state.seats[seat - 1], panel
    word, lit = seat_status(state, seat, ended)
    if lit:
        fill, rim = colours.seats[seat - 1], colours.ink
        yield from board_marks.lit_frame_pieces(colours, place.box, PANEL_RADIUS, fill, rim)
    gold = str(own.gold + own.tokens_now.all_gold)
    yield typeset(colours, gold, place.amount_slot, colours.golden)
    yield invaders.plain_token_piece(colours, "gold", 40).shifted(*place.coin_corner)
    others = gems_and_prisoners(own)
    numbers = [number for _, number in others]
    for (kind, number), (slot, corner) in zip(others, place.extra_places(numbers), strict=True):
        yield typeset(colours, number, slot, colours.golden)
        yield invaders.plain_token_piece(colours, kind, 36).shifted(*corner)
    if word:
        yield typeset(colours, tr(word), place.word_slot, colours.plain_if(lit))
    named = player_name(name, seat, layout.MIN_LETTER_SIZE)
    yield name_piece(colours, named, place.name_slot_beside(numbers), colours.plain)
    if own.playing:
        trail = invaders.trail_of(colours, frame, own, effect)
        shown = ShownColony(colours, frame, own.colony, lying_tokens(state, own))
        yield from colony.colony_pieces(shown, ground=False, trail=trail)
    if effect is not None:
        yield from invaders.effect_pieces(colours, effect, place.foot_box)


def gems_and_prisoners(own: Seat) -> list[tuple[str, str]]:
    """The gems and prisoners of a seat by kind, if there are any; prisoners with their value."""
    prisoners = own.tokens_now.prisoners.bit_count()
    gems = own.gems + own.tokens_now.gems.bit_count()
    found = [("gem", str(gems))] if gems else []
    if prisoners:
        found.append(("prisoner", f"{prisoners} ({PRISONER_WORTH * prisoners})"))
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
    ranks = board_marks.final_ranks(state.outcome, ended)
    if not state.seats[seat - 1].playing:
        return HAS_LEFT, False
    if ranks is not None:
        word = winner_word(ranks, seat)
        return word or "", word is not None
    asked = state.phase != "invasion" or state.seats[seat - 1].legal
    return "", bool(seat in state.to_move and asked)


# ---------------------------------------------------------------------- a player's own board


class OptionMark(NamedTuple):
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
    marks: Sequence[OptionMark] = (),
    options: Sequence[Placed] = (),
    names: Sequence[str] = (),
    earlier: Seat | None = None,
) -> bytes:
    """The board of ``seat`` as PNG, a square of 1000 pixels, from a view that may show it.

    ``marks`` are the selectable places, ``options`` the orientations of a piece in one of them,
    numbered from 1. Between the rounds the picture shows all seats, with their ``names``.
    ``earlier`` is the seat before the present card, to show the effect of an event.
    """
    colours = COLOURS[theme]
    if table.has_no_colonies(state):
        drawn, pieces = table_layers(state, names or [""] * len(state.seats), colours, None)
    else:
        board = Board(state, seat, earlier=earlier, marks=marks, options=options)
        drawn, pieces = board.layers(colours)
    return encode(drawn, colours.palette_bytes, pieces)


def draw_compared(
    state: Position, seat: int, played: Made | None, better: Made | None, *, theme: str = "night"
) -> bytes:
    """The board of ``seat`` as PNG, with the places of both moves and the pieces placed there."""
    colours, own = COLOURS[theme], state.seats[seat - 1]
    made = [each for each in (played, better) if each is not None]
    board = Board(state, seat, marks=[OptionMark(each.squares) for each in made])
    shown = ShownColony(colours, board.frame, own.colony, lying_tokens(state, own))
    placed = [each.placed for each in made if each.placed is not None]
    ghosts = [piece for each in placed for piece in colony.ghost_pieces(shown, each)]
    pieces = (*colony.colony_pieces(shown), *ghosts, *board.pieces_below(colours))
    drawn = put_all(board.panels_picture(colours).copy(), pieces)
    moves = ([] if each is None else [_marked_move(board.frame, each)] for each in (played, better))
    return board_marks.draw_compared_moves(drawn, colours, *moves)


def _marked_move(frame: Frame, made: Made) -> MarkedMove:
    lefts, tops, rights, bottoms = zip(*map(frame.box, made.squares), strict=True)
    to = min(lefts), min(tops), max(rights), max(bottoms)
    return MarkedMove(to, frame.box(made.start) if made.start >= 0 else None)


class Board:
    """A private board: the ``frame`` of the colony, and the panels below it."""

    def __init__(
        self,
        state: Position,
        seat: int,
        *,
        earlier: Seat | None = None,
        marks: Sequence[OptionMark] = (),
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
            return (shelf.orientations_height(self._options),)
        if self._effect is not None:
            return (layout.EFFECT_HEIGHT + GAP,)
        if self._placed:
            return (shelf.PLACING_HEIGHT,)
        first = shelf.panel_height(self.rows)
        if self._state.live and self._state.face_up:
            return first, shelf.pile_height(self._state.face_up)
        return (first,)

    def _frame_colony(self) -> Frame:
        """The colony, with all options inside, as large as the panels leave room for."""
        area = self._own.colony.area
        margin = layout.MARGIN if self._state.building or self.rows else 0
        columns, rows = layout.grid_around(area, margin)
        for square in (square for marked in self._marks for square in marked.squares):
            if square % WIDTH not in columns or square // WIDTH not in rows:
                area |= 1 << square
        box = GAP, GAP, WIDE - GAP, self.below[0][1] - GAP
        return layout.frame_area(area, box, margin=margin)

    @property
    def inner_box(self) -> Box:
        left, top, right, bottom = self.below[0]
        return left + 20, top, right - 20, bottom

    def layers(self, colours: Colours) -> Layers:
        return self.panels_picture(colours), (
            *self.colony_and_options(colours),
            *self.pieces_below(colours),
        )

    def panels_picture(self, colours: Colours) -> Image.Image:
        return table.draw_panels(colours, (WIDE, WIDE), self.below)

    def colony_and_options(self, colours: Colours) -> Iterator[Piece]:
        own, frame = self._own, self.frame
        trail = invaders.trail_of(colours, frame, own, self._effect)
        shown = ShownColony(colours, frame, own.colony, lying_tokens(self._state, own))
        yield from colony.colony_pieces(shown, trail=trail)
        for marked in self._marks:
            if marked.placed is not None:
                yield from colony.ghost_pieces(shown, marked.placed)
        lit = [square for each in self._marks for square in each.squares]
        for placed in self._options:
            lit += [square for square, _ in placed.cells]
        labels = {each.squares[0]: each.label for each in self._marks if each.label}
        yield from colony.highlight_pieces(colours, frame, lit, labels)

    def pieces_below(self, colours: Colours) -> Iterator[Piece]:
        box = self.inner_box
        if self._options:
            yield from shelf.orientation_pieces(colours, self._own.colony, self._options, box)
        elif self._effect is not None:
            yield from invaders.effect_pieces(colours, self._effect, box)
        elif self._placed:
            yield from shelf.placing_pieces(colours, self._placed, box)
        else:
            yield from shelf.shelf_pieces(colours, self.rows, self._own, box)
        for other in self.below[1:]:
            yield from shelf.face_up_pieces(colours, self._state.face_up, other)


_FROM_EDGE = 44
"""Pixels between an edge and the letter beyond it, which keep the arrow there visible."""


def draw_guide(
    state: Position,
    names: Sequence[str],  # noqa: ARG001 - every game's guide gets them
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
    drawn, pieces = Board(state, 1).layers(colours)
    return board_marks.draw_letters(put_all(drawn.copy(), pieces), colours, at)


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
        (cavern_left - _FROM_EDGE, frame.centre(SQUARE[cavern])[1]),
        (frame.centre(SQUARE[stone])[0], stone_bottom + _FROM_EDGE),
        (dark_right + _FROM_EDGE, frame.centre(SQUARE[dark])[1]),
        (lit_right + LETTER_RADIUS, lit_top + LETTER_RADIUS),
        *((x + 6, y + shelf.ROW_HEIGHT - LETTER_RADIUS) for x, y in groups),
    ]
