"""What readers of a review see: its points, by moves and by luck, and what a better move is."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from prowlerbot.core.record import random_record
from prowlerbot.games import GAMES
from prowlerbot.opponent.judgement import (
    Estimate,
    JudgedMove,
    Judgement,
    Luck,
    Outlook,
    Review,
    from_text,
    to_text,
)
from prowlerbot.reviews.review_digest import digest
from tests.cases import each_of
from tests.reviews import made_review

RECORD = random_record(GAMES["prowler"], random.Random(1))
MADE = made_review(RECORD)
DICE = random_record(GAMES["landgrab"], random.Random(2))


@each_of("made", [MADE, made_review(DICE), made_review(DICE, chances=False)])
def test_a_review_is_the_same_after_it_was_written_and_read(made: Review) -> None:
    read = from_text(to_text(made))
    assert from_text(to_text(read)) == read
    assert read.judgements == made.judgements
    assert read.luck == made.luck
    for one, other in zip(read.course, made.course, strict=True):
        assert [each.mean for each in one.margins] == pytest.approx(
            [each.mean for each in other.margins], abs=1e-4
        )


def test_a_written_review_has_no_names() -> None:
    assert "Ada" not in to_text(made_review(replace(RECORD, players=("Ada", "Ben"))))


def test_the_costliest_moves_of_each_seat_come_worst_first_and_were_their_own() -> None:
    for seat, points in enumerate(digest(MADE, 2).costly, 1):
        assert len(points) == 3
        assert {each.seat for each in points} == {seat}
        lost = [each.points.mean for each in points]
        assert lost == sorted(lost, reverse=True)


def test_a_draw_that_changed_much_is_a_turning_point_without_a_better_move() -> None:
    lucky = Luck(5, (Estimate(0.4, 0.01), Estimate(-0.4, 0.01)))
    points = digest(replace(MADE, luck=(lucky,)), 2).turns
    (point,) = [each for each in points if each.played is None]
    assert point.at == 5
    assert point.options == ()
    assert abs(point.points.mean) == pytest.approx(40)
    assert [each.at for each in points] == sorted(each.at for each in points)


def test_luck_without_a_chance_to_win_is_told_in_treasure() -> None:
    luck = (Luck(5, (Estimate(1.5, 0.1), Estimate(-1.5, 0.1))),)
    found = digest(replace(made_review(RECORD, chances=False), luck=luck), 2)
    assert not found.chances
    assert [round(each or 0, 6) for each in found.luck] == [1.5, -1.5]
    assert digest(MADE, 2).luck == (None, None), "no dice, no luck"


def test_a_try_passes_if_it_gives_away_less_than_a_third_of_what_the_match_did() -> None:
    found = digest(MADE, 2)
    point = found.turns[0]
    assert point.points.mean == pytest.approx(30)
    best, lead = point.options[0], Estimate(0)

    def given(share: float) -> Estimate:
        tried = JudgedMove("tried", lead, Estimate(0.6 - share), Estimate(share))
        options = (replace(best, margin=lead), tried)
        return found.given_away(Judgement(point.at, point.seat, options, "tried"))

    assert given(0.099).mean == pytest.approx(9.9)
    assert point.passes(given(0.099))
    assert not point.passes(given(0.101))
    assert point.passes(given(-0.05))


def test_a_noisy_course_is_smoothed_but_what_is_certain_stays() -> None:
    rng = random.Random(7)
    noisy = [
        Outlook(ply, (Estimate(0), Estimate(0)), (Estimate(chance, 0.1), Estimate(1 - chance, 0.1)))
        for ply in range(100)
        for chance in (rng.gauss(0.5, 0.1),)
    ]
    end = Outlook(100, (Estimate(9), Estimate(-9)), (Estimate(1), Estimate(0)))
    course = digest(replace(MADE, course=(*noisy, end), judgements=()), 2).course
    assert [at for at, _ in course] == [*range(101)]
    assert course[-1][1][0].mean == 1
    shown = [values[0].mean for _, values in course[:-1]]
    assert max(abs(each - 0.5) for each in shown) < 0.15
    assert max(abs(each.chances[0].mean - 0.5) for each in noisy) > 0.2
    assert all(values[0].error <= 0.05 for _, values in course)
    assert digest(MADE, 2).course[5][1] == MADE.course[5].chances, "small errors are left alone"
