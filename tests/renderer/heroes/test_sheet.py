"""The sheet of the end and the signs of Heroes Beware."""

from __future__ import annotations

from itertools import pairwise

import pytest

from prowlerbot.games.heroes.position import ROUNDS, Profit
from renderer.heroes import ahead, heading
from renderer.heroes.cover import THINGS, draw_seat, draw_thing
from renderer.heroes.ending import sheet
from renderer.heroes.ending import sheet_layout as layout
from renderer.heroes.ending.sheet import draw_sheet
from renderer.theme import THEMES
from tests.renderer.heroes.matches import SETUPS, match, names
from tests.renderer.scenes.contact import opened

EVERY_SETUP = pytest.mark.parametrize("setup", SETUPS)
MOST_BYTES = 180_000


def test_the_sources_of_a_round_add_up_to_its_treasure() -> None:
    for setup in SETUPS:
        state = match(setup, 2)[-1]
        assert len(state.profits) == len(state.setup.rounds)
        for profits, treasures in zip(state.profits, state.rounds, strict=True):
            assert [sum(sheet.worths(each)) for each in profits] == [*treasures]
        assert state.rounds[-1] == tuple(seat.treasure for seat in state.seats)


def test_a_sum_says_how_many_of_what_is_worth_how_much() -> None:
    """One gem is no five gems, and only one round counts."""
    assert sheet.sums(Profit(8, 4, 1, 1)) == ("8", "1×5", "2×2", "1×5")
    assert sheet.sums(Profit(0, 0, 0, 0)) == ("0", "0", "0", "0")
    state = match("3/turns/guided/full", 2)[-1]
    rounds = sheet.rounds_of(state)
    told = [bool(block.signs) for block in layout.row(0, rounds).blocks]
    assert told == [False, False, True]


def test_a_sheet_is_light_and_no_higher_than_a_picture_may_be() -> None:
    for setup, theme in zip(SETUPS, 2 * (*THEMES,), strict=True):
        states = match(setup, 2)
        file = draw_sheet(states, names(states[-1]), theme=theme)
        assert len(file) <= MOST_BYTES, setup
        assert opened(file).width == 1000
        assert opened(file).height <= 1400, setup


@EVERY_SETUP
def test_the_graph_shows_each_card_once_and_ends_in_the_totals(setup: str) -> None:
    states = match(setup, 2)
    shown = sheet.moments(states)
    whens = [when for when, _ in shown]
    assert whens == sorted(set(whens))
    assert whens[-1] == ROUNDS - (setup.endswith("short"))
    assert shown[-1][1] is states[-1]
    values = [heading.worth(state.seats[0]) for _, state in shown]
    stepped = sheet.steps(whens, values, whens[-1])
    assert stepped[-1] == (whens[-1], states[-1].seats[0].treasure)
    for (when, value), (then, next_) in pairwise(stepped):
        assert when == then or value == next_


# ------------------------------------------------------------------------ cover and signs


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
    assert all(piece() is not None for piece in ahead("day"))
