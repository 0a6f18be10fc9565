"""Who is let in, and how often: a flood from one user must not slow anybody else down."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator
from contextlib import contextmanager

import discord

from cogs.frame.buckets import Buckets
from cogs.frame.door import Door
from cogs.frame.names import Verbatim
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.service.service import Service

AT_ONCE = 3
"""Presses of one user waiting for an answer; a person never has more at once."""
REFUSALS_A_MINUTE = 10
"""How often one user is told that they are too fast; anything beyond that gets no answer."""
SUGGESTIONS_A_MINUTE = 240
"""One for each letter that somebody types fast."""

_AT_ONCE = mark("You press faster than I can answer; wait for the answer, then press again.")


class TooMuch(Denied):
    """A press or command beyond what one user may ask for."""


class Gate:
    """Counts in memory, so each process has a count of its own."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._asked = Buckets(_clock)
        self._typed = Buckets(_clock)
        self._under_way: dict[int, list[discord.Interaction]] = {}
        self._refused = Buckets(_clock)
        self.door = Door()

    async def check(self, interaction: discord.Interaction) -> None:
        """Raise TooMuch for a user who has asked too often in the last minute."""
        self.count(interaction, await self._service.server(interaction.guild_id))

    def count(self, interaction: discord.Interaction, choices: ServerChoices) -> None:
        """The same where the choices of the server are known."""
        guild = interaction.guild_id or 0
        wait = self._asked.take((guild, interaction.user.id), choices.presses_a_minute)
        if wait:
            raise TooMuch(
                "That is too much at once: more than {count} presses and commands a minute."
                " You can continue in {seconds} s.",
                count=choices.presses_a_minute,
                seconds=math.ceil(wait),
            )

    def may_tell(self, interaction: discord.Interaction) -> bool:
        """Whether somebody who is refused should be told so again.

        Each answer is a request to Discord, so answering a whole flood would do the flood's work.
        """
        return not self._refused.take(interaction.user.id, REFUSALS_A_MINUTE)

    def may_suggest(self, interaction: discord.Interaction) -> bool:
        """Whether somebody who is typing should be shown suggestions again."""
        return not self._typed.take(interaction.user.id, SUGGESTIONS_A_MINUTE)

    @contextmanager
    def at_once(self, interaction: discord.Interaction) -> Iterator[None]:
        """Answer one press; raises TooMuch, before it costs anything, for one of a flood."""
        user = interaction.user.id
        others = self._under_way.setdefault(user, [])
        # Work that follows an answer, such as calls in a busy channel, is not the player's doing.
        if sum(not each.response.is_done() for each in others) >= AT_ONCE:
            raise TooMuch(_AT_ONCE)
        others.append(interaction)
        try:
            yield
        finally:
            others.remove(interaction)
            if not others:
                del self._under_way[user]


def check_channel(interaction: discord.Interaction, choices: ServerChoices) -> None:
    """Raise Denied, naming the channels to go to, where challenges are not allowed here."""
    channel, guild = interaction.channel, interaction.guild
    parent = channel.parent_id if isinstance(channel, discord.Thread) else 0
    if guild is None or not choices.channels:
        return
    if {interaction.channel_id, parent} & set(choices.channels):
        return
    there = [each for each in choices.channels if guild.get_channel(each) is not None]
    if not there:
        raise Denied(
            "None of the channels where challenges are allowed exist any more; an admin of"
            " the server can choose others with `/prowler-admin settings`."
        )
    named = Verbatim(", ".join(f"<#{each}>" for each in there))
    raise Denied("Challenges are not allowed in this channel, only in {channels}.", channels=named)


def _clock() -> float:
    return asyncio.get_running_loop().time()
