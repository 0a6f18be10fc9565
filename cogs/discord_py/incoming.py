"""Filters interactions while they are still JSON: drops refused ones, strips messages of presses.

Replaces the parser of ``INTERACTION_CREATE`` in the state of the connection, because no event comes
before it. The parser creates unused objects for all buttons of the pressed message, and a task for
each interaction. If the table of parsers changes, floods are read and answered in full, and each
press costs more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import discord

_EVENT = "INTERACTION_CREATE"


def filter_incoming(client: discord.Client, let_in: Callable[[Any], bool]) -> None:
    """Parse only those interactions that ``let_in`` accepts, given as Discord sent them.

    Presses lose the components of their message: the custom_id has all their data.
    """
    parsers: dict[str, Callable[[Any], None]] = client._connection.parsers  # noqa: SLF001 - see above
    parse = parsers[_EVENT]

    def parse_some(data: Any) -> None:
        if not let_in(data):
            return
        message = data.get("message")
        parse({**data, "message": {**message, "components": []}} if message else data)

    parsers[_EVENT] = parse_some
