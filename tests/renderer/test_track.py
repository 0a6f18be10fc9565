"""The texts of the control track stand beside its markers, and give their positions."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest

from prowlerbot.games.prowler.position import DISTRICTS, SEATS
from prowlerbot.games.prowler.rules import Position
from renderer.canvas import Piece
from renderer.prowler import panels, track
from renderer.prowler.colours import COLOURS
from tests.renderer.matches import played

NIGHT = COLOURS["night"]

REACHED = range(-12, 13)


def _lane(state: Position, moved: int, choosing: int | None) -> tuple[list[Piece], list[Piece]]:
    """The pieces in the first lane without the pay-out, and the pay-out if there is one."""
    drawn = list(track.pieces(NIGHT, state, moved=(moved, 0, 0, 0, 0), choosing=choosing))
    left, top, right, bottom = panels.lane(0)
    inside = [p for p in drawn if left <= p.left < right and top <= p.top < bottom]
    _, slot = track.pay_out(state, 0, _markers(state.track[0], 0 if choosing else moved, choosing))
    if slot is None:
        return inside, []
    return inside[:-1], inside[-1:]


def _markers(position: int, moved: int, choosing: int | None) -> Sequence[int]:
    step = 0 if choosing is None else 1 if choosing == 1 else -1
    return position, position - moved, position + step


def _touch(one: Piece, other: Piece) -> bool:
    return one.left < other.left + other.image.width and other.left < one.left + one.image.width


def test_a_pay_out_touches_nothing_in_its_lane() -> None:
    for moved, choosing in itertools.product(range(-3, 4), (None, 1, 2)):
        assert_touches_nothing(moved, choosing)


def assert_touches_nothing(moved: int, choosing: int | None) -> None:
    start, told = played(2, 0), 0
    for position in filter(None, REACHED):
        state = start._replace(track=(position, 0, 0, 0, 0))
        others, pay = _lane(state, moved, choosing)
        told += len(pay)
        for piece in pay:
            assert not any(_touch(piece, other) for other in others), position
    assert told >= 12


def test_a_half_without_the_marker_always_says_what_its_district_pays() -> None:
    for district in range(len(DISTRICTS)):
        assert_says_what_it_pays((-4, 1, 3)[district % 3], district)


@pytest.mark.full
def test_a_half_says_what_its_district_pays_after_every_move() -> None:
    for moved, district in itertools.product(range(-4, 5), range(len(DISTRICTS))):
        assert_says_what_it_pays(moved, district)


def assert_says_what_it_pays(moved: int, district: int) -> None:
    start = played(2, 0)
    for position in REACHED:
        markers, moves = [0] * len(DISTRICTS), [0] * len(DISTRICTS)
        markers[district], moves[district] = position, moved
        b, p, m, r, c = markers
        state = start._replace(track=(b, p, m, r, c))
        drawn = list(track.pieces(NIGHT, state, moved=moves))
        _, top, _, bottom = panels.lane(district)
        for seat in SEATS:
            if (position if seat == 1 else -position) > 0:
                continue
            left, _, right, _ = panels.half_lane(district, seat)
            lane = [p for p in drawn if top <= p.top < bottom and left - 90 < p.left < right]
            (told,) = (p for p in lane if p in _rewards(district, seat))
            assert left <= told.left
            assert told.left + told.image.width <= right
            assert not any(_touch(told, other) for other in lane if other is not told), position


def _rewards(district: int, seat: int) -> list[Piece]:
    """As they are kept, wherever markers stand."""
    return [track.reward(NIGHT, district, seat, taken) for taken in range(250)]


def test_a_move_has_an_arrowhead_for_each_space() -> None:
    moves = (-4, -3, -2, -1, 1, 2, 3, 4)
    for by, district, position in itertools.product(moves, range(len(DISTRICTS)), range(-5, 6)):
        before = position - by
        heads = track.arrowheads(district, position, before)
        if abs(before) > panels.REACH:
            assert len(heads) in (0, abs(by))
            continue
        assert len(heads) == abs(by)
        here, there = (panels.marker_box(at, district) for at in (position, before))
        left, right = min(here[0], there[0]), max(here[2], there[2])
        for x, half in heads:
            assert left + 3 <= x - abs(half)
            assert x + abs(half) <= right - 3
            assert not here[0] < x + half < here[2]  # in sight
            assert (half > 0) == (here[0] > there[0])
