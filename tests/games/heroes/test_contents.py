"""Pieces and cards are those of the list that comes with the rules, to the letter, and the page of
the rules names them all in each language into which it is translated.
"""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

from prowlerbot.core.i18n import LANGUAGES, Language, speaking, tr
from prowlerbot.games.heroes import words
from prowlerbot.games.heroes.colony import NEW
from prowlerbot.games.heroes.grid import WIDTH
from prowlerbot.games.heroes.pieces import (
    ENTRANCE_PIECE,
    EVENTS,
    FEATURES,
    INVADERS,
    LAST_TILE,
    MAPS,
    PATCHES,
    PIECES,
    RANK,
    Invader,
)
from tools.messages import RULES, follows

LIST: dict[str, Any] = json.loads(
    (Path(__file__).parent / "contents.json").read_text(encoding="utf-8")
)
ALL_PIECES = [*LIST["square tiles"], *LIST["I tiles"], *LIST["L tiles"], LIST["patch"]]
TURNS = {"straight": 0, "right": 1, "back": 2, "left": 3}


def test_every_piece_has_its_sides_features_and_name() -> None:
    for stated in ALL_PIECES:
        squares = tuple(
            (*square["at"], square["edges"], square["feature"] or "")
            for square in stated["squares"]
        )
        assert PIECES[stated["id"]].squares == squares, stated
        assert PIECES[stated["id"]].name == stated["name"], stated


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


def test_every_invader_has_its_hearts_bags_powers_and_text() -> None:
    for stated in LIST["invaders"]:
        number = int(stated["id"][1:])
        wanted = Invader(stated["name"], stated["hearts"], stated["bags"], **stated["special"])
        assert INVADERS[number] == wanted, stated
        assert words.INVADER_TEXTS.get(number, "") == stated["text"], stated


def test_every_map_has_its_way_and_text() -> None:
    for stated in LIST["maps"]:
        number = int(stated["id"][1:])
        card = dataclasses.asdict(MAPS[number])
        assert card == {
            "name": stated["name"],
            "kind": stated["kind"],
            "goals": tuple(stated.get("classes", ())),
            "then": tuple(stated.get("then", ())),
            "turns": tuple(TURNS[turn] for turn in stated.get("turns", ())),
            "frees": stated.get("frees", False),
        }, stated
        assert words.MAP_TEXTS[number] == stated["text"], stated


def test_every_event_has_its_effect_and_text() -> None:
    for stated in LIST["events"]:
        number = int(stated["id"][1:])
        assert EVENTS[number] == stated["effect"], stated
        told = words.EVENT_NAMES[number], words.EVENT_TEXTS[number]
        assert told == (stated["name"], stated["text"]), stated


def test_there_are_no_other_cards() -> None:
    assert [len(cards) for cards in (INVADERS, MAPS, EVENTS)] == [17, 11, 8]
    assert [len(LIST[kind]) for kind in ("invaders", "maps", "events")] == [17, 11, 8]


def test_every_feature_has_a_name() -> None:
    assert set(words.FEATURE_NAMES) == set(FEATURES)


# ------------------------------------------------------- the page of the rules in each language


PAGE = RULES / "heroes.md"
TRANSLATED = [each for each in LANGUAGES if each == "en" or follows(PAGE, each)]


def rows(language: Language) -> list[list[str]]:
    page = PAGE if language == "en" else RULES / language / PAGE.name
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in page.read_text(encoding="utf-8").splitlines()
        if line.startswith("|")
    ]


def test_every_invader_stands_there_with_hearts_bags_and_power() -> None:
    for language in TRANSLATED:
        found = rows(language)
        with speaking(language):
            for number, card in INVADERS.items():
                power = tr(words.INVADER_TEXTS.get(number, ""))
                assert [tr(card.name), str(card.hearts), str(card.bags), power] in found, language


def test_every_map_and_every_event_stands_there() -> None:
    for language in TRANSLATED:
        found = rows(language)
        with speaking(language):
            for number, card in MAPS.items():
                assert [tr(card.name), tr(words.MAP_TEXTS[number])] in found, language
            events = {row[0] for row in found if len(row) == 2}
            assert {tr(name) for name in words.EVENT_NAMES.values()} <= events, language


def test_every_special_piece_stands_there_with_its_features() -> None:
    for language in TRANSLATED:
        found = rows(language)
        with speaking(language):
            for id_, piece in PIECES.items():
                if id_[0] in "IL":
                    features = [tr(words.FEATURE_NAMES[each]) for *_, each in piece.squares if each]
                    assert [id_, tr(piece.name), ", ".join(features)] in found, language
