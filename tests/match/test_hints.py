"""Hints: who may take them, how their steps are counted, and what the record tells of them."""

from __future__ import annotations

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


def test_two_people_have_hints_only_if_their_terms_say_so() -> None:
    assert not has_hints(begun(Terms()))
    assert not has_hints(begun(Terms(hints=False)))
    assert has_hints(begun(AGREED))
    with pytest.raises(Denied, match="its terms do not allow them"):
        take(begun())


def test_a_person_against_the_machine_has_hints_unless_the_terms_forbid_them() -> None:
    assert has_hints(against_machine(Terms()))
    assert not has_hints(against_machine(Terms(hints=False)))


def test_a_person_who_plays_alone_has_hints() -> None:
    asked = lobby.challenge("abc", HEROES, (ADA,), {}, terms=Terms(), now=START)
    assert has_hints(lobby.begin_match(asked, Context(HEROES, random.Random(1), START)))


def test_a_seat_that_a_person_has_left_to_the_machine_still_needs_agreement() -> None:
    match = against_machine(Terms())
    left = replace(match.player(2), leaver=BEN.id)
    assert not has_hints(replace(match, players=(match.player(1), left)))


def test_a_rated_match_has_no_hints_whatever_else_its_terms_say() -> None:
    match = begun(Terms(rated=True, hints=True))
    assert not has_hints(match)
    with pytest.raises(Denied, match="A rated match has no hints"):
        take(match)


def test_the_challenge_of_the_day_has_no_hints() -> None:
    match = against_machine(Terms(day=20_000))
    assert not has_hints(match)
    with pytest.raises(Denied, match="The daily challenge has no hints"):
        take(match, ADA)


def test_only_the_player_to_move_takes_a_hint() -> None:
    match = begun(AGREED)
    with pytest.raises(Denied, match="It is not your turn"):
        take(match, ADA)
    with pytest.raises(Denied, match="You do not play in this match"):
        take(match, Player(9, "Eve"))


def test_a_hint_for_an_earlier_position_is_late() -> None:
    match = played(begun(AGREED), (BEN, ">C"), (ADA, "1"))
    with pytest.raises(Stale, match="the match has moved on"):
        take(match, moment=0)


def test_a_match_that_is_over_has_no_hints() -> None:
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


def test_a_hint_at_a_later_decision_counts_anew() -> None:
    match = played(take(begun(AGREED)), (BEN, ">C"), (ADA, "1"))
    match = take(match, step=CHOICE)
    assert [(each.ply, each.steps) for each in match.hints] == [(0, 1), (2, 3)]


def test_a_hint_after_a_takeback_counts_anew() -> None:
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
