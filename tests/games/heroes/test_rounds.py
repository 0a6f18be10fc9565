"""Profit, planning, the end of a match, and leaving."""

import pickle
from collections.abc import Sequence

from prowlerbot.core.game import LEAVE
from prowlerbot.core.squares import squares_in
from prowlerbot.games.heroes import scoring
from prowlerbot.games.heroes.colony import NEW, Colony
from prowlerbot.games.heroes.grid import EAST, NAME, NORTH, SOUTH, SQUARE, WEST
from prowlerbot.games.heroes.moves import Move
from prowlerbot.games.heroes.pieces import PIECES, Tokens
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import Seat
from prowlerbot.games.heroes.stages.building import legal_placements
from tests.games.heroes.matches import (
    HEROES,
    built,
    invaded,
    lies,
    mask,
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
    assert [seat.queue for seat in position.seats] == [*((15, 1, 2, 3, 4), (), (5, 11, 12, 13, 14))]


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


# ------------------------------------------------------------------------------------- building


SOLO = "1/turns/guided/full"


def places(pieces: str, id_: str, hand: str = "guided") -> list[str]:
    moves: list[Move] = legal_placements(built(pieces), PIECES[id_], hand, id_)  # type: ignore[arg-type] # one of two words
    return [str(move).partition("@")[2] for move in moves]


# --------------------------------------------------------------------------------- placing


def test_of_turns_that_look_the_same_only_the_smallest_is_legal() -> None:
    assert places("P@J7r0", "45") == ["J6r0", "F7r1", "K7r1", "J8r0"]
    assert [place for place in places("P@J7r0", "102") if place[:2] == "K7"] == ["K7r0", "K7r1"]
    assert [place for place in places("P@J7r0", "100") if place[:2] == "K7"] == ["K7r0"]
    assert [place for place in places("P@J7r0", "P") if place[:2] == "K7"] == ["K7r0"]


# ----------------------------------------------------------------------------------- draft


def queue(position: Position, seat: int = 1) -> tuple[int, ...]:
    return position.seats[seat - 1].queue


def test_a_turn_with_nothing_more_to_build_ends_by_itself() -> None:
    position = started(SOLO, "t1 t2 t3 t4 t5", "b1@J7r1 b2@F7r3")
    assert position.turn == 2


def test_a_reveal_passes_the_chosen_tile_and_turns_up_what_remains() -> None:
    position = started(SOLO, "t98 t99 t45 t46 t47", "b1@J7r0 b2@K7r0 b3@L7r1")
    assert queue(position) == (47, 0, 0, 0, 46)
    position = play(position, "reveal2")
    # Place 2 was face down, is passed so, and is not turned up.
    assert queue(position) == (0, 47, 0, 0, 46)
    assert (position.turn, set(position.to_move)) == (3, {0})
    position = play(position, "t1 t2")
    assert queue(position) == (0, 47, 1, 2, 46)
    assert texts(position)[-1] == "done"
    assert not [move for move in texts(position) if move.startswith("b1")]


def test_with_fewer_tiles_in_the_pile_than_seats_the_next_turn_is_the_last() -> None:
    position = started("2/turns/guided/full", "t98 t45 t3 t4 t5 t6 t7 t8 t9 t10")
    fewer = position._replace(pile=2)
    fewer = play(fewer, (1, "b1@J7r0"), (1, "end"), (2, "end"))
    assert (fewer.pile, fewer.last) == (1, True)
    enough = play(position._replace(pile=3), (1, "b1@J7r0"), (1, "end"), (2, "end"))
    assert (enough.pile, enough.last) == (2, False)


# ------------------------------------------------------------------------------------ live


# ------------------------------ sides, passages, open edges and distances of the pieces in a colony


def names(squares: int) -> list[str]:
    return [NAME[square] for square in squares_in(squares)]


def open_edges(colony: Colony, name: str) -> str:
    """The directions in which a square has an open edge."""
    edges = zip("NESW", colony.open_edges, strict=True)
    return "".join(letter for letter, squares in edges if squares >> SQUARE[name] & 1)


def test_the_entrance_opens_to_cavern_west_and_east_and_to_stone_south() -> None:
    assert names(NEW.area) == ["G7", "H7", "I7", "H8"]
    assert NEW.cavern[WEST] == mask("G7")
    assert NEW.cavern[EAST] == mask("I7")
    assert NEW.stone[SOUTH] == mask("H8")
    assert NEW.squares_beside(mask("H7")) == mask("G7 I7 H8")
    assert NEW.distance == {SQUARE["H7"]: 0, SQUARE["G7"]: 1, SQUARE["I7"]: 1, SQUARE["H8"]: 1}


def test_a_quarter_turn_is_clockwise_about_square_a() -> None:
    # Sides of a cavern and stone corner: cavern north, stone east.
    for turns, (cavern, stone) in enumerate(
        ((NORTH, EAST), (EAST, SOUTH), (SOUTH, WEST), (WEST, NORTH))
    ):
        colony = built(f"70@C3r{turns}")
        assert colony.cavern[cavern] & colony.stone[stone] == mask("C3")
    # I1 lies south of its square a; L1 goes south, then east.
    squares = ["C3 C4", "B3 C3", "C2 C3", "C3 D3"]
    assert [built(f"I1@C3r{turns}").area ^ NEW.area for turns in range(4)] == [
        mask(each) for each in squares
    ]
    assert built("L1@C3r1").area ^ NEW.area == mask("C3 B3 B4")


def test_two_sides_that_meet() -> None:
    for pieces, passage, invalid in [
        ("45@J7r1", True, False),  # cavern to cavern
        ("50@J7r1", True, True),  # cavern to stone: a passage, but not valid
        ("45@J7r0", False, True),  # cavern to closed
        ("P@J7r0", True, False),  # a patch is valid with anything open
    ]:
        colony = built(pieces)
        assert bool(colony.ways[EAST] & mask("I7")) == passage, (pieces, passage, invalid)
        assert bool(colony.ways[WEST] & mask("J7")) == passage, (pieces, passage, invalid)
        assert bool(colony.invalid & mask("J7")) == invalid, (pieces, passage, invalid)


def test_beside_a_patch_the_other_side_alone_decides() -> None:
    colony = built("P@J7r0 45@K7r0 P@J6r0")
    assert not colony.ways[EAST] & mask("J7")  # K7 is closed there
    assert colony.ways[NORTH] & mask("J7")  # patch to patch
    assert not colony.invalid


def test_a_stone_side_makes_a_stone_passage_and_all_else_is_cavern() -> None:
    colony = built("50@J7r1 P@K7r0 P@L7r0")
    assert colony.stone_ways[EAST] & mask("I7 J7 K7 L7 H7") == mask("I7 J7")
    assert colony.stone_ways[WEST] & mask("J7 K7 L7") == mask("J7 K7")
    assert colony.ways[EAST] & mask("H7 K7") == mask("H7 K7")


def test_a_side_without_a_passage_is_an_open_edge_even_against_a_closed_one() -> None:
    colony = built("98@J7r0 45@J6r1 1@J8r2")
    assert open_edges(colony, "J7") == "NE"  # J6 is closed there, nothing lies at K7
    assert open_edges(colony, "J8") == ""
    assert names(colony.sealed) == ["J8"]


def test_a_patch_side_is_an_open_edge_only_where_it_meets_nothing() -> None:
    assert open_edges(built("P@J7r0"), "J7") == "NES"
    assert open_edges(built("P@J7r0 45@K7r0"), "J7") == "NS"


def test_against_the_rim_a_side_stays_open() -> None:
    line = "45@J7r1 45@K7r1 45@L7r1 45@M7r1 45@N7r1"
    assert open_edges(built(f"{line} 45@O7r1"), "O7") == "E"
    assert open_edges(built(f"{line} P@O7r0"), "O7") == "NES"
    assert built(f"{line} 1@O7r1").sealed == mask("J7 K7 L7 M7 N7 O7")


def test_one_open_edge_opens_the_whole_piece() -> None:
    colony = built("I13@J7r1 50@H9r0")
    assert not colony.sealed & mask("I7 J7")
    assert [placed.id for placed in colony.open_pieces] == ["I13", "50"]


def test_distances_are_steps_through_passages() -> None:
    colony = built("98@J7r0 59@J6r1 45@K6r1 45@J8r1")
    distance = {NAME[square]: steps for square, steps in colony.distance.items()}
    assert distance["J7"] == 2
    assert distance["J6"] == 3
    assert distance["K6"] == 4
    assert "J8" not in distance  # it lies beside J7, but is closed there


def test_a_piece_without_a_way_to_the_entrance_is_cut_off() -> None:
    colony = built("45@J7r1 45@K7r1 1@L7r1 1@F7r3")
    smaller = colony.remove_pieces(colony.piece_at[SQUARE["K7"]])
    assert [placed.id for placed in smaller.cut_off] == ["1"]
    assert smaller.cut_off[0].at == SQUARE["L7"]


def test_a_colony_is_known_by_its_pieces_and_sent_as_them() -> None:
    colony = built("45@J7r1 I3@K7r1")
    again = pickle.loads(pickle.dumps(colony))  # noqa: S301 - our own
    assert again == colony
    assert hash(again) == hash(colony)
    assert again.layers == colony.layers
    assert colony != built("I3@K7r1 45@J7r1")
