"""Hints: who may take them, how their steps are counted, and what the record tells of them."""

import random
from dataclasses import replace

import pytest

from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.record import Hinted
from prowlerbot.games import GAMES
from prowlerbot.match import agreements, lobby, machine_help
from prowlerbot.match.machine_help import CANDIDATES, CHOICE, WHERE, HintRequest, has_hints
from prowlerbot.match.match import Context, HintTaken, Match, Player, machine
from prowlerbot.match.play import record
from prowlerbot.match.terms import Asked, Terms
from tests.cases import each_of
from tests.games.prowler.matches import PROWLER
from tests.life import ADA, BEN, START, begun, played

AGREED = Terms(hints=True)
HEROES = GAMES["heroes"]


def it(match: Match) -> Context:
    return Context(PROWLER, random.Random(1), match.changed_at + 1)


def take(match: Match, player: Player = BEN, step: int = WHERE, moment: int | None = None) -> Match:
    seat = match.seat_of(player.id)
    own = match.decision(seat).own if seat is not None else 0
    at = match.moment if moment is None else moment
    return machine_help.take_hint(match, it(match), HintRequest(player.id, at, own, step))


def against_machine(terms: Terms) -> Match:
    players, options = (ADA, machine("easy")), {"first": "2"}
    asked = lobby.challenge("abc", PROWLER, players, options, terms=terms, now=START)
    return lobby.begin_match(asked, Context(PROWLER, random.Random(1), START))


# ------------------------------------------------------------------ who may ask


def alone() -> Match:
    asked = lobby.challenge("abc", HEROES, (ADA,), {}, terms=Terms(), now=START)
    return lobby.begin_match(asked, Context(HEROES, random.Random(1), START))


def left_to_the_machine() -> Match:
    match = against_machine(Terms())
    return replace(match, players=(match.player(1), replace(match.player(2), leaver=BEN.id)))


HAVE = [begun(AGREED), against_machine(Terms()), alone()]
HAVE_NOT = [
    *(begun(Terms()), begun(Terms(hints=False)), begun(Terms(rated=True, hints=True))),
    *(against_machine(Terms(hints=False)), against_machine(Terms(day=20_000))),
    left_to_the_machine(),
]


def test_hints_are_for_two_who_agreed_or_one_person_and_never_for_a_result() -> None:
    assert [has_hints(each) for each in HAVE] == [True] * len(HAVE)
    assert [has_hints(each) for each in HAVE_NOT] == [False] * len(HAVE_NOT)


@each_of(
    ("match", "player", "told"),
    [
        (begun(), BEN, "its terms do not allow them"),
        (begun(Terms(rated=True, hints=True)), BEN, "A rated match has no hints"),
        (against_machine(Terms(day=20_000)), ADA, "The daily challenge has no hints"),
        (begun(AGREED), ADA, "It is not your turn"),
        (begun(AGREED), Player(9, "Eve"), "You do not play in this match"),
    ],
)
def test_whoever_may_have_no_hint_now_reads_why(match: Match, player: Player, told: str) -> None:
    with pytest.raises(Denied, match=told):
        take(match, player)


def test_a_hint_for_an_earlier_position_is_late_and_a_match_that_is_over_has_none() -> None:
    match = played(begun(AGREED), (BEN, ">C"), (ADA, "1"))
    with pytest.raises(Stale, match="the match has moved on"):
        take(match, moment=0)
    match = begun(AGREED)
    over = agreements.resign(match, it(match), ADA.id)
    with pytest.raises(Stale, match="Ada resigned"):
        take(over)


# ------------------------------------------------------------------ steps


def test_steps_at_one_decision_are_one_hint() -> None:
    match = begun(AGREED)
    for step in (WHERE, CANDIDATES, CHOICE):
        match = take(match, step=step)
    assert match.hints == (HintTaken(0, 2, 3, moment=0),)
    assert machine_help.count_hints(match, 2) == 1
    assert machine_help.count_hints(match, 1) == 0


def test_a_step_taken_twice_changes_nothing() -> None:
    match = take(begun(AGREED), step=CANDIDATES)
    assert take(match, step=CANDIDATES) is match
    assert take(match, step=WHERE) is match


def test_a_step_changes_neither_the_moment_nor_a_clock() -> None:
    before = begun(AGREED)
    after = take(before)
    assert (after.moment, after.decisions, after.turn_at) == (
        before.moment,
        before.decisions,
        before.turn_at,
    )
    assert after.revision == before.revision + 1


def test_a_hint_at_a_later_decision_and_after_a_takeback_counts_anew() -> None:
    match = played(take(begun(AGREED)), (BEN, ">C"), (ADA, "1"))
    match = take(match, step=CHOICE)
    assert [(each.ply, each.steps) for each in match.hints] == [(0, 1), (2, 3)]
    match = take(begun(replace(AGREED, takebacks="free")))
    match = played(match, (BEN, ">C"))
    match = agreements.ask(match, it(match), BEN.id, Asked.TAKEBACK, match.moment)
    match = take(match)
    assert [(each.ply, each.moment) for each in match.hints] == [(0, 0), (0, 2)]


def test_a_rematch_begins_without_hints_and_keeps_the_terms() -> None:
    match = take(begun(AGREED))
    over = agreements.resign(match, it(match), ADA.id)
    again = lobby.rematch("def", PROWLER, over, ADA.id, START)
    assert again.hints == ()
    assert again.terms.hints


# ------------------------------------------------------------------ the record


def test_the_record_tells_of_hints_once_the_match_is_over() -> None:
    match = take(begun(AGREED), step=CANDIDATES)
    assert record(match, PROWLER).hints == ()
    over = agreements.resign(match, it(match), ADA.id)
    assert record(over, PROWLER).hints == (Hinted(0, 2, 2),)
