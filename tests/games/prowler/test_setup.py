"""Set-ups: possible ones, their notation, and the refusals of impossible ones; and the board, held
against a table that was measured on the printed hexes.
"""

import json
import math
import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prowlerbot.core.errors import BadSetup
from prowlerbot.games.prowler.board import (
    ALL_PATHWAYS,
    AREA_PATHWAYS,
    AREAS,
    INTERSECTIONS,
    PATHWAYS,
    pathways_in,
)
from prowlerbot.games.prowler.board import HEXES as PLACES
from prowlerbot.games.prowler.position import BOARD_HEXES, DISTRICTS, parse_setup
from tests.games.prowler import reference
from tests.games.prowler.matches import EXAMPLE, HEXES, PROWLER, TILES


def test_a_set_up_reads_back_as_it_was_written_and_is_accepted_by_the_reference() -> None:
    rng = random.Random(5)
    for text in (EXAMPLE, *(PROWLER.setup(rng, 2, {}) for _ in range(300))):
        assert str(parse_setup(text)) == text
        reference.check_setup(text)


@given(st.text(alphabet=DISTRICTS + "bpmrdw-/,12 ", max_size=70))
def test_any_other_text_is_refused_as_a_set_up(text: str) -> None:
    with pytest.raises(BadSetup, match="not possible"):
        PROWLER.start(text)


def test_there_are_ten_hexes_and_each_turns_three_ways() -> None:
    rng = random.Random(6)
    drawn = Counter(
        hex_ for _ in range(400) for hex_ in parse_setup(PROWLER.setup(rng, 2, {})).hexes
    )
    assert {"".join(sorted(hex_)) for hex_ in drawn} == {"".join(sorted(h)) for h in BOARD_HEXES}
    assert len(drawn) == 30
    assert len(BOARD_HEXES) == 10


def test_the_option_first_fixes_the_seat_that_starts() -> None:
    rng = random.Random(7)
    for first in ("1", "2"):
        assert {PROWLER.setup(rng, 2, {"first": first})[-1] for _ in range(20)} == {first}, first
    assert {PROWLER.setup(rng, 2, {})[-1] for _ in range(40)} == {"1", "2"}, "without the option"


def test_an_unknown_option_is_named() -> None:
    with pytest.raises(BadSetup, match="no option “colour”"):
        PROWLER.setup(random.Random(1), 2, {"colour": "red"})


def test_an_option_cannot_smuggle_in_another_start_seat() -> None:
    for value in ("3", "", "one", "1/1"):
        with pytest.raises(BadSetup):
            PROWLER.setup(random.Random(1), 2, {"first": value})


def test_it_is_a_game_for_two() -> None:
    for players in (0, 1, 3):
        with pytest.raises(BadSetup, match=f"not for {players} players"):
            PROWLER.setup(random.Random(1), players, {})


CARDS = "2,5,14"

BAD = [
    ("", "four parts HEXES/TILES/CARDS/START, this has 1"),
    (f"{HEXES}/{TILES}/{CARDS}", "this has 3"),
    (f"{EXAMPLE}/1", "this has 5"),
    (f"{HEXES}/{TILES}/{CARDS}/3", "start seat must be 1 or 2, not “3”"),
    (f"{HEXES}/{TILES}/{CARDS}/", "not “”"),
    (f"{HEXES}/{TILES}/{CARDS}/1\n", "start seat"),
    (f"{HEXES}/{TILES}/{CARDS}/１", "start seat"),
    (f"{HEXES[:-4]}/{TILES}/{CARDS}/1", "six hexes, this has 5"),
    (f"{HEXES}-BPM/{TILES}/{CARDS}/1", "six hexes, this has 7"),
    (f"BPP{HEXES[3:]}/{TILES}/{CARDS}/1", "hex 1 is “BPP”"),
    (f"{HEXES[:-3]}BRX/{TILES}/{CARDS}/1", "hex 6 is “BRX”"),
    (f"{HEXES[:-3]}br/{TILES}/{CARDS}/1", "hex 6 is “br”"),
    (f"{HEXES[:-3]}MPB/{TILES}/{CARDS}/1", "hex 6 has the same three districts as hex 1"),
    (f"{HEXES}/{TILES[:-1]}/{CARDS}/1", "27 tiles, this has 26"),
    (f"{HEXES}/{TILES}b/{CARDS}/1", "27 tiles, this has 28"),
    (f"{HEXES}/{TILES[:8]}x{TILES[9:]}/{CARDS}/1", "tile on pathway 9 is “x”"),
    (f"{HEXES}/{'b' * 22}dwdwd/{CARDS}/1", "cannot show these faces"),
    (f"{HEXES}/{'b' * 11}{'p' * 11}dwdwd/{CARDS}/1", "cannot show these faces"),
    (f"{HEXES}/{TILES[:-1]}b/{CARDS}/1", "cannot show these faces"),
    (f"{HEXES}/{TILES}/2,5/1", "three achievement ids from 1 to 15, this has “2,5”"),
    (f"{HEXES}/{TILES}/2,5,14,15/1", "three achievement ids"),
    (f"{HEXES}/{TILES}/0,5,14/1", "three achievement ids"),
    (f"{HEXES}/{TILES}/2,5,16/1", "three achievement ids"),
    (f"{HEXES}/{TILES}/02,5,14/1", "three achievement ids"),
    (f"{HEXES}/{TILES}/2,5,x/1", "three achievement ids"),
    (f"{HEXES}/{TILES}/2, 5,14/1", "three achievement ids"),
    (f"{HEXES}/{TILES}/5,2,14/1", "must be different and rise, this has “5,2,14”"),
    (f"{HEXES}/{TILES}/5,5,14/1", "must be different and rise"),
]


def test_a_bad_set_up_is_refused_by_the_reference_too_and_what_is_wrong_is_named() -> None:
    for text, problem in BAD:
        with pytest.raises(BadSetup) as refusal:
            PROWLER.start(text)
        with pytest.raises(ValueError, match=r"\w"):
            reference.check_setup(text)
        assert problem in str(refusal.value), (text, problem)
        assert len(str(refusal.value)) < 500, (text, problem)
        assert str(refusal.value).isprintable(), (text, problem)


def test_eleven_of_two_items_cannot_lie_up_as_one_pair_has_only_four_tiles() -> None:
    # b and p together are on 4 + 4 + 3 + 4 + 3 + … tiles: all but the four that show m and r.
    most = "b" * 9 + "p" * 9 + "m" * 4
    assert PROWLER.start(f"{HEXES}/{most}dwdwd/{CARDS}/1")
    with pytest.raises(BadSetup):
        PROWLER.start(f"{HEXES}/{'b' * 10}{'p' * 9}{'m' * 3}dwdwd/{CARDS}/1")


def test_the_shovel_tiles_may_show_any_shovels() -> None:
    for shovels in ("ddddd", "wwwww", "dwwww"):
        assert PROWLER.start(f"{HEXES}/{TILES[:22]}{shovels}/{CARDS}/1"), shovels


# ---------------------------------------------------------------------------------------- the board


TABLE = json.loads((Path(__file__).parent / "board.json").read_text(encoding="utf-8"))


def xy(point: tuple[int, int]) -> tuple[float, float]:
    """A point in units of the hex side, x to the right and y down, hex 1 at the origin."""
    return point[0] * math.sqrt(3) / 2, point[1] / 2


def test_the_six_hexes_lie_in_a_triangle() -> None:
    for centre, row in zip(PLACES, TABLE["hexes"], strict=True):
        assert xy(centre) == pytest.approx((row["x"], row["y"]), abs=1e-3)


def test_every_intersection_is_where_the_table_has_it() -> None:
    for intersection, row in zip(INTERSECTIONS, TABLE["intersections"], strict=True):
        assert intersection.name == row["id"]
        assert xy(intersection.point) == pytest.approx((row["x"], row["y"]), abs=1e-3)
        assert pathways_in(intersection.pathways) == row["pathways"]
        assert intersection.statue is row["statue"]


def test_every_pathway_has_the_ends_and_areas_of_the_table() -> None:
    for pathway, row in zip(PATHWAYS, TABLE["pathways"], strict=True):
        assert pathway.number == row["pathway"]
        assert list(pathway.ends) == row["ends"]
        assert sorted(AREAS[area].name for area in pathway.areas) == sorted(row["areas"])


def test_every_area_has_the_pathways_of_the_table() -> None:
    expected = {row["area"]: row["pathways"] for row in TABLE["areas"]}
    found = {a.name: pathways_in(m) for a, m in zip(AREAS, AREA_PATHWAYS, strict=True)}
    assert found == expected


def test_pathways_are_numbered_in_reading_order() -> None:
    middles = [tuple(a + b for a, b in zip(*p.line, strict=True))[::-1] for p in PATHWAYS]
    assert middles == sorted(middles)
    assert pathways_in(ALL_PATHWAYS) == list(range(1, 28))
