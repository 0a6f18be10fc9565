"""Players can tell apart all things in the pictures of Heroes Beware, in colour and without."""

import itertools
from collections.abc import Iterator
from itertools import combinations, product

import pytest
from PIL import Image

from prowlerbot.core.i18n import tr
from prowlerbot.games.heroes import words
from prowlerbot.games.heroes.cards import INVADERS, MAPS
from prowlerbot.games.heroes.colony import Placed
from prowlerbot.games.heroes.pieces import PIECES, SQUARE
from renderer import fonts, marks
from renderer.heroes import board, colony, shelf, table
from renderer.heroes.board import draw_board
from renderer.heroes.colours import COLOURS, FEATURES, TOKENS, Colours
from renderer.heroes.invaders import Toll, fate_of, invader_of
from renderer.heroes.layout import Need, Place, frame_area, place_panels
from renderer.heroes.squares import SquareLook, Torch, square_picture, token_piece
from renderer.names import Name, fit_name
from renderer.text import Slot, break_in_two
from tests.games.heroes.matches import built
from tests.renderer.heroes.matches import SETUPS, first, match, names, shown
from tests.renderer.texts import (
    LONGEST_NAMES,
    VISIBLE,
    apart,
    assert_fits,
    assert_keeps_two_thirds,
    assert_name_fits,
    contrast,
    inside,
    lie_apart,
)

NIGHT = COLOURS["night"]

EVERY_THEME = pytest.mark.parametrize("theme", COLOURS.values(), ids=COLOURS)


def grey(picture: Image.Image, theme: Colours) -> Image.Image:
    picture = picture.copy()
    picture.putpalette(theme.palette_bytes)
    return picture.convert("RGB").convert("L")


def test_others_see_nothing_of_a_turn_that_lasts() -> None:
    setup = "2/brisk/free/full"
    hidden = [state for state in match(setup, 2) if state.concealed]
    assert hidden
    for state in hidden[:40:4]:
        (seat, *_) = state.concealed
        own = state.shown[seat - 1]._replace(legal=state.seats[seat - 1].legal)
        before = state.with_seat(seat, own)
        if seat in state.to_move:
            assert draw_board(shown(state), names(state)) == draw_board(shown(before), names(state))


@EVERY_THEME
def test_a_feature_with_what_belongs_to_it_differs_in_grey_from_one_without(theme: Colours) -> None:
    torches: tuple[Torch, ...] = ("burning", "out")
    for feature, masonry, torch in product(FEATURES, (True, False), torches):
        edges = "..s." if masonry else "..c."
        full, without = (
            grey(
                square_picture(theme, 60, edges, feature, SquareLook(masonry, each, torch=torch)),
                theme,
            )
            for each in (True, False)
        )
        assert apart(full, without, (15, 15, 45, 45)) > VISIBLE, (feature, edges)


@EVERY_THEME
def test_features_differ_from_each_other_in_grey_full_and_empty(theme: Colours) -> None:
    for full in (True, False):
        look = SquareLook(with_token=full, torch="burning")
        drawn = [
            grey(square_picture(theme, 60, "..c.", feature, look), theme) for feature in FEATURES
        ]
        for one, other in combinations(drawn, 2):
            assert apart(one, other, (15, 15, 45, 45)) > VISIBLE


@EVERY_THEME
def test_tokens_differ_by_their_outline_alone(theme: Colours) -> None:
    masks = [token_piece(theme, 40, kind).mask for kind in TOKENS]
    for one, other in combinations(masks, 2):
        assert one is not None
        assert other is not None
        assert apart(one.convert("L"), other.convert("L"), (0, 0, 40, 40)) > 255 * 0.08


@EVERY_THEME
def test_cavern_and_masonry_differ_in_their_walls(theme: Colours) -> None:
    one, other = (
        grey(
            square_picture(theme, 60, edges, "", SquareLook(masonry=edges == "..s.")), theme
        ).point(lambda level: 255 * (level > 100))
        for edges in ("..c.", "..s.")
    )
    assert apart(one, other, (0, 0, 60, 60)) > 255 * 0.03


def test_what_an_invader_has_left_is_told_as_the_rules_count_it() -> None:
    walks = 0
    for state in (state for setup in SETUPS for state in match(setup, 2)):
        if invader_of(state) is None:
            continue
        for seat in state.seats:
            fared = fate_of(state, seat)
            if seat.walk is not None:
                assert fared is not None
                assert (fared.hearts, fared.bags) == (seat.walk.hearts, seat.walk.bags)
                assert fared.square == seat.walk.square
                walks += 1
            elif fared is not None:
                assert (fared.hearts == 0) == (fared.ending == "defeated")
    assert walks


ROOM = (0, 0, 900, 900)


@EVERY_THEME
def test_stone_is_brighter_than_a_cavern_so_that_grey_tells_them_apart(theme: Colours) -> None:
    assert contrast(theme.slab, theme.cavern) >= 1.4
    assert contrast(theme.dim_colour(theme.slab), theme.dim_colour(theme.cavern)) >= 1.15


def test_a_vein_says_how_many_steps_it_would_lack_wherever_it_could_lie() -> None:
    shown = built("98@J7r0")
    frame = frame_area(shown.area, ROOM)
    view = colony.ShownColony(NIGHT, frame, shown, None)
    steps = colony.steps_piece(NIGHT, 3, 6, frame.size).image  # from the entrance, of 6 for ore
    drawn = colony.ghost_pieces(view, Placed("1", SQUARE["K7"], 1))
    assert any(piece.image is steps for piece in drawn)


def test_the_outcome_of_an_event_is_told_in_few_words() -> None:
    for event, sentence in (
        (Toll((("gold", -1), ("guard", 1)), 0, open=False), "What it cost"),
        (Toll((("guard", 1),), 0, open=False), "What it brought"),
        (Toll((), 0, open=False), "Nothing has changed"),
        (Toll((("gold", -1),), 2, open=False), "2 pieces caved in"),
        (Toll((), 0, open=True), "Still to decide"),
    ):
        assert event.sentence == sentence


def test_the_way_of_the_card_before_is_gone_as_soon_as_the_next_one_is_there() -> None:
    state = first("3/turns/guided/full", lambda each: each.draw == "map" and each.seats[0].trace)
    bare = tuple(seat._replace(trace=()) for seat in state.seats)
    assert draw_board(state, names(state)) == draw_board(state._replace(seats=bare), names(state))


NARROWEST = (Place((10, 10, 450, 500)), Place((10, 10, 990, 335), beside=True))
"""The panel of one of four, and a wide one with its words beside the colony."""
EXTRAS = ["1", "1 (2)"]  # a gem and a prisoner


def area(columns: str, rows: range) -> int:
    return sum(1 << SQUARE[f"{column}{row}"] for column in columns for row in rows)


HIGH, FLAT = area("FGH", range(1, 10)), area("ABCDEFGHIJKL", range(7, 9))
USUAL = area("DEFGHIJK", range(1, 11))


def _cards() -> Iterator[tuple[str, Slot]]:
    for name in [*(card.name for card in INVADERS.values()), *words.EVENT_NAMES.values()]:
        yield tr(name), table.CARD_NAME
    for way in MAPS.values():
        yield tr(way.name), table.CARD_MAP
    yield tr(table.IN_ALL), Slot((0, 0, 260, 100), fonts.STRONG, 36, "left")


def _colonies() -> Iterator[tuple[str, Slot]]:
    for place in NARROWEST:
        for word in (board.HAS_LEFT, marks.WINNER, marks.SHARED):
            yield tr(word), place.word_slot


def _between() -> Iterator[tuple[str, Slot]]:
    yield tr(table.OFFER, count=2), Slot((30, 6, 970, 44), fonts.TEXT, 31, "left")
    name = table.name_slot(196)
    for id_ in (id_ for id_, piece in PIECES.items() if piece.special):
        for line in break_in_two(tr(PIECES[id_].name), name):
            yield line, name
    yield tr(table.PLACE, place=4), Slot((74, 40, 370, 78), fonts.TEXT, 31, "left")
    yield tr(table.ROUND, round=3), Slot((390, 10, 502, 46), fonts.TEXT, 29)
    for text in (shelf.QUEUE, shelf.RESERVE, shelf.HAND):
        yield tr(text), Slot((0, 2, 240, 40), fonts.TEXT, 30, "left")


def _pieces() -> Iterator[tuple[str, Slot]]:
    for id_, piece in PIECES.items():
        for feature, text in words.use_lines(id_):
            beside = shelf.use_slot(feature, 700)
            for line in break_in_two(text, beside):
                yield line, beside
        if not piece.special:
            yield tr(piece.name), Slot((260, 0, 970, 54), fonts.STRONG, 44, "left")
            continue
        below = shelf._name_slot(shelf._NAMED_WIDTH)
        for line in break_in_two(tr(piece.name), below):
            yield line, below


TEXTS = (_cards, _colonies, _between, _pieces)


def test_every_text_fits_in_every_language_and_can_be_read_on_a_phone() -> None:
    for texts in TEXTS:
        assert_fits(texts, shrinking=3)
        assert_keeps_two_thirds(texts)


def test_the_longest_name_fits_its_box() -> None:
    for name in LONGEST_NAMES:
        for place in NARROWEST:
            assert_name_fits(name, place.name_slot, 29)
            assert_name_fits(name, place.name_slot_beside(EXTRAS[1:]), 29)


def test_a_machine_keeps_its_name_beside_gems_and_prisoners() -> None:
    for place in place_panels((Need(HIGH, word=False, foot=True),) * 4, 10):
        line = fit_name(Name("Machine (easy)", "Player 1", 29), place.name_slot_beside(EXTRAS).room)
        assert "".join(run.text for run in line.runs) == "Machine"


def test_words_stand_apart_from_the_colony() -> None:
    wide = (10, 10, 990, 335)
    need = Need(USUAL, word=True, foot=True)
    for place in [Place(wide), Place(wide, beside=True), *place_panels((need,) * 4, 10)]:
        extras = [slot.box for slot, _ in place.extra_places(EXTRAS)]
        words = [
            place.name_slot_beside(EXTRAS).box,
            place.word_slot.box,
            place.amount_slot.box,
            place.foot_box,
            *extras,
        ]
        for one, other in itertools.combinations(words, 2):
            assert lie_apart(one, other)
        colony = place.colony_box(need)
        assert all(inside(box, place.box) for box in (*words, colony))
        assert all(lie_apart(box, colony) for box in words)


def frames(top: int, *areas: int) -> list[tuple[Place, int]]:
    needs = tuple(Need(each, word=False, foot=True) for each in areas)
    found = place_panels(needs, top)
    return [
        (place, place.colony_frame(need).size) for place, need in zip(found, needs, strict=True)
    ]


def test_words_stand_where_the_squares_of_the_colony_are_largest() -> None:
    (high, _), (flat, _) = frames(10, HIGH, FLAT)
    assert (high.beside, flat.beside) == (True, False)
    assert not any(place.beside for place, _ in frames(10, *[USUAL] * 4))


def test_two_usual_colonies_have_squares_of_15_pixels_on_a_computer_and_four_of_12() -> None:
    for areas in ((USUAL, FLAT), (USUAL, HIGH), (area("FGHI", range(6, 9)), USUAL)):
        assert min(size for _, size in frames(10, *areas)) * 350 / 1000 >= 15, areas
    assert min(size for _, size in frames(10, *[USUAL] * 4)) * 350 / 1000 >= 11


def test_panels_stay_apart_and_fill_the_picture() -> None:
    for areas in ((USUAL,), (USUAL, FLAT), (HIGH, HIGH), (FLAT, USUAL, HIGH), (USUAL,) * 4):
        found = [place.box for place, _ in frames(10, *areas)]
        assert all(lie_apart(one, other) for one, other in itertools.combinations(found, 2))
        assert (min(box[0] for box in found), max(box[2] for box in found)) == (10, 990)
        assert max(box[3] for box in found) == 990
