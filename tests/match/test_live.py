"""Stages that are played all at once and in the open, and standing orders in them."""

from __future__ import annotations

import random

import pytest

from prowlerbot.core.clock import Outage
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.match import agreements, closing, deadlines, lobby, play
from prowlerbot.match.match import Context, Ending, Match, Phase, Player, machine
from prowlerbot.match.play import Repeated, give_order, move_of_machine, states
from prowlerbot.match.terms import Terms
from tests.games.snatch import ENOUGH, SnatchGame
from tests.life import ADA, BEN, CLEO, START

SNATCH = SnatchGame()
CLOCK = 150


def rng() -> random.Random:
    return random.Random(1)


def begun(*others: Player, seconds: int = CLOCK, terms: Terms | None = None) -> Match:
    players = [ADA, *others] if others else [ADA, BEN, CLEO]
    terms = terms or Terms(stopwatch=seconds, pace=3600)
    match = lobby.challenge("abc", SNATCH, players, {}, terms=terms, now=START)
    for player in players[1:]:
        if player.is_person:
            match = lobby.accept(match, Context(SNATCH, rng(), START), player.id)
    if match.phase is Phase.LOBBY:
        match = lobby.begin_match(match, Context(SNATCH, rng(), START))
    return match


def take(
    match: Match, player: Player, move: str, *, moment: int | None = None, at: int = START + 10
) -> Match:
    seen = match.moment if moment is None else moment
    return play.make_move(match, Context(SNATCH, rng(), at), player.id, seen, move)


def stopped(match: Match, now: int) -> Match:
    return deadlines.stop(match, Context(SNATCH, rng(), now))


def runs_out(match: Match) -> int | None:
    return deadlines.runs_out(match, states(match, SNATCH))


def test_in_a_stage_of_all_no_clock_waits_for_a_player_who_cannot_know_of_it() -> None:
    match = begun()
    assert 1 in states(match, SNATCH)[-1].to_move
    assert closing.unseen_by(match, Context(SNATCH, rng(), START), 1) is match


def test_the_clock_of_a_stage_stands_still_while_the_bot_is_away() -> None:
    match = take(begun(), ADA, "1", at=START + 100)
    away = Outage(START + 110, START + 110 + 160)
    by = START + 100 + CLOCK + 160
    assert deadlines.runs_out(match, states(match, SNATCH), [away]) == by
    with pytest.raises(Stale):
        deadlines.stop(match, Context(SNATCH, rng(), by - 1), [away])
    assert deadlines.stop(match, Context(SNATCH, rng(), by), [away]).ply > match.ply


def test_what_one_does_makes_no_press_of_another_late() -> None:
    match = begun()
    seen = match.moment
    match = take(match, ADA, "6", moment=seen)
    match = take(match, BEN, "5", moment=seen)
    match = take(match, CLEO, "4", moment=seen)
    assert states(match, SNATCH)[-1].facts()["sums"] == [6, 5, 4]


def test_what_somebody_else_was_faster_to_take_is_not_there_any_more() -> None:
    match = begun()
    seen = match.moment
    match = take(match, ADA, "6", moment=seen)
    with pytest.raises(Stale, match="Another player was faster"):
        take(match, BEN, "6", moment=seen)


def test_a_player_s_own_board_is_late_after_their_own_move_and_a_doubled_press_is_one() -> None:
    match = begun()
    seen = match.moment
    after = take(match, ADA, "6", moment=seen)
    with pytest.raises(Repeated):
        take(after, ADA, "6", moment=seen)
    with pytest.raises(Stale, match="earlier position"):
        take(after, ADA, "5", moment=seen)


def test_a_press_for_the_stage_before_is_late_for_everybody() -> None:
    match = begun()
    seen = match.moment
    for player in (ADA, BEN, CLEO):
        match = take(match, player, "done")
    with pytest.raises(Stale):
        take(match, BEN, "5", moment=seen)


def test_nobody_gets_more_time_for_a_move_because_others_have_moved() -> None:
    match = take(begun(), ADA, "6", at=START + 50)
    assert [match.decision(seat).since for seat in (1, 2, 3)] == [START + 50, START, START]


def test_the_clock_starts_with_the_first_move_and_is_the_same_for_all() -> None:
    match = begun()
    assert runs_out(match) is None
    match = take(match, BEN, "1", at=START + 100)
    assert runs_out(match) == START + 100 + CLOCK
    match = take(match, ADA, "2", at=START + 130)
    assert runs_out(match) == START + 100 + CLOCK
    assert runs_out(take(begun(seconds=0), BEN, "1")) is None, "without a limit"


def test_when_the_time_is_up_whoever_is_not_done_is_made_to_be() -> None:
    match = take(begun(), BEN, "1", at=START + 100)
    match = take(match, CLEO, "done", at=START + 120)
    with pytest.raises(Stale, match="not up"):
        stopped(match, START + 249)
    after = stopped(match, START + 250)
    assert states(after, SNATCH)[-1].facts()["sums"] == [0, 1, 0]
    assert [(each.seat, each.move) for each in after.plays[2:4]] == [(1, "done"), (2, "done")]
    assert after.revision == match.revision + 1
    with pytest.raises(Stale):
        stopped(after, START + 251)


def test_each_stage_has_the_whole_time_again() -> None:
    match = stopped(take(begun(), BEN, "1"), START + 1000)
    assert runs_out(match) is None
    match = take(match, ADA, "3", at=START + 2000)
    assert runs_out(match) == START + 2000 + CLOCK
    match = stopped(match, START + 2000 + CLOCK)
    assert (match.phase, match.ending) == (Phase.OVER, Ending.PLAYED)
    assert runs_out(match) is None


def test_a_seat_is_done_along_with_the_last_move_that_it_may_have_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(deadlines, "MOST_PLAYS", 2)
    match = take(take(begun(), BEN, "1", at=START + 100), ADA, "2")
    assert deadlines.stopped_if_full(match, Context(SNATCH, rng(), START)) == match
    match = take(match, BEN, "3")
    after = deadlines.stopped_if_full(match, Context(SNATCH, rng(), START))
    assert [(each.seat, each.move) for each in after.plays[3:]] == [(2, "done")]
    assert states(after, SNATCH)[-1].to_move == {1, 3}
    assert runs_out(after) == START + 100 + CLOCK
    assert after.revision == match.revision, "it is stored with the move"
    for player, move in ((ADA, "4"), (CLEO, "5"), (CLEO, "6")):
        after = take(after, player, move)
        after = deadlines.stopped_if_full(after, Context(SNATCH, rng(), START))
    assert states(after, SNATCH)[-1].facts()["sums"] == [6, 4, 11]
    assert deadlines.stopped_if_full(after, Context(SNATCH, rng(), START)) == after, (
        "the next one is new"
    )


def test_the_machine_does_not_start_the_clock() -> None:
    match = begun(machine("easy"))
    match = move_of_machine(match, Context(SNATCH, rng(), START), 2, match.decision(2), "5")
    assert runs_out(match) is None
    assert runs_out(take(match, ADA, "6", at=START + 60)) == START + 60 + CLOCK


def test_a_move_of_the_machine_that_somebody_was_faster_with_is_late() -> None:
    match = begun(machine("easy"))
    found = match.decision(2)
    match = take(match, ADA, "6")
    assert match.decision(2) == found, "its search goes on to be of use"
    with pytest.raises(Stale):
        move_of_machine(match, Context(SNATCH, rng(), START), 2, found, "6")
    after = move_of_machine(match, Context(SNATCH, rng(), START), 2, found, "5")
    assert states(after, SNATCH)[-1].facts()["sums"] == [6, 5]


# -------------------------------------------------------------------------------- standing orders


def order(match: Match, player: Player, key: str = ENOUGH, *, given: bool = True) -> Match:
    now = match.changed_at + 1
    return give_order(match, Context(SNATCH, rng(), now), player.id, key, given=given)


def moves(match: Match) -> list[tuple[int, str]]:
    return [(each.seat, each.move) for each in match.plays]


def test_an_order_answers_as_soon_as_it_applies_and_stands_in_the_record_as_a_move() -> None:
    match = order(begun(), ADA)
    before = match.revision
    match = take(match, ADA, "6")
    assert moves(match) == [(1, "6"), (1, "done")]
    assert match.revision == before + 1, "it is one change"
    assert states(match, SNATCH)[-1].to_move == {2, 3}


def test_an_order_that_applies_already_is_obeyed_at_once() -> None:
    match = take(begun(), ADA, "6")
    before = match.revision
    match = order(match, ADA)
    assert moves(match) == [(1, "6"), (1, "done")]
    assert match.revision == before + 1


def test_what_does_not_apply_yet_is_left_to_the_player() -> None:
    match = take(order(begun(), ADA), ADA, "5")
    assert moves(match) == [(1, "5")]


def test_orders_of_several_are_all_obeyed_and_those_of_others_do_not_count() -> None:
    match = order(order(begun(), ADA), BEN)
    match = take(match, ADA, "6")
    match = take(match, CLEO, "5")
    match = take(match, CLEO, "4")
    match = take(match, BEN, "3")
    assert moves(match)[:2] == [(1, "6"), (1, "done")]
    assert (3, "done") not in moves(match)


def test_an_order_can_be_taken_back() -> None:
    match = order(order(begun(), ADA), ADA, given=False)
    assert moves(take(match, ADA, "6")) == [(1, "6")]


def test_an_order_given_twice_is_one_order() -> None:
    match = order(begun(), ADA)
    assert order(match, ADA) is match


def test_an_order_goes_on_through_what_chance_decides() -> None:
    match = order(begun(), ADA)
    for player in (BEN, CLEO):
        match = take(match, player, "done")
    match = take(match, ADA, "6")
    assert moves(match)[2:4] == [(1, "6"), (1, "done")]
    assert moves(match)[4][0] == 0, "chance takes a number away before the next round"
    assert moves(match)[5:] == [(1, "done")], "there, the order applies again"


def test_an_order_that_is_none_or_comes_from_nobody_in_the_match_is_refused() -> None:
    with pytest.raises(Denied, match="no such standing order"):
        order(begun(), ADA, "anything")
    with pytest.raises(Denied, match="You do not play"):
        order(begun(), Player(9, "Dora"))


def test_nobody_gives_orders_in_a_match_that_is_over() -> None:
    over = agreements.claim(
        begun(terms=Terms(pace=1)), Context(SNATCH, rng(), START + 100), ADA.id, {2, 3}
    )
    with pytest.raises(Stale):
        order(over, ADA)


def test_orders_do_not_pass_on_to_a_rematch_or_to_the_machine() -> None:
    match = order(begun(terms=Terms(takeover=True)), ADA)
    left = agreements.resign(match, Context(SNATCH, rng(), START + 5), ADA.id)
    assert left.player(1).is_machine
    assert not left.player(1).orders
    again = lobby.challenge("abd", SNATCH, match.players, {}, terms=Terms(), now=START)
    assert not any(player.orders for player in again.players)
