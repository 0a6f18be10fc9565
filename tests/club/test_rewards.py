"""Who has earned the roles for divisions and for ratings."""

from dataclasses import replace

from prowlerbot.club.rewards import divisions_of, rated_from
from prowlerbot.competitions import competition_steps
from prowlerbot.competitions.competition_record import Competition
from prowlerbot.match.ratings import PROVISIONAL, PlayerStanding, Rating
from tests.competitions import kinds
from tests.competitions.building import START, begun, stored, terms

LOW, MIDDLE, HIGH = 7, 8, 9


def test_each_division_of_a_league_has_a_role_the_highest_for_division_1() -> None:
    season = competition_steps.withdraw(begun(terms(kinds.LEAGUE), range(12)), 1, START)
    league, cup = stored(season), stored(begun(terms(kinds.SWISS), range(20, 24)))
    first, second = season.course.divisions
    wanted = {(HIGH, each) for each in first if each != 1} | {(LOW, each) for each in second}
    assert divisions_of([cup, league], [], (LOW, HIGH)) == wanted
    next_one = replace(league, competition=Competition(terms(kinds.LEAGUE)))
    assert divisions_of([next_one], [league], (LOW, HIGH)) == wanted, "until the break is over"
    assert divisions_of([], [league], (LOW, HIGH)) == set()
    assert {role for role, _ in divisions_of([league], [], (LOW, MIDDLE, HIGH))} == {MIDDLE, HIGH}


def rated(player: int, points: int, matches: int = PROVISIONAL) -> PlayerStanding:
    standing = PlayerStanding(player, Rating(points * 1_000_000 // 60 + 1), matches)
    assert standing.rating.points == points
    return standing


def test_a_rating_from_a_minimum_on_brings_its_role_once_it_is_reliable() -> None:
    people = [rated(1, 1600), rated(2, 1999), rated(3, 2000), rated(4, 2400, PROVISIONAL - 1)]
    people.append(rated(1, 1000))  # in another game
    found = rated_from(people, (LOW, MIDDLE, HIGH), (2000, 1600))
    assert found == {(LOW, 1), (LOW, 2), (LOW, 3), (MIDDLE, 3)}, "HIGH has no minimum"
