"""Players can tell apart all things in the pictures of Heroes Beware, in colour and without."""

import itertools
from collections.abc import Iterator
from itertools import combinations, product

import pytest
from PIL import Image, ImageChops, ImageStat

from prowlerbot.core.i18n import LANGUAGES, Language, speaking, tr
from prowlerbot.games.heroes import words
from prowlerbot.games.heroes.colony import Placed
from prowlerbot.games.heroes.pieces import INVADERS, MAPS, PIECES, SQUARE, STEP
from prowlerbot.games.heroes.rules import Position
from renderer import fonts, marks
from renderer.canvas import Piece, put_all
from renderer.heroes import board, colony, invaders, shelf, table
from renderer.heroes.board import Mark, draw_board, draw_own
from renderer.heroes.colours import COLOURS, FEATURES, TOKENS, Colours
from renderer.heroes.cover import THINGS, draw_seat, draw_thing
from renderer.heroes.frame import Frame, frame_area
from renderer.heroes.invaders import fate_of, invader_of
from renderer.heroes.places import Need, Place, place_panels
from renderer.heroes.squares import Look, square, token
from renderer.heroes.table import GAP, WIDE
from renderer.text import Name, Slot, fit, in_two_lines, size_for, typeset
from renderer.theme import THEMES, Theme, Tint
from tests.games.heroes.matches import built, invaded, tokens
from tests.games.heroes.matches import tokens as lying
from tests.renderer.heroes.matches import SETUPS, first, match, names, shown
from tests.renderer.scenes.contact import opened
from tests.renderer.texts import (
    LONGEST_NAMES,
    assert_fits,
    assert_name_fits,
    contrast,
    in_other_words,
    inside,
    lie_apart,
    longer,
)

NIGHT = COLOURS["night"]

MOST_BYTES = 180_000
VISIBLE = 8.0
"""Mean difference of grey levels over a box that nobody overlooks."""
LONG = ("魑魅魍魎の夜の盗賊団の頭領", "Würdevoller Nachtschwärmer №1", "W" * 32, "ﷺ" * 32)
EVERY_THEME = pytest.mark.parametrize("theme", COLOURS.values(), ids=COLOURS)
EVERY_SETUP = pytest.mark.parametrize("setup", SETUPS)


def grey(picture: Image.Image, theme: Colours) -> Image.Image:
    picture = picture.copy()
    picture.putpalette(theme.palette_bytes)
    return picture.convert("RGB").convert("L")


def difference(one: Image.Image, other: Image.Image) -> float:
    return float(ImageStat.Stat(ImageChops.difference(one, other)).mean[0])


def sample(setup: str, count: int) -> list[Position]:
    states = match(setup, 2)
    return [*states[:: max(1, len(states) // count)], states[-1]]


# -------------------------------------------------------------------------------- the file


def assert_is_light(setup: str, count: int) -> None:
    for at, state in enumerate(sample(setup, count)):
        theme = tuple(THEMES)[at % 3]
        drawn = [draw_board(shown(state), LONG[: len(state.seats)], theme=theme)]
        drawn += [
            draw_own(state.view(seat).seen, seat, theme=theme, names=LONG[: len(state.seats)])
            for seat in state.playing[:1]
        ]
        for file in drawn:
            picture = opened(file)
            assert (picture.format, picture.mode, picture.size) == ("PNG", "P", (1000, 1000))
            assert len(file) <= MOST_BYTES, setup


def test_every_picture_is_light_and_a_square() -> None:
    for setup in (SETUPS[0], SETUPS[2], SETUPS[5]):
        assert_is_light(setup, 2)


@pytest.mark.full
@EVERY_SETUP
def test_every_picture_of_every_set_up_is_light_and_a_square(setup: str) -> None:
    assert_is_light(setup, 7)


def needs_of(state: Position) -> tuple[Need, ...]:
    return tuple(Need(seat.colony.area, word=False, foot=True) for seat in state.seats)


def test_the_squares_of_three_and_four_colonies_are_12_pixels_on_a_computer() -> None:
    for setup in ("3/turns/guided/full", "4/turns/free/full"):
        states = [state for state in match(setup, 2) if state.phase == "invasion" and state.map]
        for needs in sorted({needs_of(state) for state in states}):
            found = place_panels(needs, GAP)
            sizes = [each.frame(need).size for each, need in zip(found, needs, strict=True)]
            assert min(sizes) * 350 / WIDE >= 12


def test_others_see_nothing_of_a_turn_that_lasts() -> None:
    setup = "2/brisk/free/full"
    hidden = [state for state in match(setup, 2) if state.concealed]
    assert hidden
    for state in hidden[:40:4]:
        (seat, *_) = state.concealed
        before = state.with_seat(
            seat, state.shown[seat - 1]._replace(legal=state.seats[seat - 1].legal)
        )
        if seat in state.to_move:
            assert draw_board(shown(state), names(state)) == draw_board(shown(before), names(state))


# ----------------------------------------------------------------------------- one square


@EVERY_THEME
def test_sealed_and_unsealed_squares_differ_in_brightness(theme: Colours) -> None:
    for edges in ("..c.", "..s.", "cc..", "ssss"):
        floors = [
            grey(square(theme, 60, edges, "", Look(masonry="s" in edges, torch=lit)), theme)
            for lit in (True, False)
        ]
        sealed, unsealed = (
            float(ImageStat.Stat(each.crop((20, 20, 40, 40))).mean[0]) for each in floors
        )
        assert sealed - unsealed >= 40, edges


@EVERY_THEME
def test_a_feature_with_what_belongs_to_it_differs_in_grey_from_one_without(theme: Colours) -> None:
    for feature, masonry, torch in product(FEATURES, (True, False), (True, False)):
        edges = "..s." if masonry else "..c."
        full, without = (
            grey(square(theme, 60, edges, feature, Look(masonry, each, torch=torch)), theme)
            for each in (True, False)
        )
        apart = difference(full.crop((15, 15, 45, 45)), without.crop((15, 15, 45, 45)))
        assert apart > VISIBLE, (feature, edges)


@EVERY_THEME
def test_features_differ_from_each_other_in_grey_full_and_empty(theme: Colours) -> None:
    for full in (True, False):
        drawn = [
            grey(square(theme, 60, "..c.", feature, Look(full=full, torch=True)), theme)
            for feature in FEATURES
        ]
        for one, other in combinations(drawn, 2):
            assert difference(one.crop((15, 15, 45, 45)), other.crop((15, 15, 45, 45))) > VISIBLE


@EVERY_THEME
def test_tokens_differ_by_their_outline_alone(theme: Colours) -> None:
    masks = [token(theme, 40, kind).mask for kind in TOKENS]
    for one, other in combinations(masks, 2):
        assert one is not None
        assert other is not None
        assert difference(one.convert("L"), other.convert("L")) > 255 * 0.08


@EVERY_THEME
def test_cavern_and_masonry_differ_in_their_walls(theme: Colours) -> None:
    one, other = (
        grey(square(theme, 60, edges, "", Look(masonry=edges == "..s.")), theme).point(
            lambda level: 255 * (level > 100)
        )
        for edges in ("..c.", "..s.")
    )
    assert difference(one, other) > 255 * 0.03


# --------------------------------------------------------------------------------- a colony


def test_a_short_match_that_all_others_leave_names_the_round_it_has_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state: Position | None = first(
        "4/brisk/guided/short",
        lambda each: each.phase == "planning" and each.round == 2 and not each.draw,
        seed=2,
    )
    for seat in (2, 3, 4):
        assert state is not None
        state = state.leave(seat)
    assert state is not None
    assert (state.phase, len(state.rounds)) == ("over", 1)
    told: list[str] = []

    def noting(theme: Theme, text: str, slot: Slot, tint: Tint) -> Piece:
        told.append(text)
        return typeset(theme, text, slot, tint)

    monkeypatch.setattr("renderer.heroes.table.typeset", noting)
    draw_board(state, names(state))
    assert {text for text in told if text.startswith("Round")} == {"Round 2"}


# ---------------------------------------------------------------------------- the invasion


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


def test_outcomes_are_told() -> None:
    colony = "20@J7r1"
    left = invaded([colony], [tokens(gold="J7 J7")], cards="v3 m1")
    fared = fate_of(left, left.seats[0])
    assert fared is not None
    assert fared.sentence == "Leaves from J7, bags full"
    assert fared.lost == (("gold", 1),)
    beaten = invaded([colony], [tokens(gold="J7", guards="J7", traps="J7")], cards="v3 m1")
    while beaten.seats[0].walk is not None:  # asked in which order the tokens act
        beaten = beaten.after(1, beaten.moves(1)[0])
    beaten_fate = fate_of(beaten, beaten.seats[0])
    assert beaten_fate is not None
    assert beaten_fate.sentence == "Defeated at J7"
    assert beaten_fate.lost == (("trap", 1), ("guard", 1))  # as they act
    empty = invaded([colony], [tokens()], cards="v3 m1")
    nothing = fate_of(empty, empty.seats[0])
    assert nothing is not None
    assert (nothing.sentence, nothing.lost) == ("Leaves from H7, nothing more to find", ())
    circling = invaded([colony], [tokens()], cards="v3 m3")
    circled = fate_of(circling, circling.seats[0])
    assert circled is not None
    assert circled.sentence.endswith(", map ends")
    scared = invaded([colony], [tokens(guards="J7", traps="J7", gold="J7")], cards="v13 m1")
    while scared.seats[0].walk is not None:
        scared = scared.after(1, scared.moves(1)[0])
    fled = fate_of(scared, scared.seats[0])
    assert fled is not None
    assert (fled.sentence, fled.hearts) == ("Flees from J7", 1)


def test_the_way_is_drawn_from_square_to_square() -> None:
    found = 0
    for state in (state for setup in SETUPS for state in match(setup, 2)):
        if state.phase != "invasion":
            continue
        for seat in state.seats:
            for at, direction in invaders.steps(seat):
                assert seat.colony.ways[direction] >> at & 1
                assert seat.colony.area >> at + STEP[direction] & 1
                found += 1
    assert found


def test_signs_are_as_large_as_emoji_see_through_and_all_different() -> None:
    drawn = [draw_thing(name) for name in THINGS] + [draw_seat(seat) for seat in (1, 2, 3, 4)]
    assert len(set(drawn)) == len(drawn)
    for file in drawn:
        picture = opened(file)
        assert picture.size == (128, 128)
        assert picture.mode == "RGBA"
        assert picture.getpixel((0, 0))[3] == 0  # type: ignore[index] # RGBA has tuples
        assert len(file) < 256_000


ROOM = (0, 0, 900, 900)


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
        names = colony._name_pieces(NIGHT, frame, NIGHT.night)
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
    assert any(piece.image is colony.too_few(NIGHT, 3, 6, frame.size).image for piece in drawn), (
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


NARROWEST = (Place((10, 10, 450, 500)), Place((10, 10, 990, 335), beside=True))
"""The panel of one of four, and a wide one with its words beside the colony."""
EXTRAS = ["1", "1 (2)"]
"""A gem and a prisoner."""


def area(columns: str, rows: range) -> int:
    return sum(1 << SQUARE[f"{column}{row}"] for column in columns for row in rows)


HIGH, FLAT = area("FGH", range(1, 10)), area("ABCDEFGHIJKL", range(7, 9))
USUAL = area("DEFGHIJK", range(1, 11))


def _cards() -> Iterator[tuple[str, Slot]]:
    for card in INVADERS.values():
        yield tr(card.name), table.CARD_NAME
    for name in words.EVENT_NAMES.values():
        yield tr(name), table.CARD_NAME
    for way in MAPS.values():
        yield tr(way.name), table.CARD_MAP
    yield tr(table.IN_ALL), Slot((0, 0, 260, 100), fonts.STRONG, 36, "left")


def _colonies() -> Iterator[tuple[str, Slot]]:
    for place in NARROWEST:
        for word in (board.HAS_LEFT, marks.WINNER, marks.SHARED):
            yield tr(word), place.word


def _between() -> Iterator[tuple[str, Slot]]:
    yield tr(table.OFFER, count=2), Slot((30, 6, 970, 44), fonts.TEXT, 31, "left")
    name = table.name_slot(196)
    for id_ in (id_ for id_, piece in PIECES.items() if piece.special):
        for line in in_two_lines(tr(PIECES[id_].name), name):
            yield line, name
    yield tr(table.PLACE, place=4), Slot((74, 40, 370, 78), fonts.TEXT, 31, "left")
    yield tr(table.ROUND, round=3), Slot((390, 10, 502, 46), fonts.TEXT, 29)
    for text in (shelf.QUEUE, shelf.RESERVE, shelf.HAND):
        yield tr(text), Slot((0, 2, 240, 40), fonts.TEXT, 30, "left")


def _pieces() -> Iterator[tuple[str, Slot]]:
    for id_, piece in PIECES.items():
        for feature, text in shelf.lines_of(id_):
            beside = shelf._use_slot(feature, 700)
            for line in in_two_lines(text, beside):
                yield line, beside
        if not piece.special:
            yield tr(piece.name), Slot((260, 0, 970, 54), fonts.STRONG, 44, "left")
            continue
        below = shelf._name_slot(shelf._NAMED)
        for line in in_two_lines(tr(piece.name), below):
            yield line, below


TEXTS = (_cards, _colonies, _between, _pieces)


def test_every_text_fits_in_every_language_and_can_be_read_on_a_phone() -> None:
    for texts in TEXTS:
        assert_fits(texts, shrinking=3)


def test_no_text_shrinks_by_more_than_a_third_nor_would_one_a_third_longer() -> None:
    for texts in TEXTS:
        for text, slot in texts():
            assert size_for(longer(text), slot) >= slot.size * 2 / 3, text
        for language in LANGUAGES:
            with speaking(language):
                for text, slot in texts():
                    assert size_for(text, slot) >= slot.size * 2 / 3, text


def test_the_longest_name_fits_its_box() -> None:
    for name in LONGEST_NAMES:
        for place in NARROWEST:
            assert_name_fits(name, place.name, 29)
            assert_name_fits(name, place.name_before(EXTRAS[1:]), 29)


def test_a_machine_keeps_its_name_beside_gems_and_prisoners() -> None:
    for place in place_panels((Need(HIGH, word=False, foot=True),) * 4, 10):
        line = fit(Name("Machine (easy)", "Player 1", 29), place.name_before(EXTRAS))
        assert "".join(run.text for run in line.runs) == "Machine"


def test_words_stand_apart_from_the_colony() -> None:
    wide = (10, 10, 990, 335)
    need = Need(USUAL, word=True, foot=True)
    for place in [Place(wide), Place(wide, beside=True), *place_panels((need,) * 4, 10)]:
        extras = [slot.box for slot, _ in place.extras(EXTRAS)]
        words = [
            place.name_before(EXTRAS).box,
            place.word.box,
            place.amount.box,
            place.foot,
            *extras,
        ]
        for one, other in itertools.combinations(words, 2):
            assert lie_apart(one, other)
        colony = place.colony(need)
        assert all(inside(box, place.box) for box in (*words, colony))
        assert all(lie_apart(box, colony) for box in words)


def frames(top: int, *areas: int) -> list[tuple[Place, int]]:
    needs = tuple(Need(each, word=False, foot=True) for each in areas)
    found = place_panels(needs, top)
    return [(place, place.frame(need).size) for place, need in zip(found, needs, strict=True)]


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


def test_each_language_is_drawn_in_its_own_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is kept between two pictures, none of it keeps the words of another language."""
    boards = [match(setup, 2)[-1] for setup in SETUPS[::2]]
    own = [first(setup, lambda each: each.shown, 3, 2) for setup in (SETUPS[0], SETUPS[3])]
    states = [*boards, *own]
    before = [draw_own(state, 1, names=names(state)) for state in states]
    with in_other_words(monkeypatch):
        loud = [draw_own(state, 1, names=names(state)) for state in states]
    assert all(one != other for one, other in zip(before, loud, strict=True))
    assert [draw_own(state, 1, names=names(state)) for state in states] == before
