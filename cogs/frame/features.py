"""What a feature answers and does of itself, declared on its methods.

A feature is a dataclass whose fields are what it needs; ``assembly`` puts the features together.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import Any, TypeAlias, TypeVar

from discord import Interaction, app_commands

from cogs.contract.manifest import Manifest
from cogs.frame.options import Command
from prowlerbot.core.game import Game
from prowlerbot.match.match import Match

AnyCommand: TypeAlias = Command | app_commands.ContextMenu | app_commands.Group
Words: TypeAlias = str | Callable[[Manifest, Game], str]
"""The description of a command, or how to tell it for a game; empty where a game has no such
command.
"""

_M = TypeVar("_M", bound=Callable[..., Any])
_Make = TypeVar("_Make", bound=Callable[[Any], AnyCommand])
_MakeOfGame = TypeVar("_MakeOfGame", bound=Callable[[Any, Manifest, Game], Command | None])
_OfMatch = TypeVar("_OfMatch", bound=Callable[[Any, Interaction, Match], Awaitable[None]])
_OfGame = TypeVar("_OfGame", bound=Callable[[Any, Interaction, str], Awaitable[None]])
_Work = TypeVar("_Work", bound=Callable[[Any], Awaitable[None]])

_DECLARED = "_declared"


def declared(feature: object, by: Callable[..., Any]) -> Iterator[tuple[Any, ...]]:
    """The methods of a feature that are declared by a decorator, each with its arguments."""
    for kind in type(feature).__mro__:
        for name, member in vars(kind).items():
            for decorator, *said in getattr(member, "__dict__", {}).get(_DECLARED, ()):
                if decorator is by:
                    yield getattr(feature, name), *said


def _declare(method: _M, *said: object) -> _M:
    vars(method).setdefault(_DECLARED, []).append(said)
    return method


def makes_command(make: _Make) -> _Make:
    """The method makes a command, a group or an entry of a menu."""
    return _declare(make, makes_command)


def makes_game_command(make: _MakeOfGame) -> _MakeOfGame:
    """The method makes a command of a game, if that has it."""
    return _declare(make, makes_game_command)


def about_match(name: str, words: Words, which: str = "") -> Callable[[_OfMatch], _OfMatch]:
    """The method answers a command of each game whose only option selects an open match.

    ``which`` describes that option, if not as usual.
    """
    return lambda answer: _declare(answer, about_match, name, words, which)


def about_game(name: str, words: Words) -> Callable[[_OfGame], _OfGame]:
    """The method answers a command of each game without options."""
    return lambda answer: _declare(answer, about_game, name, words)


def every(seconds: float, name: str) -> Callable[[_Work], _Work]:
    """The method is done again and again; ``name`` is what the log calls it."""
    return lambda work: _declare(work, every, seconds, name)


def at_the_end(close: _Work) -> _Work:
    """The method is called as the bot closes."""
    return _declare(close, at_the_end)
