"""Where pieces may be built, the draft in turns, and building live."""

from __future__ import annotations

from prowlerbot.games.heroes.moves import Move
from prowlerbot.games.heroes.pieces import PIECES
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.stages.building import legal_placements
from tests.games.heroes.matches import built, started, texts
from tests.games.play import play

SOLO = "1/turns/guided/full"
FIVE = "t1 t30 t60 t85 t104"


def places(pieces: str, id_: str, hand: str = "guided") -> list[str]:
    moves: list[Move] = legal_placements(built(pieces), PIECES[id_], hand, id_)  # type: ignore[arg-type] # one of two words
    return [str(move).partition("@")[2] for move in moves]


# --------------------------------------------------------------------------------- placing


def test_guided_needs_a_passage_and_no_side_that_is_invalid() -> None:
    assert places("", "1") == ["F7r3", "J7r1"]  # a cavern dead end
    assert places("", "23") == ["H9r2"]  # a stone dead end
    assert places("", "98") == ["F7r0", "J7r0"]
    # A dead end may not close the side of another piece.
    assert "K6r2" not in places("45@J7r1 98@K7r0 45@J6r1", "45")
    assert places("98@J7r0", "1") == ["J6r0", "F7r3", "K7r1", "J8r2"]


def test_free_needs_a_passage_alone_and_cavern_may_meet_stone() -> None:
    assert places("", "23", "free") == ["F7r3", "J7r1", "H9r2"]
    assert places("", "1", "free") == ["F7r3", "J7r1", "H9r2"]
    # A straight beside two pieces, one of which it closes off.
    between = [place for place in places("98@J7r0 98@K6r0", "45") if place.startswith("J6")]
    assert between == []
    assert "J6r0" in places("98@J7r0 98@K6r0", "45", "free")


def test_a_patch_fits_wherever_there_is_an_open_side() -> None:
    assert places("", "P") == ["F7r0", "J7r0", "H9r0"]
    assert places("P@J7r0", "P") == ["J6r0", "F7r0", "K7r0", "J8r0", "H9r0"]
    # Beside a patch, any open side makes a passage and a closed one is valid.
    assert "K7r1" in places("P@J7r0", "23")
    assert "K7r0" not in places("P@J7r0", "23")


def test_of_turns_that_look_the_same_only_the_smallest_is_legal() -> None:
    assert places("P@J7r0", "45") == ["J6r0", "F7r1", "K7r1", "J8r0"]
    assert [place for place in places("P@J7r0", "102") if place[:2] == "K7"] == ["K7r0", "K7r1"]
    assert [place for place in places("P@J7r0", "100") if place[:2] == "K7"] == ["K7r0"]
    assert [place for place in places("P@J7r0", "P") if place[:2] == "K7"] == ["K7r0"]


def test_every_square_of_a_piece_lies_on_the_grid() -> None:
    line = "45@J7r1 45@K7r1 45@L7r1 45@M7r1 45@N7r1"
    # I3 has its open sides on square b: west is cavern.
    assert "O6r0" in places(line, "I3")
    assert not [place for place in places(line, "I1") if place[0] == "P" or "-" in place]
    assert "O7r0" in places(line, "98")
    assert places(f"{line} 98@O7r0", "1")[-1] == "O8r2"


# ----------------------------------------------------------------------------------- draft


def queue(position: Position, seat: int = 1) -> tuple[int, ...]:
    return position.seats[seat - 1].queue


def test_the_first_queues_are_taken_at_once_and_turned_up_seat_by_seat() -> None:
    position = started("2/turns/guided/full")
    assert (position.turn, position.pile) == (1, 54)
    position = play(position, "t1 t2 t3 t4 t5 t6")
    assert queue(position, 1) == (1, 2, 3, 4, 5)
    assert queue(position, 2) == (6, 0, 0, 0, 0)
    assert "t6" not in texts(position)
    assert "t7" in texts(position)


def test_the_size_of_the_pile_goes_by_the_seats() -> None:
    for seats, pile in ((1, 44), (2, 64), (3, 84), (4, 104)):
        assert started(f"{seats}/live/guided/full").pile == pile, (seats, pile)
        assert started(f"{seats}/brisk/guided/full").pile == pile - 5 * seats, (seats, pile)


def test_with_something_built_only_more_tiles_or_the_end_are_legal() -> None:
    moves = texts(started(SOLO, FIVE, "b1@J7r1"))
    assert "b1@F7r3" not in moves
    assert {move[0] for move in moves[:-1]} == {"b"}
    assert moves[-1] == "end"


def test_a_third_tile_ends_the_turn_by_itself() -> None:
    position = started(SOLO, "t98 t99 t45 t46 t47", "b1@J7r0 b2@K7r0")
    assert position.turn == 1
    position = play(position, "b3@L7r1")
    assert position.turn == 2
    # Three face-down tiles come on the left, the right-most is passed to oneself.
    assert queue(position) == (47, 0, 0, 0, 46)
    assert position.pile == 39 - 3


def test_a_turn_with_nothing_more_to_build_ends_by_itself() -> None:
    position = started(SOLO, "t1 t2 t3 t4 t5", "b1@J7r1 b2@F7r3")
    assert position.turn == 2


def test_a_turn_without_building_passes_the_right_most_tile() -> None:
    position = started("2/turns/guided/full", "t1 t2 t3 t4 t5 t6 t7 t8 t9 t10", (1, "end"))
    assert position.to_move == {2}
    position = play(position, (2, "end"))
    assert (queue(position, 1), queue(position, 2)) == ((10, 1, 2, 3, 4), (5, 6, 7, 8, 9))
    assert position.to_move == {1, 2}


def test_a_piece_of_the_reserve_ends_the_turn_at_once() -> None:
    position = started(SOLO, FIVE, "P@J7r0")
    assert (position.turn, position.pile) == (2, 39)
    assert queue(position) == (104, 1, 30, 60, 85)
    assert position.seats[0].reserve == ()


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


def test_a_player_who_is_done_goes_on_passing_and_receiving() -> None:
    position = started("2/turns/guided/full", "t1 t2 t3 t4 t5 t6 t7 t8 t9 t10", (1, "done"))
    position = play(position, (2, "reveal1"))
    assert position.to_move == {2}
    assert (queue(position, 1), queue(position, 2)) == ((6, 1, 2, 3, 4), (5, 7, 8, 9, 10))
    position = play(position, "reveal2")
    assert (queue(position, 1), queue(position, 2)) == ((7, 6, 1, 2, 3), (4, 5, 8, 9, 10))


def test_the_draft_is_over_at_once_when_all_are_done() -> None:
    position = started("2/turns/guided/full", "t1 t2 t3 t4 t5 t6 t7 t8 t9 t10", (1, "done"))
    position = play(position, (2, "done"))
    assert (position.turn, position.pile) == (1, 54)
    assert texts(position, 1) == texts(position, 2) == ["P@F7r0", "P@J7r0", "P@H9r0", "end"]
    assert queue(position) == ()


def test_after_so_many_turns_the_next_is_the_last() -> None:
    for build, round_, turns in (
        ("turns", 1, 39),
        ("brisk", 1, 13),
        ("brisk", 2, 15),
        ("brisk", 3, 17),
    ):
        position = started(f"1/{build}/guided/full", FIVE)._replace(round=round_)
        for _ in range(turns - 1):
            position = play(position, "end")
        assert "done" in texts(position), (build, round_, turns)
        position = play(position, "end")
        assert position.turn == turns + 1, (build, round_, turns)
        moves = texts(position)
        assert "end" in moves, (build, round_, turns)
        others = [move for move in moves if move == "done" or move.startswith("reveal")]
        assert not others, (build, round_, turns)
        pile, before = position.pile, queue(position)
        # Nothing is filled up or passed.
        position = play(position, texts(position)[0], "end")
        assert (position.pile, position.turn) == (pile, turns + 1), (build, round_, turns)
        assert before != (), (build, round_, turns)
        assert queue(position) == (), (build, round_, turns)


def test_with_fewer_tiles_in_the_pile_than_seats_the_next_turn_is_the_last() -> None:
    position = started("2/turns/guided/full", "t98 t45 t3 t4 t5 t6 t7 t8 t9 t10")
    fewer = position._replace(pile=2)
    fewer = play(fewer, (1, "b1@J7r0"), (1, "end"), (2, "end"))
    assert (fewer.pile, fewer.last) == (1, True)
    enough = play(position._replace(pile=3), (1, "b1@J7r0"), (1, "end"), (2, "end"))
    assert (enough.pile, enough.last) == (2, False)


def test_queues_are_filled_in_the_order_of_seats_as_far_as_the_pile_lasts() -> None:
    position = started("2/turns/guided/full", "t98 t99 t3 t4 t5 t45 t46 t8 t9 t10")
    position = position._replace(pile=3)
    position = play(position, (2, "b1@J7r1"), (2, "b2@K7r1"), (2, "end"))
    position = play(position, (1, "b1@J7r0"), (1, "b2@K7r0"), (1, "end"))
    assert position.pile == 0
    assert len(queue(position, 1)) == 5
    assert len(queue(position, 2)) == 4
    assert position.last


# ------------------------------------------------------------------------------------ live


def test_live_a_tile_is_flipped_into_the_hand_and_built_or_dropped() -> None:
    position = started("2/live/guided/full")
    assert position.to_move == {1, 2}
    assert texts(position, 1) == ["P@F7r0", "P@J7r0", "P@H9r0", "flip", "done"]
    position = play(position, (1, "flip"))
    assert (position.pile, set(position.to_move)) == (63, {0})
    position = play(position, "t1")
    assert texts(position, 1) == [
        *("h@F7r3", "h@J7r1", "P@F7r0", "P@J7r0", "P@H9r0", "drop", "done"),
    ]
    assert texts(position, 2)[-2:] == ["flip", "done"]
    position = play(position, (1, "drop"))
    assert texts(position, 2)[-3:] == ["flip", "take1", "done"]
    position = play(position, (2, "take1"))
    assert texts(position, 1)[-2:] == ["flip", "done"]
    position = play(position, (2, "h@J7r1"))
    assert position.seats[1].colony == built("1@J7r1")


def test_live_done_drops_what_is_in_the_hand() -> None:
    position = play(started("2/live/guided/full"), (1, "flip"), "t9", (1, "done"))
    assert position.to_move == {2}
    assert position.face_up == (9,)
    position = play(position, (2, "done"))
    assert texts(position, 1)[-1] == "end"
    assert position.face_up == ()


def test_live_building_ends_with_the_last_tile() -> None:
    position = started("1/live/guided/full")._replace(pile=1)
    position = play(position, "flip t1")
    assert texts(position)[-1] == "done"
    ended = play(position, "h@J7r1")
    assert texts(ended)[-1] == "end"
    dropped = play(position, "drop")
    assert texts(dropped)[-2:] == ["take1", "done"]
