"""Players who are there need no call, and all wait for the last of several who decide at once."""

from __future__ import annotations

import random
from dataclasses import replace

from prowlerbot.match import play, premoves
from prowlerbot.match.attention import PAUSE, THERE, is_there, last_awaited
from prowlerbot.match.match import Context, Match
from tests.games.prowler.matches import PROWLER
from tests.life import ADA, BEN, CLEO, TELL, begun, played


def moved_after(match: Match, seconds: int) -> Match:
    """The match after the first legal move of the seat to move, so long after the last change."""
    state, now = play.states(match, PROWLER)[-1], match.changed_at + seconds
    (seat,) = state.to_move
    it = Context(PROWLER, random.Random(1), now)
    move = str(state.moves(seat)[0])
    return play.make_move(match, it, match.player(seat).id, match.moment, move)


def test_players_are_there_for_a_minute_after_their_own_press() -> None:
    match = moved_after(moved_after(begun(), 500), 500)
    (seat,) = play.states(match, PROWLER)[-1].to_move
    assert not is_there(match, seat, match.changed_at)
    for gap, there in ((THERE, True), (THERE + 1, False)):
        after = moved_after(match, gap)
        (seat,) = play.states(after, PROWLER)[-1].to_move
        assert is_there(after, seat, after.changed_at) is there


def test_a_pause_of_two_minutes_ends_that() -> None:
    match = moved_after(moved_after(moved_after(begun(), 500), 5), 5)
    (seat,) = play.states(match, PROWLER)[-1].to_move
    assert is_there(match, seat, match.changed_at + PAUSE - 1)
    assert not is_there(match, seat, match.changed_at + PAUSE)


def test_a_move_by_a_plan_does_not_show_that_its_player_is_there() -> None:
    match = moved_after(moved_after(begun(), 500), 500)
    (mover,) = play.states(match, PROWLER)[-1].to_move
    one, two = (str(it) for it in play.states(match, PROWLER)[-1].moves(mover)[:2])
    planner = 3 - mover
    match = premoves.plan(match, PROWLER, match.player(planner).id, match.moment, f"{one}: {two}")
    match = moved_after(moved_after(match, 500), 5)
    assert [it.planned for it in match.plays[-3:]] == [False, True, False]
    assert play.states(match, PROWLER)[-1].to_move == {planner}
    assert not is_there(match, planner, match.changed_at)


def test_the_host_has_pressed_by_asking_for_the_match() -> None:
    match = begun()
    assert is_there(match, 1, match.turn_at)
    assert not is_there(match, 2, match.turn_at)
    assert not is_there(replace(match, created_at=match.turn_at - THERE - 1), 1, match.turn_at)


def test_everybody_waits_for_the_last_of_several_after_a_pause() -> None:
    match = begun(game=TELL)
    later = match.changed_at + 10 * PAUSE
    one = played(match, (ADA, "1"), game=TELL)
    assert last_awaited(one, {2, 3}, later) == 0
    two = played(one, (CLEO, "1"), game=TELL)
    assert last_awaited(two, {2}, two.changed_at + PAUSE - 1) == 0
    assert last_awaited(two, {2}, two.changed_at + PAUSE) == 2
    assert last_awaited(played(two, (BEN, "1"), game=TELL), {1, 2, 3}, later) == 0


def test_nobody_waits_for_a_player_but_people() -> None:
    match = begun(game=TELL)
    two = played(match, (ADA, "1"), (CLEO, "1"), game=TELL)
    bot = replace(two.player(3), id=0, level="easy")
    with_a_machine = replace(two, players=(*two.players[:2], bot))
    assert last_awaited(two, {2}, two.changed_at + PAUSE) == 2
    assert last_awaited(with_a_machine, {2}, two.changed_at + PAUSE) == 0


def test_nobody_has_pressed_for_a_match_of_a_competition() -> None:
    match = begun()
    paired = replace(match, terms=replace(match.terms, competition="cup"))
    assert is_there(match, 1, match.turn_at)
    assert not is_there(paired, 1, match.turn_at)
