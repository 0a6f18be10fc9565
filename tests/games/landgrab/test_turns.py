"""The rules against the reference, and what random matches seldom or never reach."""

import os
import random
from collections.abc import Sequence
from functools import lru_cache, partial

from prowlerbot.core.game import LEAVE
from prowlerbot.core.record import Record
from prowlerbot.core.record_json import to_json
from prowlerbot.games.landgrab.legal_places import legal_buildings, nearest_open, ways_around
from prowlerbot.games.landgrab.map import NAME, SQUARE, TILE, Map, read_map
from prowlerbot.games.landgrab.rules import Position
from tests.games.landgrab import matches, reference, reference_record
from tests.games.play import numbers_of_matches, play


def test_squares_reached_in_two_ways_are_listed_once_and_ways_around_are_known() -> None:
    # From E6: D6 and F6 are steps and lie around E7 as well; G6 lies around F7 alone.
    position = matches.started("RB/1/D6,F6,H6/D7,E7,F7,G7,H7,I7/", "p:E6 p:I6")
    position = play(position, "c:E7 d12 c:I7 d1 c:F7 d12 c:I7 d1")
    assert [text for text in matches.texts(position) if ":" not in text] == ["D6", "F6", "G6"]
    ways = ways_around(position.map, position.pawns, position.owners, 1)
    named = {
        NAME[square]: [NAME[position.map.buildings[number].first] for number in numbers]
        for square, numbers in ways.items()
    }
    assert named == {"G6": ["F7"]}


def test_what_a_seat_did_last_is_known_with_its_rolls() -> None:
    position = matches.started(matches.JAM, matches.INTO_JAM, "a:3 d1 d12")
    assert position.last is not None
    assert (position.last.seat, str(position.last.move), position.last.rolls) == (1, "a:3", (1, 12))
    assert NAME[position.last.start] == "F6"


def test_nearest_is_by_columns_or_rows_whichever_are_more_and_then_in_reading_order() -> None:
    for taken, nearest in [
        # G7 lies in the middle of F6 to H8; I6 is two columns away, F9 two rows.
        ("F6 G6 H6 F7 G7 H7 F8 G8", "H8"),
        ("F6 G6 H6 F7 G7 H7 F8 G8 H8", "I6"),
        ("F6 G6 H6 I6 F7 G7 H7 I7 F8 G8 H8 I8", "F9"),
        ("F6 G6 H6 I6 F7 G7 H7 F8 G8 H8 F9 G9", "I7"),
    ]:
        ground = read_map("F6,H6,F8,H8", "", "", seats=2)
        standing = [SQUARE[name] for name in taken.split()]
        assert NAME[nearest_open(ground, standing, SQUARE["G7"])] == nearest, (taken, nearest)


def test_the_squares_that_are_needed_are_those_of_all_seats_that_began() -> None:
    position = matches.first_legal(matches.started("RBGY/1/together"), "tiles")[-1][1]
    others = sorted({1, 2, 3, 4} - position.to_move)
    gone = play(position, (others[0], LEAVE), (others[1], LEAVE))
    assert gone.legal == position.legal
    # On a map of eight squares a large building soon leaves two of them too few.
    narrow = read_map("F6,H6", "", "", seats=4)
    four, two = (partial(legal_buildings, seats=each, small=True, large=True) for each in (4, 2))
    built = play(gone._replace(map=narrow, legal=four(narrow)), "s:F6")
    assert built.legal == four(built.map)
    assert len(built.legal) < len(two(built.map))


def test_what_has_no_legal_place_stays_in_the_box() -> None:
    # Sixteen tiles with gaps of one square between them: there is no place for a seventeenth.
    grid = tuple(SQUARE[column + row] for row in ("1", "4", "7", "10") for column in "ADGJ")
    position, last = matches.started("RBG/1/together"), TILE[grid[-1]]
    built = position._replace(map=Map(grid[:-1]), legal=(last,)).after(2, last)
    assert (built.phase, len(built.map.tiles), built.to_move) == ("buildings", 16, {2})
    # A corridor for two, in which no further building is possible, in place of the twenty tiles.
    corridor = read_map("F6,H6", "F7,G7,H7", "", seats=2)
    legal = partial(legal_buildings, seats=2, small=True, large=True)
    now = matches.first_legal(matches.started("RB/1/together"), "tiles")[-1][1]
    now = matches.first_legal(now._replace(map=corridor, legal=legal(corridor)), "buildings")[-1][1]
    assert (now.phase, now.to_move, legal(now.map)) == ("spawns", {1}, ())
    assert len(now.map.buildings) < 15


# ------------------------------------------------------------------- the order at the end

BOX = "/1/A1,C1,E1,G1,A3,C3,E3,G3,A5,C5,E5,G5/A1,C1,E1,G1,A6,C6,E6/B3-C3,E3-F3,G5-H5"


def test_the_order_of_three_and_the_rule_after_which_one_alone_is_in_front() -> None:
    begun = matches.LANDGRAB.start(f"RBG{BOX}")
    for owners, lives, left, ranks, by in [
        # The one with most large buildings is in front of all with as many points.
        ({"A1": 1, "C1": 1, "E1": 1, "B3": 2, "G1": 3}, (3, 1, 3), (), (2, 1, 3), "large"),
        # Seats 1 and 2 share second place.
        ({"A1": 1, "C1": 2, "B3": 3}, (2, 2, 1), (), (2, 2, 1), "points"),
        # Three in front by points, two of them by large ones, one by lives.
        ({"A1": 1, "C1": 1, "E1": 1, "B3": 2, "E3": 3}, (3, 2, 1), (), (3, 1, 2), "lives"),
        # The two players who stayed share the front; the third left.
        ({"A1": 1, "C1": 2, "B3": 3}, (3, 3, 0), (3,), (1, 1, 3), "shared"),
        # Two left, so the last player is in front by that alone.
        ({"A1": 1, "B3": 2}, (0, 0, 3), (1, 2), (3, 2, 1), "left"),
    ]:
        names = [NAME[each.first] for each in begun.map.buildings]
        owned = begun._replace(owners=tuple(owners.get(name, 0) for name in names))
        over = owned._replace(lives=lives, left=frozenset(left), phase="over", end="calm")
        result = over.outcome
        assert result is not None
        assert (result.ranks, result.by) == (ranks, by), (owners, lives, left)


# ------------------------------------------------------------------- held against the reference


FIRST = (*range(60), 80, 99, 110, 115, 150, 190, 216, 227, 228, 238)
"""Together they reach every line, and every way between lines, that all of the 240 reach."""
MATCHES = int(os.environ.get("LANDGRAB_MATCHES", "240"))

KINDS = ("together", "small", "drawn", "small", "fixed", "jam", "fixed", "small", "drawn", "fixed")
"""Of ten matches four are on small maps, and the one with the most work for the reference first."""


@lru_cache(maxsize=len(FIRST))
def drawn_match(number: int) -> tuple[Record, list[Position]]:
    """The match with this number; in many of them players may leave."""
    rng = random.Random(f"reference {number}")
    kind, seats = KINDS[number % len(KINDS)], rng.choice((2, 3, 4))
    leaving = rng.choice((0, 0, 0.005, 0.02, 0.05))
    choose = matches.CHOICES[rng.choice(list(matches.CHOICES))]
    match kind:
        case "jam":
            return matches.play_out(
                matches.JAM, rng, matches.fighting, opening=matches.INTO_JAM, leaving=leaving
            )
        case "small":
            return matches.play_out(matches.small_setup(rng, seats), rng, choose, leaving=leaving)
        case "fixed":
            kind = {2: "duel", 3: "mill", 4: rng.choice(("mill", "hall", "ring"))}[seats]
    return matches.play_out(
        matches.LANDGRAB.setup(rng, seats, {"map": kind}), rng, choose, leaving=leaving
    )


@numbers_of_matches(FIRST, MATCHES, pieces=4)
def test_the_rules_and_the_reference_write_the_same_records(numbers: Sequence[int]) -> None:
    for number in numbers:
        record, positions = drawn_match(number)
        stated = to_json(record, states=True)
        assert stated == reference_record.replay(record.setup, matches.entries(record)), number
        match = reference.Match(record.setup)
        for position, entry in zip(positions, [*matches.entries(record), ""], strict=True):
            for seat in position.seats:
                may_leave = position.leave(seat) is not None
                assert may_leave is match.may_leave(seat), (number, seat)
            if entry:
                match.play(entry)


def test_these_matches_have_what_is_rare() -> None:
    left, stuck, ends, phases = 0, 0, set(), set()
    for number in FIRST:
        record, positions = drawn_match(number)
        left += any(made.text == LEAVE for made in record.moves)
        stuck += matches.stuck_evictions(positions)
        ends.add(positions[-1].end)
        phases |= {
            before.phase
            for made, before in zip(record.moves, positions, strict=False)
            if made.text == LEAVE
        }
    assert left >= 3, "players leave"
    assert stuck >= 1, "pawns return to a spawn that nobody can leave"
    assert ends == {"last", "calm", "rounds"}
    assert phases == {"tiles", "buildings", "spawns", "turn", "eviction"}
