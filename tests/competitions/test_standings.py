"""Standings and medals, worked out by hand."""

from __future__ import annotations

from fractions import Fraction

from prowlerbot.competitions import competition_steps
from prowlerbot.competitions.competition_record import Competition, Standing, Step
from prowlerbot.competitions.course import Decided
from prowlerbot.competitions.formats.knockout import bracket
from prowlerbot.competitions.standings import medals, ranked_standings, standings
from tests.competitions import kinds
from tests.competitions.building import (
    DAY,
    START,
    begun,
    better_wins,
    decided,
    settled,
    tables,
    terms,
    won,
)


def by_player(competition: Competition) -> dict[int, Standing]:
    return {line.player: line for line in standings(competition)}


def test_buchholz_is_the_sum_of_the_points_of_the_opponents() -> None:
    # Round 1: 1 beats 3, 2 beats 4. Round 2: 1 beats 2, 3 beats 4.
    competition = begun(terms(kinds.SWISS, rounds=2), [1, 2, 3, 4])
    competition = settled(better_wins(settled(better_wins(competition), START)), START)
    lines = by_player(competition)
    assert {player: line.points for player, line in lines.items()} == {1: 2, 2: 1, 3: 1, 4: 0}
    assert {player: line.ties["buchholz"] for player, line in lines.items()} == {
        1: 2,
        2: 2,
        3: 2,
        4: 2,
    }
    berger = {player: line.ties["sonneborn_berger"] for player, line in lines.items()}
    assert berger == {1: 2, 2: 0, 3: 0, 4: 0}
    assert [line.place for line in standings(competition)] == [1, 2, 2, 4]


def test_a_bye_counts_as_a_match_against_a_dummy_with_draws_at_most() -> None:
    competition = begun(terms(kinds.SWISS, rounds=2), [1, 2, 3])
    assert by_player(competition)[3].points == 1
    competition = settled(better_wins(settled(better_wins(competition), START)), START)
    # 1 beat 2 and then 3, who had had the bye; 2 has the bye of round 2.
    lines = by_player(competition)
    assert {player: line.points for player, line in lines.items()} == {1: 2, 2: 1, 3: 1}
    assert lines[1].ties["buchholz"] == 1 + 1
    assert lines[2].ties["buchholz"] == 2 + 1
    assert lines[3].ties["sonneborn_berger"] == 1


def test_a_forfeited_match_counts_as_one_against_a_dummy_no_stronger_than_the_missing_one() -> None:
    competition = begun(terms(kinds.SWISS, rounds=2), [1, 2, 3, 4])
    first = next(each for each in competition.course.open if 1 in each.players)
    competition = competition_steps.report(
        competition, competition_steps.forfeit(first, (3,), START)
    )
    competition = settled(better_wins(competition), START)
    competition = settled(better_wins(competition), START)
    lines = by_player(competition)
    # 3 has 0 points, and half a point for the round after leaving.
    assert lines[1].ties["sonneborn_berger"] == Fraction(1, 2) + lines[2].points
    assert lines[3].ties["buchholz"] == 0


def test_head_to_head_comes_before_sonneborn_berger_where_everybody_meets() -> None:
    competition = begun(terms(kinds.ROUND_ROBIN, at_once=True), [1, 2, 3, 4, 5])
    for winner, loser in [(2, 1), (1, 3), (1, 4), (1, 5), (3, 2), (2, 4), (2, 5)]:
        competition = won(competition, winner, loser)
    for winner, loser in [(4, 3), (5, 3), (4, 5)]:
        competition = won(competition, winner, loser)
    lines = standings(competition)
    assert [(line.player, int(line.points)) for line in lines[:2]] == [(2, 3), (1, 3)]
    assert [line.ties["head_to_head"] for line in lines[:2]] == [1, 0]
    assert lines[0].ties["sonneborn_berger"] == 3 + 2 + 1
    assert lines[1].ties["sonneborn_berger"] == 1 + 2 + 1


def test_margin_is_the_lead_over_the_best_other_player() -> None:
    competition = begun(terms(kinds.PODS, rounds=1), [1, 2, 3, 4])
    ranks = dict(zip(competition.course.open[0].players, (1, 2, 3, 3), strict=True))
    result = Decided(START, 1, (1, 2, 3, 3), totals=(20, 15, 8, 8))
    lines = by_player(competition_steps.report(competition, result))
    margins = {rank: lines[player].ties["margin"] for player, rank in ranks.items()}
    assert margins == {1: 5, 2: -5, 3: -12}


def test_places_at_a_table_bring_three_two_one_and_no_points_and_ties_share() -> None:
    four = begun(terms(kinds.PODS, rounds=1), [1, 2, 3, 4])
    for ranks, points in [((1, 2, 3, 4), [3, 2, 1, 0]), ((1, 1, 3, 4), [2.5, 2.5, 1, 0])]:
        lines = by_player(decided(four, 1, *ranks))
        players = four.course.pairings[1].players
        assert [lines[player].points for player in players] == points
    three = begun(terms(kinds.PODS, rounds=1), [1, 2, 3])
    lines = by_player(decided(three, 1, 1, 2, 3))
    assert sorted(line.points for line in lines.values()) == [0, 1.5, 3]


def winners(competition: Competition) -> list[int]:
    return [line.player for line in ranked_standings(competition) if line.place == 1]


def test_a_final_to_which_nobody_comes_leaves_a_knock_out_without_gold() -> None:
    competition = settled(better_wins(begun(terms(kinds.KNOCKOUT), [1, 2, 3, 4])), START)
    competition = settled(
        competition_steps.take_step(competition, Step.CLOSE, START + 7 * DAY), START + 7 * DAY
    )
    assert competition.course.ended
    assert winners(competition) == []
    assert medals(competition) == {3: 3, 4: 3}


def test_whoever_leaves_a_swiss_tournament_in_front_leaves_the_win_to_the_next() -> None:
    competition = begun(terms(kinds.SWISS), [1, 2, 3, 4])
    for _ in range(2):
        competition = settled(better_wins(competition), START)
    competition = won(competition, 1, next(iter({2, 3, 4} - _met(competition))))
    competition = competition_steps.withdraw(competition, 1, START)
    competition = settled(better_wins(competition), START)
    first, second = standings(competition)[:2]
    assert first.player == 1
    assert first.left
    assert winners(competition) == [second.player]
    assert medals(competition)[second.player] == 1


def _met(competition: Competition) -> set[int]:
    """The opponents of the first player in rounds that are over."""
    course = competition.course
    played = [course.pairings[number].players for number in course.results]
    return {other for players in played if 1 in players for other in players}


def test_a_competition_that_is_cancelled_between_two_rounds_gives_no_medals() -> None:
    competition = better_wins(begun(terms(kinds.SWISS), range(1, 9)))
    assert not competition.course.open
    assert competition_steps.due_step(competition, START) is Step.PAIR
    competition = competition_steps.cancel(competition, START)
    assert competition.course.cancelled
    assert medals(competition) == {}


def test_a_league_is_won_in_its_first_division() -> None:
    competition = begun(terms(kinds.LEAGUE), range(1, 11))
    competition = settled(better_wins(competition), START)
    assert len(competition.course.divisions) == 2
    assert winners(competition) == [1]
    assert medals(competition) == {1: 1, 2: 2, 3: 3}


# ------------------------------------------------------------------------------------ knock-outs

KNOCKOUT = terms(kinds.KNOCKOUT)


def test_the_best_seeds_meet_as_late_as_possible() -> None:
    assert bracket([1, 2, 3, 4, 5, 6, 7, 8]) == [1, 8, 4, 5, 2, 7, 3, 6]
    for count in (*range(2, 18), 31, 32, 33):
        competition = begun(KNOCKOUT, range(1, count + 1))
        while not competition.course.ended:
            competition = settled(better_wins(competition), START)
        places = [line.place for line in standings(competition)]
        assert [line.player for line in standings(competition)][:2] == [1, 2]
        assert places.count(1) == 1
        if count >= 4:
            assert {line.player for line in standings(competition) if line.place == 3} == {3, 4}
        assert ({3, 4} <= medals(competition).keys()) == (count >= 4)


def test_the_best_seeds_have_the_byes() -> None:
    competition = begun(KNOCKOUT, range(1, 6))
    assert sorted(tables(competition, 1)) == [(1,), (2,), (3,), (4, 5)]


def test_seat_1_is_for_whoever_had_it_less_often() -> None:
    competition = begun(KNOCKOUT, [1, 2, 3, 4])
    assert tables(competition, 1) == [(1, 4), (2, 3)]
    competition = settled(won(won(competition, 1, 4), 3, 2), START)
    assert tables(competition, 2) == [(3, 1)]


def test_a_match_without_a_winner_is_played_again_with_the_seats_changed() -> None:
    competition = settled(decided(begun(KNOCKOUT, [1, 2]), 1, 1, 1), START)
    assert tables(competition, 1) == [(1, 2), (2, 1)]
    competition = settled(won(competition, 2, 1), START)
    assert standings(competition)[0].player == 2
    assert competition.course.ended


def test_after_two_matches_without_a_winner_the_better_seed_goes_on() -> None:
    competition = settled(decided(begun(KNOCKOUT, [1, 2]), 1, 1, 1), START)
    competition = settled(decided(competition, 2, 1, 1), START)
    assert competition.course.ended
    assert [line.player for line in standings(competition)] == [1, 2]


def test_a_replay_waits_for_no_other_match_of_the_round() -> None:
    competition = begun(KNOCKOUT, [1, 2, 3, 4])
    competition = settled(decided(competition, 1, 1, 1), START)
    assert tables(competition, 1) == [(1, 4), (2, 3), (4, 1)]
    competition = settled(won(competition, 4, 1), START)
    assert tables(competition, 2) == []
    competition = settled(won(competition, 2, 3), START)
    assert tables(competition, 2) == [(4, 2)]


def test_whoever_leaves_after_a_match_without_a_winner_has_lost() -> None:
    competition = decided(begun(KNOCKOUT, [1, 2]), 1, 1, 1)
    competition = settled(competition_steps.withdraw(competition, 1, START), START)
    assert standings(competition)[0].player == 2


def test_the_opponent_of_somebody_who_has_left_goes_on_with_a_bye() -> None:
    competition = begun(KNOCKOUT, [1, 2, 3, 4])
    competition = won(won(competition, 1, 4), 2, 3)
    competition = settled(competition_steps.withdraw(competition, 1, START), START)
    assert tables(competition, 2) == [(2,)]
    assert standings(competition)[0].player == 2


def test_a_replay_has_the_time_of_a_round_of_its_own() -> None:
    competition = begun(KNOCKOUT, [1, 2, 3, 4])
    competition = settled(decided(competition, 1, 1, 1), START + 3 * DAY)
    competition = settled(competition, START + 7 * DAY)
    assert competition.course.left.keys() == {2, 3}
    assert [{*each.players} for each in competition.course.open] == [{1, 4}]
    assert competition_steps.due_at(competition) == START + 10 * DAY


def test_a_match_to_which_nobody_comes_has_no_winner() -> None:
    competition = won(begun(KNOCKOUT, [1, 2, 3, 4]), 2, 3)
    competition = competition_steps.take_step(competition, Step.CLOSE, START + 7 * DAY)
    competition = settled(competition, START + 7 * DAY)
    assert tables(competition, 2) == [(2,)]
    assert standings(competition)[0].player == 2
    assert {1, 4} <= competition.course.left.keys()
