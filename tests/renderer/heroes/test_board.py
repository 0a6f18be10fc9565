"""Players can tell apart all things in the pictures of Heroes Beware, in colour and without."""

from itertools import combinations, product

import pytest
from PIL import Image, ImageChops, ImageStat

from prowlerbot.games.heroes.grid import STEP
from prowlerbot.games.heroes.rules import Position
from renderer.canvas import Piece
from renderer.heroes import invaders, parts_to_prepare
from renderer.heroes.board import draw_board, draw_own
from renderer.heroes.colours import COLOURS, FEATURES, TOKENS, Colours
from renderer.heroes.cover import THINGS, draw_seat, draw_thing
from renderer.heroes.invaders import fate_of, invader_of
from renderer.heroes.places import Need, places
from renderer.heroes.squares import Look, square, token
from renderer.heroes.table import GAP, WIDE
from renderer.text import Slot, typeset
from renderer.theme import THEMES, Theme, Tint
from tests.games.heroes.matches import invaded, tokens
from tests.renderer.heroes.matches import SETUPS, first, match, names, shown
from tests.renderer.scenes.contact import opened

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
            found = places(needs, GAP)
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


def test_what_is_drawn_ahead_is_work_in_pieces() -> None:
    assert all(piece() is not None for piece in parts_to_prepare("day"))
