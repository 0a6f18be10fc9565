"""Drops refused interactions, and what people write, while they are still JSON.

Replaces the parser of ``INTERACTION_CREATE`` in the state of the connection, because no event comes
before it. The parser creates objects and a task for each interaction. If the table of parsers
changes, floods are read and answered in full.

Takes the parsers of new and edited messages out: these events come with those of deleted messages,
and nobody needs them. If the table changes, each message of a server costs a little time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import discord

_EVENT = "INTERACTION_CREATE"
_UNREAD = ("MESSAGE_CREATE", "MESSAGE_UPDATE")


def filter_incoming(client: discord.Client, let_in: Callable[[Any], bool]) -> Callable[[Any], None]:
    """Parse only those interactions that ``let_in`` accepts, given as Discord sent them.

    Returns the parser, for an interaction that is let in later.
    """
    parsers: dict[str, Callable[[Any], None]] = client._connection.parsers  # noqa: SLF001 - see above
    parse = parsers[_EVENT]

    def parse_some(data: Any) -> None:
        if let_in(data):
            parse(data)

    parsers[_EVENT] = parse_some
    return parse


def read_no_messages(client: discord.Client) -> None:
    """Drop the events of new and edited messages, like all events without a parser."""
    for event in _UNREAD:
        client._connection.parsers.pop(event, None)  # noqa: SLF001 - see above
