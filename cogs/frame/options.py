"""Options of slash commands that are known only when the bot starts, and guarded suggestions.

A command's options stand in the signature of its callback, so options that a game brings along are
written into that signature before the command is made.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeAlias, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from cogs.contract.option import Option
from cogs.contract.sign import spelled
from cogs.discord_py.callback_signature import add_parameters
from prowlerbot.core.errors import Refused

_Callback = TypeVar("_Callback", bound=Callable[..., Any])
_Slash = TypeVar("_Slash", bound="Command | app_commands.Group | type[commands.GroupCog]")

Command: TypeAlias = app_commands.Command[Any, ..., None]
Suggestions: TypeAlias = list[app_commands.Choice[str]]
Suggest: TypeAlias = Callable[[discord.Interaction, str], Awaitable[Suggestions]]


def offering(options: Sequence[Option], *, after: str) -> Callable[[_Callback], _Callback]:
    """Give a callback that takes ``**said`` these options, behind its parameter ``after``.

    What comes behind it has to be keyword-only. What is not said arrives as None.
    """

    def decorate(callback: _Callback) -> _Callback:
        add_parameters(callback, [_parameter(each) for each in options], after=after)
        app_commands.describe(**{each.name: str(each.description) for each in options})(callback)
        choices = {each.name: _choices(each) for each in options if each.choices}
        return app_commands.choices(**choices)(callback)

    return decorate


def _parameter(option: Option) -> inspect.Parameter:
    kind = inspect.Parameter.KEYWORD_ONLY
    if option.required:
        return inspect.Parameter(option.name, kind, annotation=option.kind)
    return inspect.Parameter(option.name, kind, default=None, annotation=option.kind | None)


def _choices(option: Option) -> Suggestions:
    return [app_commands.Choice(name=str(name), value=value) for name, value in option.choices]


def suggest(command: Command, option: str, find: Suggest) -> None:
    """Have an option suggest what is found; nothing is suggested if that is refused."""

    async def suggestions(interaction: discord.Interaction, typed: str) -> Suggestions:
        try:
            with spelled():
                return await find(interaction, typed)
        except Refused:
            return []

    command.autocomplete(option)(suggestions)


def everywhere(command: _Slash) -> _Slash:
    """Let a command or group be used in servers, groups and chats, whoever installed the app."""
    app_commands.allowed_installs(guilds=True, users=True)(command)
    return app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(command)
