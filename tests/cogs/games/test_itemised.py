"""Scores in words: every number is the sum of its parts."""

from __future__ import annotations

import random
import re
from math import prod

import pytest

from cogs.games.prowler import itemised
from prowlerbot.core.i18n import LANGUAGES, Language, speaking, tr
from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.rules import SEATS, Position
from prowlerbot.games.prowler.scoring import (
    district_parts,
    district_wealth,
    item_parts,
    running_wealth,
    score,
)
from prowlerbot.games.prowler.words import CATEGORY_NAMES

NAMES = ("Ada", "Ben")
_SUM = re.compile(r"(-?\d+) = ([^\n;]+)")


def positions(seed: int) -> list[Position]:
    rng = random.Random(seed)
    game = Prowler()
    found = [game.start(game.setup(rng, 2, {}))]
    while not found[-1].over:
        moves = found[-1].moves(found[-1].seat)
        found.append(found[-1].after(found[-1].seat, rng.choice(moves)))
    return found


def value(told: str) -> int:
    """A sum in words; texts in brackets and all words only explain it."""
    figures = re.sub(r"\([^()]*\)", "", told)
    terms = re.findall(r"([+−]?)\s*[^\d+−×]*(\d+(?:\s*×\s*\d+)*)", figures)
    return sum(
        (-1 if sign == "−" else 1) * prod(map(int, product.split("×"))) for sign, product in terms
    )


def test_a_sum_in_words_is_added_up_as_a_reader_does() -> None:
    assert value("5 + 3 yellow items") == 8
    assert value("2 × 4 districts") == 8
    assert value("2 brown items + longest passage 7 − 2") == 7
    assert value("4 (Own all 4 pathways of a district) + 3 (Steal 2 statues)") == 7


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sum_that_is_told_adds_up(seed: int, language: Language) -> None:
    with speaking(language):
        for position in positions(seed)[::3]:
            told = itemised.scores(position, NAMES)
            sums = _SUM.findall(told)
            assert sums or not position.ply
            for total, made in sums:
                assert int(total) == value(made), f"{total} = {made}"


@pytest.mark.parametrize("seed", range(4))
def test_all_categories_of_both_scorings_are_told_and_what_both_have(seed: int) -> None:
    end = positions(seed)[-1]
    assert end.half is not None
    told = itemised.sheet(end, NAMES)
    for scored, final in ((end.half, False), (end, True)):
        for seat in SEATS:
            for name, wealth in zip(
                CATEGORY_NAMES[: 5 if final else 4], score(scored, seat, final=final), strict=False
            ):
                assert f"- {tr(name)} {wealth}" in told
    for seat in SEATS:
        assert f"**{running_wealth(end, seat)}**" in told
    assert itemised.sheet(end.half, NAMES) == ""


@pytest.mark.parametrize("seed", range(8))
def test_parts_add_up_to_what_the_rules_count(seed: int) -> None:
    for position in positions(seed):
        for seat in SEATS:
            counted = score(position, seat, final=True)
            assert sum(item_parts(position, seat)) == counted.items
            parts = [each for each in district_parts(position, seat) if each is not None]
            assert sum(map(sum, parts)) == counted.districts
            wealth = district_wealth(position, seat)
            assert [each is None for each in wealth] == [at <= 0 for at in position.lead(seat)]
