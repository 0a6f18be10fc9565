"""The parts of a game in modules of their own, beside the one with its rules.

These modules are imported at first use, as the tables of the machine take time to build.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from importlib import import_module
from inspect import getfile
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, TypeVar

from prowlerbot.core.game import Game, M, S
from prowlerbot.core.machine_hints import NO_HINTS, AnyHints, Hints

Part = TypeVar("Part")
_ROOMS = {"face": "cogs.games", "drawing": "renderer"}


def _no_theme(position: Any, seat: int, move: Any) -> str:  # noqa: ARG001 - the default
    return ""


def _itself(position: Any) -> Hashable:
    return (type(position).__name__, position)


def _any(position: Any, seat: int) -> bool:  # noqa: ARG001 - the default
    return True


@dataclass(frozen=True, slots=True)
class PuzzleRules(Generic[S, M]):
    """Each rule is optional. A game states them as ``PUZZLES`` in its module ``puzzles``."""

    themes: Mapping[str, str] = field(default_factory=dict)
    """The English name of each theme by its key."""

    theme: Callable[[S, int, M], str] = _no_theme
    """The theme of a position in which this move of a seat is best."""

    likeness: Callable[[S], Hashable] = _itself
    """A key that all positions share which are the same to a player, such as mirror images; made of
    tuples, texts and numbers.
    """

    fits: Callable[[S, int], bool] = _any
    """Whether the machine can judge the moves of a seat in a position."""

    def same(self, one: S, other: S) -> bool:
        """Whether two positions are the same to a player."""
        return self.likeness(one) == self.likeness(other)

    def id(self, game: Game, position: S, seat: int) -> str:
        """The id of the puzzle of this position."""
        key = repr((game.key, seat, self.likeness(position)))
        return sha256(key.encode()).hexdigest()[:12]


AnyPuzzleRules = PuzzleRules[Any, Any]
"""The rules as the puzzles handle them: they do not look into positions and moves."""


class NoPart(Exception):
    """A module of a game does not define its part."""


def hints_to_machine(game: Game) -> AnyHints:
    """``HINTS`` of the game's module ``thinking``; no hints without that module."""
    return _stated(game, "thinking", "HINTS", Hints, NO_HINTS)


def puzzle_rules(game: Game) -> AnyPuzzleRules:
    """``PUZZLES`` of the game's module ``puzzles``; the defaults without that module."""
    return _stated(game, "puzzles", "PUZZLES", PuzzleRules, PuzzleRules())


def place_of(game: Game, part: str) -> str:
    """The name of the module with a part of a game: it stands beside the rules. Faces and drawings
    of the house's games stand in rooms of their own.
    """
    rules = type(game).__module__
    room = _ROOMS.get(part) if rules.startswith("prowlerbot.games.") else None
    return f"{room}.{game.key}" if room else f"{rules}.{part}"


def part_of(game: Game, part: str) -> ModuleType | None:
    """The module with a part of a game; None for a game without it."""
    place = place_of(game, part)
    try:
        return import_module(place)
    except ModuleNotFoundError as error:
        if error.name != place:
            raise
        return None


def puzzle_file(game: Game) -> Path:
    """The file with the puzzles that come with a game; it need not exist."""
    return Path(getfile(type(game))).parent / "puzzles.jsonl"


def _stated(game: Game, module: str, name: str, kind: type[Part], default: Part) -> Part:
    found = part_of(game, module)
    if found is None:
        return default
    part = vars(found).get(name)
    if not isinstance(part, kind):
        raise NoPart(f"{place_of(game, module)} has no {name} of the type {kind.__name__}.")
    return part
