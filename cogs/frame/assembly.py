"""Puts the bot together of its features.

A feature is a dataclass whose fields are what it needs. They are found by their types, so nothing
asks for a feature by name. A field with a default, or with ``init=False``, is its own affair. What
a feature answers and does of itself stands on its methods; see ``features``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import partial
from typing import Any, TypeVar, cast

from discord.ext import commands

from cogs.frame.features import answers, answers_in_match, at_the_end, declared
from cogs.frame.router import MatchRoute, Route, Router

_F = TypeVar("_F")


def assemble(wanted: Iterable[type], given: Mapping[Any, Any]) -> Features:
    """Build the wanted features with all that they need.

    ``given`` has what is not built here, by the types that fields ask for it.
    """
    made = dict(given)
    for feature in wanted:
        _build(feature, made, ())
    return Features({kind: each for kind, each in made.items() if kind not in given})


def _build(kind: Any, made: dict[Any, Any], needed_by: tuple[Any, ...]) -> Any:
    """The one object of a type, built with what its fields ask for unless it is there."""
    if kind not in made:
        way = " needs ".join(getattr(each, "__name__", str(each)) for each in (*needed_by, kind))
        if kind in needed_by:
            raise TypeError(f"These features need each other: {way}.")
        asked = _asked(kind)
        if asked is None:
            raise TypeError(f"Nobody hands in what a field asks for: {way}.")
        needs = {name: _build(each, made, (*needed_by, kind)) for name, each in asked.items()}
        made[kind] = kind(**needs)
    return made[kind]


def _asked(kind: Any) -> dict[str, Any] | None:
    """The types of the fields that a feature needs, by their names; None for what is none."""
    if not isinstance(kind, type) or kind.__module__ == "builtins":
        return None
    if not is_dataclass(kind):
        return None if inspect.signature(kind).parameters else {}
    types: dict[str, Any] = {}
    for base in reversed(kind.__mro__):
        if "__dataclass_fields__" in vars(base):
            types |= inspect.get_annotations(base, eval_str=True)
    return {
        each.name: types[each.name]
        for each in fields(kind)
        if each.init and each.default is MISSING and each.default_factory is MISSING
    }


class Features:
    """The features of the bot by their types; each comes after those that it needs."""

    def __init__(self, built: Mapping[Any, Any]) -> None:
        self._built = built
        self._declared = [it for each in built.values() for it in declared(each)]

    def find(self, kind: type[_F]) -> _F:
        """For whoever starts the bot; features get what they need as fields."""
        return cast("_F", self._built[kind])

    def declared(self, by: Callable[..., Any]) -> Iterator[tuple[Any, ...]]:
        """What all features declare by a decorator: each method, and what that was told."""
        return ((method, *said) for it, method, *said in self._declared if it is by)

    async def open(self, bot: commands.AutoShardedBot) -> None:
        """Let the bot answer and hear of events through the features."""
        router = self.find(Router)
        for answer, kind, names in self.declared(answers):
            router.add(*(Route(name, kind, answer) for name in names))
        for answer, names, late in self.declared(answers_in_match):
            bound = partial(late, answer.__self__) if late is not None else None
            router.add(*(MatchRoute(name, answer, bound) for name in names))
        for each in self._built.values():
            if isinstance(each, commands.Cog):
                await bot.add_cog(each)

    async def close(self) -> None:
        for (close,) in reversed([*self.declared(at_the_end)]):
            await close()
