"""Building the map together: tiles, buildings, spawns; their places, and the order of seats."""

from __future__ import annotations

import random

from prowlerbot.core.game import LEAVE
from prowlerbot.games.landgrab.legal_places import legal_buildings, legal_tiles
from prowlerbot.games.landgrab.map import (
    SQUARE,
    SQUARES,
    TILE,
    WIDTH,
    Map,
    Move,
    are_joined,
    read_map,
)
from tests.games.landgrab.matches import first_legal, started, texts
from tests.games.play import play


def on(map_text: str, seats: int = 2, *, small: bool = True, large: bool = True) -> list[str]:
    """Where buildings may be placed on a stated map."""
    tiles, built, wide = map_text.split("/")
    stated = read_map(tiles, built, wide, seats)
    return [str(move) for move in legal_buildings(stated, seats, small=small, large=large)]


# -------------------------------------------------------------------------------- buildings


def test_all_free_squares_hang_together_diagonals_included() -> None:
    assert "s:G7" not in on("F6,H6/G6/")  # F6 and F7 would be cut off
    assert "s:H7" in on("F6,H6/G6/")  # G7 and H6 share a corner
    assert "l:G6-G7" not in on("F6,H6//")
    assert "l:G6-G7" not in on("F6,H6,J6//")
    assert "l:G6-G7" in on("F6,H6,F8,H8//")  # around below


def test_every_building_keeps_a_free_square_adjacent_to_it() -> None:
    # A1 has B2 alone; all other free squares would hang together without it.
    assert "s:B2" not in on("A1,C1/A1,B1,A2/")
    assert "s:C1" in on("A1,C1/A1,B1,A2/")
    # A1 has A2 and B2: one of them may go, not both.
    assert "l:A2-B2" not in on("A1,C1/A1,B1/")
    assert "s:A2" in on("A1,C1/A1,B1/")
    # With B1 free as well it has three.
    assert "l:A2-B2" in on("A1,C1/A1/")


def test_as_many_squares_as_seats_stay_fit_for_a_spawn() -> None:
    for map_text, building, fit in [
        ("F6,H6//", "l:F6-G6", 2),
        ("F6,H6//", "l:F6-F7", 4),
        ("F6,H6//", "l:G6-H6", 0),
        ("F6,H6/G6,F7/", "s:H7", 5),
        ("F6,H6/F6,G6,H7,I7/", "s:I6", 3),
        ("F6,H6,F8,H8//", "l:G7-H7", 4),  # twelve squares fewer, the most there can be
        ("F6,H6,F8,H8/F9/", "l:G7-H7", 3),
    ]:
        for seats in (2, 3, 4):
            assert (building in on(map_text, seats)) is (fit >= seats), (map_text, building, fit)


def test_the_squares_that_are_needed_are_those_of_all_seats_that_began() -> None:
    position = first_legal(started("RBGY/1/together"), "tiles")[-1][1]
    others = sorted({1, 2, 3, 4} - position.to_move)
    gone = play(position, (others[0], LEAVE), (others[1], LEAVE))
    assert gone.legal == position.legal
    # On a map of eight squares a large building soon leaves two of them too few.
    narrow = read_map("F6,H6", "", "", seats=4)
    built = play(gone._replace(map=narrow, legal=narrowed(narrow, 4)), "s:F6")
    assert built.legal == narrowed(built.map, 4)
    assert len(built.legal) < len(narrowed(built.map, 2))


def narrowed(on_map: Map, seats: int) -> tuple[Move, ...]:
    return legal_buildings(on_map, seats, small=True, large=True)


def test_building_places_are_those_that_a_search_finds() -> None:
    """The quick way to look at all places, against taking each building on its own."""
    for seed in range(150):
        rng = random.Random(seed)
        seats = rng.choice((2, 3, 4))
        ground = Map((rng.choice((0, 65, 140)),))
        for _ in range(rng.randrange(3, 11)):
            ground = ground.with_tile(rng.choice(legal_tiles(ground)).at)
        for _ in range(rng.randrange(16)):
            places = narrowed(ground, seats)
            assert list(places) == searched(ground, seats), seed
            if not places:
                break
            _, first, second = rng.choice(places)
            ground = ground.with_building(first, second)


def searched(ground: Map, seats: int) -> list[Move]:
    found = []
    pairs = [(at, to) for at in SQUARES for to in (at + 1, at + WIDTH)]
    for first, second in [*((at, -1) for at in SQUARES), *pairs]:
        squares = 1 << first | (1 << second if second >= 0 else 0)
        if squares & ground.free == squares:
            built = ground.with_building(first, second)
            if (
                are_joined(built.free, built.free & -built.free, built.free)
                and all(building.around & built.free for building in built.buildings)
                and built.fit.bit_count() >= seats
            ):
                found.append(Move("s" if second < 0 else "l", first, second))
    return found


def test_if_no_building_has_a_legal_place_the_rest_stay_in_the_box() -> None:
    # A corridor for two, in which no further building is possible, in place of the twenty tiles.
    position = first_legal(started("RB/1/together"), "tiles")[-1][1]
    (seat,) = position.to_move
    corridor = read_map("F6,H6", "F7,G7,H7", "", seats=2)
    now = position._replace(map=corridor, legal=narrowed(corridor, 2))
    while now.phase == "buildings":
        (seat,) = now.to_move
        now = now.after(seat, now.moves(seat)[0])
    assert now.phase == "spawns"
    assert len(now.map.buildings) < 15
    assert narrowed(now.map, 2) == ()
    assert now.to_move == {1}


# ----------------------------------------------------------------------------------- spawns


def test_a_spawn_is_on_a_free_square_that_is_not_adjacent_to_a_large_building() -> None:
    # F6-G6 is adjacent to F7, G7, H6 and H7; the small one at J7 bars nothing but its square.
    legal = texts(started("RB/1/F6,H6,J6/J7/F6-G6"))
    assert legal == ["p:I6", "p:J6", "p:K6", "p:I7", "p:K7"]


def test_if_no_tile_has_a_legal_place_the_rest_stay_in_the_box() -> None:
    # Sixteen tiles with gaps of one square between them: there is no place for a seventeenth.
    grid = tuple(SQUARE[column + row] for row in ("1", "4", "7", "10") for column in "ADGJ")
    position = started("RBG/1/together")
    last = TILE[grid[-1]]
    position = position._replace(map=Map(grid[:-1]), legal=(last,))
    assert position.to_move == {2}
    built = position.after(2, last)
    assert built.phase == "buildings"
    assert len(built.map.tiles) == 16
    assert built.to_move == {2}
