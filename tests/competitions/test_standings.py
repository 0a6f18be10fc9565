"""Standings and medals, worked out by hand."""

from __future__ import annotations

from prowlerbot.competitions import competition_steps
from prowlerbot.competitions.competition_record import Competition, Step
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


def winners(competition: Competition) -> list[int]:
    return [line.player for line in ranked_standings(competition) if line.place == 1]


def test_a_final_to_which_nobody_comes_leaves_a_knock_out_without_gold() -> None:
    competition = settled(better_wins(begun(terms(kinds.KNOCKOUT), [1, 2, 3, 4])), START)
    competition = settled(
        competition_steps.take(competition, Step.CLOSE, START + 7 * DAY), START + 7 * DAY
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
