"""Leagues: divisions, promotion, and players who have no place for two seasons."""

import random
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prowlerbot.competitions import competition_steps as steps
from prowlerbot.competitions.competition_record import Competition, Step
from prowlerbot.competitions.course import Began, Ended
from prowlerbot.competitions.formats.league import (
    barred_players,
    final_orders,
    make_divisions,
    number_of_divisions,
)
from prowlerbot.core.errors import Denied, Stale
from tests.competitions import kinds
from tests.competitions.building import DAY, START, begun, better_wins, decided, settled, terms, won

LEAGUE = terms(kinds.LEAGUE)


@cache
def played(players: range) -> Competition:
    """A season in which everybody beats those with a higher id."""
    return settled(better_wins(begun(LEAGUE, players)), START)


def test_divisions_have_four_to_six_players() -> None:
    for players in [*range(4, 7), *range(8, 129)]:
        divisions = make_divisions(range(players))
        assert len(divisions) == number_of_divisions(players)
        assert {len(division) for division in divisions} <= {4, 5, 6}
        assert sum(divisions, ()) == tuple(range(players)), "by rating"
    assert make_divisions(range(7)) == (tuple(range(7)),)
    assert make_divisions(range(2)) == ((0, 1),)


def test_the_first_goes_up_and_the_last_two_go_down() -> None:
    divisions = make_divisions(range(24), played(range(24)))
    assert [" ".join(map(str, players)) for players in divisions] == [
        "0 1 2 5",
        "3 4 6 7 10",
        "8 9 11 12 15",
        "13 14 16 17 20",
        "18 19 21 22 23",
    ]
    upper, second, *_ = make_divisions([0, *range(3, 24)], played(range(24)))
    assert upper == (0, 5, 6, 7), "a free place is for the best of those who do not go down"
    assert {3, 4, 10} <= {*second}


@settings(max_examples=20, deadline=None)
@given(
    players=st.integers(4, 20),
    leave=st.sampled_from([0.0, 0.1, 0.25, 0.5]),
    seed=st.integers(0, 10**6),
)
def test_nobody_is_passed_by_a_worse_player_of_a_division(
    players: int, leave: float, seed: int
) -> None:
    rng, league, newcomer = random.Random(seed), None, 1000
    coming = list(range(players))
    for _ in range(4):
        season = Competition(LEAGUE)
        for player in coming:
            season = steps.enter(season, player, rng.randint(1000, 2000), START - DAY)
        season = season.after(Began(START, make_divisions(rng.sample(coming, len(coming)), league)))
        season = season.after(Ended(START + DAY)) if len(coming) < 2 else settled(season, START)
        for pairing in season.course.open:
            season = decided(season, pairing.pairing, *rng.sample((1, 2), 2))
        divisions = places(season.course.divisions)
        if league is not None:
            assert {len(each) for each in season.course.divisions} <= sizes(len(coming))
            check_order(league, divisions)
        league = settled(season, START)
        coming = [player for player in coming if rng.random() > leave]
        coming += range(newcomer, newcomer + rng.randint(0, 4))
        newcomer += 4


def sizes(players: int) -> set[int]:
    """Those that divisions of so many players can have."""
    return {4, 5, 6} if players > 3 and players != 7 else {players}


def check_order(before: Competition, after: dict[int, int]) -> None:
    for number, order in enumerate(final_orders(before)):
        assert order[0] not in after or after[order[0]] <= max(0, number - 1), "the first goes up"
        now = [after[player] for player in order if player in after]
        assert now == sorted(now), "a better place of the same division leads no lower"
        stays = [after[p] for p in order[:-2] if p in after]
        below = [p for lower in final_orders(before)[number + 1 :] for p in lower[1:] if p in after]
        if below and stays and max(stays) <= number:
            assert max(stays) <= min(after[p] for p in below), "nor does a better division"


def test_whoever_enters_a_season_that_is_played_waits_for_the_next_one() -> None:
    season = begun(LEAGUE, range(1, 6))
    season = steps.enter(season, 9, 1500, START)
    with pytest.raises(Stale, match="already take part"):
        steps.enter(season, 9, 1500, START)
    assert 9 not in season.course.players
    assert [*season.course.waiting] == [9]
    left = steps.withdraw(season, 9, START)
    assert not left.course.waiting
    assert barred_players([settled(better_wins(left), START)]) == frozenset()
    out = steps.withdraw(season, 2, START)
    with pytest.raises(Denied, match="last two seasons"):
        steps.enter(out, 2, 1500, START)
    ended = settled(better_wins(season), START)
    following = ended.format.next_season(ended, START, 3 * DAY, dict.fromkeys(range(10), 1500))
    assert following is not None
    assert [*following.competition.course.entries] == [1, 2, 3, 4, 5, 9]
    assert not following.competition.course.checked_in


def places(divisions: tuple[tuple[int, ...], ...]) -> dict[int, int]:
    return {p: number for number, division in enumerate(divisions) for p in division}


def test_whoever_has_left_comes_last_even_with_the_most_points() -> None:
    season = begun(LEAGUE, range(1, 6))
    for loser in range(2, 5):
        season = won(season, 1, loser)
    season = settled(better_wins(steps.withdraw(season, 1, START)), START)
    assert final_orders(season) == [[2, 3, 4, 5, 1]]


def test_whoever_leaves_a_season_has_no_place_in_the_next_two() -> None:
    season = steps.withdraw(begun(LEAGUE, range(1, 6)), 3, START)
    season = settled(better_wins(season), START)
    other = played(range(10, 15))
    assert barred_players([season]) == barred_players([season, other]) == {3}
    assert barred_players([season, other, other]) == frozenset()
    early = Competition(LEAGUE, (*begun(LEAGUE, range(1, 6)).events[:5],))
    early = settled(better_wins(settled(steps.withdraw(early, 2, START - 1), START)), START)
    assert barred_players([early]) == frozenset(), "who left before the beginning"
    empty = Competition(LEAGUE)
    with pytest.raises(Denied, match="last two seasons"):
        steps.enter(empty, 3, 1500, START, [season, other])
    assert steps.enter(empty, 3, 1500, START, [season, other, other]).revision == 1


def test_a_season_begins_from_the_one_before_and_newcomers_in_the_lowest_division() -> None:
    season = played(range(10))
    following = Competition(LEAGUE)
    for player in range(10):
        following = steps.enter(following, player, 2000 - player, START - DAY, [season])
    following = steps.take_step(following, Step.BEGIN, START, [season])
    assert following.course.divisions == ((0, 1, 2, 5), (3, 4, 6, 7, 8, 9))
    *_, lowest = make_divisions([77, *range(10)], season)
    assert 77 in lowest
    alone = begun(replace(LEAGUE, season=28 * DAY), [1])
    assert alone.course.ended
    assert alone.format.next_season(alone, START, 7 * DAY, {1: 1500}) is None, "nobody wants it"
