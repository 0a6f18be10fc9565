"""Who is put together: by wishes, ratings, places and hours, nobody with whom they avoid."""

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prowlerbot.core.clock import DAY
from prowlerbot.finding.matchmaking import (
    HOURS_TO_ANSWER,
    NEAR_POINTS,
    SEATS,
    WAITING_TIMES,
    MatchedTable,
    Seeker,
    Wish,
    certain_distance,
    common_terms,
    find_tables,
)
from prowlerbot.match.preferences import PACES
from prowlerbot.match.ratings import NEW_RATING, Rating
from prowlerbot.match.terms import CLOCKS, RESERVE, ClockTerms

GAMES = {"prowler": range(2, 3), "landgrab": range(2, 5), "heroes": range(1, 5)}
NOW = 1_700_000_000
QUICK = 600
PROWLER = Wish(("prowler",))


def points(mean: int, width: int = 100) -> Rating:
    """A rating as it is shown."""
    return Rating(mean * 1_000_000 // 60, width * 1_000_000 // 120)


def seeker(
    player: int,
    wish: Wish = PROWLER,
    *,
    rating: Rating = NEW_RATING,
    waited: int = 0,
    home: int = 1,
    awake: Sequence[int] = range(24),
    present: bool = False,
) -> Seeker:
    ratings = dict.fromkeys(GAMES, rating)
    return Seeker(player, wish, NOW - waited, home, ratings, frozenset(awake), present)


def pairs(*seekers: Seeker, avoiding: Sequence[tuple[int, int]] = ()) -> list[tuple[int, ...]]:
    return [table.players for table in tables(*seekers, avoiding=avoiding)]


def tables(*seekers: Seeker, avoiding: Sequence[tuple[int, int]] = ()) -> list[MatchedTable]:
    return find_tables(seekers, GAMES, {frozenset(pair) for pair in avoiding}, NOW)


def test_players_meet_if_their_wishes_servers_and_hours_do_and_none_avoids_one() -> None:
    (table,) = tables(seeker(1), seeker(2, Wish(("landgrab", "prowler"), paces=(DAY,))))
    assert table == MatchedTable((1, 2), "prowler", DAY, rated=True, cost=0)
    assert pairs(seeker(1), seeker(2), avoiding=[(2, 1)]) == []
    assert pairs(seeker(1), seeker(2), seeker(3), avoiding=[(2, 1)]) == [(1, 3)]
    assert pairs(seeker(1, awake=range(1, 24)), seeker(2)) == []
    here = Wish(("prowler",), everywhere=False)
    assert pairs(seeker(1), seeker(2, home=2)) == [(1, 2)], "both want to play everywhere"
    assert pairs(seeker(1, here), seeker(2, home=2)) == []
    assert pairs(seeker(1, here, home=0), seeker(2, here, home=0)) == [], "no server in common"
    four = Wish(("landgrab", "heroes"), seats=(4,))
    assert pairs(*(seeker(n, four) for n in (1, 2, 3))) == []
    assert pairs(*(seeker(n, four) for n in range(1, 6)), avoiding=[(2, 3)]) == [(1, 2, 4, 5)]
    assert Wish(("prowler",), seats=(3,), paces=(DAY,)).restrict_to(GAMES) is None
    either = Wish(("prowler",), rated=False, friendly=False).restrict_to(GAMES)
    assert either is not None
    assert (either.rated, either.friendly) == (True, True)


def test_a_table_is_found_behind_many_near_players_who_want_another_pace() -> None:
    slow, quick = (Wish(("landgrab",), seats=(3,), paces=(pace,)) for pace in (DAY, QUICK))
    first = seeker(1, slow, rating=points(1000), waited=60)
    near = [seeker(number, quick, rating=points(1000)) for number in range(2, 20)]
    far = [seeker(number, slow, rating=points(1100)) for number in (20, 21)]
    assert (1, 20, 21) in pairs(first, *near, *far)


def test_what_only_one_of_them_wants_decides_on_the_kind_and_the_fastest_common_pace() -> None:
    (table,) = tables(seeker(1, Wish(("prowler",), rated=False)), seeker(2))
    assert not table.rated
    every = Wish(("prowler",), paces=PACES)
    (fast,) = tables(seeker(1, every), seeker(2, every))
    (slow,) = tables(seeker(1, every), seeker(2, Wish(("prowler",), paces=(0, 3 * DAY))))
    assert (fast.pace, slow.pace) == (-505, 3 * DAY)
    endless = Wish(("prowler",), paces=(0,))
    (table,) = tables(seeker(1, endless), seeker(2, endless))
    assert (table.pace, table.rated) == (0, False)
    assert tables(seeker(1, replace(endless, friendly=False)), seeker(2, endless)) == []
    either = replace(endless, paces=(DAY, 0), friendly=False)
    (table,) = tables(seeker(1, either), seeker(2, either))
    assert (table.pace, table.rated) == (DAY, True)


def test_players_with_near_ratings_meet_first_and_others_as_they_wait() -> None:
    strong, weak = points(2000), points(1700)
    assert pairs(seeker(1, rating=strong), seeker(2, rating=weak)) == []
    wait = 60 * (300 - 100 - NEAR_POINTS) // 10
    assert pairs(seeker(1, rating=strong, waited=wait), seeker(2, rating=weak)) == [(1, 2)]
    assert pairs(seeker(1, rating=strong, waited=wait - 60), seeker(2, rating=weak)) == []
    field = [seeker(1, rating=points(1500), waited=60)]
    field += [seeker(2, rating=points(1600)), seeker(3, rating=points(1520))]
    assert pairs(*field) == [(1, 3)]
    assert certain_distance(NEW_RATING, points(1500)) == 0
    assert certain_distance(NEW_RATING, points(2400)) > NEAR_POINTS
    assert pairs(seeker(1, waited=9), seeker(2, rating=points(1500)), seeker(3)) == [(1, 3)]


def test_at_a_slow_pace_the_hours_of_players_overlap_and_at_a_fast_one_the_present() -> None:
    early, late = (0, 1, 2, 3, 4, 5), (0, 18, 19, 20, 21, 22)
    assert pairs(seeker(1, awake=early), seeker(2, awake=late)) == []
    quick = Wish(("prowler",), paces=(QUICK,))
    assert pairs(seeker(1, quick, awake=early), seeker(2, quick, awake=late)) == [(1, 2)]
    found = pairs(seeker(1, awake=range(12)), seeker(2, awake=range(6)), seeker(3))
    assert found == [(1, 3)], "more hours in common cost less"
    quick = Wish(("prowler",), paces=(QUICK,))
    for soon in range(1, HOURS_TO_ANSWER + 1):
        awake = [*{*range(24)} - {soon}]
        assert pairs(seeker(1, awake=awake), seeker(2)) == []
        assert pairs(seeker(1, quick, awake=awake), seeker(2, quick)) == [(1, 2)]
        assert pairs(seeker(1, awake=awake, present=True), seeker(2)) == [(1, 2)]


wishes = st.builds(
    Wish,
    games=st.sets(st.sampled_from([*GAMES]), min_size=1).map(lambda it: tuple(sorted(it))),
    seats=st.sets(st.sampled_from(SEATS), min_size=1).map(lambda it: tuple(sorted(it))),
    paces=st.sets(st.sampled_from(PACES), min_size=1).map(lambda it: tuple(sorted(it))),
    rated=st.booleans(),
    friendly=st.just(value=True),
    everywhere=st.booleans(),
)
ratings = st.builds(points, st.integers(900, 2400), st.integers(60, 1000))
crowds = st.lists(
    st.builds(
        Seeker,
        player=st.integers(1, 40),
        wish=wishes,
        since=st.integers(NOW - 9000, NOW),
        home=st.integers(0, 2),
        ratings=ratings.map(lambda it: dict.fromkeys(GAMES, it)),
        awake=st.frozensets(st.integers(0, 23), min_size=12),
    ),
    max_size=12,
    unique_by=lambda it: it.player,
)
avoidance = st.lists(st.tuples(st.integers(1, 40), st.integers(1, 40)), max_size=30)


@settings(max_examples=80, deadline=None)
@given(crowds, avoidance)
def test_who_is_put_together_suits_by_all(
    crowd: list[Seeker], avoiding: list[tuple[int, int]]
) -> None:
    found = tables(*crowd, avoiding=avoiding)
    assert tables(*reversed(crowd), avoiding=avoiding) == found, "in whatever order they are read"
    of = {each.player: each for each in crowd}
    seated = [player for table in found for player in table.players]
    assert len(seated) == len({*seated})
    for table in found:
        assert len(table.players) in GAMES[table.game]
        for player in table.players:
            wish = of[player].wish
            assert table.game in wish.games
            assert table.pace in wish.paces
            assert len(table.players) in wish.seats
            assert wish.rated if table.rated else wish.friendly
            assert 0 in of[player].awake
        for one, two in combinations(table.players, 2):
            assert (one, two) not in avoiding
            assert (two, one) not in avoiding
            homes = of[one].home, of[two].home
            everywhere = of[one].wish.everywhere and of[two].wish.everywhere
            assert everywhere or (homes[0] == homes[1] != 0)
            gap = certain_distance(of[one].rating(table.game), of[two].rating(table.game))
            assert gap <= max(of[one].max_distance(NOW), of[two].max_distance(NOW))


@settings(max_examples=40, deadline=None)
@given(crowds)
def test_nobody_is_left_over_who_suits_another_one_left_over(crowd: list[Seeker]) -> None:
    seated = {player for table in tables(*crowd) for player in table.players}
    left = [each for each in crowd if each.player not in seated]
    assert tables(*left) == []


unchecked = st.builds(
    Wish,
    games=st.lists(st.sampled_from([*GAMES, "chess"]), max_size=4).map(tuple),
    seats=st.lists(st.integers(0, 5), max_size=4).map(tuple),
    paces=st.lists(st.sampled_from([*PACES, 7]), max_size=4).map(tuple),
    rated=st.booleans(),
    friendly=st.booleans(),
    everywhere=st.booleans(),
    lasts=st.sampled_from([*WAITING_TIMES, 1]),
)


@given(unchecked)
def test_a_wish_keeps_only_what_can_be_met(wish: Wish) -> None:
    assert Wish.read(json.loads(json.dumps(asdict(wish)))) == wish, "as it was written"
    if (possible := wish.restrict_to(GAMES)) is None:
        return
    assert possible.games
    assert {*possible.games} <= {*wish.games} & {*GAMES}
    assert all({*GAMES[game]} & {*possible.seats} for game in possible.games)
    assert {*possible.seats} <= {*wish.seats} & {*SEATS}
    assert {*possible.paces} <= {*wish.paces} & {*PACES}
    assert possible.rated or possible.friendly
    assert possible.restrict_to(GAMES) == possible


def test_the_fastest_pace_in_common_comes_first_whatever_its_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(CLOCKS, -1, ClockTerms(0, 60 * 60, 30))
    seeker = Seeker(1, Wish(("prowler",), paces=(*PACES, -1)), 0)
    order = [pace for pace, rated in common_terms([seeker]) if not rated]
    assert order == [-505, -1010, -2015, -1, 10 * 60, 60 * 60, DAY, 3 * DAY, RESERVE, 0]
