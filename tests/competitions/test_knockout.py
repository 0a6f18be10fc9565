"""Knock-outs: the bracket, byes, matches without a winner, players who leave."""

from __future__ import annotations

from prowlerbot.competitions import competition_steps
from prowlerbot.competitions.competition_record import Step
from prowlerbot.competitions.formats.knockout import bracket
from prowlerbot.competitions.standings import standings
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

KNOCKOUT = terms(kinds.KNOCKOUT)


def test_the_best_seeds_meet_as_late_as_possible() -> None:
    assert bracket([1, 2, 3, 4, 5, 6, 7, 8]) == [1, 8, 4, 5, 2, 7, 3, 6]
    for count in range(2, 40):
        competition = begun(KNOCKOUT, range(1, count + 1))
        while not competition.course.ended:
            competition = settled(better_wins(competition), START)
        places = [line.place for line in standings(competition)]
        assert [line.player for line in standings(competition)][:2] == [1, 2]
        assert places.count(1) == 1
        if count >= 4:
            assert {line.player for line in standings(competition) if line.place == 3} == {3, 4}


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
    competition = competition_steps.take(competition, Step.CLOSE, START + 7 * DAY)
    competition = settled(competition, START + 7 * DAY)
    assert tables(competition, 2) == [(2,)]
    assert standings(competition)[0].player == 2
    assert {1, 4} <= competition.course.left.keys()
