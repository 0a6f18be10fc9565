"""The rules as players read them name every card and every special piece as the game does, in each
language into which the page is translated.
"""

from __future__ import annotations

import pytest

from prowlerbot.core.i18n import LANGUAGES, Language, speaking, tr
from prowlerbot.games.heroes.cards import INVADERS, MAPS
from prowlerbot.games.heroes.pieces import PIECES
from prowlerbot.games.heroes.words import (
    EVENT_NAMES,
    FEATURE_NAMES,
    INVADER_TEXTS,
    MAP_TEXTS,
)
from tools.messages import RULES, follows

PAGE = RULES / "heroes.md"
in_each_language = pytest.mark.parametrize(
    "language", [each for each in LANGUAGES if each == "en" or follows(PAGE, each)]
)


def rows(language: Language) -> list[list[str]]:
    page = PAGE if language == "en" else RULES / language / PAGE.name
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in page.read_text(encoding="utf-8").splitlines()
        if line.startswith("|")
    ]


@in_each_language
def test_every_invader_stands_there_with_hearts_bags_and_power(language: Language) -> None:
    found = rows(language)
    with speaking(language):
        for number, card in INVADERS.items():
            power = tr(INVADER_TEXTS.get(number, ""))
            assert [tr(card.name), str(card.hearts), str(card.bags), power] in found


@in_each_language
def test_every_map_and_every_event_stands_there(language: Language) -> None:
    found = rows(language)
    with speaking(language):
        for number, card in MAPS.items():
            assert [tr(card.name), tr(MAP_TEXTS[number])] in found
        events = {row[0] for row in found if len(row) == 2}
        assert {tr(name) for name in EVENT_NAMES.values()} <= events


@in_each_language
def test_every_special_piece_stands_there_with_its_features(language: Language) -> None:
    found = rows(language)
    with speaking(language):
        for id_, piece in PIECES.items():
            if id_[0] in "IL":
                features = [tr(FEATURE_NAMES[each]) for *_, each in piece.squares if each]
                assert [id_, tr(piece.name), ", ".join(features)] in found
