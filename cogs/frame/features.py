"""Declares the presses and commands that features answer, and builds the features of the bot.

A feature is a dataclass with a field for each object that it needs. ``assemble`` finds these
objects by the types of the fields, and ignores fields with a default or with ``init=False``.
Those that answer something are cogs of discord.py. Decorators of this module declare the presses
that a method answers, and the commands that it gives to each game.
"""

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache, partial
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

from discord import Interaction
from discord.ext import commands

from cogs.contract.manifest import Manifest
from cogs.frame.command_options import Command
from cogs.frame.router import AnyRoute, MatchRoute, Route
from cogs.presses import MatchAction, MatchPress, Press
from prowlerbot.core.errors import Stale
from prowlerbot.core.game import Game
from prowlerbot.match.match import Match
from prowlerbot.match.scene import Scene

Words: TypeAlias = str | Callable[[Manifest, Game], str]
"""The description of a command, or a function that makes it; empty for a game without it."""

_D = TypeVar("_D")
_Feature = TypeVar("_Feature")
_P = TypeVar("_P", bound=Press)
_Answer: TypeAlias = Callable[[Any, Interaction, _P], Coroutine[Any, Any, None]]
_Method = TypeVar("_Method", bound=Callable[[Any, Interaction, MatchPress, Scene], Awaitable[None]])
_Late: TypeAlias = Callable[[Any, Interaction, MatchPress, Scene, Stale], Awaitable[None]]
_AnyMethod = TypeVar("_AnyMethod", bound=Callable[..., Any])
_CommandMaker = TypeVar("_CommandMaker", bound=Callable[[Any, Manifest, Game], Command | None])
_MatchMethod = TypeVar("_MatchMethod", bound=Callable[[Any, Interaction, Match], Awaitable[None]])
_GameMethod = TypeVar("_GameMethod", bound=Callable[[Any, Interaction, str], Awaitable[None]])

_DECLARATIONS = "_declared"  # the attribute of a method that the decorators below set


class PressDeclaration(NamedTuple):
    kind: type[Press]
    names: tuple[str, ...]


class MatchPressDeclaration(NamedTuple):
    names: tuple[MatchAction, ...]
    late: _Late | None


class GameCommandDeclaration(NamedTuple):
    pass


class MatchCommandDeclaration(NamedTuple):
    name: str
    words: Words
    which: str


class PlainCommandDeclaration(NamedTuple):
    name: str
    words: Words


def answers(kind: type[_P], *names: str) -> Callable[[_Answer[_P]], _Answer[_P]]:
    """The method answers presses whose custom_ids begin with one of these names."""
    return lambda method: _declare(method, PressDeclaration(kind, names))


def answers_in_match(
    *names: MatchAction, late: _Late | None = None
) -> Callable[[_Method], _Method]:
    """The method answers presses about a match whose custom_ids begin with one of these names.

    It gets the freshly read scene of the match, provided that the presser may see it. ``late`` is
    the method for a press that came too late; without it, a sentence answers that.
    """
    return lambda method: _declare(method, MatchPressDeclaration(names, late))


def makes_game_command(method: _CommandMaker) -> _CommandMaker:
    """The method makes a command of a game, or returns None for a game without it."""
    return _declare(method, GameCommandDeclaration())


def match_command(
    name: str, words: Words, which: str = ""
) -> Callable[[_MatchMethod], _MatchMethod]:
    """The method answers a command of each game, whose only option selects an open match.

    ``which`` describes that option in place of the usual text.
    """
    return lambda method: _declare(method, MatchCommandDeclaration(name, words, which))


def game_command(name: str, words: Words) -> Callable[[_GameMethod], _GameMethod]:
    """The method answers a command of each game without options."""
    return lambda method: _declare(method, PlainCommandDeclaration(name, words))


def _declare(method: _AnyMethod, declaration: object) -> _AnyMethod:
    vars(method).setdefault(_DECLARATIONS, []).append(declaration)
    return method


def declarations_of(feature: object, declared: type[_D]) -> Iterator[tuple[Callable[..., Any], _D]]:
    """The declarations of one type in a feature, or in its class, each with its method.

    A method of a subclass takes the place of the one that it overrides.
    """
    kind = feature if isinstance(feature, type) else type(feature)
    for name, declaration in _find_declarations(kind):
        if isinstance(declaration, declared):
            yield getattr(feature, name), declaration


@cache  # each game asks all features for its commands
def _find_declarations(kind: type) -> list[tuple[str, object]]:
    """The declarations in a class, each with the name of its method."""
    members = dict(member for base in reversed(kind.__mro__) for member in vars(base).items())
    return [
        (name, declaration)
        for name, member in members.items()
        for declaration in getattr(member, "__dict__", {}).get(_DECLARATIONS, ())
    ]


def routes_of(cog: commands.Cog) -> Iterator[AnyRoute]:
    """The routes to the methods of a cog that answer presses."""
    for method, presses in declarations_of(cog, PressDeclaration):
        yield from (Route(name, presses.kind, method) for name in presses.names)
    for method, in_match in declarations_of(cog, MatchPressDeclaration):
        late = partial(in_match.late, cog) if in_match.late is not None else None
        yield from (MatchRoute(name, method, late) for name in in_match.names)


def names_of_presses(kinds: Iterable[type]) -> set[str]:
    """The names with which the custom_ids begin that these features answer."""
    names = set[str]()
    for kind in kinds:
        names.update(*(it.names for _, it in declarations_of(kind, PressDeclaration)))
        names.update(*(it.names for _, it in declarations_of(kind, MatchPressDeclaration)))
    return names


def assemble(wanted: Iterable[type], existing: Mapping[Any, Any]) -> "Features":
    """Build the wanted features and everything that they need.

    ``existing`` has objects by the types of fields. A field may ask for ``Features`` too.
    """
    features = Features()
    objects = {**existing, Features: features}
    for feature in wanted:
        _build(feature, objects, ())
    features.built = {kind: built for kind, built in objects.items() if kind not in existing}
    return features


def needed_features(feature: type, existing: Mapping[Any, Any]) -> set[type]:
    """A feature, and all that is built for it."""
    needed, unvisited = set[type](), [feature]
    while unvisited:
        kind = unvisited.pop()
        if kind not in needed and kind not in existing:
            needed.add(kind)
            unvisited += (_field_types(kind) or {}).values()
    return needed


def _build(kind: Any, objects: dict[Any, Any], needed_by: tuple[Any, ...]) -> Any:
    """The one object of a type; unless it exists, it is built with all that its fields need."""
    if kind not in objects:
        chain = " needs ".join(getattr(it, "__name__", str(it)) for it in (*needed_by, kind))
        if kind in needed_by:
            raise TypeError(f"These features need each other: {chain}.")
        if (types := _field_types(kind)) is None:
            raise TypeError(f"Nobody hands in what a field asks for: {chain}.")
        needs = {name: _build(it, objects, (*needed_by, kind)) for name, it in types.items()}
        objects[kind] = kind(**needs)
    return objects[kind]


@cache  # dozens of features ask for the same classes, and each look evaluates all annotations
def _field_types(kind: Any) -> dict[str, Any] | None:
    """The types of the fields that a feature needs, by their names; None if it is no feature."""
    if not isinstance(kind, type) or kind.__module__ == "builtins":
        return None
    if not is_dataclass(kind):
        return None if inspect.signature(kind).parameters else {}
    types: dict[str, Any] = {}
    for base in reversed(kind.__mro__):
        if "__dataclass_fields__" in vars(base):
            types |= inspect.get_annotations(base, eval_str=True)
    return {
        field.name: types[field.name]
        for field in fields(kind)
        if field.init and field.default is MISSING and field.default_factory is MISSING
    }


class Features:
    """The features of the bot by their types; each comes after those that it needs."""

    def __init__(self) -> None:
        self.built: Mapping[Any, Any] = {}

    def find_feature(self, kind: type[_Feature]) -> _Feature:
        """A feature, for the start of the bot; features get each other as fields."""
        return cast("_Feature", self.built[kind])

    def declarations(self, declared: type[_D]) -> Iterator[tuple[Callable[..., Any], _D]]:
        """The declarations of one type in all features, each with its method."""
        for feature in self.built.values():
            yield from declarations_of(feature, declared)
