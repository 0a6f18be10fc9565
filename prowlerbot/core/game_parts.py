"""The parts of a game in modules of their own, such as its hints to the machine.

A game can be played without them. They are imported at first use, as tables take time to build.
"""

import random
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from importlib import import_module
from inspect import getfile
from pathlib import Path
from types import ModuleType
from typing import Any, Generic, Literal, TypeVar

from prowlerbot.core.game import Game, M, S, View

Theme = Literal["night", "day", "safe"]
"""The colours of pictures, the default ones first."""
Values = Sequence[float]
"""The value of a position for each seat, seat 1 first: 0 is lost, 1 is won."""
Forecast = tuple[Sequence[float], Sequence[float]]
"""For each seat, seat 1 first: its chance to win, and its lead in points over the best other seat
at the end. A first rank that several share is a part of a win for each. In a game without a known
chance to win there are no chances, and the points of each seat.
"""
Policy = Callable[[S, int, Sequence[M], random.Random], M]
"""A simple rule that chooses one of the given moves of a seat."""


@dataclass(frozen=True, slots=True)
class Hints(Generic[S, M]):
    """Each hint is optional. A game states them as ``HINTS`` in its module ``thinking``. A game
    with secrets has to offer ``determinise``, or the machine would take its view as whole.
    """

    determinise: Callable[[View[S], random.Random], S] | None = None
    """A whole position, drawn from those that agree with the view.

    Its views must be hashable, equal exactly where the viewer cannot tell two positions apart.
    """
    value: Callable[[S], Values] | None = None
    """The value of a running position, where a playout is cut off."""
    outlook: Callable[[S, int, random.Random], Values] | None = None
    """The value of a running position, from the game's own coarse playout, which is faster than
    move by move and replaces a playout. The search calls it where a seat is to choose, with the
    seat of the latest choice, which it judges.
    """
    forecast: Callable[[S, int, random.Random], Forecast] | None = None
    """The prospects of a running position for all seats: exact words for ``value`` or ``outlook``,
    of which one call costs as much. It is called as ``outlook`` is, or with seat 0 to judge none.
    """
    calibrated: Callable[[S, Sequence[float]], Sequence[float]] | None = None
    """The chances of ``forecast`` in a running position, corrected by matches played out."""
    rehearse: Callable[[S, int, Sequence[M], random.Random], Sequence[float]] | None = None
    """The points that each of some moves brings a seat with the same luck for all of them. It is
    for a game with ``levels``, without a known chance to win.
    """
    doubt: Callable[[S, int, float], float] | None = None
    """The error of a difference between two moves of a seat that more samples do not reduce, by the
    position, the seat and the difference. The game's own value of a position may be wrong.
    """
    candidates: Callable[[S, int, Sequence[M], random.Random], Sequence[M]] | None = None
    """The moves that deserve a search, where all of them are too many; at least one."""
    playout: Policy[S, M] | None = None
    """The move of a seat in a playout; by default a random one."""
    horizon: int | None = None
    """The plies after which ``value`` ends a playout; 0 plays none."""
    prior: Callable[[S, int, Sequence[M]], Sequence[float]] | None = None
    """How much better (in value) than the average each untried move looks."""
    key: Callable[[S], Hashable] | None = None
    """A key of all that the rest of a match depends on; positions of one key have one value."""
    curiosity: float = 0.8
    """The bonus of a rarely tried move, in units of the spread of values.

    Playouts to the end need much of it, as each says little; a good ``value`` needs less.
    """
    flat: bool = False
    """Whether a search compares moves by playouts alone and grows no tree. That is better if there
    is so much luck between two choices that a tree would meet each position once.
    """
    even: float = 0.0
    """The share of playouts that all moves divide evenly: needed if ``prior`` may be far off."""
    a_second: int = 10_000
    """The playouts or rehearsals of about a second, for a search alike on every machine."""
    effort: int = 1
    """The factor on a level's playouts, where a playout is quick and says little."""
    contrast: float = 1.0
    """The distance between the values of good and bad moves; 1 by default. Where dice smooth all
    differences, a careless level should still not take every move for a good one.
    """
    lapses: Mapping[str, float] = field(default_factory=dict)
    """By level: the probability of a random move, if even a careless search plays well."""
    endgame: int = 8
    """The plies before the end from which a match of two can be searched to the end."""
    levels: Mapping[str, Policy[S, M]] = field(default_factory=dict)
    """By level: a policy in place of a search, for a game with so much luck between its many small
    decisions that a search learns nothing. A policy gets the position as its seat sees it.
    """
    players: Mapping[str, Policy[S, M]] = field(default_factory=dict)
    """Players that do not search, by name, to measure the machine against."""


AnyHints = Hints[Any, Any]
"""Hints as the machine handles them: it does not look into positions and moves."""
NO_HINTS: AnyHints = Hints()
Part = TypeVar("Part")
_ROOMS = {"face": "cogs.games", "drawing": "renderer"}
"""The packages with those parts of the house's games that do not stand beside the rules."""


def _default_likeness(position: Any) -> Hashable:
    return (type(position).__name__, position)


@dataclass(frozen=True, slots=True)
class PuzzleRules(Generic[S, M]):
    """Each rule is optional. A game states them as ``PUZZLES`` in its module ``puzzles``."""

    themes: Mapping[str, str] = field(default_factory=dict)
    """The English name of each theme by its key."""
    theme: Callable[[S, int, M], str] = lambda _position, _seat, _move: ""
    """The theme of a position in which this move of a seat is best."""
    likeness: Callable[[S], Hashable] = _default_likeness
    """A key of tuples, texts and numbers; mirror images and other like positions share it."""
    fits: Callable[[S, int], bool] = lambda _position, _seat: True
    """Whether the machine can judge the moves of a seat in a position."""

    def is_same(self, one: S, other: S) -> bool:
        """Whether two positions are the same to a player."""
        return self.likeness(one) == self.likeness(other)

    def id(self, game: Game, position: S, seat: int) -> str:
        return sha256(repr((game.key, seat, self.likeness(position))).encode()).hexdigest()[:12]


AnyPuzzleRules = PuzzleRules[Any, Any]
"""The rules as the puzzles handle them: they do not look into positions and moves."""


class NoPart(Exception):
    """A module of a game does not define its part."""


def hints_to_machine(game: Game) -> AnyHints:
    """``HINTS`` of the game's module ``thinking``; no hints without that module."""
    return _read_part(game, "thinking", "HINTS", Hints, NO_HINTS)


def puzzle_rules(game: Game) -> AnyPuzzleRules:
    """``PUZZLES`` of the game's module ``puzzles``; the defaults without that module."""
    return _read_part(game, "puzzles", "PUZZLES", PuzzleRules, PuzzleRules())


def module_of_part(game: Game, part: str) -> str:
    """The name of the module with a part of a game, beside its rules or in one of ``_ROOMS``."""
    rules_module = type(game).__module__
    room = _ROOMS.get(part) if rules_module.startswith("prowlerbot.games.") else None
    return f"{room}.{game.key}" if room else f"{rules_module}.{part}"


def part_of(game: Game, part: str) -> ModuleType | None:
    """The module with a part of a game; None for a game without it."""
    module_name = module_of_part(game, part)
    try:
        return import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name != module_name:
            raise
        return None


def puzzle_file(game: Game) -> Path:
    """The file with the puzzles that come with a game; it need not exist."""
    return Path(getfile(type(game))).parent / "puzzles.jsonl"


def _read_part(game: Game, module: str, name: str, kind: type[Part], default: Part) -> Part:
    if (part_module := part_of(game, module)) is None:
        return default
    part = vars(part_module).get(name)
    if not isinstance(part, kind):
        raise NoPart(f"{module_of_part(game, module)} has no {name} of the type {kind.__name__}.")
    return part
