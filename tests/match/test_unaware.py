"""A clock waits for a player who cannot know of their turn, but not for ever."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from prowlerbot.core.errors import Denied, Stale
from prowlerbot.games import GAMES
from prowlerbot.match import closing, lobby
from prowlerbot.match.agreements import claim
from prowlerbot.match.call_rules import MatchDuty, duties
from prowlerbot.match.deadlines import (
    Reminder,
    deadline,
    earliest_deadline,
    look_for_reminder,
    unaware_seats,
)
from prowlerbot.match.match import Context, Ending, Match, Phase, Player
from prowlerbot.match.play import make_move, states
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.match.terms import Terms

DAY = 24 * 60 * 60
START = 1_700_000_000 - 1_700_000_000 % DAY
PACE = 3 * DAY
USUAL = Terms(takebacks="ask", pace=PACE)


def a_match(game: str = "prowler", players: int = 2, terms: Terms = USUAL) -> Match:
    seats = [Player(number, f"P{number}") for number in range(1, players + 1)]
    asked = lobby.challenge("m", GAMES[game], seats, {}, terms=terms, now=START)
    seated = replace(asked, players=tuple(replace(each, joined=True) for each in asked.players))
    return lobby.begin_match(seated, at(asked, START))


def at(match: Match, now: int) -> Context:
    return Context(GAMES[match.game], random.Random(1), now)


def seats_to_move(match: Match) -> list[int]:
    return sorted(states(match, GAMES[match.game])[-1].to_move)


def not_told(match: Match) -> tuple[Match, int, int]:
    """The match whose player to move cannot know of that; with this seat and the user who waits."""
    seat, *_ = seats_to_move(match)
    waiting = next(each for each in match.seats if each != seat)
    return closing.unseen_by(match, at(match, START + 5), seat), seat, match.player(waiting).id


def test_a_clock_that_waits_starts_when_its_player_can_know() -> None:
    match, seat, _ = not_told(a_match())
    assert unaware_seats(match, {seat}, START + DAY) == {seat}
    told = closing.seen_by(match, at(match, START + DAY), seat)
    assert unaware_seats(told, {seat}, START + DAY) == frozenset()
    assert deadline(told, seat) == earliest_deadline(told) == START + DAY + PACE
    assert closing.seen_by(told, at(told, START + 2 * DAY), seat) is told, "it starts once"


def test_it_starts_anyway_after_as_long_again_as_the_pace() -> None:
    match, seat, waiting = not_told(a_match())
    assert deadline(match, seat) == START + 2 * PACE
    assert unaware_seats(match, {seat}, START + PACE) == frozenset()
    again = closing.unseen_by(match, at(match, START + DAY), seat)
    assert again is match, "it does not wait twice"
    late = frozenset({seat})
    over = claim(match, at(match, START + 2 * PACE), waiting, late)
    assert over.ending is Ending.CLAIMED


def test_until_then_nobody_claims_the_time_and_the_refusal_says_why() -> None:
    match, seat, waiting = not_told(a_match())
    with pytest.raises(Denied, match=f"P{seat} cannot know yet: open the board") as refused:
        claim(match, at(match, START + PACE - 1), waiting, ())
    assert "not up" not in str(refused.value)
    with pytest.raises(Denied, match="not up yet"):
        claim(match, at(match, START + PACE), waiting, ())


def test_reminders_and_duties_follow_the_clock_that_waits() -> None:
    match, seat, _ = not_told(a_match())
    choices = PlayerChoices()
    assert duties(match)[MatchDuty.REMIND] == START + PACE + PACE // 4
    assert duties(match)[MatchDuty.ABANDON] > START + 2 * PACE
    half = START + PACE // 2
    assert look_for_reminder(match, seat, choices, half).due is None
    told = closing.seen_by(match, at(match, START + DAY), seat)
    assert duties(told)[MatchDuty.REMIND] == START + DAY + PACE // 4
    assert look_for_reminder(told, seat, choices, START + DAY + PACE // 2).due is Reminder.HALF


def test_a_weekend_that_does_not_count_makes_the_wait_longer_too() -> None:
    match, seat, _ = not_told(a_match(terms=replace(USUAL, weekend="UTC")))  # begun on a Tuesday
    assert match.decision(seat).since == START + PACE
    friday = START + 3 * DAY
    match = replace(match, decisions=tuple(replace(it, since=friday) for it in match.decisions))
    waits = closing.unseen_by(match, at(match, friday), seat)
    assert waits.decision(seat).since == friday + PACE + 2 * DAY


@pytest.mark.parametrize("change", [{"pace": 0}, {"competition": "c", "rated": True}])
def test_no_clock_waits_in_a_competition_or_without_a_limit(change: dict[str, Any]) -> None:
    match = a_match(terms=replace(USUAL, **change))
    (seat,) = seats_to_move(match)
    assert closing.unseen_by(match, at(match, START), seat) is match


def test_of_several_players_each_has_a_clock_that_waits_alone() -> None:
    match = a_match("heroes", 3)
    one, two, three = seats_to_move(match)
    match = closing.unseen_by(match, at(match, START), two)
    assert unaware_seats(match, {one, two, three}, START + 1) == {two}
    assert earliest_deadline(match) == START + PACE, "the others are awaited as before"
    late = frozenset({one})
    after = claim(match, at(match, START + PACE), match.player(three).id, late)
    assert after.phase is Phase.PLAYING
    assert after.left == {one}
    assert unaware_seats(after, {two}, START + PACE - 1) == {two}


def test_who_moves_knew_and_a_takeback_gives_no_later_clock() -> None:
    match, seat, _ = not_told(a_match(terms=replace(USUAL, takebacks="free")))
    move = str(states(match, GAMES["prowler"])[-1].moves(seat)[0])
    moved = make_move(match, at(match, START + DAY), match.player(seat).id, match.moment, move)
    assert moved.decision(seat).since <= START + DAY
    assert unaware_seats(moved, set(seats_to_move(moved)), START + DAY) == frozenset()


def test_a_clock_does_not_start_for_a_seat_that_is_not_to_move_or_in_a_finished_match() -> None:
    match, seat, _ = not_told(a_match())
    other = 3 - seat
    assert closing.unseen_by(match, at(match, START + 6), other) is match
    over = replace(match, phase=Phase.OVER, ending=Ending.PLAYED)
    for change in (closing.unseen_by, closing.seen_by):
        with pytest.raises(Stale):
            change(over, at(match, START + 6), seat)
