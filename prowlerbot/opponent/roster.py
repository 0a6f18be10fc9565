"""The games that the machine plays, each with its hints; every process makes its own roster."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec

from .contract import GAMES, Game
from .hints import NO_HINTS, Hints, hints_of

Roster = Mapping[str, tuple[Game, Hints]]

MakeRoster = Callable[[], Roster]
"""A function of a module, so that another process can import it; a test brings its own."""


def house() -> Roster:
    """All games of the registry, each with the hints of its module ``thinking``, if it has one."""
    return {key: (game, _hints(type(game).__module__)) for key, game in GAMES.items()}


def _hints(package: str) -> Hints:
    name = f"{package}.thinking"
    return hints_of(import_module(name)) if find_spec(name) else NO_HINTS
