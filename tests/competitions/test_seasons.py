"""Formats with seasons: leagues with their divisions, and the ladder of a server."""

import random
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prowlerbot.competitions import competition_changes as changes
from prowlerbot.competitions import competition_steps as steps
from prowlerbot.competitions.competition_record import Competition, Step
from prowlerbot.competitions.course import Began, Decided, Ended, Entered, read_event
from prowlerbot.competitions.formats import ladder
from prowlerbot.competitions.formats.league import (
    final_orders,
    make_divisions,
    number_of_divisions,
    players_without_place,
)
from prowlerbot.core.clock import Outage
from prowlerbot.core.errors import Denied, Stale
from tests.competitions import kinds
from tests.competitions.building import (
    DAY,
    START,
    begun,
    better_wins,
    decided,
    entered,
    settled,
    terms,
    won,
)

LEAGUE = terms(kinds.LEAGUE)


@cache
def played(players: range) -> Competition:
    """A season in which everybody beats those with a higher id."""
    return settled(better_wins(begun(LEAGUE, players)), START)


def test_divisions_have_four_to_six_players_one_goes_up_and_two_go_down() -> None:
    for players in [*range(4, 7), *range(8, 129)]:
        divisions = make_divisions(range(players))
        assert len(divisions) == number_of_divisions(players)
        assert {len(division) for division in divisions} <= {4, 5, 6}
        assert sum(divisions, ()) == tuple(range(players)), "by rating"
    assert make_divisions(range(7)) == (tuple(range(7)),)
    assert make_divisions(range(2)) == ((0, 1),)
    divisions = make_divisions(range(24), played(range(24)))
    told = "; ".join(" ".join(map(str, players)) for players in divisions)
    assert told == "0 1 2 5; 3 4 6 7 10; 8 9 11 12 15; 13 14 16 17 20; 18 19 21 22 23"
    upper, second, *_ = make_divisions([0, *range(3, 24)], played(range(24)))
    assert upper == (0, 5, 6, 7), "a free place is for the best of those who do not go down"
    assert {3, 4, 10} <= {*second}


def test_sizes_hold_and_promises_are_kept_whoever_comes_and_goes() -> None:
    rng = random.Random(6)
    for _ in range(60):
        season = played(range(rng.choice([5, 9, 12, 17, 24, 31])))
        coming = [p for p in season.course.players if rng.random() > 0.1]
        coming += range(100, 100 + rng.randint(0, 6))
        if len(coming) < 4 or len(coming) == 7:
            continue
        divisions = make_divisions(coming, season)
        assert sorted(sum(divisions, ())) == sorted(coming)
        assert {len(division) for division in divisions} <= {4, 5, 6}
        old, new = places(season.course.divisions), places(divisions)
        count = len(divisions)
        for number, order in enumerate(final_orders(season)):
            if order[0] in new:
                assert new[order[0]] <= max(0, number - 1)
        stayed = [player for player in coming if player in old]
        if count == len(season.course.divisions) and len(stayed) == len(coming) == len(old):
            for number, order in enumerate(final_orders(season)[:-1]):
                assert {new[player] for player in order[-2:]} == {number + 1}


@settings(max_examples=20, deadline=None)
@given(
    players=st.integers(4, 20),
    leave=st.sampled_from([0.0, 0.1, 0.25, 0.5]),
    seed=st.integers(0, 10**6),
)
def test_no_player_passes_a_better_one_of_a_division(players: int, leave: float, seed: int) -> None:
    rng, league, newcomer = random.Random(seed), None, 1000
    coming = list(range(players))
    for _ in range(4):
        season = Competition(LEAGUE)
        for player in coming:
            season = changes.enter_player(season, player, rng.randint(1000, 2000), START - DAY)
        seeds = make_divisions(rng.sample(coming, len(coming)), league)
        season = season.with_events(Began(START, seeds))
        few = len(coming) < 2
        season = season.with_events(Ended(START + DAY)) if few else settled(season, START)
        for pairing in season.course.open:
            season = decided(season, pairing.pairing, *rng.sample((1, 2), 2))
        divisions = places(season.course.divisions)
        if league is not None:
            check_order(league, divisions)
        league = settled(season, START)
        coming = [player for player in coming if rng.random() > leave]
        coming += range(newcomer, newcomer + rng.randint(0, 4))
        newcomer += 4


def check_order(before: Competition, after: dict[int, int]) -> None:
    for number, order in enumerate(final_orders(before)):
        now = [after[player] for player in order if player in after]
        assert now == sorted(now), "a better place of the same division leads no lower"
        stays = [after[p] for p in order[:-2] if p in after]
        below = [p for lower in final_orders(before)[number + 1 :] for p in lower[1:] if p in after]
        if below and stays and max(stays) <= number:
            assert max(stays) <= min(after[p] for p in below), "nor does a better division"


def test_whoever_enters_a_season_that_is_played_waits_for_the_next_one() -> None:
    season = begun(LEAGUE, range(1, 6))
    season = changes.enter_player(season, 9, 1500, START)
    with pytest.raises(Stale, match="already take part"):
        changes.enter_player(season, 9, 1500, START)
    assert 9 not in season.course.players
    assert [*season.course.waiting] == [9]
    left = changes.withdraw_player(season, 9, START)
    assert not left.course.waiting
    assert players_without_place([settled(better_wins(left), START)]) == frozenset()
    out = changes.withdraw_player(season, 2, START)
    with pytest.raises(Denied, match="last two seasons"):
        changes.enter_player(out, 2, 1500, START)
    ended = settled(better_wins(season), START)
    following = ended.format.next_season(ended, START, 3 * DAY, dict.fromkeys(range(10), 1500))
    assert following is not None
    assert [*following.competition.course.entries] == [1, 2, 3, 4, 5, 9]
    assert not following.competition.course.checked_in


def places(divisions: tuple[tuple[int, ...], ...]) -> dict[int, int]:
    return {p: number for number, division in enumerate(divisions) for p in division}


def test_whoever_leaves_a_season_comes_last_and_is_out_for_two() -> None:
    season = changes.withdraw_player(begun(LEAGUE, range(1, 6)), 3, START)
    season = settled(better_wins(season), START)
    other = played(range(10, 15))
    assert players_without_place([season]) == players_without_place([season, other]) == {3}
    assert players_without_place([season, other, other]) == frozenset()
    early = Competition(LEAGUE, (*begun(LEAGUE, range(1, 6)).events[:5],))
    early = settled(
        better_wins(settled(changes.withdraw_player(early, 2, START - 1), START)), START
    )
    assert players_without_place([early]) == frozenset(), "who left before the beginning"
    empty = Competition(LEAGUE)
    with pytest.raises(Denied, match="last two seasons"):
        changes.enter_player(empty, 3, 1500, START, [season, other])
    assert changes.enter_player(empty, 3, 1500, START, [season, other, other]).revision == 1
    season = begun(LEAGUE, range(1, 6))
    for loser in range(2, 5):
        season = won(season, 1, loser)
    season = settled(better_wins(changes.withdraw_player(season, 1, START)), START)
    assert final_orders(season) == [[2, 3, 4, 5, 1]]


def test_a_season_begins_from_the_one_before_and_newcomers_in_the_lowest_division() -> None:
    season = played(range(10))
    following = Competition(LEAGUE)
    for player in range(10):
        following = changes.enter_player(following, player, 2000 - player, START - DAY, [season])
    following = steps.take_step(following, Step.BEGIN, START, [season])
    assert following.course.divisions == ((0, 1, 2, 5), (3, 4, 6, 7, 8, 9))
    *_, lowest = make_divisions([77, *range(10)], season)
    assert 77 in lowest
    alone = begun(replace(LEAGUE, season=28 * DAY), [1])
    assert alone.course.ended
    assert alone.format.next_season(alone, START, 7 * DAY, {1: 1500}) is None, "nobody wants it"


TERMS = terms(kinds.LADDER, idle=14 * DAY, holiday=10 * DAY, season=60 * DAY)


def a_ladder(players: int = 6) -> Competition:
    return begun(TERMS, range(1, players + 1))


def fought(
    competition: Competition, player: int, other: int, *, won: bool, now: int = START
) -> Competition:
    after = ladder.challenge(competition, player, other, now)
    pairing = after.course.open[-1]
    ranks = tuple(1 if (each == player) == won else 2 for each in pairing.players)
    return changes.record_result(after, Decided(now, pairing.pairing, ranks))


def test_a_challenge_is_for_three_places_above_two_at_a_time_and_weekly_with_one() -> None:
    for player, other, told in (
        *((player, other, "up to 3 places above") for player, other in ((5, 1), (2, 4), (3, 3))),
        (3, 99, "not on the ladder"),
        (99, 3, "not on this ladder"),
    ):
        with pytest.raises(Denied, match=told):
            ladder.challenge(a_ladder(), player, other, START)
    competition = ladder.challenge(ladder.challenge(a_ladder(), 4, 2, START), 4, 3, START)
    with pytest.raises(Denied, match="2 of your challenges still run"):
        ladder.challenge(competition, 4, 1, START + ladder.PROTECTION_SECONDS)
    later = START + ladder.PROTECTION_SECONDS + 1
    assert ladder.challenge(competition, 4, 1, later).course.open[-1].at
    competition = ladder.challenge(competition, 3, 2, START)
    with pytest.raises(Denied, match="already plays 2"):
        ladder.challenge(competition, 5, 2, START)
    assert ladder.challenge(competition, 2, 1, START + 1).course.open[-1].challenger == 2
    competition = fought(a_ladder(), 2, 1, won=False)
    with pytest.raises(Denied, match="7 days"):
        ladder.challenge(competition, 2, 1, START + 7 * DAY - 1)
    (first,) = competition.course.pairings.values()
    competition = ladder.challenge(competition, 2, 1, START + 7 * DAY)
    seats = (first.players, competition.course.open[0].players)
    assert seats == ((1, 2), (2, 1)), "seat 1 is for whoever had it less often"
    with pytest.raises(Denied, match="still play"):
        ladder.challenge(competition, 2, 1, START + 14 * DAY)


def test_whoever_has_no_match_drops_one_place_again_and_again_and_is_told_before() -> None:
    late = START + 3 * DAY
    waited = entered(terms(kinds.LADDER), range(1, 4))
    waited = steps.take_step(waited, Step.BEGIN, late)
    assert {*ladder.drop_times(waited).values()} == {late + waited.terms.idle}
    competition = settled(ladder.challenge(a_ladder(3), 3, 2, START), START + 13 * DAY)
    assert steps.due_step(competition, START + 14 * DAY - 1) is None
    assert ladder.Ladder().idle_players(competition, START + 14 * DAY) == (1,)
    competition = settled(competition, START + 14 * DAY)
    assert ladder.ladder_order(competition) == [2, 1, 3]
    assert steps.due_step(competition, START + 14 * DAY) is None
    competition = ladder.challenge(competition, 3, 2, START + 15 * DAY)
    assert ladder.ladder_order(settled(competition, START + 28 * DAY)) == [2, 3, 1]
    competition = changes.enter_player(a_ladder(), 9, 1500, START + 9 * DAY)
    warned = START + 12 * DAY
    assert steps.due_at(competition) == warned
    competition = steps.take_step(competition, Step.REMIND, warned)
    assert competition.format.falling_players(competition) == dict.fromkeys(
        range(1, 7), START + 14 * DAY
    )
    assert steps.due_at(competition) == START + 14 * DAY
    competition = ladder.challenge(competition, 2, 1, warned + DAY)
    assert [*competition.format.falling_players(competition)] == [3, 4, 5, 6], (
        "those who play do not drop"
    )
    competition = steps.take_step(competition, Step.DROP, START + 14 * DAY)
    assert competition.format.falling_players(competition) == {}
    assert all(each.number == 1 for each in ladder.replay_places(competition).idle_falls)
    still = a_ladder()
    assert ladder.warning_times(still) == {}, "none drops as all below are idle too"
    assert ladder.ladder_order(settled(still, START + 14 * DAY)) == ladder.ladder_order(still)
    played = ladder.challenge(still, 3, 2, START + DAY)
    assert [*ladder.warning_times(played)] == [1], "below the first one two play"


def test_a_holiday_protects_once_a_season_until_its_player_challenges() -> None:
    competition = ladder.begin_holiday(a_ladder(), 3, START + 9 * DAY, START)
    competition = ladder.challenge(competition, 3, 1, START + DAY)
    assert not ladder.is_on_holiday(competition, 3, START + DAY)
    assert ladder.challenge(competition, 4, 3, START + DAY).course.open[-1].challenger == 4
    with pytest.raises(Denied, match="had your holiday"):
        ladder.begin_holiday(competition, 3, START + 9 * DAY, START + DAY)
    competition = ladder.begin_holiday(a_ladder(3), 1, START + 10 * DAY, START)
    with pytest.raises(Denied, match="on holiday"):
        ladder.challenge(competition, 2, 1, START + 10 * DAY - 1)
    assert ladder.challenge(competition, 2, 1, START + 10 * DAY).course.open
    assert 1 not in ladder.Ladder().idle_players(competition, START + 24 * DAY - 1)
    assert 1 in ladder.Ladder().idle_players(competition, START + 24 * DAY)
    with pytest.raises(Denied, match="had your holiday"):
        ladder.begin_holiday(competition, 1, START + 30 * DAY, START + 25 * DAY)
    with pytest.raises(Denied, match="10 days at most"):
        ladder.begin_holiday(competition, 2, START + 10 * DAY + 1, START)
    with pytest.raises(Denied, match="not on this ladder"):
        ladder.begin_holiday(competition, 99, START + DAY, START)


def test_a_full_ladder_gives_the_place_of_somebody_who_does_not_play_any_more() -> None:
    competition = begun(replace(TERMS, most=4), range(1, 5))
    soon, late = START + 28 * DAY - 1, START + 28 * DAY
    with pytest.raises(Denied, match="is full"):
        changes.enter_player(competition, 9, 1500, soon)
    after = changes.enter_player(competition, 9, 1500, late)
    assert ladder.ladder_order(after) == [1, 2, 3, 9], "the lowest one goes"
    assert after.course.left[4].removed

    later = changes.enter_player(
        fought(competition, 4, 3, won=True, now=START + DAY), 9, 1500, late
    )
    assert ladder.ladder_order(later) == [1, 4, 3, 9], "4 and 3 have played"
    away = ladder.begin_holiday(competition, 2, START + DAY, START)
    later = changes.enter_player(ladder.challenge(away, 4, 3, late - 1), 9, 1500, late)
    assert ladder.ladder_order(later) == [2, 3, 4, 9], "2 was away in between"


def test_a_season_ends_by_the_clock_and_takes_no_challenge_and_the_next_keeps_the_places() -> None:
    with pytest.raises(Denied, match="not begun"):
        ladder.challenge(entered(TERMS, [1, 2]), 2, 1, START - 1)
    competition = a_ladder()
    over = START + 60 * DAY
    with pytest.raises(Stale, match="over"):
        ladder.challenge(competition, 2, 1, over)
    assert steps.due_step(competition, over) is Step.END
    competition = settled(competition, over)
    with pytest.raises(Stale, match="over"):
        ladder.begin_holiday(competition, 1, over + DAY, over)
    competition = fought(a_ladder(), 5, 2, won=True)
    competition = ladder.challenge(competition, 3, 1, START + 58 * DAY)
    competition = ladder.begin_holiday(competition, 6, START + 63 * DAY, START + 55 * DAY)
    now = START + 60 * DAY
    season = ladder.Ladder().next_season(steps.take_step(competition, Step.END, now), now, 0, {})
    assert season is not None
    following, moved = season
    assert ladder.ladder_order(following) == ladder.ladder_order(competition)
    assert moved == {2: 1}
    (pairing,) = following.course.open
    assert (pairing.pairing, pairing.challenger) == (1, 3)
    assert ladder.is_on_holiday(following, 6, now)
    with pytest.raises(Denied, match="had your holiday"):
        ladder.begin_holiday(following, 6, now + 9 * DAY, now)
    assert ladder.begin_holiday(following, 5, now + 9 * DAY, now).course.holidays.keys() == {5, 6}
    assert steps.due_at(following) == now + 12 * DAY, "the players are told"


def test_the_players_in_reach_come_with_the_reason_why_they_cannot_be_challenged_now() -> None:
    competition = ladder.begin_holiday(a_ladder(), 4, START + DAY, START)
    competition = fought(competition, 5, 3, won=False)
    found = ladder.players_in_reach(competition, 5, START)
    assert list(found) == [4, 3, 2]
    assert "on holiday" in str(found[4])
    assert "7 days after" in str(found[3])
    assert found[2] is None
    assert (
        ladder.players_in_reach(competition, 1, START)
        == ladder.players_in_reach(competition, 99, START)
        == {}
    )


def test_a_player_who_does_not_come_twice_in_a_season_is_taken_off_and_can_join_again() -> None:
    competition = ladder.challenge(a_ladder(), 3, 2, START)
    competition = changes.record_result(
        competition, changes.forfeit_result(competition.course.open[0], [2], START)
    )
    assert ladder.ladder_order(competition) == [1, 3, 4, 2, 5, 6], "beaten, and dropped by one"
    places = ladder.replay_places(competition)
    assert places.late_falls == [ladder.Fall(number=1, player=2, place=4)]
    assert places.idle_falls == []
    competition = ladder.challenge(competition, 5, 2, START + DAY)
    forfeit = changes.forfeit_result(competition.course.open[0], [2], START + DAY)
    competition = changes.record_result(competition, forfeit)
    assert ladder.ladder_order(competition) == [1, 3, 4, 5, 6]
    back = changes.enter_player(competition, 2, 1500, START + 2 * DAY)
    assert ladder.ladder_order(back) == [1, 3, 4, 5, 6, 2]


def test_a_match_protects_for_two_weeks_without_the_days_of_an_outage() -> None:
    full = begun(replace(TERMS, most=4), range(1, 5))
    closed = ladder.challenge(
        ladder.challenge(ladder.challenge(full, 2, 1, START), 3, 1, START), 3, 2, START
    )
    last, late = START + ladder.PROTECTION_SECONDS, START + ladder.PROTECTION_SECONDS + 1
    assert [str(why)[:12] for why in ladder.players_in_reach(closed, 4, last).values()] == [
        "This player "
    ] * 3
    assert [*ladder.players_in_reach(closed, 4, late).values()] == [None] * 3, (
        "no challenge is refused"
    )
    assert ladder.players_in_reach(closed, 2, last)[1] is not None
    assert ladder.challenge(closed, 2, 1, late).course.open, "nor the same two"
    assert {1, 2, 3}.isdisjoint(ladder.Ladder().idle_players(closed, last))
    assert {1, 2, 3} <= {*ladder.Ladder().idle_players(closed, late)}, "nor from dropping"
    assert closed.format.player_to_replace(closed, START + 2 * TERMS.idle) == 4
    held = ladder.challenge(ladder.challenge(full, 4, 3, START), 2, 1, START)
    assert held.format.player_to_replace(held, START + 2 * TERMS.idle) == 4, "nor from somebody new"
    paired = START + 10 * DAY
    last = paired + ladder.PROTECTION_SECONDS
    away = Outage(last - DAY, last + 2 * DAY)
    competition = ladder.challenge(a_ladder(3), 2, 1, paired)
    competition = steps.record_outages(competition, [away], away.ended)
    assert ladder.Ladder().idle_players(competition, last + 3 * DAY) == (3,)
    assert ladder.Ladder().idle_players(competition, last + 3 * DAY + 1) == (1, 2, 3)


def test_who_comes_back_after_a_deletion_challenges_nobody_for_seven_days() -> None:
    competition = changes.enter_player(a_ladder(4), 9, 1500, START + DAY, again=True)
    with pytest.raises(Denied, match="deleted your data"):
        ladder.challenge(competition, 9, 4, START + 8 * DAY - 1)
    assert ladder.challenge(competition, 9, 4, START + 8 * DAY).course.open
    with pytest.raises(Denied, match="deleted your data"):
        ladder.begin_holiday(competition, 9, START + 9 * DAY, START + 8 * DAY)
    competition = a_ladder(2)
    for player in (3, 4):
        competition = changes.enter_player(competition, player, 1500, START, again=True)
    competition = changes.enter_player(competition, 5, 1500, START)
    for player in (3, 4):
        competition = ladder.challenge(competition, player, 2, START + 7 * DAY)
    competition = ladder.challenge(competition, 5, 2, START + 7 * DAY)
    with pytest.raises(Denied, match="still play"):
        ladder.challenge(competition, 3, 2, START + 14 * DAY)
    again = Entered(1, 2, 1500, again=True)
    assert read_event(again.as_json()) == again
    before = {"event": "entered", "at": 1, "player": 2, "rating": 1500}
    assert read_event(before) == Entered(1, 2, 1500), "from before deletions mattered"
