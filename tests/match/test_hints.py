"""Hints: who may take them, how their steps are counted, and what the record tells of them."""

import random
from dataclasses import replace

import pytest

from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.record import Hinted
from prowlerbot.games import GAMES
from prowlerbot.match import agreements, leaving, lobby, machine_help
from prowlerbot.match.machine_help import CANDIDATES, CHOICE, WHERE, HintRequest, has_hints
from prowlerbot.match.match import Context, HintTaken, Match, Player, machine
from prowlerbot.match.play import record_of_match
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
    asked = lobby.make_challenge("abc", PROWLER, players, options, terms=terms, now=START)
    return lobby.begin_match(asked, Context(PROWLER, random.Random(1), START))


def test_hints_are_for_two_who_agreed_or_one_person_and_never_for_a_result() -> None:
    asked = lobby.make_challenge("abc", HEROES, (ADA,), {}, terms=Terms(), now=START)
    alone = lobby.begin_match(asked, Context(HEROES, random.Random(1), START))
    against = against_machine(Terms())
    left = replace(against, players=(ADA, replace(against.player(2), leaver=BEN.id)))
    assert all(map(has_hints, (begun(AGREED), against, alone)))
    for terms in (Terms(), Terms(hints=False), Terms(rated=True, hints=True)):
        assert not has_hints(begun(terms))
    for match in (*map(against_machine, (Terms(hints=False), Terms(day=20_000))), left):
        assert not has_hints(match)


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
    over = leaving.resign(match, it(match), ADA.id)
    with pytest.raises(Stale, match="Ada resigned"):
        take(over)


def test_steps_at_one_decision_are_one_hint_and_change_no_moment_and_no_clock() -> None:
    before = begun(AGREED)
    first = take(before)
    assert (first.moment, first.decisions, first.turn_at, first.revision) == (
        *(before.moment, before.decisions, before.turn_at),
        before.revision + 1,
    )
    second = take(first, step=CANDIDATES)
    assert take(second, step=CANDIDATES) is take(second, step=WHERE) is second, "taken twice"
    match = take(second, step=CHOICE)
    assert match.hints == (HintTaken(0, 2, 3, moment=0),)
    assert [machine_help.count_hints(match, seat) for seat in (1, 2)] == [0, 1]
    assert record_of_match(second, PROWLER).hints == ()
    over = leaving.resign(second, it(second), ADA.id)
    assert record_of_match(over, PROWLER).hints == (Hinted(0, 2, 2),), (
        "the record tells of it at the end"
    )
    again = lobby.make_rematch("def", PROWLER, over, ADA.id, START)
    assert (again.hints, again.terms.hints) == ((), True)


def test_a_hint_at_a_later_decision_and_after_a_takeback_counts_anew() -> None:
    match = played(take(begun(AGREED)), (BEN, ">C"), (ADA, "1"))
    match = take(match, step=CHOICE)
    assert [(each.ply, each.steps) for each in match.hints] == [(0, 1), (2, 3)]
    match = played(take(begun(replace(AGREED, takebacks="free"))), (BEN, ">C"))
    match = take(agreements.ask(match, it(match), BEN.id, Asked.TAKEBACK, match.moment))
    assert [(each.ply, each.moment) for each in match.hints] == [(0, 0), (0, 2)]
