"""Losses, accuracy and turning points, on made reviews."""

import random
from collections.abc import Sequence
from dataclasses import replace
from math import exp
from pathlib import Path

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
    review_from_text,
    review_to_text,
)
from prowlerbot.reviews.review_digest import (
    accuracy_by_stakes,
    accuracy_percent,
    costliest_losses,
    losses_in,
    luck_of,
    make_digest,
    move_accuracy,
    player_accuracy,
    turning_points,
)
from tests.cases import each_of
from tests.reviews import made_review


def judged(
    lost: float,
    error: float = 0.0,
    *,
    ply: int = 0,
    seat: int = 1,
    before: float = 0.6,
    lead: float = 0,
) -> Judgement:
    """A decision whose move gave away so much chance, and such a lead."""
    best = JudgedMove("best", Estimate(10.0), Estimate(before))
    made = JudgedMove("made", Estimate(10.0 - lead), Estimate(before - lost), Estimate(lost, error))
    return Judgement(ply, seat, (best, made), "made")


def perfect(ply: int, before: float = 0.6) -> Judgement:
    option = JudgedMove("best", Estimate(10.0), Estimate(before))
    return Judgement(ply, 1, (option, JudgedMove("other", Estimate(0), Estimate(0))), "best")


def even(slope: float) -> tuple[Outlook, ...]:
    """The course of a match in which the odds rise so fast with the lead."""
    leads = (-8, -4, -1, 0, 2, 5, 9)
    chances = [1 / (1 + exp(-slope * lead)) for lead in leads]
    return tuple(
        Outlook(ply, (Estimate(lead), Estimate(-lead)), (Estimate(chance), Estimate(1 - chance)))
        for ply, (lead, chance) in enumerate(zip(leads, chances, strict=True))
    )


def review(*judgements: Judgement, luck: Sequence[Luck] = (), slope: float = 0.1) -> Review:
    return Review("1", even(slope), judgements, tuple(luck))


def test_a_loss_is_called_by_its_points_of_chance_or_by_treasure_where_that_is_unknown() -> None:
    called = {0.05: "inaccuracy", 0.099: "inaccuracy", 0.1: "mistake", 0.149: "mistake"}
    for lost, verdict in {0.049: None, **called, 0.15: "blunder", 0.9: "blunder"}.items():
        (loss,) = losses_in(review(judged(lost)))
        assert loss.points.mean == pytest.approx(100 * lost)
        assert loss.verdict == verdict
    best = JudgedMove("best", Estimate(12.0))
    for given, verdict in {0.9: None, 1.0: "inaccuracy", 2.0: "mistake", 3.0: "blunder"}.items():
        made = JudgedMove("made", Estimate(12.0 - given), loss=Estimate(given))
        (loss,) = losses_in(Review("1", (), (Judgement(0, 1, (best, made), "made"),), ()))
        assert loss.points.mean == pytest.approx(5 * given)
        assert loss.verdict == verdict


def test_a_loss_within_its_error_and_the_best_move_have_no_name() -> None:
    (unsure,) = losses_in(review(judged(0.3, 0.16)))
    assert unsure.verdict is None
    (sure,) = losses_in(review(judged(0.3, 0.14)))
    assert sure.verdict == "blunder"
    best = JudgedMove("best", Estimate(0), Estimate(0.5))
    luckier = JudgedMove("luckier", Estimate(0), Estimate(0.51), Estimate(-0.01, 0.02))
    decisions = [Judgement(0, 1, (best, luckier), move) for move in ("best", "luckier")]
    assert [each.is_sure for each in losses_in(review(*decisions))] == [False, False]


def test_losses_too_small_to_be_sure_make_a_player_less_accurate_and_errors_cancel_out() -> None:
    walks = [judged(0.04, 0.06, ply=ply) for ply in range(0, 40, 2)]
    assert (player_accuracy(losses_in(review(*walks)), 1) or 100) < 50
    other = JudgedMove("other", Estimate(0), Estimate(0.5), Estimate(0.1))
    options = [each.options for each in (judged(0.04, 0.06), judged(-0.04, 0.06))]
    made = [Judgement(0, 1, (*each, other), "made") for each in options]
    assert (player_accuracy(losses_in(review(*made)), 1) or 0) > 90


def test_points_given_away_in_a_decided_match_count_a_quarter_and_less_beside_a_loss() -> None:
    (loss,) = losses_in(review(judged(0.0, before=0.99, lead=20.0), slope=0.1))
    in_an_even_match = 100 * (1 / (1 + exp(-2)) - 0.5)
    assert loss.points.mean == pytest.approx(in_an_even_match / 4, rel=1e-6)
    assert loss.verdict == "inaccuracy"
    (most,) = losses_in(review(judged(0.0, before=0.99, lead=500.0), slope=0.1))
    assert most.verdict == "mistake"
    (loss,) = losses_in(review(judged(0.2, lead=20.0)))
    assert loss.points.mean == pytest.approx(20)
    (unknown,) = losses_in(Review("1", (), (judged(0.0, lead=20.0),), ()))
    assert unknown.points.mean == 0


def test_the_costliest_moves_are_three_of_one_seat_and_all_sure() -> None:
    made = [judged(lost, ply=ply) for ply, lost in ((0, 0.05), (4, 0.2), (6, 0.1), (8, 0.15))]
    made += [judged(0.5, 0.3, ply=2), perfect(10), judged(0.3, ply=5, seat=2)]
    made += [judged(0.0, ply=14, seat=2, before=0.0, lead=30.0), judged(0.06, ply=15, seat=2)]
    found = losses_in(review(*made))
    assert [each.judgement.ply for each in costliest_losses(found, 1)] == [4, 8, 6]
    early = [each.judgement.ply for each in costliest_losses(found, 2)]
    assert early == [5, 15, 14], "a match that is lost since long comes last"
    assert costliest_losses(found, 3) == []


def test_a_player_without_a_sure_loss_reads_the_largest_that_lost_a_lead() -> None:
    unsure = (judged(0.02, 0.06, ply=2, lead=1), judged(0.03, 0.06, ply=4, lead=2))
    found = losses_in(review(perfect(0), *unsure, judged(0.3, 0.2, ply=6, lead=0.9), slope=0))
    assert [each.verdict for each in found] == [None] * 4
    assert [each.judgement.ply for each in costliest_losses(found, 1)] == [4, 2]


def test_a_costly_move_is_an_inaccuracy_at_least_and_its_player_not_accurate_in_full() -> None:
    made = [perfect(ply) for ply in range(0, 400, 2)]
    assert costliest_losses(losses_in(review(*made, judged(0.02, 0.001, ply=400))), 1) == []
    found = losses_in(review(*made, judged(0.06, 0.001, ply=400)))
    assert [each.verdict for each in costliest_losses(found, 1)] == ["inaccuracy"]
    accuracy = player_accuracy(found, 1)
    assert accuracy is not None
    assert accuracy < 100
    assert accuracy_percent(99.99) == 99
    assert player_accuracy(losses_in(review(*made)), 1) == accuracy_percent(100) == 100
    assert player_accuracy(losses_in(review(*made)), 2) is None, "without decisions"


def test_a_move_is_as_accurate_as_lichess_says() -> None:
    says = {0: 100, -3: 100, 5: 80.8, 10: 64.6, 15: 51.5, 100: 0}
    found = [move_accuracy(points) for points in says]
    assert found == pytest.approx([*says.values()], abs=0.06)


def test_a_decided_match_makes_nobody_accurate_and_still_counts_a_lead_given_away() -> None:
    open_ = [judged(0.2, ply=2, before=0.3), judged(0.1, ply=4, before=0.1)]
    lost = [perfect(ply, before=0.0) for ply in range(6, 20, 2)]
    played = player_accuracy(losses_in(review(*open_, *lost)), 1)
    assert played == player_accuracy(losses_in(review(*open_)), 1)
    assert played is not None
    assert played < 50
    worse = player_accuracy(losses_in(review(*lost, judged(0.0, before=0.0, lead=6.0))), 1)
    assert worse is not None
    assert worse < 50


def luck(ply: int, worth: float, error: float = 0.0) -> Luck:
    return Luck(ply, (Estimate(worth, error), Estimate(-worth, error)))


def test_a_match_turns_at_sure_mistakes_and_great_luck_in_its_order() -> None:
    made = review(
        judged(0.3, ply=10),
        judged(0.4, 0.3, ply=12),
        judged(0.04, ply=14, seat=2),
        luck=[luck(3, -0.2, 0.05), luck(8, 0.15, 0.09), luck(20, 0.05)],
    )
    turns = turning_points(made, losses_in(made))
    assert [(turn.at, round(turn.points.mean), turn.judgement is None) for turn in turns] == [
        (3, -20, True),
        (10, 30, False),
    ]
    many = review(*(judged(0.1 + ply / 100, ply=ply) for ply in range(12)))
    told = turning_points(many, losses_in(many), most=4)
    assert [turn.at for turn in told] == [8, 9, 10, 11], "the largest ones"


def test_the_luck_of_a_seat_is_the_sum_of_its_draws_in_treasure_where_chances_are_unknown() -> None:
    made = review(luck=[luck(1, 0.2, 0.03), luck(2, -0.05, 0.04)])
    one, two = luck_of(made, 1), luck_of(made, 2)
    assert one is not None
    assert two is not None
    assert (one.mean, one.error) == pytest.approx((15, 5))
    assert two.mean == pytest.approx(-15)
    assert luck_of(review(), 1) is None
    made = Review("1", (), (), (Luck(1, (Estimate(2.0, 0.5),)),))
    assert luck_of(made, 1) == Estimate(10.0, 2.5)
    (turn,) = turning_points(made, [])
    assert turn.points == Estimate(10.0, 2.5)


def test_the_accuracy_without_a_known_chance_agrees_with_the_results_of_matches() -> None:
    ended = []
    for line in (Path(__file__).parent / "played_out.txt").read_text().splitlines():
        totals, *seats = line.split(" | ")
        accuracies = []
        for moves in seats:
            tenths = [tuple(map(int, move.split("/"))) for move in moves.split()]
            shares = [(lost / 10, stake / 10) for lost, stake in tenths]
            accuracies.append(accuracy_by_stakes(shares))
        ended.append((tuple(map(int, totals.split())), accuracies))
    assert len(ended) == 60
    pairs = [pair for totals, own in ended for pair in zip(totals, own, strict=True)]
    empty = [found for total, found in pairs if not total]
    assert len(empty) >= 20
    assert max(empty) < 50, "nobody is praised who ended without treasure"
    clear = [
        (own[0] - own[1]) * (one - two) > 0 for (one, two), own in ended if abs(one - two) >= 10
    ]
    assert sum(clear) >= 0.9 * len(clear), "who wins clearly was more accurate"


RECORD = random_record(GAMES["prowler"], random.Random(1))
MADE = made_review(RECORD)
DICE = random_record(GAMES["landgrab"], random.Random(2))


@each_of("made", [MADE, made_review(DICE), made_review(DICE, chances=False)])
def test_a_review_is_the_same_after_it_was_written_and_read(made: Review) -> None:
    read = review_from_text(review_to_text(made))
    assert review_from_text(review_to_text(read)) == read
    assert read.judgements == made.judgements
    assert read.luck == made.luck
    for one, other in zip(read.course, made.course, strict=True):
        told, meant = ([each.mean for each in it.margins] for it in (one, other))
        assert told == pytest.approx(meant, abs=1e-4)
    assert "Ada" not in review_to_text(made_review(replace(RECORD, players=("Ada", "Ben"))))


def test_a_draw_that_changed_much_is_a_turning_point_without_a_better_move() -> None:
    lucky = Luck(5, (Estimate(0.4, 0.01), Estimate(-0.4, 0.01)))
    points = make_digest(replace(MADE, luck=(lucky,)), 2).turns
    (point,) = [each for each in points if each.played is None]
    assert point.at == 5
    assert point.options == ()
    assert abs(point.points.mean) == pytest.approx(40)
    assert [each.at for each in points] == sorted(each.at for each in points)
    luck = (Luck(5, (Estimate(1.5, 0.1), Estimate(-1.5, 0.1))),)
    found = make_digest(replace(made_review(RECORD, chances=False), luck=luck), 2)
    assert not found.chances
    assert [round(each or 0, 6) for each in found.luck] == [1.5, -1.5], "in treasure"
    assert make_digest(MADE, 2).luck == (None, None), "no dice, no luck"


def test_a_try_passes_if_it_gives_away_less_than_a_third_of_what_the_match_did() -> None:
    found = make_digest(MADE, 2)
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
    for seat, points in enumerate(found.costly, 1):
        assert [each.seat for each in points] == [seat] * 3
        lost = [each.points.mean for each in points]
        assert lost == sorted(lost, reverse=True), "worst first"


def test_a_noisy_course_is_smoothed_but_what_is_certain_stays() -> None:
    rng = random.Random(7)
    noisy = [
        Outlook(ply, (Estimate(0), Estimate(0)), (Estimate(chance, 0.1), Estimate(1 - chance, 0.1)))
        for ply in range(100)
        for chance in (rng.gauss(0.5, 0.1),)
    ]
    end = Outlook(100, (Estimate(9), Estimate(-9)), (Estimate(1), Estimate(0)))
    course = make_digest(replace(MADE, course=(*noisy, end), judgements=()), 2).course
    assert [at for at, _ in course] == [*range(101)]
    assert course[-1][1][0].mean == 1
    shown = [values[0].mean for _, values in course[:-1]]
    assert max(abs(each - 0.5) for each in shown) < 0.15
    assert max(abs(each.chances[0].mean - 0.5) for each in noisy) > 0.2
    assert all(values[0].error <= 0.05 for _, values in course)
    assert make_digest(MADE, 2).course[5][1] == MADE.course[5].chances, "small errors stay"


def test_the_course_of_treasure_is_that_of_the_judgements_and_ends_with_the_result() -> None:
    moves = (JudgedMove("best", Estimate(9.5)), JudgedMove("made", Estimate(7.5)))
    outlooks = [
        Outlook(ply, tuple(map(Estimate, margins)))
        for ply, margins in enumerate([(5.0, 4.0), (5.5, 4.5), (3.0, 2.0)], 1)
    ]
    judgements = (Judgement(0, 1, moves, "made"), Judgement(1, 2, moves, "best"))
    found = make_digest(Review("m", (*outlooks,), judgements, ()), 2)
    course = [(ply, [each.mean for each in margins]) for ply, margins in found.course]
    assert course == [(1, [7.5, 4.0]), (2, [7.5, 9.5]), (3, [3.0, 2.0])]
