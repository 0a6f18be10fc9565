"""Invaders and events in the animation of a round, an invasion or a card."""

from __future__ import annotations

import io
from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest
from PIL import Image

from prowlerbot.games.heroes.cards import INVADERS
from prowlerbot.games.heroes.chronicle import Visit, invasions, rounds, visits
from prowlerbot.games.heroes.rules import Position
from renderer.canvas import Box, Piece
from renderer.heroes import animate, draw_board, draw_own
from renderer.heroes.animation import MOST, MOST_STEPS, Shot, shots
from renderer.heroes.colours import COLOURS
from renderer.heroes.invaders import strip
from renderer.heroes.invaders.fate import Fate, Toll, fate, toll
from renderer.heroes.places import Place
from tests.renderer.boxes import inside

from .matches import match, names

SETUPS = ("1/turns/guided/full", "2/brisk/free/full", "4/turns/free/full")
every_setup = pytest.mark.parametrize("setup", SETUPS)
MOST_BYTES = 8_000_000
"""Discord takes ten; two are for whatever match is larger than these."""


def told(states: Sequence[Position]) -> list[Shot]:
    return shots(states, [""] * len(states))


def walking(visit: Visit, states: Sequence[Position]) -> list[Shot]:
    """The pictures of a card, without the positions before and after it."""
    part = states[visit.first : visit.last + 1]
    return [shot for shot in told(part)[1:] if shot.caption and shot.state.map]


@every_setup
def test_in_the_animation_of_a_card_all_invaders_walk_step_by_step(setup: str) -> None:
    states, walked = match(setup, 2), 0
    for visit in visits(states):
        traces = [seat.trace for seat in visit.shown.seats]
        if not any(traces):
            continue
        *before, last = walking(visit, states)
        walked += len(before)
        assert last.state is visit.shown
        for one, other in pairwise(before):
            for seat, then in zip(one.state.seats, other.state.seats, strict=True):
                assert then.trace[: len(seat.trace)] == seat.trace, "each goes on where it was"
        for at, trace in enumerate(traces):
            squares = [square for square, what in trace if not what]
            shown = {shot.state.seats[at].trace[-1][0] for shot in before[1:]}
            assert len(before) == MOST_STEPS or shown | {trace[-1][0]} >= set(squares)
    assert walked


@every_setup
def test_hearts_fall_and_tokens_go_as_an_invader_walks(setup: str) -> None:
    states, hurt = match(setup, 2), 0
    for visit in visits(states):
        pictures = walking(visit, states)
        for at in range(len(visit.shown.seats)):
            lying = [shot.state.seats[at].tokens.anywhere for shot in pictures[:-1]]
            assert all(not after & ~before for before, after in pairwise(lying))
            fates = [fate(shot.state, shot.state.seats[at]) for shot in pictures]
            lost = [sum(count for _, count in each.lost) for each in fates if each is not None]
            assert lost == sorted(lost)
            hurt += lost[-1] if lost else 0
    assert hurt


@every_setup
def test_a_round_and_an_invasion_have_few_enough_pictures_and_fit_into_a_message(
    setup: str,
) -> None:
    states = match(setup, 2)
    for stretch, most in ((rounds(states)[-1], MOST), (invasions(states)[-1], 0)):
        part = states[stretch.first : stretch.last + 1]
        chosen = told(part)
        assert len(chosen) <= 1 + most + 1 + MOST_STEPS + 7 + 1
        assert not any(shot.sheet for shot in chosen)
        assert [shot.part for shot in chosen] == sorted(shot.part for shot in chosen)
        film = animate(part, names(part[0]), [""] * len(part), pace=1600)
        assert len(film) <= MOST_BYTES
        assert Image.open(io.BytesIO(film)).height <= 1500


def test_a_card_that_is_not_over_is_shown_as_far_as_it_has_come() -> None:
    states = match("2/brisk/free/full", 2)
    at = next(at for at, state in enumerate(states) if any(seat.walk for seat in state.seats))
    visit = list(visits(states[: at + 1]))[-1]
    assert not visit.over
    last = told(states[visit.first : at + 1])[-1]
    assert last.state is states[at]
    assert animate(states[visit.first : at + 1], ("A", "B"), [""] * (at + 1), pace=800)


def test_what_an_event_has_done_is_told_at_the_foot_of_each_colony() -> None:
    found: set[str] = set()
    for setup in SETUPS:
        states = match(setup, 2)
        for visit in visits(states):
            earlier = states[visit.first].seats
            tolls = [
                toll(visit.shown, *pair) for pair in zip(earlier, visit.shown.seats, strict=True)
            ]
            if visit.shown.event and not any(seat.trace for seat in visit.shown.seats):
                assert all(each is not None for each in tolls)
            found |= {each.sentence for each in tolls if each is not None}
            if any(each is not None and each.changed for each in tolls):
                plain = draw_board(visit.shown, names(visit.shown))
                assert draw_board(visit.shown, names(visit.shown), earlier=earlier) != plain
                own = draw_own(visit.shown, 1)
                assert draw_own(visit.shown, 1, earlier=earlier[0]) != own
    assert {"What it cost", "Nothing has changed"} <= found


@pytest.mark.parametrize(
    ("toll_", "sentence"),
    [
        (Toll((("gold", -1), ("guard", 1)), 0, open=False), "What it cost"),
        (Toll((("guard", 1),), 0, open=False), "What it brought"),
        (Toll((), 0, open=False), "Nothing has changed"),
        (Toll((("gold", -1),), 2, open=False), "2 pieces caved in"),
        (Toll((), 0, open=True), "Still to decide"),
    ],
)
def test_the_outcome_of_an_event_is_told_in_few_words(toll_: Toll, sentence: str) -> None:
    assert toll_.sentence == sentence


def test_what_was_lost_never_covers_hearts_and_bags() -> None:
    kinds = "gold", "gem", "guard", "trap", "prisoner"
    for invader in INVADERS.values():
        for count in range(1, len(kinds) + 1):
            lost = tuple((kind, 12) for kind in kinds[:count])
            told = Fate(invader, 1, 1, lost, "left", 0)
            column = Place((0, 0, 980, 560), beside=True).foot
            for shown, within in ((strip.row, (30, 0, 475, strip.HIGH)), (strip.column, column)):
                boxes = [_box(each) for each in shown(COLOURS["night"], told, within)]
                assert all(inside(box, within) for box in boxes), (invader, count)
                for one, other in combinations(boxes, 2):
                    assert not _meet(one, other), (invader, count)


def test_what_a_card_did_keeps_off_the_frame_of_its_panel() -> None:
    kinds = "gold", "gem", "guard", "trap", "prisoner"
    toll_ = Toll(tuple((kind, -12) for kind in kinds), 0, open=False)
    place = Place((0, 0, 485, 560))
    for each in strip.row(COLOURS["night"], toll_, place.foot):
        assert _box(each)[3] <= 560 - 8


def _box(piece: Piece) -> Box:
    right, bottom = piece.left + piece.image.width, piece.top + piece.image.height
    return piece.left, piece.top, right, bottom


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
