"""The rules as players read them name every card and every special piece as the game does."""

from __future__ import annotations

from pathlib import Path

from prowlerbot.games.heroes.cards import INVADERS, MAPS
from prowlerbot.games.heroes.pieces import PIECES
from prowlerbot.games.heroes.words import (
    EVENT_NAMES,
    FEATURE_NAMES,
    INVADER_TEXTS,
    MAP_TEXTS,
)

ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in Path("docs/rules/heroes.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("|")
]


def test_every_invader_stands_there_with_hearts_bags_and_power() -> None:
    for number, card in INVADERS.items():
        power = INVADER_TEXTS.get(number, "")
        assert [card.name, str(card.hearts), str(card.bags), power] in ROWS


def test_every_map_and_every_event_stands_there() -> None:
    for number, card in MAPS.items():
        assert [card.name, MAP_TEXTS[number]] in ROWS
    events = {row[0] for row in ROWS if len(row) == 2}
    assert set(EVENT_NAMES.values()) <= events


def test_every_special_piece_stands_there_with_its_features() -> None:
    for id_, piece in PIECES.items():
        if id_[0] in "IL":
            features = ", ".join(FEATURE_NAMES[each] for *_, each in piece.squares if each)
            assert [id_, piece.name, features] in ROWS
