"""The sheet of the end, animations, the cover and the signs of Heroes Beware."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest
from PIL import Image

from prowlerbot.games.heroes.scoring import Profit, medal
from prowlerbot.games.heroes.setup import ROUNDS
from renderer.heroes import ahead, animate, draw_cover, draw_seat, draw_sheet, draw_thing
from renderer.heroes.animation import shots
from renderer.heroes.emoji import THINGS
from renderer.heroes.ending import course, sheet
from renderer.heroes.ending import sheet_layout as layout
from renderer.theme import THEMES

from .matches import SETUPS, match, names

EVERY_SETUP = pytest.mark.parametrize("setup", SETUPS)
MOST_BYTES = 180_000


@EVERY_SETUP
def test_the_sources_of_a_round_add_up_to_its_treasure(setup: str) -> None:
    for seed in (1, 2):
        state = match(setup, seed)[-1]
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


@EVERY_SETUP
def test_a_sheet_is_light_and_no_higher_than_a_picture_may_be(setup: str) -> None:
    states = match(setup, 2)
    for theme in THEMES:
        file = draw_sheet(states, names(states[-1]), theme=theme)
        picture = Image.open(io.BytesIO(file))
        assert len(file) <= MOST_BYTES
        assert picture.width == 1000
        assert picture.height <= 1400


def test_what_decided_is_told() -> None:
    state = match("3/turns/guided/full", 2)[-1]
    first, second, *_ = sorted((seat.treasure for seat in state.seats), reverse=True)
    assert first > second
    assert sheet.reason(state, None) == f"Won by {first - second} in treasure"
    level = [seat._replace(gold=2, gems=1) for seat in state.seats]
    assert sheet.reason(state._replace(seats=(*level,)), None) == "Level in treasure and in gems"
    one = [level[0], *(seat._replace(gold=7, gems=0) for seat in level[1:])]
    told = sheet.reason(state._replace(seats=(*one,)), None)
    assert told == "Level in treasure; more gems decide"
    running = match("3/turns/guided/full", 2)[50]
    assert sheet.reason(running, None) == ""
    assert "before it was played out" in sheet.reason(running, ())


@pytest.mark.parametrize(
    ("gold", "told"),
    [
        (0, "14 more would have been bronze"),
        (14, "11 more would have been silver"),
        (30, "10 more would have been gold"),
        (40, "There is nothing higher"),
    ],
)
def test_whoever_plays_alone_is_told_what_the_next_medal_takes(gold: int, told: str) -> None:
    played = match("1/turns/guided/full", 2)[-1]
    seat = played.seats[0]._replace(gold=gold, gems=0)
    state = played._replace(seats=(seat,))
    assert sheet.reason(state, None) == told
    assert state.outcome is not None
    assert state.outcome.by == medal("turns", gold)
    assert draw_sheet([state], ("Ada",)) != draw_sheet(
        [match("1/turns/guided/full", 2)[-1]], ("Ada",)
    )


def test_a_sheet_marks_whoever_has_won_and_tells_a_match_that_was_cut_short() -> None:
    state = match("2/brisk/free/full", 2)[50]
    drawn = {draw_sheet([state], ("A", "B"), ended=ended) for ended in ((1, 2), (2, 1), (), None)}
    assert len(drawn) == 4


@EVERY_SETUP
def test_the_graph_shows_each_card_once_and_ends_in_the_totals(setup: str) -> None:
    states = match(setup, 2)
    shown = course.moments(states)
    whens = [when for when, _ in shown]
    assert whens == sorted(set(whens))
    assert whens[-1] == ROUNDS - (setup.endswith("short"))
    assert shown[-1][1] is states[-1]
    values = [course.worth(state.seats[0]) for _, state in shown]
    stepped = course.steps(whens, values, whens[-1])
    assert stepped[-1] == (whens[-1], states[-1].seats[0].treasure)
    for (when, value), (then, next_) in pairwise(stepped):
        assert when == then or value == next_


# ------------------------------------------------------------------------------ animations


@EVERY_SETUP
def test_an_animation_has_every_card_and_few_pictures(setup: str) -> None:
    states = match(setup, 2)
    captions = ["something"] * (len(states) + 1)
    chosen = shots(states, captions)
    cards = sum(
        5 + 1 * (round_ > 1) + (round_ == ROUNDS)
        for round_ in range(2 if setup.endswith("short") else 1, ROUNDS + 1)
    )
    shown = [shot for shot in chosen if shot.stands == 2]
    assert len(shown) == cards
    assert all(shot.state.map or shot.state.event for shot in shown)
    assert len(chosen) <= 80
    assert chosen[-1].sheet
    assert [shot.part for shot in chosen] == sorted(shot.part for shot in chosen)


@pytest.mark.parametrize("setup", ["2/live/guided/full", "4/turns/free/full"])
def test_an_animation_is_no_larger_than_three_megabytes(setup: str) -> None:
    states = match(setup, 2)
    captions = ["Nightingale builds a mixed fork, trap at M12 and so on"] * (len(states) + 1)
    file = animate(states, names(states[-1]), captions, pace=800)
    film = Image.open(io.BytesIO(file))
    assert len(file) <= 3_000_000
    assert film.format == "GIF"
    assert film.width == 1000
    assert film.height <= 1500


def test_an_invasion_alone_is_an_animation_of_its_cards() -> None:
    states = [state for state in match("3/turns/guided/full", 2) if state.round == 2]
    begin = next(at for at, state in enumerate(states) if state.phase == "invasion")
    end = next(at for at, state in enumerate(states) if state.phase == "planning")
    part = states[begin : end + 1]
    captions = [""] * len(part)
    assert sum(shot.stands == 2 for shot in shots(part, captions)) == 6
    film = Image.open(io.BytesIO(animate(part, names(part[0]), captions, pace=1600)))
    assert getattr(film, "n_frames", 1) >= 6


# ------------------------------------------------------------------------ cover and signs


@pytest.mark.parametrize("theme", THEMES)
def test_the_cover_is_wide_and_light(theme: str) -> None:
    file = draw_cover(theme)
    assert len(file) <= MOST_BYTES
    assert Image.open(io.BytesIO(file)).size == (1000, 600)


def test_signs_are_as_large_as_emoji_see_through_and_all_different() -> None:
    drawn = [draw_thing(name) for name in THINGS] + [draw_seat(seat) for seat in (1, 2, 3, 4)]
    assert len(set(drawn)) == len(drawn)
    for file in drawn:
        picture = Image.open(io.BytesIO(file))
        assert picture.size == (128, 128)
        assert picture.mode == "RGBA"
        assert picture.getpixel((0, 0))[3] == 0  # type: ignore[index] # RGBA has tuples
        assert len(file) < 256_000


def test_what_is_drawn_ahead_is_work_in_pieces() -> None:
    assert all(piece() is not None for piece in ahead("day"))
