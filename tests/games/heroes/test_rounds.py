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
    invaded,
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
