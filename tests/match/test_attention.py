"""Players who are there need no call, and followers are told of few turning points."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from prowlerbot.core.game import CHANCE, LEAVE, View
from prowlerbot.games import GAMES
from prowlerbot.match import play, premoves
from prowlerbot.match.attention import PAUSE, THERE, is_there, last_awaited
from prowlerbot.match.decisions import Play
from prowlerbot.match.following import Turn, turns
from prowlerbot.match.match import Context, Match
from prowlerbot.match.timeline import Timeline
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


def course(*points: Sequence[int], left: Sequence[int] = ()) -> list[Turn]:
    """The turning points of a match with these points after each move; those seats left then."""
    views = tuple(View(each, None) for each in ((0, 0), *points))  # type: ignore[type-var]  # points stand for positions
    plays = tuple(Play(2, LEAVE if at in left else "x", at) for at in range(1, len(points) + 1))
    return turns(Timeline(None, plays, views), lambda seen: seen)


def test_a_new_leader_who_stays_ahead_is_a_turning_point_and_the_first_is_not() -> None:
    assert course(*[(1, 0)] * 9) == []
    assert course(*[(1, 0)] * 9, *[(1, 2)] * 9) == [Turn(12, 2, (1, 2))]
    assert course(*[(1, 0)] * 9, *[(1, 2)] * 2, *[(3, 2)] * 9) == []


def test_equal_points_end_no_lead() -> None:
    assert course(*[(1, 0)] * 9, *[(1, 1)] * 9, *[(2, 1)] * 9) == []


def test_changes_of_the_lead_come_with_moves_in_between() -> None:
    found = course(*[(1, 0)] * 3, *([(0, 1)] * 3 + [(1, 0)] * 3) * 6)
    assert found
    assert all(later.at - earlier.at >= 8 for earlier, later in pairwise(found))
    assert all(one.seat != other.seat for one, other in pairwise(found))


def test_a_seat_that_leaves_is_a_turning_point() -> None:
    assert course(*[(1, 0)] * 4, left=[2]) == [Turn(2, 2)]


def test_a_game_may_tell_no_points() -> None:
    assert course(*[()] * 20) == []


def test_the_points_of_a_spectator_are_those_of_all_seats_and_of_the_end() -> None:
    for key in GAMES:
        for seed in range(4):
            rng, rules = random.Random(seed), GAMES[key]
            seats = rng.choice([each for each in rules.seats if each > 1])
            state = rules.start(rules.setup(rng, seats, {}))
            while state.to_move:
                points = rules.points(state.view(None).seen)
                assert len(points) in {0, seats}
                seat = min(state.to_move) if CHANCE not in state.to_move else CHANCE
                state = state.after(seat, rng.choice(state.moves(seat)))
            assert state.outcome is not None
