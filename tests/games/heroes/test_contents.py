"""Pieces and cards are those of the list that comes with the rules, to the letter."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from prowlerbot.games.heroes import words
from prowlerbot.games.heroes.cards import EVENTS, INVADERS, MAPS, Invader
from prowlerbot.games.heroes.colony import NEW
from prowlerbot.games.heroes.grid import WIDTH
from prowlerbot.games.heroes.pieces import (
    ENTRANCE_PIECE,
    FEATURES,
    LAST_TILE,
    PATCHES,
    PIECES,
    RANK,
)

LIST: dict[str, Any] = json.loads(
    (Path(__file__).parent / "contents.json").read_text(encoding="utf-8")
)
ALL_PIECES = [*LIST["square tiles"], *LIST["I tiles"], *LIST["L tiles"], LIST["patch"]]
TURNS = {"straight": 0, "right": 1, "back": 2, "left": 3}


@pytest.mark.parametrize("stated", ALL_PIECES, ids=lambda stated: stated["id"])
def test_every_piece_has_its_sides_features_and_name(stated: dict[str, Any]) -> None:
    squares = tuple(
        (*square["at"], square["edges"], square["feature"] or "") for square in stated["squares"]
    )
    assert PIECES[stated["id"]].squares == squares
    assert PIECES[stated["id"]].name == stated["name"]


def test_there_are_no_other_pieces() -> None:
    assert len(PIECES) == len(ALL_PIECES) == LAST_TILE + 18 + 9 + 1
    assert LIST["patch"]["count"] == PATCHES
    assert [id_ for id_ in RANK if not id_.isdecimal()] == [
        "P",
        *(f"I{number}" for number in range(1, 19)),
        *(f"L{number}" for number in range(1, 10)),
    ]


def test_the_entrance_lies_as_stated() -> None:
    stated = {(*square["at"], square["edges"]) for square in LIST["entrance"]["squares"]}
    assert {(7 + x, 6 + y, edges) for x, y, edges, _ in ENTRANCE_PIECE.squares} == stated
    assert NEW.area == sum(1 << y * WIDTH + x for x, y, _ in stated)


@pytest.mark.parametrize("stated", LIST["invaders"], ids=lambda stated: stated["name"])
def test_every_invader_has_its_hearts_bags_powers_and_text(stated: dict[str, Any]) -> None:
    number = int(stated["id"][1:])
    wanted = Invader(stated["name"], stated["hearts"], stated["bags"], **stated["special"])
    assert INVADERS[number] == wanted
    assert words.INVADER_TEXTS.get(number, "") == stated["text"]


@pytest.mark.parametrize("stated", LIST["maps"], ids=lambda stated: stated["name"])
def test_every_map_has_its_way_and_text(stated: dict[str, Any]) -> None:
    number = int(stated["id"][1:])
    card = dataclasses.asdict(MAPS[number])
    assert card == {
        "name": stated["name"],
        "kind": stated["kind"],
        "goals": tuple(stated.get("classes", ())),
        "then": tuple(stated.get("then", ())),
        "turns": tuple(TURNS[turn] for turn in stated.get("turns", ())),
        "frees": stated.get("frees", False),
    }
    assert words.MAP_TEXTS[number] == stated["text"]


@pytest.mark.parametrize("stated", LIST["events"], ids=lambda stated: stated["name"])
def test_every_event_has_its_effect_and_text(stated: dict[str, Any]) -> None:
    number = int(stated["id"][1:])
    assert EVENTS[number] == stated["effect"]
    told = words.EVENT_NAMES[number], words.EVENT_TEXTS[number]
    assert told == (stated["name"], stated["text"])


def test_there_are_no_other_cards() -> None:
    assert [len(cards) for cards in (INVADERS, MAPS, EVENTS)] == [17, 11, 8]
    assert [len(LIST[kind]) for kind in ("invaders", "maps", "events")] == [17, 11, 8]


def test_every_feature_has_a_name() -> None:
    assert set(words.FEATURE_NAMES) == set(FEATURES)
