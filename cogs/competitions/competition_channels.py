"""The channels of competitions, and the permissions that the bot needs there."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto

import discord

from cogs.board.board_access import NEEDED, NEEDED_IN_THREAD
from cogs.frame.names import missing_permissions
from cogs.frame.visit import channel_in
from prowlerbot.competitions.competition_record import Stored

Channel = discord.TextChannel | discord.Thread

_NO_SERVER = {10004, 50001}
"""Discord's codes for an unknown server and missing access."""


class NoChannel(Enum):
    """The reason why the bot cannot post in the channel of a competition."""

    GONE = auto()
    """The channel is deleted, or the bot is no longer in its server."""
    CLOSED = auto()
    """The bot lacks permissions, or Discord cannot be reached for this server at present."""


def post_permissions(channel: object) -> discord.Permissions:
    """The permissions that the bot needs in the channel of a competition."""
    needed = NEEDED_IN_THREAD if isinstance(channel, discord.Thread) else NEEDED
    return discord.Permissions(needed.value, read_message_history=True)


def lacking_permissions(channel: Channel) -> Sequence[str]:
    """The names of the permissions that the bot needs and lacks."""
    return missing_permissions(channel.permissions_for(channel.guild.me), post_permissions(channel))


def can_write_in(channel: Channel) -> bool:
    may = channel.permissions_for(channel.guild.me)
    thread = isinstance(channel, discord.Thread)
    return may.view_channel and (may.send_messages_in_threads if thread else may.send_messages)


@dataclass(eq=False)
class CompetitionChannels:
    _client: discord.Client

    def known_channel(self, stored: Stored) -> Channel | None:
        """The channel of a competition, if the bot knows it without a request."""
        channel = channel_in(self._client, stored.guild, stored.channel)
        return channel if isinstance(channel, Channel) else None

    async def find_channel(self, stored: Stored) -> Channel | NoChannel:
        """The channel of a competition if the bot can post there. Raises one of LOST."""
        guild = self._client.get_guild(stored.guild)
        if guild is None:  # the server removed the bot while it was stopped, or is not loaded yet
            return NoChannel.GONE if await self._has_left(stored.guild) else NoChannel.CLOSED
        if guild.unavailable:
            return NoChannel.CLOSED
        channel = guild.get_channel_or_thread(stored.channel)
        if channel is None:  # the bot has no copy of an archived thread
            with suppress(discord.NotFound):
                channel = await guild.fetch_channel(stored.channel)
        if not isinstance(channel, Channel):
            return NoChannel.GONE
        return NoChannel.CLOSED if lacking_permissions(channel) else channel

    async def _has_left(self, guild: int) -> bool:
        """Whether Discord says that the bot is not in a server."""
        try:
            await self._client.fetch_guild(guild, with_counts=False)
        except discord.HTTPException as error:
            return error.code in _NO_SERVER
        return False
