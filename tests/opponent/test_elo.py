"""Ratings from results: the model's known answers, and honest bounds."""

from __future__ import annotations

import random

import pytest

from tools.elo import Meeting, Rating, Ratings


def ratings(meetings: list[Meeting], anchor: str, at: float) -> dict[str, Rating]:
    rated = Ratings(meetings, random.Random(1))
    leads = {name: rated.lead(name, anchor) for each in meetings for name in (each.one, each.two)}
    return {
        name: Rating(at + lead.value, at + lead.low, at + lead.high) for name, lead in leads.items()
    }


def results(one: str, two: str, won: int, lost: int, drawn: int = 0) -> list[Meeting]:
    points = [1.0] * won + [0.0] * lost + [0.5] * drawn
    return [Meeting(one, two, each) for each in points]


def test_three_points_of_four_are_a_lead_of_190_and_ten_of_eleven_one_of_400() -> None:
    rated = ratings(results("b", "a", 750, 250), "a", 1000)
    assert rated["b"].value == pytest.approx(1000 + 190.8, abs=1)
    rated = ratings(results("b", "a", 1000, 100), "a", 0)
    assert rated["b"].value == pytest.approx(400, abs=1)


def test_a_draw_counts_half_a_point_for_each() -> None:
    drawn = ratings(results("b", "a", 0, 0, 50), "a", 1000)["b"]
    assert (drawn.value, drawn.low, drawn.high) == pytest.approx((1000, 1000, 1000))
    won = ratings(results("b", "a", 75, 25), "a", 0)["b"].value
    assert ratings(results("b", "a", 50, 0, 50), "a", 0)["b"].value == pytest.approx(won)


def test_leads_over_a_third_player_add_up() -> None:
    meetings = results("b", "a", 750, 250) + results("c", "b", 750, 250)
    rated = ratings(meetings, "a", 0)
    assert rated["c"].value == pytest.approx(2 * 190.8, abs=2)
    lead = Ratings(meetings, random.Random(1)).lead("c", "b")
    assert lead.value == pytest.approx(190.8, abs=1)


def test_the_bounds_hold_the_truth_and_narrow_with_the_number_of_results() -> None:
    few = ratings(results("b", "a", 15, 5), "a", 0)["b"]
    many = ratings(results("b", "a", 300, 100), "a", 0)["b"]
    assert few.low < few.value < few.high
    assert many.high - many.low < (few.high - few.low) / 3
    # The normal approximation: 1.96 × 400 / ln 10 / √(n p (1 - p))
    assert many.high - many.low == pytest.approx(2 * 39.3, rel=0.25)


def test_a_player_that_won_everything_has_a_finite_rating() -> None:
    rated = ratings(results("b", "a", 20, 0), "a", 0)["b"]
    assert 500 < rated.value < 1000
