"""Schedules that are known from the beginning: Berger tables, and tables of four in turn."""

from __future__ import annotations

from collections.abc import Sequence

_BLOCK = (0, 1, 2, 4)
"""Turned through six or seven places, this block lets all meet two or three times."""
_SMALL_BLOCK = (0, 1, 2, 3)


def berger(players: Sequence[int]) -> list[list[tuple[int, ...]]]:
    """The rounds in which all meet once, as pairs with seat 1 first; the first has the first seed.

    These are the tables of the FIDE Handbook, C.05, Annex 1. With an odd number, whoever meets
    the missing last seed has the round off.
    """
    size = len(players) + len(players) % 2
    if size < 2:
        return []
    rounds = []
    for number in range(1, size):
        middle = (number + 1) // 2 if number % 2 else (size + number) // 2
        first = (middle, size) if number % 2 else (size, middle)
        turned = [
            ((middle - 1 + step) % (size - 1) + 1, (middle - 1 - step) % (size - 1) + 1)
            for step in range(1, size // 2)
        ]
        pairs = [pair for pair in (first, *turned) if max(pair) <= len(players)]
        rounds.append([tuple(players[seed - 1] for seed in pair) for pair in pairs])
    return rounds


def tables_of_four(players: Sequence[int]) -> list[tuple[int, ...]]:
    """As many tables as players: each plays four matches, once at each seat.

    Of four to seven players all meet equally often, or one time more or less.
    """
    players = tuple(players)
    size = len(players)
    block = _SMALL_BLOCK if size < 6 else _BLOCK
    if size < len(block):
        turns = [players[turn:] + players[:turn] for turn in range(size)]
        return [tuple(each) for each in turns] if size > 1 else []
    return [tuple(players[(turn + place) % size] for place in block) for turn in range(size)]
