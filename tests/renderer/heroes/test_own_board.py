"""The picture of a player's own board in Heroes Beware: its choices, and its panels."""

from __future__ import annotations

from PIL import ImageChops

from prowlerbot.games.heroes.colony import Placed
from prowlerbot.games.heroes.grid import SQUARE
from prowlerbot.games.heroes.rules import Position
from renderer.heroes import Mark, draw_board, draw_own, own
from renderer.heroes.colours import COLOURS
from renderer.heroes.ground import lights
from renderer.heroes.ground.frame import Frame
from renderer.heroes.panels import heading, offer, table

from .matches import SETUPS, first, match, names
from .test_board import grey

NIGHT = COLOURS["night"]


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
        grey(own.picture(state, 1, NIGHT, marks), NIGHT) for marks in ((), (Mark((move.at,), "1"),))
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
        *_, number = lights.highlighted(NIGHT, frame, [at], {at: "12"})
        left, top, *_ = frame.box(at)
        middle = (left + size * 0.26, top + size * 0.26)
        right, bottom = number.left + number.image.width, number.top + number.image.height
        assert bottom <= max(middle[1], top + 16)
        assert right <= left + number.image.width


def test_a_small_panel_is_below_the_colony_in_an_invasion() -> None:
    state = first(SETUPS[1], lambda each: each.phase == "invasion" and not each.map)
    built_ = first(SETUPS[1], lambda each: each.phase == "build" and each.turn > 3)
    below = [
        own.picture(each, 1, NIGHT).height - own.colony_at(each, 1)[1][3]
        for each in (state, built_)
    ]
    assert below[0] < below[1] - 100


def test_turns_are_shown_numbered_in_place_of_the_shelf() -> None:
    state = drafting()
    move = next(move for move in state.moves(1) if move.kind == "queue")
    tile = str(state.seats[0].queue[move.number - 1])
    options = [Placed(tile, move.at, turns) for turns in range(4)]
    pictures = [own.picture(state, 1, NIGHT, options=options[:count]) for count in range(5)]
    assert len({picture.tobytes() for picture in pictures}) == 5
    assert all(picture.height <= 1400 for picture in pictures)
    above = (0, 0, 1000, heading.height(state) + 400)
    one, *others = (picture.crop(above).tobytes() for picture in pictures[1:])
    assert all(other == one for other in others), "the colony above them stays the same"


def test_live_shows_the_face_up_tiles_to_all() -> None:
    state = first("2/live/guided/full", lambda each: len(each.face_up) > 3)
    fewer = state._replace(face_up=state.face_up[:-1])
    assert draw_board(state, names(state)) != draw_board(fewer, names(state))
    assert draw_own(state, 1) != draw_own(fewer, 1)


def test_planning_shows_what_is_on_offer_and_the_order() -> None:
    state = first("4/turns/free/full", lambda each: each.phase == "planning" and each.choosing)
    assert table.is_shown(state)
    assert sum(count for _, count in offer.offered(state)) == len(state.offer)
    other = state._replace(order=state.order[::-1])
    assert draw_board(state, names(state)) != draw_board(other, names(state))


def test_a_match_that_ended_early_shows_its_winner() -> None:
    state = match("2/brisk/free/full", 2)[60]
    one = draw_board(state, names(state), ended=(1, 2))
    assert one != draw_board(state, names(state))
    assert one != draw_board(state, names(state), ended=(2, 1))
    assert one != draw_board(state, names(state), ended=(1, 1))


def test_whoever_has_left_has_no_colony() -> None:
    state = match("3/turns/guided/full", 2)[120]
    left = state.leave(2)
    assert left is not None
    assert draw_board(left, names(left)) != draw_board(state, names(state))


def test_the_way_of_the_card_before_is_gone_as_soon_as_the_next_one_is_there() -> None:
    state = first("3/turns/guided/full", lambda each: each.draw == "map" and each.seats[0].trace)
    bare = tuple(seat._replace(trace=()) for seat in state.seats)
    assert draw_board(state, names(state)) == draw_board(state._replace(seats=bare), names(state))
