"""Options of slash commands that become known only at the start of the bot.

Replaces the signature of a command's callback, from which discord.py reads the command's options
with ``inspect``. If discord.py reads them differently, the commands of games lose their options.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any


def add_parameters(
    callback: Callable[..., Any], added: Sequence[inspect.Parameter], *, after: str
) -> None:
    """Give a callback a signature with these parameters in place of ``**said``."""
    signature = inspect.signature(callback)
    parameters: list[inspect.Parameter] = []
    for each in signature.parameters.values():
        if each.kind is not inspect.Parameter.VAR_KEYWORD:
            parameters.append(each)
        if each.name == after:
            parameters += added
    changed = signature.replace(parameters=parameters)
    setattr(callback, "__signature__", changed)  # noqa: B010 - what inspect reads
