"""Where pieces may be built, the draft in turns, and building live."""

from __future__ import annotations

from prowlerbot.games.heroes.moves import Move
from prowlerbot.games.heroes.pieces import PIECES
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.stages.building import legal_placements
from tests.games.heroes.matches import built, started, texts
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
