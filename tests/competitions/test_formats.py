"""The same tests for every format, whoever drops out and whenever."""

from collections import Counter
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from itertools import combinations, pairwise, product
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prowlerbot.competitions import competition_changes as changes
from prowlerbot.competitions import competition_steps
from prowlerbot.competitions.competition_record import (
    Competition,
    CompetitionKind,
    Every,
    Format,
    Step,
    next_start,
)
from prowlerbot.competitions.course import Decided, Ended, Paired
from prowlerbot.competitions.formats import FORMATS, ladder
from prowlerbot.competitions.standings import medals, standings
from prowlerbot.core.errors import Refused
from tests.competitions import kinds, reference
from tests.competitions.building import DAY, START, begun, terms
from tests.competitions.lived import Life, read_again
from tests.competitions.test_double_elimination import reference as double_elimination
from tools.compete import main, written

MOST_PLAYERS = 40
"""The most players of a competition in these tests."""
RESTLESS = (0.0, 0.1, 0.4)
STANDINGS = {"double-elimination": double_elimination}
"""Independent computations of formats that ``reference.py`` does not know."""


def counts(kind: Format) -> range:
    return range(
        kind.least, min(MOST_PLAYERS, kind.most_players(terms(kind, at_once=kind.at_once))) + 1
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
        assert kind.all_meet or max(of_round.values(), default=0) <= kind.most_matches
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
DAYS = {Every.DAY: 1, Every.WEEK: 7, Every.FORTNIGHT: 14}


def series(first: int, every: Every, timezone: str) -> list[int]:
    """The starts of a year, each found from the one before."""
    starts = [first]
    while starts[-1] < first + 366 * DAY:
        starts.append(next_start(first, every, timezone, starts[-1]))
    return starts


@settings(max_examples=20, deadline=None)
@given(
    first=st.integers(_2026, _2026 + 365 * DAY).map(lambda at: at // 60 * 60),
    timezone=st.sampled_from(ZONES),
    every=st.sampled_from([Every.DAY, Every.WEEK, Every.FORTNIGHT]),
)
def test_each_start_is_days_later_at_the_same_hour(first: int, timezone: str, every: Every) -> None:
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
    for number, at in enumerate(series(first, Every.MONTH, timezone)):
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
