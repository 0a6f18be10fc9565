"""Leaving a match: the right to leave, the moment, and the play of the others."""

from prowlerbot.core.game import LEAVE
from prowlerbot.games.landgrab.map import NAME
from tests.games.landgrab.matches import WIDE, first_legal, owner, pawns, started, texts, waits_for
from tests.games.play import play

SPAWNED = "p:F6 p:I6 p:I9"


# -------------------------------------------------------------------------------- seats and moments


def test_in_a_match_of_two_there_is_no_such_move() -> None:
    for entries in ((), ("p:F6 p:I9",), ("p:F6 p:I9", "G6")):
        position = started("RB/1/F6,H6,F8,H8//", *entries)
        assert position.leave(1) is position.leave(2) is None


def test_any_seat_that_is_in_may_leave_in_and_out_of_turn_and_it_is_never_listed() -> None:
    position = started(WIDE, SPAWNED)
    assert all(position.leave(seat) is not None for seat in (1, 2, 3))
    assert LEAVE not in texts(position)


def test_nobody_leaves_while_a_roll_is_due_nor_twice_nor_after_the_end() -> None:
    for moves in ("a:2", "a:2 d3"):
        position = started(WIDE, "p:F6 p:G6 p:I9", moves)
        assert [position.leave(seat) for seat in (1, 2, 3)] == [None, None, None], moves
    gone = play(started(WIDE, SPAWNED), (2, LEAVE))
    assert [seat for seat in range(-1, 6) if gone.leave(seat) is not None] == [1, 3]
    assert play(gone, (1, LEAVE)).leave(3) is None


# -------------------------------------------------------------------------- the effects


def test_lives_and_pawn_are_gone_but_buildings_and_damage_stay() -> None:
    position = started("RBG/1/F6,H6/F7/", "p:G6 p:H6 p:I6", "c:F7 d12")
    position = play(position, "G7 I7 F6 c:F7 d4 I6")
    assert position.facts()["owned"] == [["F7"], [], []]
    gone = play(position, (1, LEAVE))
    assert gone.lives == (0, 3, 3)
    assert pawns(gone) == [None, "G7", "I6"]
    assert owner(gone, "F7") == 1
    assert gone.facts()["damaged"] == {"F7": 6}
    assert gone.left == {1}


def test_it_counts_as_a_life_lost_in_this_round() -> None:
    position = started(WIDE, SPAWNED, "G6 I7 I8 F6 I6 I9")
    assert (position.round, position.progress) == (3, 0)
    assert play(position, (2, LEAVE)).progress == 3
    # And if the round is over with it, that one is counted, not the next.
    last = play(position, "G6 I7")
    gone = play(last, (3, LEAVE))
    assert (gone.round, gone.progress) == (4, 3)


# ----------------------------------------------------------------------------- in each stage


def test_while_tiles_are_placed_the_next_seat_clockwise_is_to_move() -> None:
    position = started("RBGY/1/together")
    assert position.to_move == {2}
    gone = play(position, (2, LEAVE))
    assert gone.to_move == {3}
    assert gone.legal == position.legal
    assert play(gone, "t:F4 t:F8").to_move == {1}
    assert play(gone, "t:F4 t:F8 t:D6").to_move == {3}


def test_while_buildings_are_placed_the_next_seat_counter_clockwise_is_to_move() -> None:
    position = first_legal(started("RBGY/1/together"), "tiles")[-1][1]
    (due,) = position.to_move
    before = (due - 2) % 4 + 1
    gone = play(position, (due, LEAVE))
    assert gone.phase == "buildings"
    assert gone.to_move == {before}
    assert gone.legal == position.legal
    (seat,) = gone.to_move
    after = gone.after(seat, gone.moves(seat)[0])
    assert after.to_move == {(before - 2) % 4 + 1}


def test_while_spawns_are_placed_the_next_seat_without_one_is_to_move() -> None:
    gone = play(started("RBG/2/F6,H6,F8,H8//"), (2, LEAVE))
    assert waits_for(gone) == ("spawns", {3})
    # Seat 1 is the last one; then the first player is gone, so the next seat clockwise begins.
    begun = play(gone, "p:F6 p:I9")
    assert waits_for(begun) == ("turn", {3})
    assert begun.round == 1


def test_the_spawn_of_one_who_left_still_bars_the_square_to_other_spawns() -> None:
    gone = play(started(WIDE, "p:F6"), (1, LEAVE))
    assert pawns(gone) == [None, None, None]
    assert NAME[gone.spawns[0]] == "F6"
    assert "p:F6" not in texts(gone)
    # In play it bars nothing.
    begun = play(gone, "p:G6 p:I9")
    assert "F6" in texts(begun)


def test_a_round_ends_where_the_seat_of_the_first_player_is_passed_even_if_it_is_gone() -> None:
    gone = play(started(WIDE, SPAWNED), (1, LEAVE))
    assert (waits_for(gone), gone.round) == (("turn", {2}), 1)
    assert play(gone, "I7").round == 1
    assert play(gone, "I7 I8").round == 2
    assert play(gone, "I7 I8 I6 I9").round == 3


def test_out_of_turn_whoever_is_to_move_still_is_with_the_squares_that_are_open_now() -> None:
    position = started(WIDE, "p:F6 p:G6 p:I9")
    assert texts(position) == ["F7", "G7", "a:2"]
    gone = play(position, (2, LEAVE))
    assert gone.to_move == {1}
    assert texts(gone) == ["G6", "F7", "G7"]


# ------------------------------------------------------------------------------ in evictions

EVICTION = ("p:F6 p:G6 p:H6 p:I9", "F7 F6 G6 I8", "a:3 d1 d2")
FOUR = "RBGY/1/F6,H6,F8,H8//"
"""Seat 1 has lost to seat 3 and is to return to F6, where seat 2 must step aside."""


def test_if_it_was_to_step_aside_the_returning_pawn_takes_its_spawn() -> None:
    gone = play(started(FOUR, *EVICTION), (2, LEAVE))
    assert pawns(gone) == ["F6", None, "G6", "I8"]
    assert waits_for(gone) == ("turn", {3})  # after seat 1, which attacked, and seat 2


def test_if_its_own_pawn_was_about_to_return_nobody_steps_aside_and_the_turn_is_over() -> None:
    gone = play(started(FOUR, *EVICTION), (1, LEAVE))
    assert pawns(gone) == [None, "F6", "G6", "I8"]
    assert waits_for(gone) == ("turn", {2})
    assert gone.returning == 0


def test_if_a_third_one_leaves_the_eviction_goes_on_with_more_room() -> None:
    position = started(FOUR, *EVICTION)
    assert texts(position) == ["F7", "G7"]
    gone = play(position, (3, LEAVE))
    assert waits_for(gone) == ("eviction", {2})
    assert texts(gone) == ["G6", "F7", "G7"]
    assert pawns(play(gone, "G6")) == ["F6", "G6", None, "I8"]


# ----------------------------------------------------------------------------------- the end


def test_the_match_is_over_at_once_when_one_remains_in_set_up_too() -> None:
    for entries in ((), ("p:F6",), ("p:F6 p:I9",), (SPAWNED,)):
        over = play(started(WIDE, *entries), (1, LEAVE), (3, LEAVE))
        assert (over.phase, over.end) == ("over", "last"), entries
        assert over.to_move == frozenset(), entries
        assert over.summary()["scores"] == [[0, 0, 0], [0, 0, 5], [0, 0, 0]], entries
        assert over.outcome is not None, entries
        assert (over.outcome.winner, over.outcome.by) == (2, "left"), entries


def test_a_seat_that_left_is_behind_all_that_did_not_whatever_its_points() -> None:
    position = started("RBG/1/F6,H6/F7/", "p:G6 p:H6 p:I6", "c:F7 d12 I7")
    outcome = play(position, (1, LEAVE), (2, LEAVE)).outcome
    assert outcome is not None
    assert outcome.totals == (1, 0, 5)
    assert outcome.ranks == (2, 3, 1)
    assert outcome.by == "left"
