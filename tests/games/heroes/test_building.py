"""Where pieces may be built, the draft in turns, and building live."""

from __future__ import annotations

import pickle

from prowlerbot.core.squares import squares_in
from prowlerbot.games.heroes.colony import NEW, Colony
from prowlerbot.games.heroes.grid import EAST, NAME, NORTH, SOUTH, SQUARE, WEST
from prowlerbot.games.heroes.moves import Move
from prowlerbot.games.heroes.pieces import PIECES
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.stages.building import legal_placements
from tests.games.heroes.matches import built, mask, started, texts
from tests.games.play import play

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
