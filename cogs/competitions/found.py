"""What the bot has posted about competitions in a channel already, found by the buttons there.

A message is noted before it is sent. Where a kill has left the note alone, the bot looks here
whether the message stands, so that nothing is lost and nothing stands there twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import discord

from cogs.frame.history import custom_ids
from cogs.presses.addresses import CompetitionPress, MatchPress
from prowlerbot.storage.competitions import Stored

FORGOTTEN = "forgotten"
"""Beside the posts of a competition: how many players were forgotten when these were drawn."""


@dataclass
class Found:
    """Messages by competition and place, boards by match."""

    messages: dict[tuple[str, str], int] = field(default_factory=dict[tuple[str, str], int])
    boards: dict[str, int] = field(default_factory=dict[str, int])


def look_through(messages: Sequence[discord.Message]) -> Found:
    """What stands in some messages, the newest of each kind if they come newest first."""
    found = Found()
    for message in messages:
        for custom_id in custom_ids(message.components):
            press = CompetitionPress.read(custom_id)
            if press is not None:
                found.messages.setdefault((press.competition, press.place), message.id)
            elif (played := MatchPress.read(custom_id)) is not None:
                found.boards.setdefault(played.match, message.id)
    return found


def forgotten(it: Stored) -> int:
    """How many of the players have deleted their data."""
    return sum(player < 0 for player in it.names)
