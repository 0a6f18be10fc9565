"""The parts of a game in modules of their own: its hints to the machine, the rules of its puzzles.

These modules are imported at first use, as the tables of the machine take time to build.
"""

from __future__ import annotations

from importlib import import_module
from typing import TypeVar

from prowlerbot.core.game import Game
from prowlerbot.core.machine_hints import NO_HINTS, AnyHints, Hints
from prowlerbot.core.puzzle_rules import AnyPuzzleRules, PuzzleRules

Part = TypeVar("Part")


class NoPart(Exception):
    """A module of a game does not define its part."""


def hints_to_machine(game: Game) -> AnyHints:
    """``HINTS`` of the game's module ``thinking``; no hints without that module."""
    return _stated(game, "thinking", "HINTS", Hints, NO_HINTS)


def puzzle_rules(game: Game) -> AnyPuzzleRules:
    """``PUZZLES`` of the game's module ``puzzles``; the defaults without that module."""
    return _stated(game, "puzzles", "PUZZLES", PuzzleRules, PuzzleRules())


def _stated(game: Game, module: str, name: str, kind: type[Part], default: Part) -> Part:
    place = f"{type(game).__module__}.{module}"
    try:
        part = vars(import_module(place)).get(name)
    except ModuleNotFoundError as error:
        if error.name != place:
            raise
        return default
    if not isinstance(part, kind):
        raise NoPart(f"{place} has no {name} of the type {kind.__name__}.")
    return part
