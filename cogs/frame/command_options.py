"""Adds options and suggestions to slash commands, and says where commands can be used.

discord.py reads a command's options from the signature of its callback. The options of a game
become known only at the start, so they are written into that signature before.
"""

import inspect
import logging
import traceback
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Sequence
from functools import partial, wraps
from inspect import Parameter
from typing import Any, TypeAlias, TypeVar

from discord import Interaction, Message, app_commands
from discord.ext import commands

from cogs.contract.manifest import Option
from cogs.contract.sign import spelled
from cogs.frame.meter import LineAMinute
from cogs.frame.replies import is_outage, is_too_late
from prowlerbot.core.errors import Refused

log = logging.getLogger(__name__)

_Callback = TypeVar("_Callback", bound=Callable[..., Any])
_AnyCommand = TypeVar(
    "_AnyCommand",
    bound="Command | app_commands.ContextMenu | app_commands.Group | type[commands.GroupCog]",
)

Command: TypeAlias = app_commands.Command[Any, ..., None]
Suggestions: TypeAlias = Sequence[tuple[str, str]]
"""The labels and values of suggestions; those over Discord's limits are cut."""
MAX_SUGGESTIONS, _MAX_LABEL_LETTERS = 25, 100  # Discord's limits for suggestions, and for a label
_failed_suggestions = LineAMinute()

_Choices: TypeAlias = list[app_commands.Choice[str]]
_Find = TypeVar("_Find", bound=Callable[[Any, Interaction, str], Awaitable[Suggestions]])
Suggest: TypeAlias = Callable[[Interaction, str], Awaitable[Suggestions]]


def give_options(options: Sequence[Option], *, after: str) -> Callable[[_Callback], _Callback]:
    """Give a callback with ``**`` these options, behind its parameter ``after``.

    Later parameters must be keyword-only. An omitted option arrives as None.
    """

    def decorate(callback: _Callback) -> _Callback:
        add_parameters(callback, [_parameter(option) for option in options], after=after)
        descriptions = {option.name: str(option.description) for option in options}
        app_commands.describe(**descriptions)(callback)
        choices = {
            option.name: [
                app_commands.Choice(name=str(label), value=value) for label, value in option.choices
            ]
            for option in options
            if option.choices
        }
        return app_commands.choices(**choices)(callback)

    return decorate


def add_parameters(callback: Callable[..., Any], added: Sequence[Parameter], *, after: str) -> None:
    """Give a callback a signature with these parameters in place of those behind ``**``."""
    signature = inspect.signature(callback)
    parameters: list[Parameter] = []
    for parameter in signature.parameters.values():
        if parameter.kind is not Parameter.VAR_KEYWORD:
            parameters.append(parameter)
        if parameter.name == after:
            parameters += added
    changed = signature.replace(parameters=parameters)
    setattr(callback, "__signature__", changed)  # noqa: B010 - what inspect reads


def _parameter(option: Option) -> Parameter:
    kind = Parameter.KEYWORD_ONLY
    if option.required:
        return Parameter(option.name, kind, annotation=option.kind)
    return Parameter(option.name, kind, default=None, annotation=option.kind | None)


def suggestions_with(typed: str, suggestions: Iterable[tuple[str, str]]) -> Suggestions:
    """The suggestions whose labels contain the typed text."""
    wanted = typed.casefold()
    return [(label, value) for label, value in suggestions if wanted in label.casefold()]


def suggest(command: Command, option: str, find: Suggest) -> None:
    """Give an option suggestions from ``find``."""
    command.autocomplete(option)(_answer_from(find, option))


def suggests(command: Command, option: str) -> Callable[[_Find], _Find]:
    """The method suggests values for an option of a command of its cog."""

    def decorate(find: _Find) -> _Find:
        @wraps(find)
        async def suggestions(cog: object, interaction: Interaction, typed: str) -> _Choices:
            return await _answer_from(partial(find, cog), option)(interaction, typed)

        command.autocomplete(option)(suggestions)
        return find

    return decorate


def _answer_from(
    find: Suggest, option: str
) -> Callable[[Interaction, str], Coroutine[Any, Any, _Choices]]:
    """A function that answers a typed text with suggestions from ``find``.

    There are no suggestions if ``find`` is refused or fails. discord.py's own log of a failure
    names the server and the user, and each typed letter asks again. So this function logs failures
    itself, without those names and once a minute.
    """

    async def suggestions(interaction: Interaction, typed: str) -> _Choices:
        try:
            with spelled():
                labels = await find(interaction, typed)
            return [
                app_commands.Choice(name=label[:_MAX_LABEL_LETTERS], value=value)
                for label, value in labels[:MAX_SUGGESTIONS]
            ]
        except Refused:
            return []
        except Exception as error:  # noqa: BLE001 - the typed text may be anything
            is_expected = is_outage(error) or is_too_late(error)
            if not is_expected and (count := _failed_suggestions.count_event()):
                frame = traceback.extract_tb(error.__traceback__)[-1]
                log.error(  # noqa: TRY400 - the error's own text may hold the typed text
                    "suggestions for the option %s failed (%d in a minute): %s in %s, line %s",
                    *(option, count, type(error).__name__, frame.filename, frame.lineno),
                )
            return []

    return suggestions


def message_menu(
    name: str, answer: Callable[[Interaction, Message], Coroutine[Any, Any, None]]
) -> app_commands.ContextMenu:
    """A command in Discord's menu of a message, under “Apps”."""
    return allow_everywhere(app_commands.ContextMenu(name=name, callback=answer))


def allow_everywhere(command: _AnyCommand) -> _AnyCommand:
    """Allow a command, menu or group in servers, groups and chats, however it is installed."""
    app_commands.allowed_installs(guilds=True, users=True)(command)
    return app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(command)
