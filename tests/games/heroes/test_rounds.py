"""Profit, planning, the end of a match, and leaving."""

from __future__ import annotations

from collections.abc import Sequence

from prowlerbot.core.game import LEAVE
from prowlerbot.games.heroes import scoring
from prowlerbot.games.heroes.colony import Seat
from prowlerbot.games.heroes.pieces import Tokens
from prowlerbot.games.heroes.rules import Position
from tests.games.heroes.matches import (
    HEROES,
    built,
    invaded,
    lies,
    preparing,
    started,
    texts,
    tokens,
    with_seats,
)
from tests.games.play import play


def profited(
    *lying: Tokens, round_: int = 1, colonies: Sequence[str] = (), stash: int = 0
) -> Position:
    """After the profit phase of a round."""
    texts_ = [*colonies, *[""] * (len(lying) - len(colonies))]
    at = invaded(texts_, lying, round_=round_)._replace(draw="")
    return scoring.take_profit(with_seats(at, *({"gold": stash} for _ in lying)))


def stashes(position: Position) -> list[tuple[int, int]]:
    return [(seat.gold, seat.gems) for seat in position.seats]


# ---------------------------------------------------------------------------------- profit


def test_all_who_tie_for_most_guards_get_a_gem_if_they_have_any() -> None:
    assert stashes(profited(tokens(guards="I7"), tokens(guards="G7"))) == [(0, 1), (0, 1)]
    assert stashes(profited(tokens(), tokens())) == [(0, 0), (0, 0)]


def test_alone_one_needs_three_guards() -> None:
    assert stashes(profited(tokens(guards="I7 G7"))) == [(0, 0)]
    assert stashes(profited(tokens(guards="I7 G7 H8"))) == [(0, 1)]


def test_five_gold_are_changed_into_a_gem_but_not_after_the_last_round() -> None:
    lying = tokens(gold="I7 I7 I7 G7 G7 G7", prisoners="H8")
    assert stashes(profited(lying)) == [(3, 1)]
    assert stashes(profited(lying, round_=2, stash=2)) == [(0, 2)]
    assert stashes(profited(lying, round_=3)) == [(8, 0)]


# -------------------------------------------------------------------------------- planning


def test_chance_settles_equals_one_after_the_other() -> None:
    position = profited(tokens(gold="I7"), tokens(), tokens(), tokens())
    position = play(position, "L1 L2 L3 L4 I1 I2 I3 I4 I5")
    assert texts(position) == ["s2", "s3", "s4"]
    position = play(position, "s3")
    assert texts(position) == ["s2", "s4"]
    assert play(position, "s4").order == (3, 4, 2, 1)


# --------------------------------------------------------------------------------- the end


def ended(*lying: Tokens) -> Position:
    return profited(*lying, round_=3)


def result(position: Position) -> tuple[int | None, str, tuple[int, ...], tuple[int, ...]]:
    outcome = position.outcome
    assert outcome is not None
    return outcome.winner, outcome.by, outcome.totals, outcome.ranks


def test_of_equals_the_most_gems_win() -> None:
    position = ended(tokens(gold="I7 I7 I7 G7 G7"), tokens(gems="I7"))
    assert result(position) == (2, "gems", (5, 5), (2, 1))


def test_else_the_victory_is_shared() -> None:
    position = ended(tokens(gems="I7"), tokens(gems="G7"), tokens())
    assert result(position) == (None, "shared", (5, 5, 0), (1, 1, 3))


def test_medals_of_who_plays_alone() -> None:
    for build, targets in (("brisk", (9, 16, 24)), ("turns", (14, 25, 40)), ("live", (12, 20, 28))):
        for target, medal, less in zip(
            targets, ("bronze", "silver", "gold"), ("none", "bronze", "silver"), strict=True
        ):
            position = HEROES.start(f"1/{build}/guided/full")
            for gold, name in ((target, medal), (target - 1, less)):
                over = position._replace(seats=(Seat(gold=gold),)).over()
                assert result(over) == (1, name, (gold,), (1,)), (build, targets)


# --------------------------------------------------------------------------------- leaving


TEN = "t1 t2 t3 t4 t5 t6 t7 t8 t9 t10"
FIFTEEN = f"{TEN} t11 t12 t13 t14 t15"


def test_nobody_leaves_alone_or_while_chance_is_due_or_twice() -> None:
    assert started("1/live/guided/full").leave(1) is None
    assert started("2/turns/guided/full").leave(1) is None
    position = started("3/live/guided/full", (1, LEAVE))
    assert position.leave(1) is None
    assert position.leave(0) is None
    assert position.leave(4) is None


def test_the_later_ranks_before_the_earlier() -> None:
    position = play(started("4/live/guided/full"), (3, LEAVE), (1, LEAVE), (4, LEAVE))
    assert result(position) == (2, "left", (0, 0, 0, 0), (3, 1, 4, 2))


def test_what_belongs_to_who_leaves_is_out_of_the_match() -> None:
    position = started("3/turns/guided/full", FIFTEEN, (2, "b1@J7r1"), (2, LEAVE))
    facts = position.facts()
    assert facts["built"] == [4, 0, 4]
    assert facts["reserve"] == [["P"], [], ["P"]]
    assert position.to_move == {1, 3}
    assert position.supply == 5
    # Tiles turned up stay seen, and passing goes past the empty seat.
    assert position.seen.bit_count() == 15
    position = play(position, (1, "end"), (3, "end"))
    assert [seat.queue for seat in position.seats] == [
        *((15, 1, 2, 3, 4), (), (5, 11, 12, 13, 14)),
    ]


def test_when_the_last_one_of_a_turn_leaves_the_turn_is_over() -> None:
    position = started("3/turns/guided/full", FIFTEEN, (1, "end"), (2, "done"), (3, LEAVE))
    assert position.turn == 2
    assert position.to_move == {1}


def test_live_a_tile_in_the_hand_is_dropped() -> None:
    position = started("3/live/guided/full", (1, "flip"), "t9", (1, LEAVE))
    assert texts(position, 2)[-3:] == ["flip", "take9", "done"]


def test_a_player_who_leaves_in_planning_is_passed_over() -> None:
    position = profited(tokens(), tokens(gold="I7"), tokens(gold="I7 I7"))
    position = play(position, "L1 L2 L3 I1 I2 I3 I4")
    assert play(position, (1, LEAVE)).choosing == (2, 3, 2, 3)
    assert play(position, (3, LEAVE)).choosing == (1, 2, 1, 2)
    position = play(position, "P P P", (1, LEAVE))
    assert position.choosing == (2, 3)
    assert position.rounds == ((0, 1, 2),)


# ------------------- closing, inspection and populate, through which each seat goes at its own pace


FREE, GUIDED = "1/turns/free/full", "1/turns/guided/full"
DEEP = "45@J7r1 45@K7r1 45@L7r1 45@M7r1"
"""A corridor; N7 is at distance 6."""


# --------------------------------------------------------------------------------- closing


# ------------------------------------------------------------------------------ inspection


def inspected(pieces: str, **seat: object) -> list[str]:
    return texts(preparing(FREE, {"reserve": (), "colony": built(pieces), **seat}))


def test_with_a_patch_in_the_reserve_that_one_is_used() -> None:
    position = preparing(FREE, {"reserve": ("P",), "colony": built("50@J7r1 45@K7r1"), "gems": 1})
    position = play(position, "end")
    assert texts(position) == ["remove@J7", "remove@K7", "patch@J7", "patch@K7"]
    position = play(position, "patch@J7")
    assert position.seats[0].colony == built("P@J7r0 45@K7r1")
    assert (position.seats[0].reserve, position.seats[0].gems) == ((), 1)


def test_what_is_cut_off_goes_as_well_and_special_pieces_return() -> None:
    pieces = "50@J7r1 50@K7r1 I8@L7r3 1@F7r3"
    position = preparing(FREE, {"reserve": (), "colony": built(pieces), "gems": 1})
    assert position.seats[0].stage == "inspection"
    position = play(position, "remove@J7")
    assert position.seats[0].colony == built("1@F7r3")
    assert position.seats[0].reserve == ("I8",)


def test_a_large_piece_is_removed_but_never_patched() -> None:
    # I1 is entered by cavern; I12 by stone.
    assert inspected("I12@K7r1", gems=1) == ["remove@J7"]


# -------------------------------------------------------------------------------- populate


def test_a_gem_vein_needs_ten_squares_between_it_and_the_entrance() -> None:
    # From J7 to O7 are distances 2 to 7, then north along O.
    row = f"{DEEP} 45@N7r1 59@O7r3"
    deep = f"{row} 45@O6r0 45@O5r0 I1@O3r0"
    near = f"{row} 45@O6r0 I1@O4r0"
    for pieces, gems in ((near, ""), (deep, "O3")):
        colony = built(pieces)
        assert colony.sealed_with("gem vein")
        position = preparing(GUIDED, {"reserve": (), "colony": colony})
        assert lies(position) == tokens(gems=gems)
    assert max(built(deep).distance.values()) == 11
    assert max(built(near).distance.values()) == 10


def test_a_gem_is_stored_on_a_chest_that_got_gold_instead_of_it() -> None:
    colony = built("20@J7r1 49@F7r1")
    position = preparing(GUIDED, {"reserve": (), "colony": colony, "gems": 2})
    assert [move for move in texts(position) if move.startswith("store")] == ["store@J7"]
    position = play(position, "store@J7")
    assert lies(position) == tokens(gems="J7")
    assert position.seats[0].gems == 1
    assert not [move for move in texts(position) if move.startswith("store")]


def test_guards_are_bought_for_squares_without_a_token_but_not_for_the_entrance_square() -> None:
    colony = built("20@J7r1 49@F7r1")
    position = preparing(GUIDED, {"reserve": (), "colony": colony, "gold": 3, "gems": 1})
    squares = ["F7", "G7", "I7", "H8"]
    assert texts(position) == [
        "store@J7",
        *(f"buy2@{square}" for square in squares),
        *(f"buyg@{square}" for square in squares),
        "ready",
    ]
    position = play(position, "buy2@F7")
    assert (position.seats[0].gold, lies(position)) == (1, tokens(gold="J7", guards="F7"))
    assert texts(position) == ["store@J7", "buyg@G7", "buyg@I7", "buyg@H8", "ready"]
    position = play(position, "buyg@H8")
    assert position.phase == "invasion"
    assert position.seats[0].gold == 0  # what remains is lost


def test_a_player_who_could_only_be_ready_is_so_and_loses_the_stash() -> None:
    position = preparing(GUIDED, {"reserve": (), "gold": 1})
    assert position.phase == "invasion"
    assert position.seats[0].gold == 0
    asked = preparing(GUIDED, {"reserve": (), "gold": 2})
    assert texts(asked)[-1] == "ready"


HALL = "I8@J7r3 20@L7r1 17@F7r3 23@H9r2"
"""J7 and K7, K7 a mess hall, between the entrance and a chest; a campfire; another chest."""


def test_a_mess_hall_moves_guards_to_the_squares_next_to_it() -> None:
    position = preparing(GUIDED, {"reserve": (), "colony": built(HALL)})
    assert lies(position) == tokens(gold="L7 H9", guards="F7 K7")
    assert texts(position) == ["F7>J7", "F7>L7", "K7>J7", "K7>L7", "ready"]
    position = play(position, "F7>L7")
    assert lies(position) == tokens(gold="L7 H9", guards="K7 L7")
    # Each guard moves once, and not to where there is a guard.
    assert texts(position) == ["K7>J7", "ready"]


def test_nothing_is_stored_or_bought_once_a_guard_has_moved() -> None:
    position = preparing(GUIDED, {"reserve": (), "colony": built(HALL), "gems": 2, "gold": 2})
    moves = texts(position)
    assert {"store@L7", "buy2@J7", "buyg@J7", "F7>J7"} <= set(moves)
    position = play(position, "F7>J7")
    assert texts(position) == ["K7>L7", "ready"]
