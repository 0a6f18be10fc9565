"""The levels of the machine: each one that plays has its words, and each that has words plays."""

from __future__ import annotations

from typing import get_args

import pytest

from cogs.frame.names import player_name
from cogs.views.seating import LEVELS as OFFERED
from prowlerbot.core.i18n import LANGUAGES, Language, speaking, tr, translated
from prowlerbot.games import GAMES
from prowlerbot.match.match import Level, machine
from prowlerbot.opponent.choice import LEVELS
from prowlerbot.opponent.task import house
from tools.messages import COMPLETE

NAMES: tuple[Level, ...] = get_args(Level)


def test_the_levels_that_play_are_those_of_matches_and_those_that_are_offered() -> None:
    assert tuple(LEVELS) == NAMES
    assert tuple(level for _, level in OFFERED) == NAMES


@pytest.mark.parametrize("key", [game.key for game in GAMES.values()])
def test_a_game_with_levels_of_its_own_has_all_of_them(key: str) -> None:
    _, hints = house()[key]
    assert not hints.levels or tuple(hints.levels) == NAMES


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_level_has_a_label_and_a_name_in_each_language(language: Language) -> None:
    with speaking(language):
        assert len({tr(label) for label, _ in OFFERED}) == len(NAMES)
        assert len({player_name(machine(level)) for level in NAMES}) == len(NAMES)
    if language in COMPLETE:
        for label, _ in OFFERED:
            assert translated(label, language), f"“{label}” is not translated"
