"""Rounds and cards are found in the positions of a match."""

from __future__ import annotations

import random
from itertools import pairwise

from prowlerbot.games.heroes.cards import INVASIONS
from prowlerbot.games.heroes.chronicle import (
    invasions,
    latest_invasion,
    rounds,
    visits,
)
from prowlerbot.games.heroes.stages.walk import steps, without_lost

from .matches import play_out, sensible_match

SETUPS = ("1/brisk/guided/full", "2/brisk/free/short", "3/live/guided/full", "4/turns/free/short")


def test_rounds_follow_upon_each_other_and_each_has_its_cards() -> None:
    for setup in SETUPS:
        line = sensible_match(setup, 1)[1]
        numbers = [2, 3] if setup.endswith("short") else [1, 2, 3]
        found = rounds(line)
        assert [each.round for each in found] == numbers, setup
        assert found[-1].last == len(line) - 1, setup
        assert all(one.last + 1 == other.first for one, other in pairwise(found)), setup
        cards = list(visits(line))
        for stretch, invasion in zip(found, invasions(line), strict=True):
            assert stretch.first < invasion.first < invasion.last <= stretch.last, setup
            inside = [card for card in cards if card.round == stretch.round]
            numbers = [*range(1, sum(INVASIONS[stretch.round]) + 1)]
            assert [card.number for card in inside] == numbers, setup
            assert inside[0].first == invasion.first, setup
            assert inside[-1].last == invasion.last, setup
            assert all(one.last == other.first for one, other in pairwise(inside)), setup
            assert all(card.over and (card.shown.map or card.shown.event) for card in inside), setup


def test_at_any_moment_the_latest_card_is_over_or_there() -> None:
    for setup in SETUPS:
        line = play_out(setup, random.Random(1))[1]
        whole = list(visits(line))
        for at in range(0, len(line), 7):
            now = list(visits(line[: at + 1]))
            over = [card for card in now if card.over]
            assert over == whole[: len(over)], setup
            assert len(now) - len(over) in {0, 1}, setup
            begun = latest_invasion(line[: at + 1])
            if line[at].phase == "build":
                assert begun > at, setup
            elif begun <= at:
                assert line[begun].phase == "invasion", setup
                part = list(visits(line[begun : at + 1]))
                assert [card.number for card in part] == [
                    card.number for card in now if card.round == line[begun].round
                ], setup


def test_what_is_left_on_a_walk_follows_from_what_happened_on_it() -> None:
    for setup in SETUPS:
        line, lost = sensible_match(setup, 1)[1], 0
        for card in visits(line):
            for at in range(card.first + 1, card.last + 1):
                state = line[at].invaded or line[at]
                for came, seat in zip(line[card.first].seats, state.seats, strict=True):
                    left = without_lost(came.tokens, seat.trace)
                    if seat.walk is not None:
                        assert left == seat.walk.tokens, setup
                    elif at == card.last and seat.trace:
                        # Afterwards a prisoner or a guard may have come, and traps for others.
                        assert left.gems == seat.tokens.gems, setup
                        assert left.all_gold - seat.tokens.all_gold in {0, 1}, setup
                        assert not left.traps & ~seat.tokens.traps, setup
                        lost += left != came.tokens
        assert lost, setup


def test_a_step_goes_with_all_that_it_brought() -> None:
    trace = ((1, ""), (2, ""), (2, "trap"), (2, "gold"), (3, ""), (3, "left"))
    assert steps(trace) == [1, 4, 6]
    assert steps(((0, "left"),)) == [1]
    assert steps(()) == []
