"""Results of the day's challenge: their order, places and distribution."""

from __future__ import annotations

from prowlerbot.core.game import Mark, Outcome
from prowlerbot.daily.results import Bar, Score, bars, place, score_of, squares


def test_the_course_is_told_in_squares() -> None:
    assert squares([Mark.GOOD, Mark.GOOD, Mark.FAIR, Mark.POOR]) == "🟩🟩🟨🟥"
    assert [Mark.against(2, 1), Mark.against(1, 1), Mark.against(0, 1)] == [
        Mark.GOOD,
        Mark.FAIR,
        Mark.POOR,
    ]


def test_a_result_is_the_lead_over_the_best_other_seat_or_the_total_alone() -> None:
    assert score_of(Outcome((2, 1, 3), "points", (20, 26, 4)), 1) == Score(2, -6, 20)
    assert score_of(Outcome((2, 1, 3), "points", (20, 26, 4)), 2) == Score(1, 6, 26)
    assert score_of(Outcome((1,), "gold", (25,)), 1) == Score(1, 25, 25)


def test_the_rank_comes_before_the_margin_and_equal_results_share_a_place() -> None:
    best, drawn, lost = Score(1, 3, 30), Score(1, 0, 41), Score(2, -4, 50)
    assert sorted([lost, drawn, best], key=lambda each: each.order) == [best, drawn, lost]
    others = {best.order: 2, drawn.order: 1, lost.order: 1}
    assert [place(each, others) for each in (best, drawn, lost)] == [1, 3, 4]


def test_bars_are_few_even_and_hold_every_result() -> None:
    margins = {-23: 1, -4: 2, 0: 1, 7: 3, 31: 1}
    found = bars(margins)
    assert len(found) <= 6
    assert sum(bar.count for bar in found) == 8
    assert {bar.last - bar.first for bar in found} == {19}
    assert [bar for bar in found if bar.holds(7)] == [Bar(0, 19, 4)]
    assert bars({5: 2}) == [Bar(5, 5, 2)]
    assert bars({}) == []
