"""The board, held against a table that was measured on the printed hexes."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from prowlerbot.games.prowler.board import (
    ALL_PATHWAYS,
    AREA_PATHWAYS,
    AREAS,
    HEXES,
    INTERSECTIONS,
    PATHWAYS,
    STATUES,
    pathways_in,
)

TABLE = json.loads((Path(__file__).parent / "board.json").read_text(encoding="utf-8"))


def xy(point: tuple[int, int]) -> tuple[float, float]:
    """A point in units of the hex side, x to the right and y down, hex 1 at the origin."""
    return point[0] * math.sqrt(3) / 2, point[1] / 2


def test_the_six_hexes_lie_in_a_triangle() -> None:
    for centre, row in zip(HEXES, TABLE["hexes"], strict=True):
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


def test_nine_areas_have_four_pathways_and_nine_have_two() -> None:
    assert sorted(around.bit_count() for around in AREA_PATHWAYS) == [2] * 9 + [4] * 9


def test_pathways_are_numbered_in_reading_order() -> None:
    middles = [tuple(a + b for a, b in zip(*p.line, strict=True))[::-1] for p in PATHWAYS]
    assert middles == sorted(middles)
    assert pathways_in(ALL_PATHWAYS) == list(range(1, 28))


def test_statues_stand_on_three_platforms_and_in_the_centre() -> None:
    assert {name: around.bit_count() for name, around in STATUES.items()} == {
        "E": 3,
        "I": 6,
        "K": 3,
        "L": 3,
    }
