"""Interactions while they are still JSON: refused ones are dropped, presses lose their buttons.

Replaces the parser of ``INTERACTION_CREATE`` in the parsers of the connection's state, as no event
comes before it. It makes objects of all buttons of the pressed message, which nobody reads, and a
task of each interaction. If the table of parsers changes, floods are read and answered in full, and
each press costs more.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import discord

_EVENT = "INTERACTION_CREATE"


def filter_incoming(client: discord.Client, let_in: Callable[[Any], bool]) -> None:
    """Have interactions read only if they are let in, as they come from Discord.

    Presses come in without the components of their message: custom_ids carry it all.
    """
    parsers: dict[str, Callable[[Any], None]] = client._connection.parsers  # noqa: SLF001 - see above
    parse = parsers[_EVENT]

    def parse_some(data: Any) -> None:
        if not let_in(data):
            return
        message = data.get("message")
        parse({**data, "message": {**message, "components": []}} if message else data)

    parsers[_EVENT] = parse_some
