"""Faster ways of discord.py and SimCord to do again what they have done for the bot before.

Each test has a bot of its own, which registers a hundred commands and copies all that it sends.
"""

from __future__ import annotations

import marshal
from copy import deepcopy
from functools import cache
from types import SimpleNamespace
from typing import Any

import discord.app_commands.commands
import simcord.backend.serializers
import simcord.components
import simcord.gateway
import simcord.http.router
import simcord.results

_commands = vars(discord.app_commands.commands)
_resolve_annotation = _commands["resolve_annotation"]
_resolved: dict[tuple[str, str], Any] = {}


def copy_and_resolve_quickly() -> None:
    """Have all bots of this process do so."""
    for module in (simcord.gateway, simcord.http.router):
        vars(module)["copy"] = SimpleNamespace(deepcopy=copied)
    for module in (simcord.components, simcord.backend.serializers, simcord.results):
        vars(module)["deepcopy"] = copied
    _commands["resolve_annotation"] = _resolve_once
    _commands["_shorten"] = cache(_commands["_shorten"])


def copied(value: Any) -> Any:
    """A copy of JSON; ``deepcopy`` takes many times as long for commands and messages."""
    try:
        return marshal.loads(marshal.dumps(value))  # noqa: S302 - what it has just written
    except ValueError:  # holds something else, such as an enumeration
        return _copied_part(value)


def _copied_part(value: Any) -> Any:
    if type(value) is dict:
        return {key: _copied_part(each) for key, each in value.items()}
    if type(value) is list:
        return [_copied_part(each) for each in value]
    return value if value is None or type(value) in {str, int, bool, float} else deepcopy(value)


def _resolve_once(annotation: Any, names: dict[str, Any], *more: Any) -> Any:
    """Each bot has a hundred options, whose types are the same texts in the same modules."""
    if not isinstance(annotation, str):
        return _resolve_annotation(annotation, names, *more)
    key = names["__name__"], annotation
    if key not in _resolved:
        _resolved[key] = _resolve_annotation(annotation, names, *more)
    return _resolved[key]
