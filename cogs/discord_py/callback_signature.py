"""Options of slash commands that are known only when the bot starts.

Replaces the signature of a command's callback, from which discord.py reads the options of the
command by ``inspect``. If it reads them by another way, the commands of games lose their options.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any


def add_parameters(
    callback: Callable[..., Any], added: Sequence[inspect.Parameter], *, after: str
) -> None:
    """Have a callback that takes ``**said`` tell these parameters in place of it."""
    signature = inspect.signature(callback)
    parameters: list[inspect.Parameter] = []
    for each in signature.parameters.values():
        if each.kind is not inspect.Parameter.VAR_KEYWORD:
            parameters.append(each)
        if each.name == after:
            parameters += added
    told = signature.replace(parameters=parameters)
    setattr(callback, "__signature__", told)  # noqa: B010 - what inspect reads
