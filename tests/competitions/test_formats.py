"""The same tests for every format, whoever drops out; double elimination, and Swiss rounds."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from fractions import Fraction
from itertools import combinations, pairwise, product
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prowlerbot.competitions import competition_changes as changes
from prowlerbot.competitions import competition_steps
from prowlerbot.competitions.competition_record import (
    Competition,
    CompetitionKind,
    Cycle,
    Format,
    Step,
    next_start,
)
from prowlerbot.competitions.course import Actor, Decided, Ended, Paired
from prowlerbot.competitions.formats import FORMATS, ladder
from prowlerbot.competitions.formats.round_robin import berger_schedule, tables_of_four
from prowlerbot.competitions.formats.swiss import (
    Contender,
    contenders_by_seed,
    pair_by_seed,
    seat_tables,
    seats_of_two,
    split_into_tables,
    table_cost,
)
from prowlerbot.competitions.standings import medals, standings
from prowlerbot.core.errors import Refused
from tests.cases import each_of
from tests.competitions import kinds, reference
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
from tests.competitions.lived import Life, read_again
from tests.competitions.reference import Line, Reference
from tools.compete import main, written

KIND = FORMATS["double-elimination"]


def double_elimination(given: Line, events: Sequence[Line]) -> list[dict[str, Any]]:
    """The lines of a knock-out, but for the rounds that players have reached."""
    return Followed({**given, "format": "knockout"}, events).lines()


class Followed(Reference):
    """A player is followed from round to round by results and defeats alone, without a bracket."""

    def reached(self, player: int) -> int:
        last = 1
        while 2**last < len(self.divisions[0]):
            last += 1
        final, round_, beaten = 2 * last, 1, False
        while played := [
            each
            for each in self.paired.values()
            if each["round"] == round_ and player in each["players"]
        ]:
            goes_on = self.champion(played)
            result = self.results.get(played[-1]["pairing"], {"absent": []})
            absent = result["absent"]
            if goes_on is None or player in absent:
                return round_
            if round_ > final or (round_ == final and not beaten and goes_on == player):
                return final + 2 if goes_on == player else round_
            if round_ == final and beaten and goes_on != player:
                return round_
            if round_ == final:
                is_real = len(played[-1]["players"]) > 1 and not absent
                round_ += 1 if is_real else 2
            elif goes_on == player:
                round_ += 2 if round_ > 1 and not beaten else 1
            elif beaten:
                return round_
            else:
                beaten, round_ = True, round_ + 1
        return round_


def begun_with(players: int) -> Competition:
    return begun(terms(KIND), range(1, players + 1))


def better_goes_on(it: Competition, rounds: int) -> Competition:
    for _ in range(rounds):
        it = settled(better_wins(it), START)
    return it


def upset(it: Competition, winner: int, loser: int) -> Competition:
    return settled(won(it, winner, loser), START)


def places(it: Competition) -> dict[int, int]:
    return {line.player: line.place for line in standings(it)}


def test_losers_go_on_in_their_bracket_and_the_loser_of_its_last_match_is_third() -> None:
    it = better_goes_on(begun_with(8), 6)
    assert it.course.ended
    assert [[{*table} for table in tables(it, number)] for number in range(1, 8)] == [
        [{1, 8}, {4, 5}, {2, 7}, {3, 6}],
        [{1, 4}, {2, 3}, {8, 5}, {7, 6}],
        [{3, 5}, {4, 6}],
        [{1, 2}, {3, 4}],
        [{2, 3}],
        [{1, 2}],
        [],
    ]
    assert places(it) == {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 5, 7: 7, 8: 7}
    assert medals(it) == {1: 1, 2: 2, 3: 3}


def test_whoever_comes_from_the_losers_bracket_or_lost_once_of_two_must_win_twice() -> None:
    it = upset(better_goes_on(begun_with(8), 5), 2, 1)
    assert not it.course.ended
    assert [{*each.players} for each in it.course.open] == [{1, 2}]
    assert it.course.round == it.rounds == 7
    for winner, loser in ((1, 2), (2, 1)):
        over = upset(it, winner, loser)
        assert over.course.ended
        assert (places(over)[winner], places(over)[loser]) == (1, 2)
    it = upset(upset(begun_with(2), 1, 2), 2, 1)
    assert it.course.round == 3
    assert places(upset(it, 2, 1)) == {2: 1, 1: 2}


@each_of(("players", "rematch"), [(8, 4), (16, 5), (32, 6)])
def test_players_meet_again_as_late_as_they_can(players: int, rematch: int) -> None:
    earliest = 99
    for seed in range(12):
        rng, it = random.Random(seed), begun_with(players)
        while not it.course.ended:
            for pairing in it.course.open:
                it = decided(it, pairing.pairing, *rng.choice([(1, 2), (2, 1)]))
            it = settled(it, START)
        met = set[frozenset[int]]()
        for each in it.course.pairings.values():
            if frozenset(each.players) in met:
                earliest = min(earliest, each.round)
            met.add(frozenset(each.players))
    assert earliest == rematch


def test_whoever_is_known_is_paired_at_once_but_round_by_round_under_the_first_rules() -> None:
    it = begun_with(9)
    assert {each.round for each in it.course.open} == {1, 2}
    assert len({player for each in it.course.open for player in each.players}) == 8
    it = won(it, 2, 7, now=START + DAY)
    assert not any(2 in each.players for each in it.course.open), "its rival still plays"
    it = settled(won(it, 3, 6, now=START + DAY), START + DAY)
    (third,) = [each for each in it.course.open if {*each.players} == {2, 3}]
    assert third.until - third.at == it.terms.round_time
    assert it.course.clock_end(third) > (it.course.deadline or 0) > 0
    it = changes.end_rounds(it, START + DAY, by=Actor(99))
    later = replace(third, pairing=99, round=2, at=START + 2 * DAY, until=START + 9 * DAY)
    assert it.course.clock_end(later) == later.until, "no later match ends with a round's end"
    assert not it.course.role_that_cut(later)
    it = begun_with(9)
    before = replace(it, terms=replace(it.terms, rules=0), events=it.events[:-3])
    assert {each.round for each in before.course.open} == {1}
    assert not before.format.planned_pairings(before)


MAX_PLAYERS = 40  # the most players of a competition in these tests
RESTLESS = (0.0, 0.1, 0.4)
STANDINGS = {"double-elimination": double_elimination}
"""Independent computations of formats that ``reference.py`` does not know."""


def counts(kind: Format) -> range:
    return range(
        kind.min_players, min(MAX_PLAYERS, kind.max_players(terms(kind, at_once=kind.at_once))) + 1
    )


def few(kind: Format) -> list[int]:
    """The least number of players, the next one, and others up to 16."""
    return [*counts(kind)[:2], *(count for count in (5, 8, 13) if count in counts(kind))]


cases = pytest.mark.parametrize(
    ("count", "seeds"),
    [
        pytest.param(few, range(3), id="few"),
        pytest.param(counts, range(1), id="all", marks=pytest.mark.full),
    ],
)
each_format = pytest.mark.parametrize("kind", FORMATS.values(), ids=str)


def test_stored_names_of_formats_never_change() -> None:
    assert {"swiss", "round-robin", "knockout", "pods", "league", "ladder"} <= FORMATS.keys()
    assert all(each.key == key for key, each in FORMATS.items())


@each_format
@cases
def test_it_goes_on_to_its_end_whoever_drops_out(
    kind: Format, count: Callable[[Format], Iterable[int]], seeds: range
) -> None:
    for players, seed in product(count(kind), seeds):
        life, before = Life(kind, players, seed, RESTLESS[(players + seed) % 3]), None
        for number, competition in enumerate(life.lived()):
            if before is not None and competition.revision == before.revision:
                continue
            assert_sound(competition, before)
            if competition.course.ended or not number % max(1, players):
                assert_same_from_the_record(competition)
            at = competition_steps.due_at(competition)
            assert at is None or competition_steps.due_step(competition, at - 1) is None
            assert at is None or competition_steps.due_step(competition, at) is not None
            before = competition
        assert_over(life.competition)


def assert_sound(competition: Competition, before: Competition | None) -> None:
    """Nobody plays who is not there, and nobody twice at a time; the standings name all once."""
    course, kind = competition.course, competition.format
    if before is not None:
        assert competition.events[: before.revision] == before.events
        new = competition.events[before.revision :]
        for pairing in (each for each in new if isinstance(each, Paired)):
            gone = before.course.left.keys() & course.left.keys() & {*pairing.players}
            # A schedule has them; then the match is forfeited at once.
            assert not gone or (kind.all_meet and pairing.pairing in course.results)
    if kind.has_rounds and not competition.terms.at_once:
        playing = Counter(player for each in course.open for player in each.players)
        assert max(playing.values(), default=0) <= 1
    lines = standings(competition)
    assert len({line.player for line in lines}) == len(lines)
    assert course.began is None or {line.player for line in lines} == (
        {*(course.present if kind.kind is CompetitionKind.LADDER else course.players)}
        - course.annulled
    )
    for one, two in pairwise(lines):
        assert (one.division, one.place) <= (two.division, two.place)


def assert_same_from_the_record(competition: Competition) -> None:
    """The record alone gives the same standings, and so does the independent computation."""
    again, lines = read_again(competition), standings(competition)
    assert again == competition
    assert standings(again) == lines
    if competition.course.began is not None and competition.format is not kinds.ARENA:
        events = [event.as_json() for event in competition.events]
        computed = STANDINGS.get(competition.format.key, reference.standings)
        found = computed(competition.terms.as_json(), events)
        assert [written(line) for line in lines] == found


def assert_over(competition: Competition) -> None:
    course, kind = competition.course, competition.format
    assert competition_steps.due_at(competition) is None
    assert not kind.has_rounds or not course.open
    for number in range(1, course.round + 1 if kind.has_rounds else 1):
        of_round = Counter(frozenset(each.players) for each in course.pairings_in(number))
        assert kind.all_meet or max(of_round.values(), default=0) <= kind.max_matches_a_round
    won = medals(competition)
    assert all(place in {1, 2, 3} for place in won.values())
    assert not won.keys() & {line.player for line in standings(competition) if line.left}


@settings(max_examples=40, deadline=None)
@given(
    kind=st.sampled_from([each for each in FORMATS.values() if each.all_meet]),
    players=st.integers(2, 16),
    seed=st.integers(0).map(lambda seed: 2 * seed),
)
def test_all_who_stay_have_met_where_all_should(kind: Format, players: int, seed: int) -> None:
    *_, competition = Life(kind, players, seed).lived()
    course = competition.course
    met = [{*each.players} for each in course.pairings.values()]
    for division in course.divisions:
        staying = [player for player in division if player not in course.left]
        for pair in combinations(staying, 2):
            assert met.count({*pair}) == 1


@each_format
@settings(max_examples=20, deadline=None)
@given(
    data=st.lists(
        st.tuples(st.integers(0, 8), st.integers(0, 9), st.integers(0, 9), st.integers(0, 2 * DAY)),
        max_size=30,
    )
)
def test_whatever_people_try_is_refused_in_a_sentence_or_leaves_a_whole_record(
    kind: Format, data: list[tuple[int, int, int, int]]
) -> None:
    competition = begun(terms(kind, table=kind.table_size(range(2, 5))), range(1, 7))
    now = START
    for what, one, two, later in data:
        now += later
        after, sentence = _answered(competition, what, one, two, now)
        assert sentence.endswith(".")
        assert after.events[: competition.revision] == competition.events
        assert read_again(after) == after
        standings(after)
        competition = after


def _answered(
    competition: Competition, what: int, one: int, two: int, now: int
) -> tuple[Competition, str]:
    """The next competition, or the same one with a sentence."""
    try:
        return _tried(competition, what, one, two, now), "."
    except Refused as refused:
        return competition, str(refused)


def _tried(competition: Competition, what: int, one: int, two: int, now: int) -> Competition:
    step = competition_steps.due_step(competition, now) or Step.END
    return [
        lambda: changes.enter_player(competition, one, 1000 + two, now),
        lambda: (changes.remove_player if two > 5 else changes.withdraw_player)(
            competition, one, now
        ),
        lambda: changes.record_result(competition, Decided(now, one + two, (1, 2))),
        lambda: changes.record_result(competition, Decided(now, one + two, (1, 1))),
        lambda: ladder.challenge(competition, one, two, now),
        lambda: ladder.begin_holiday(competition, one, now + two * DAY, now),
        lambda: changes.prolong_rounds(competition, now + two * DAY, now),
        lambda: changes.end_rounds(competition, now) if two == 9 else competition,
        lambda: competition_steps.take_step(competition, step, now),
    ][what]()


_2026 = 1767225600
ZONES = sorted(each for each in available_timezones() if "/" in each)
DAYS = {Cycle.DAY: 1, Cycle.WEEK: 7, Cycle.FORTNIGHT: 14}


def series(first: int, every: Cycle, timezone: str) -> list[int]:
    """The starts of a year, each found from the one before."""
    starts = [first]
    while starts[-1] < first + 366 * DAY:
        starts.append(next_start(first, every, timezone, starts[-1]))
    return starts


@settings(max_examples=20, deadline=None)
@given(
    first=st.integers(_2026, _2026 + 365 * DAY).map(lambda at: at // 60 * 60),
    timezone=st.sampled_from(ZONES),
    every=st.sampled_from([Cycle.DAY, Cycle.WEEK, Cycle.FORTNIGHT]),
)
def test_each_start_is_days_later_at_one_hour(first: int, timezone: str, every: Cycle) -> None:
    zone = ZoneInfo(timezone)
    begin = datetime.fromtimestamp(first, zone).replace(tzinfo=None, fold=0)
    starts = series(first, every, timezone)
    for number, at in enumerate(starts[1:], 1):
        there = datetime.fromtimestamp(at, zone)
        wanted = begin + timedelta(days=DAYS[every] * number)
        if there.replace(tzinfo=None) != wanted:
            # The clocks leave this hour out, or the whole day.
            again = wanted.replace(tzinfo=zone).timestamp()
            assert datetime.fromtimestamp(again, zone).replace(tzinfo=None) != wanted
            assert at == again
    assert all(one < two for one, two in pairwise(starts))


@settings(max_examples=60, deadline=None)
@given(
    first=st.integers(_2026, _2026 + 365 * DAY).map(lambda at: at // 3600 * 3600 + 43200),
    timezone=st.sampled_from(ZONES),
)
def test_a_month_later_is_the_same_day_or_the_last_of_a_month(first: int, timezone: str) -> None:
    zone = ZoneInfo(timezone)
    begin = datetime.fromtimestamp(first, zone)
    for number, at in enumerate(series(first, Cycle.MONTH, timezone)):
        there = datetime.fromtimestamp(at, zone)
        assert (there.year * 12 + there.month) == begin.year * 12 + begin.month + number
        tomorrow = there + timedelta(days=1)
        assert there.day == begin.day or (there.day < begin.day and tomorrow.day == 1)


def test_the_end_has_the_start_of_the_next_one_or_the_reason_for_none() -> None:
    over = Competition(terms(kinds.SWISS), (Ended(START),))
    assert over.with_successor(START + DAY).events == (Ended(START, next=START + DAY),)
    assert over.with_successor(0, "left").events == (Ended(START, by="left"),)
    competition = begun(terms(kinds.SWISS), [1])
    assert competition.course.ended
    assert kinds.SWISS.next_season(competition, START, 0, {}) is None
    assert competition_steps.due_at(competition) is None


def test_the_tool_tells_people_results_and_standings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["knockout", "--players", "4", "--seed", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == ["knockout, prowler, 4 players", "", "Round 1"]
    assert lines[3:5] == ["  2 – 3   43 : 55", "  4 – 1   61 : 58"]
    assert "  place  player  points" in lines
    assert lines.count("Round 2") == 1
    assert lines[-5].split() == ["1", "4", "3"]
    assert main(["ladder", "--players", "4", "--seed", "3"]) == 0
    said = capsys.readouterr().out
    assert "\nDay 7\n" in said
    assert said.count("place  player") == 1
    assert main(["swiss", "--players", "1"]) == 1
    assert capsys.readouterr().err == "A competition has 2 players at least.\n"


def test_a_tournament_has_threads_from_eight_players_on_or_as_its_host_says() -> None:
    for wish, few, many in (
        ("", None, None),
        ("many", None, True),
        ("yes", True, True),
        ("no", False, False),
    ):
        for players, wanted in ((7, few), (8, many)):
            it = begun(terms(kinds.SWISS, threads=wish), range(1, players + 1))
            assert it.wants_threads is wanted


# The costs of a round once more, as docs/notation.md tells them, and all its pairings.

Tables = Sequence[Sequence[int]]
Costs = tuple[Fraction | int, ...]


def all_pairings(players: Sequence[int]) -> Iterator[list[list[int]]]:
    """Every way to pair the players; any number of them may have a bye."""
    if not players:
        yield []
        return
    first, rest = players[0], players[1:]
    for others in all_pairings(rest):
        yield [[first], *others]
    for mate in rest:
        for others in all_pairings([player for player in rest if player != mate]):
            yield [[first, mate], *others]


def is_allowed(contenders: Sequence[Contender], seated: Tables) -> bool:
    known = {each.player: each for each in contenders}
    pairs = [table for table in seated if len(table) == 2]
    return all(known[one].meetings.get(two, 0) < 2 for one, two in pairs)


def all_costs(contenders: Sequence[Contender], seated: Tables) -> Costs:
    """The seven ranked costs of a round."""
    known = {each.player: each for each in contenders}
    ranking = sorted(contenders, key=lambda each: (-each.points, contenders.index(each)))
    place = {each.player: number for number, each in enumerate(ranking, 1)}
    byes = [known[table[0]] for table in seated if len(table) == 1]
    pairs = [(known[table[0]], known[table[1]]) for table in seated if len(table) == 2]
    fewest = min(each.points for each in contenders)
    seats = order = 0
    for one, two in pairs:
        if (one.seat_lead > 0 and two.seat_lead > 0) or (one.seat_lead < 0 and two.seat_lead < 0):
            seats += min(one.seat_lead**2, two.seat_lead**2)
        distance = 2 * abs(place[one.player] - place[two.player])
        if one.points == two.points:
            distance -= len([each for each in contenders if each.points == one.points])
        order += distance**2
    order += sum((len(contenders) + 1 - place[each.player]) ** 2 for each in byes)
    return (
        len(byes),
        sum(each.byes for each in byes),
        sum(one.meetings.get(two.player, 0) for one, two in pairs),
        sum(each.points - fewest for each in byes),
        sum((one.points - two.points) ** 2 for one, two in pairs),
        seats,
        order,
    )


def any_contenders(rng: random.Random, count: int) -> list[Contender]:
    met = {(one, two): rng.choice([0, 0, 0, 1, 2]) for two in range(count) for one in range(two)}
    return [
        Contender(
            player,
            Fraction(rng.randint(0, 6), 2),
            {
                mate: met[min(player, mate), max(player, mate)]
                for mate in range(count)
                if mate != player
            },
            rng.choice([0, 0, 1]),
            rng.randint(-2, 2),
            rng.randint(0, 2),
        )
        for player in range(count)
    ]


def total(costs: Iterable[Costs]) -> Costs:
    return tuple(map(sum, zip(*costs, strict=True)))


@pytest.mark.parametrize(
    ("count", "times"), [*((few, 10) for few in range(1, 8)), (8, 8), (9, 4), (10, 2)]
)
def test_no_other_pairing_of_up_to_ten_players_costs_less(count: int, times: int) -> None:
    rng = random.Random(count)
    for _ in range(times):
        players = any_contenders(rng, count)
        places = [each.player for each in players]
        seated = [[one] for one in places] + [[*two] for two in combinations(places, 2)]
        costs = {
            (*table,): all_costs(players, [table])
            for table in seated
            if is_allowed(players, [table])
        }
        possible = [[(*table,) for table in seated] for seated in all_pairings(places)]
        least = min(
            total(costs[table] for table in seated)
            for seated in possible
            if all(table in costs for table in seated)
        )
        found = pair_by_seed(players)
        assert sorted(player for table in found for player in table) == places
        assert is_allowed(players, found)
        assert all_costs(players, found) == least


def test_seat_1_goes_to_who_had_it_less_and_a_record_tells_seats_and_byes() -> None:
    often, rarely = Contender(1, seat_lead=1), Contender(2, seat_lead=-1)
    assert seats_of_two(often, rarely, swap=False) == (rarely, often)
    lately, before = Contender(1, last_seat=1), Contender(2, last_seat=2)
    assert seats_of_two(lately, before, swap=False) == (before, lately)
    one, two = Contender(1), Contender(2)
    assert seats_of_two(one, two, swap=False) == (one, two)
    assert seats_of_two(one, two, swap=True) == (two, one)
    competition = begun(terms(kinds.SWISS, rounds=4), [1, 2, 3, 4, 5])
    (first,) = [each for each in competition.course.open if 1 in each.players]
    competition = changes.record_result(competition, changes.forfeit_result(first, (3,), START))
    known = {each.player: each for each in contenders_by_seed(better_wins(competition))}
    assert known.keys() == {1, 2, 4, 5}
    assert {player: each.byes for player, each in known.items()} == {1: 1, 2: 0, 4: 0, 5: 1}
    assert known[1].meetings == {}
    assert known[2].meetings == {4: 1}
    competition = begun(terms(kinds.SWISS, rounds=4), [1, 2, 3, 4])
    (first,) = [each for each in competition.course.open if 1 in each.players]
    known = {each.player: each for each in contenders_by_seed(competition)}
    assert [(known[p].seat_lead, known[p].last_seat) for p in first.players] == [(1, 1), (-1, 2)]
    for _ in range(3):
        competition = settled(better_wins(competition), START)
        for each in contenders_by_seed(competition):
            assert abs(each.seat_lead) <= 2


def test_in_a_schedule_all_meet_evenly_and_have_each_seat_as_often() -> None:
    for count in range(2, 25):
        rounds = berger_schedule([*range(count)])
        pairs = [pair for seated in rounds for pair in seated]
        assert Counter(map(frozenset, pairs)) == Counter(
            map(frozenset, combinations(range(count), 2))
        )
        assert len(rounds) == count - 1 + count % 2
        for seated in rounds:
            playing = [player for pair in seated for player in pair]
            assert len(playing) == len({*playing}) == count - count % 2
        for player in range(count):
            assert abs(2 * sum(pair[0] == player for pair in pairs) - (count - 1)) <= 1
    assert berger_schedule(range(1, 7)) == [
        [(1, 6), (2, 5), (3, 4)],
        [(6, 4), (5, 3), (1, 2)],
        [(2, 6), (3, 1), (4, 5)],
        [(6, 5), (1, 4), (2, 3)],
        [(3, 6), (4, 2), (5, 1)],
    ]
    for count in (4, 5, 6, 7):
        seated = tables_of_four([*range(count)])
        for seat in range(4):
            assert sorted(table[seat] for table in seated) == [*range(count)]
        meetings = Counter(frozenset(pair) for table in seated for pair in combinations(table, 2))
        assert len(meetings) == count * (count - 1) / 2
        assert max(meetings.values()) - min(meetings.values()) <= 1
    assert tables_of_four([1, 2, 3]) == [(1, 2, 3), (2, 3, 1), (3, 1, 2)]
    assert tables_of_four([1, 2]) == [(1, 2), (2, 1)]
    assert tables_of_four([1]) == []


def _sizes(players: int) -> list[int]:
    return [len(table) for table in split_into_tables(range(players))]


def test_tables_have_four_or_three_close_in_points_who_have_not_met() -> None:
    assert [_sizes(count) for count in (0, 1, 2, 3, 5)] == [[], [], [2], [3], [3, 2]]
    assert [_sizes(count) for count in (4, 7, 9)] == [[4], [4, 3], [3, 3, 3]]
    assert kinds.PODS.table_size(range(2, 3)) == 4
    rounds = [begun(terms(kinds.SWISS), range(count)).rounds for count in (2, 3, 4, 8, 9, 17)]
    assert rounds == [1, 2, 3, 3, 4, 5]
    for count in range(6, 130):
        assert {*_sizes(count)} <= {3, 4}
        assert sum(_sizes(count)) == count
    guests = [Contender(player, Fraction(player // 4)) for player in range(12)]
    found = [{*table} for table in seat_tables(guests)]
    assert found == [{8, 9, 10, 11}, {4, 5, 6, 7}, {0, 1, 2, 3}]
    assert [{*table} for table in seat_tables([Contender(player) for player in range(8)])] == [
        {0, 2, 4, 6},
        {1, 3, 5, 7},
    ]
    third = table_cost(Contender(1, meetings={2: 2}), Contender(2, meetings={1: 2}))
    second = table_cost(Contender(1, meetings={2: 1}), Contender(2, meetings={1: 1}))
    assert third > 2 * second > 0
    assert (
        second
        > table_cost(Contender(1, Fraction(12)), Contender(2))
        > table_cost(Contender(1), Contender(2))
        == 0
    )


def in_two_tables(guests: Sequence[Contender]) -> Iterator[tuple[list[Contender], list[Contender]]]:
    for others in combinations(guests[1:], 3):
        table = [guests[0], *others]
        yield table, [guest for guest in guests if guest not in table]


def cost_of(table: Sequence[Contender]) -> int:
    return sum(table_cost(one, two) for one, two in combinations(table, 2))


def test_of_eight_players_no_other_tables_would_be_better_for_any_exchange() -> None:
    rng = random.Random(2)
    best = 0
    for _ in range(100):
        met = {pair: rng.choice([0, 0, 1]) for pair in combinations(range(8), 2)}
        guests = [
            Contender(
                player,
                Fraction(rng.randint(0, 9), 2),
                {m: met[min(m, player), max(m, player)] for m in range(8) if m != player},
            )
            for player in range(8)
        ]
        seated = [[guests[player] for player in table] for table in seat_tables(guests)]
        found = sum(map(cost_of, seated))
        least = min(cost_of(one) + cost_of(two) for one, two in in_two_tables(guests))
        best += found == least
        for here in seated[0]:
            for there in seated[1]:
                swapped = [[there, *(g for g in seated[0] if g is not here)]]
                swapped += [[here, *(g for g in seated[1] if g is not there)]]
                assert sum(map(cost_of, swapped)) >= found
    assert best >= 90, "the best exchange at a time mostly leads to the best seated"
