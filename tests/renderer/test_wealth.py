"""The graph of wealth on the sheet of the end: true, inside its panel, told without colours."""

from __future__ import annotations

import itertools
import math

from prowlerbot.games.prowler.position import SEATS
from prowlerbot.games.prowler.rules import Position, running_wealth
from renderer import graph
from renderer.canvas import Box
from renderer.prowler import scores, sheet_layout
from tests.renderer.boxes import apart, inside
from tests.renderer.matches import match

SEEDS = range(12)


def half_of(states: list[Position]) -> int:
    return next(state.ply for state in states if state.mid is not None)


def test_a_line_goes_through_what_its_seat_had_after_each_move_and_ends_in_its_total() -> None:
    for seed in SEEDS:
        assert_goes_through(seed)


def assert_goes_through(seed: int) -> None:
    states = match(seed)
    half, outcome = half_of(states), states[-1].outcome
    assert outcome is not None
    for seat in SEATS:
        course = list(scores.course_of(states, seat, half))
        assert len(course) == len(states) + 1, (
            "mid-game scoring has two points, one above the other"
        )
        for state in states:
            assert (state.ply, running_wealth(state, seat)) in course
        assert course[-1] == (states[-1].ply, outcome.totals[seat - 1])
        without, with_it = (had for ply, had in course if ply == half)
        paid = states[half].mid
        assert paid is not None
        assert with_it - without == paid[seat - 1].total


def test_all_of_it_stays_inside_its_panel_and_nothing_covers_what_is_told() -> None:
    for seed in SEEDS:
        assert_stays_inside(seed)


def assert_stays_inside(seed: int) -> None:
    states = match(seed)
    half = half_of(states)
    courses = [list(scores.course_of(states, seat, half)) for seat in SEATS]
    scale = scores.scale_of([had for course in courses for _, had in course])
    left, top, right, bottom = sheet_layout.PLOT
    for course in courses:
        for x, y in (scale.at(*point) for point in course):
            assert left <= x <= right
            assert top - 1 <= y <= bottom + 1
    assert 2 <= len(scale.lines) <= 6
    marks = scores.paid_marks(scale.at(half, 0)[0])
    ends = sheet_layout.ENDS.places([scale.at(*course[-1]) for course in courses], bottom)
    one, other = (slot.box for _, slot in ends)
    assert abs(one[1] - other[1]) >= graph.END_APART - 1
    boxes = [slot.box for _, slot in marks]
    boxes += [scores.word(marks[0][0]).box, sheet_layout.GRAPH_TITLE.box]
    assert all(inside(box, sheet_layout.GRAPH) for box in (*boxes, one, other))
    assert all(apart(*pair) for pair in itertools.combinations(boxes, 2))
    assert all(apart(box, end) for box in boxes for end in (one, other))
    signs = [_sign(centre, sheet_layout.HALF_SIGN) for centre, _ in marks]
    signs += [_sign(centre, graph.END_SIGN) for centre, _ in ends]
    assert all(apart(sign, box) for sign in signs for box in (*boxes, one, other))
    assert inside(sheet_layout.MOVES_WORD.box, sheet_layout.GRAPH)
    assert sheet_layout.MOVES_WORD.box[0] > scale.at(25, 0)[0] + 26


def _sign(centre: tuple[float, float], half: float) -> Box:
    """The box of a diamond, the widest of the seats' signs, with its rim."""
    reach = (half + 3) * 1.35
    x, y = centre
    return math.floor(x - reach), math.floor(y - reach), math.ceil(x + reach), math.ceil(y + reach)
