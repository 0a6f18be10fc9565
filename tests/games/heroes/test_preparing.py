"""Closing, inspection and populate, through which each seat goes at its own pace."""

from __future__ import annotations

from tests.games.heroes.matches import built, lies, preparing, texts, tokens
from tests.games.play import play

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
