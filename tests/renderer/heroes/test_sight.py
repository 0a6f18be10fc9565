"""Nothing in a colony hides another thing, and each thing is shown once."""

import pytest
from PIL import ImageChops

from prowlerbot.core.i18n import LANGUAGES, Language, speaking
from prowlerbot.games.heroes.colony import Placed
from prowlerbot.games.heroes.grid import SQUARE
from prowlerbot.games.heroes.pieces import PIECES
from prowlerbot.games.heroes.rules import Position
from renderer.canvas import Piece, put_all
from renderer.heroes import board, colony, invaders, shelf, table
from renderer.heroes.board import Mark, draw_board
from renderer.heroes.colours import COLOURS, Colours
from renderer.heroes.frame import Frame, frame_area
from renderer.heroes.invaders import fate_of
from renderer.text import Slot, typeset
from renderer.theme import Tint
from tests.games.heroes.matches import built, invaded
from tests.games.heroes.matches import tokens as lying
from tests.renderer.contrast import contrast
from tests.renderer.heroes.matches import first, match, names
from tests.renderer.heroes.test_board import grey

NIGHT = COLOURS["night"]

ROOM = (0, 0, 900, 900)
EVERY_THEME = pytest.mark.parametrize("theme", COLOURS.values(), ids=COLOURS)


def box(piece: Piece) -> tuple[int, int, int, int]:
    right, bottom = piece.left + piece.image.width, piece.top + piece.image.height
    return piece.left, piece.top, right, bottom


def meet(one: Piece, other: Piece) -> bool:
    (a, b, c, d), (e, f, g, h) = box(one), box(other)
    return a < g and e < c and b < h and f < d


def test_the_way_of_an_invader_covers_no_feature() -> None:
    state = invaded(["20@J7r1"], [lying(gold="J7 J7")], cards="v3 m1")
    seat = state.seats[0]
    fared = fate_of(state, seat)
    assert fared is not None
    frame = frame_area(seat.colony.area, ROOM)
    walked = invaders.trail_of(NIGHT, frame, seat, fared)
    assert walked is not None
    shown = list(colony.colony_pieces(NIGHT, frame, seat.colony, seat.tokens, trail=walked))
    way = max(at for at, piece in enumerate(shown) if piece in walked.way)
    left, top, right, bottom = frame.box(SQUARE["J7"])
    over = [piece for piece in shown[way + 1 :] if left <= piece.left < right - 1]
    assert len([piece for piece in over if top <= piece.top < bottom]) >= 3, (
        "the feature, what is gone from it and the invader"
    )


@pytest.mark.parametrize("size", [35, 62, 104])
def test_the_mark_of_an_open_edge_leaves_the_whole_square_in_sight(size: int) -> None:
    for direction in range(4):
        left, top, right, bottom = box(colony._way_out(NIGHT, size, direction))
        outside = (bottom <= 2, left >= size - 2, top >= size - 2, right <= 2)
        assert outside[direction]


def test_the_mark_of_an_open_edge_covers_no_name_of_a_row_or_column() -> None:
    for text in ("45@J7r1", "45@J7r1 98@K7r0", "98@F7r0 98@F6r0"):
        shown = built(text)
        frame = frame_area(shown.area, ROOM, margin=0)
        arrows = list(colony.open_edges(NIGHT, frame, shown))
        names = colony._names(NIGHT, frame, NIGHT.night)
        assert arrows
        assert not any(meet(arrow, name) for arrow in arrows for name in names)


@EVERY_THEME
def test_stone_is_brighter_than_a_cavern_so_that_grey_tells_them_apart(theme: Colours) -> None:
    assert contrast(theme.slab, theme.cavern) >= 1.4
    assert contrast(theme.dim_colour(theme.slab), theme.dim_colour(theme.cavern)) >= 1.15


def test_a_vein_says_how_many_steps_it_would_lack_wherever_it_could_lie() -> None:
    shown = built("98@J7r0")
    frame = frame_area(shown.area, ROOM)
    drawn = list(colony.ghost(NIGHT, frame, shown, Placed("1", SQUARE["K7"], 1)))
    assert any(piece.image is colony.too_few(NIGHT, 3, frame.size).image for piece in drawn), (
        "3 steps from the entrance, of 6 that ore needs"
    )


# ------------------------------------------------------------------------------- planning


def planning(theme: Colours, monkeypatch: pytest.MonkeyPatch, seat: int) -> list[str]:
    """The words of the private picture of planning."""
    told: list[str] = []

    def noting(theme: Colours, text: str, slot: Slot, tint: Tint) -> Piece:
        told.append(text)
        return typeset(theme, text, slot, tint)

    monkeypatch.setattr(table, "typeset", noting)
    board.own_parts(_planning(), seat, theme, names=("Ada", "Ben", "Cleo", "Dan"))
    return told


def _planning() -> Position:
    return first("4/turns/free/full", lambda each: each.choosing, 2, 2)


def test_each_piece_on_offer_has_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    told = " ".join(planning(NIGHT, monkeypatch, 1))
    for id_, count in table.pieces_on_offer(_planning()):
        assert PIECES[id_].name in told
        assert count > 0
    assert not {"I1", "I16", "L5"} & {*told.split()}, "ids are for typed moves"


def test_what_is_on_offer_for_four_stays_apart_from_the_seats() -> None:
    offer, *rows = table.panel_boxes(_planning())
    assert len(rows) == 4
    assert rows[-1][3] == table.WIDE - table.GAP
    for piece in table.offer_pieces(NIGHT, _planning(), offer):
        left, top, right, bottom = box(piece)
        assert left >= offer[0] - 4
        assert top >= offer[1]
        assert right <= offer[2] + 4
        assert bottom <= offer[3]


def test_a_tile_in_hand_beside_a_reserve_is_drawn_in_every_language() -> None:
    for language in LANGUAGES:
        assert_is_drawn(language)


def assert_is_drawn(language: Language) -> None:
    state = next(state for state in match("2/live/guided/full") if state.phase == "build")
    with speaking(language):
        for hand in (0, 5):
            seat = state.seats[0]._replace(hand=hand, reserve=("L7", "P"))
            (row,) = shelf.rows_to_build_with(state, seat)[-1:]
            assert shelf.height([row]) >= shelf.HIGH


# -------------------------------------------------------------------------------- choices


def drafting() -> Position:
    return first(
        "1/turns/guided/full",
        lambda each: any(move.kind == "queue" for seat in each.seats for move in seat.legal),
        20,
        seed=2,
    )


def test_places_to_choose_are_lit_and_nothing_else() -> None:
    state = drafting()
    move = next(move for move in state.moves(1) if move.kind == "queue")
    plain, lit = (
        grey(put_all(ground.copy(), pieces), NIGHT)
        for marks in ((), (Mark((move.at,), "1"),))
        for ground, pieces in (board.own_parts(state, 1, NIGHT, marks),)
    )
    changed = ImageChops.difference(plain, lit).getbbox()
    assert changed is not None
    across, down = changed[2] - changed[0], changed[3] - changed[1]
    assert across <= 140
    assert across <= down <= across * 5 // 4, "the square, and half of its number above it"


def test_the_number_of_a_choice_leaves_the_feature_of_its_square_in_sight() -> None:
    for size in (35, 56, 140):
        frame = Frame(range(15), range(13), size, 0, 0)
        at = SQUARE["J7"]
        *_, number = colony.highlight_squares(NIGHT, frame, [at], {at: "12"})
        left, top, *_ = frame.box(at)
        middle = (left + size * 0.26, top + size * 0.26)
        right, bottom = number.left + number.image.width, number.top + number.image.height
        assert bottom <= max(middle[1], top + 16)
        assert right <= left + number.image.width


def test_the_way_of_the_card_before_is_gone_as_soon_as_the_next_one_is_there() -> None:
    state = first("3/turns/guided/full", lambda each: each.draw == "map" and each.seats[0].trace)
    bare = tuple(seat._replace(trace=()) for seat in state.seats)
    assert draw_board(state, names(state)) == draw_board(state._replace(seats=bare), names(state))
