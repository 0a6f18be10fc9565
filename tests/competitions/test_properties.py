"""Rules that hold in every competition, whoever drops out and whenever."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from prowlerbot.competitions import due_steps, player_steps
from prowlerbot.competitions.competition_events import Decided, Paired
from prowlerbot.competitions.competition_record import Competition, Format
from prowlerbot.competitions.competition_values import Step
from prowlerbot.competitions.formats import FORMATS, ladder, read_competition
from prowlerbot.competitions.scores import points, scores
from prowlerbot.competitions.standings import standings
from prowlerbot.core.errors import Refused
from tests.competitions import kinds
from tests.competitions.building import DAY, START, begun, terms
from tools.made_up import MadeUp

IN_ROUNDS = [kinds.ROUND_ROBIN, kinds.SWISS, kinds.KNOCKOUT, kinds.PODS, kinds.LEAGUE]
leaving = st.sampled_from([0.0, 0.05, 0.2, 0.6])


def played(kind: Format, players: int, leave: float, seed: int) -> list[Competition]:
    """The stages of a competition."""
    rng = random.Random(seed)
    ratings = {player: round(rng.gauss(1500, 200)) for player in range(1, players + 1)}
    table = 4 if kind is kinds.PODS or (kind is kinds.LEAGUE and seed % 2) else 2
    late = seed % 3 if kind in {kinds.SWISS, kinds.PODS} and players > 3 else 0
    of = terms(kind, table=table, check_in=DAY, season=30 * DAY)
    return [*MadeUp(of, ratings, rng, leave=leave, late=late).played()]


@settings(max_examples=60, deadline=None)
@given(
    kind=st.sampled_from(IN_ROUNDS),
    players=st.integers(1, 20),
    leave=leaving,
    seed=st.integers(0, 10**6),
)
def test_nobody_plays_twice_in_a_round_or_after_leaving(
    kind: Format, players: int, leave: float, seed: int
) -> None:
    competition = played(kind, players, leave, seed)[-1]
    course = competition.course
    assert course.ended
    assert not course.open
    for number in range(1, course.round + 1):
        seated = Counter(player for each in course.of_round(number) for player in each.players)
        tables = kind is kinds.LEAGUE and competition.terms.table == 4
        most = 2 if kind is kinds.KNOCKOUT else 4 if tables else 1
        assert max(seated.values(), default=0) <= most
    out: set[int] = set()
    for at, event in enumerate(competition.events):
        if isinstance(event, Paired) and out.intersection(event.players):
            # A schedule has them; then the match is forfeited at once.
            assert kind.all_meet
            following = competition.events[at + 1]
            assert isinstance(following, Decided)
            assert out.issuperset(following.absent)
        out = {*Competition(competition.terms, competition.events[: at + 1]).course.left}


@settings(max_examples=60, deadline=None)
@given(players=st.integers(2, 20), leave=leaving, seed=st.integers(0, 10**6))
def test_in_a_swiss_tournament_two_meet_twice_at_most_and_again_only_where_all_have_met(
    players: int, leave: float, seed: int
) -> None:
    course = played(kinds.SWISS, players, leave, seed)[-1].course
    real = [each for each in course.pairings.values() if not each.is_bye]
    fought = [each for each in real if not course.results[each.pairing].absent]
    met = Counter(frozenset(each.players) for each in fought)
    assert max(met.values(), default=0) <= 2
    if max(met.values(), default=0) == 2:
        present = min(len(course.of_round(number)) for number in range(1, course.round + 1))
        assert present <= 5


@settings(max_examples=40, deadline=None)
@given(
    kind=st.sampled_from([each for each in FORMATS.values() if each.all_meet]),
    players=st.integers(2, 16),
    leave=leaving,
    seed=st.integers(0, 10**6).map(lambda seed: 2 * seed),
)
def test_all_who_stay_have_met_where_everybody_meets_everybody(
    kind: Format, players: int, leave: float, seed: int
) -> None:
    course = played(kind, players, leave, seed)[-1].course
    met = [{*each.players} for each in course.pairings.values()]
    for division in course.divisions:
        staying = [player for player in division if player not in course.left]
        for pair in combinations(staying, 2):
            assert met.count({*pair}) == 1


@settings(max_examples=60, deadline=None)
@given(
    kind=st.sampled_from([kinds.SWISS, kinds.PODS, kinds.ROUND_ROBIN, kinds.LEAGUE]),
    players=st.integers(2, 20),
    leave=leaving,
    seed=st.integers(0, 10**6),
)
def test_every_match_gives_away_what_it_is_worth(
    kind: Format, players: int, leave: float, seed: int
) -> None:
    competition = played(kind, players, leave, seed)[-1]
    course, found = competition.course, scores(competition)
    expected = Fraction(0)
    worth = competition.terms.worth
    for pairing in course.pairings.values():
        counting = [player for player in pairing.players if player not in course.taken_out]
        if pairing.is_bye:
            expected += worth
        elif len(counting) > 1:
            absent = {*course.results[pairing.pairing].absent} & {*counting}
            pairs = len(counting) * (len(counting) - 1) - len(absent) * (len(absent) - 1)
            expected += Fraction(worth * pairs, 2 * (len(counting) - 1))
    expected += sum(course.missed.values()) * Fraction(worth, 2)
    assert sum((points(rounds) for rounds in found.values()), Fraction(0)) == expected


@settings(max_examples=40, deadline=None)
@given(
    kind=st.sampled_from([*FORMATS.values()]),
    players=st.integers(2, 14),
    seed=st.integers(0, 10**6),
)
def test_places_never_rise_from_line_to_line_and_name_everybody_once(
    kind: Format, players: int, seed: int
) -> None:
    for competition in played(kind, players, 0.1, seed):
        lines = standings(competition)
        assert len({line.player for line in lines}) == len(lines)
        if kind is not kinds.LADDER:
            assert {line.player for line in lines} == {
                *competition.course.players
            } - competition.course.taken_out
        for before, after in pairwise(lines):
            assert (before.division, before.place) <= (after.division, after.place)


@settings(max_examples=60, deadline=None)
@given(
    kind=st.sampled_from([*FORMATS.values()]),
    data=st.lists(
        st.tuples(st.integers(0, 8), st.integers(0, 9), st.integers(0, 9), st.integers(0, 2 * DAY)),
        max_size=30,
    ),
)
def test_whatever_people_try_is_refused_in_a_sentence_or_leaves_a_whole_record(
    kind: Format, data: list[tuple[int, int, int, int]]
) -> None:
    competition = begun(terms(kind, table=4 if kind is kinds.PODS else 2), range(1, 7))
    now = START
    for what, one, two, later in data:
        now += later
        after, sentence = _answered(competition, what, one, two, now)
        assert sentence.endswith(".")
        assert after.events[: competition.revision] == competition.events
        written = [event.written() for event in after.events]
        assert read_competition(after.terms.written(), written) == after
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
    step = due_steps.due(competition, now) or Step.END
    return [
        lambda: player_steps.enter(competition, one, 1000 + two, now),
        lambda: player_steps.withdraw(competition, one, now, removed=two > 5),
        lambda: player_steps.report(competition, Decided(now, one + two, (1, 2))),
        lambda: player_steps.report(competition, Decided(now, one + two, (1, 1))),
        lambda: ladder.challenge(competition, one, two, now),
        lambda: ladder.away(competition, one, now + two * DAY, now),
        lambda: player_steps.prolong(competition, now + two * DAY, now),
        lambda: player_steps.end_round(competition, now) if two == 9 else competition,
        lambda: due_steps.take(competition, step, now),
    ][what]()
