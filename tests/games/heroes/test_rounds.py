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
    lies,
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


def test_most_guards_bring_a_gem() -> None:
    position = profited(tokens(guards="I7"), tokens(guards="I7 G7"), tokens())
    assert stashes(position) == [(0, 0), (0, 1), (0, 0)]


def test_all_who_tie_for_most_guards_get_a_gem_if_they_have_any() -> None:
    assert stashes(profited(tokens(guards="I7"), tokens(guards="G7"))) == [(0, 1), (0, 1)]
    assert stashes(profited(tokens(), tokens())) == [(0, 0), (0, 0)]


def test_alone_one_needs_three_guards() -> None:
    assert stashes(profited(tokens(guards="I7 G7"))) == [(0, 0)]
    assert stashes(profited(tokens(guards="I7 G7 H8"))) == [(0, 1)]


def test_prisoners_bring_two_gold_and_all_treasure_goes_into_the_stash() -> None:
    lying = tokens(gold="I7 I7", gems="G7", prisoners="H8", traps="I7")
    position = profited(lying)
    assert stashes(position) == [(4, 1)]
    assert lies(position) == tokens()


def test_five_gold_are_changed_into_a_gem_but_not_after_the_last_round() -> None:
    lying = tokens(gold="I7 I7 I7 G7 G7 G7", prisoners="H8")
    assert stashes(profited(lying)) == [(3, 1)]
    assert stashes(profited(lying, round_=2, stash=2)) == [(0, 2)]
    assert stashes(profited(lying, round_=3)) == [(8, 0)]


def test_special_pieces_return_to_the_reserve_in_order() -> None:
    position = profited(tokens(), colonies=["P@J7r0 L4@G8r0 I3@K7r1 45@F7r1 I1@N7r1"])
    assert position.seats[0].reserve == ("P", "I1", "I3", "L4")
    assert position.facts()["built"] == [4]


# -------------------------------------------------------------------------------- planning


def test_pieces_are_dealt_before_the_order_is_settled() -> None:
    position = started("2/turns/guided/short")
    facts = position.facts()
    assert [facts[field] for field in ("phase", "round", "turn", "pile")] == ["planning", 1, 0, 0]
    assert facts["stash"] == [[0, 1], [0, 1]]
    assert texts(position) == [f"L{number}" for number in range(1, 10)]
    position = play(position, "L4")
    assert "L4" not in texts(position)
    position = play(position, "L2")
    assert texts(position) == [f"I{number}" for number in range(1, 19)]
    position = play(position, "I7 I18 I2")
    assert texts(position) == ["s1", "s2"]
    position = play(position, "s2")
    # The last of equals comes by itself; each takes one, then each again.
    assert (position.order, position.choosing) == ((2, 1), (2, 1, 2, 1))
    assert position.to_move == {2}
    assert texts(position) == ["P", "I2", "I7", "I18", "L2", "L4"]


def test_how_many_are_dealt() -> None:
    for seats in (1, 2, 3, 4):
        position = started(f"{seats}/turns/guided/short")
        for number in range(seats):
            position = play(position, f"L{number + 1}")
        for number in range(seats + 1):
            position = play(position, f"I{number + 1}")
        assert not {"L", "I"} & {position.draw}, seats
        assert [sum(id_[0] == kind for id_ in position.offer) for kind in "PIL"] == [
            *(seats, seats + 1, seats),
        ], seats


def test_the_poorest_chooses_first_and_each_takes_two() -> None:
    position = profited(tokens(gold="I7 G7"), tokens(), tokens(gold="I7"))
    position = play(position, "L1 L2 L3 I1 I2 I3 I4")
    assert position.choosing == (2, 3, 1, 2, 3, 1)
    position = play(position, "P P P")
    assert texts(position) == ["I1", "I2", "I3", "I4", "L1", "L2", "L3"]
    position = play(position, "L1 L2 I4")
    assert [seat.reserve for seat in position.seats] == [("P", "I4"), ("P", "L1"), ("P", "L2")]
    assert (position.phase, position.round, position.turn) == ("build", 2, 1)


def test_pieces_not_chosen_leave_the_match_and_patches_return_to_the_supply() -> None:
    position = profited(tokens(), tokens(gold="I7"))
    assert position.supply == 4
    position = play(position, "L1 L2 I1 I2 I3 P I1 L1 I2")
    assert position.supply == 5
    assert position.offer == ()
    assert set(position.dealt) == {"L1", "L2", "I1", "I2", "I3"}


def test_chance_settles_equals_one_after_the_other() -> None:
    position = profited(tokens(gold="I7"), tokens(), tokens(), tokens())
    position = play(position, "L1 L2 L3 L4 I1 I2 I3 I4 I5")
    assert texts(position) == ["s2", "s3", "s4"]
    position = play(position, "s3")
    assert texts(position) == ["s2", "s4"]
    assert play(position, "s4").order == (3, 4, 2, 1)


def test_short_goes_on_with_rounds_two_and_three() -> None:
    position = started("1/turns/guided/short", "L1 I1 I2 L1 P")
    assert (position.round, position.turn, position.phase) == (2, 1, "build")
    assert position.seats[0].gems == 1
    assert position.seats[0].reserve == ("P", "P", "L1")


# --------------------------------------------------------------------------------- the end


def ended(*lying: Tokens) -> Position:
    return profited(*lying, round_=3)


def result(position: Position) -> tuple[int | None, str, tuple[int, ...], tuple[int, ...]]:
    outcome = position.outcome
    assert outcome is not None
    return outcome.winner, outcome.by, outcome.totals, outcome.ranks


def test_the_highest_treasure_wins() -> None:
    position = ended(tokens(gold="I7"), tokens(gems="I7"), tokens(gold="I7 G7"))
    assert result(position) == (2, "treasure", (1, 5, 2), (3, 1, 2))
    assert position.phase == "over"
    assert position.facts()["tokens"] == [[0] * 5] * 3
    assert position.facts()["built"] == [4, 4, 4]


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


def test_in_a_match_of_two_the_other_wins_and_keeps_the_stash() -> None:
    position = with_seats(started("2/live/guided/full"), {}, {"gold": 3, "gems": 1})
    position = play(position, (1, LEAVE))
    assert result(position) == (2, "left", (0, 8), (2, 1))
    assert not position.to_move
    assert position.facts()["phase"] == "over"


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
