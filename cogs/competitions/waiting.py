"""Competitions whose next step waits, as the bot lacks permissions in their channel: the host is
told of it once, and they go on as soon as the permissions are there.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

import discord

from cogs.board.access import NEEDED, NEEDED_IN_THREAD
from cogs.competitions.shown import ShownCompetitions
from cogs.frame.layout import layout
from cogs.frame.names import lacking
from cogs.frame.replies import NOBODY
from cogs.views.competition_words import title
from prowlerbot.core.formats import listed
from prowlerbot.core.i18n import speaking, tr
from prowlerbot.storage.competition_posts import CompetitionPosts
from prowlerbot.storage.competitions import Stored

log = logging.getLogger(__name__)

_WAITS = "waits"
"""Beside the posts of a competition: 1 once the host knows that it waits."""
Channel = discord.TextChannel | discord.Thread


def needed_to_tell(channel: object) -> discord.Permissions:
    """The permissions that the bot needs in the channel of a competition."""
    needed = NEEDED_IN_THREAD if isinstance(channel, discord.Thread) else NEEDED
    return discord.Permissions(needed.value, read_message_history=True)


def lacking_in(channel: Channel) -> Sequence[str]:
    """The names of those that it lacks."""
    return lacking(channel.permissions_for(channel.guild.me), needed_to_tell(channel))


@dataclass(eq=False)
class Waiting:
    _client: discord.Client
    _posts: CompetitionPosts
    _shown: ShownCompetitions

    async def begin(self, it: Stored) -> None:
        """Have a competition wait, and tell its host. Raises one of LOST."""
        channel = self._known(it)
        if channel is None or (await self._posts.of(it.id)).get(_WAITS):
            return
        missing = lacking_in(channel)
        log.warning(
            "competition %s waits: %s missing in channel %s of server %s",
            it.id,
            ", ".join(missing),
            it.channel,
            it.guild,
        )
        await self._posts.note(it.id, {_WAITS: 1})
        await self._ask(it, channel, missing)

    async def end(self, it: Stored) -> None:
        if (await self._posts.of(it.id)).get(_WAITS):
            await self._posts.note(it.id, {_WAITS: 0})

    def _known(self, it: Stored) -> Channel | None:
        """The channel of a competition, if that is known without a request."""
        guild = self._client.get_guild(it.guild)
        channel = guild.get_channel_or_thread(it.channel) if guild is not None else None
        return channel if isinstance(channel, Channel) else None

    async def _ask(self, it: Stored, channel: Channel, missing: Sequence[str]) -> None:
        """Ask for permissions: in the channel if the bot can write there, else in the chat with the
        host.
        """
        may, host = channel.permissions_for(channel.guild.me), discord.Object(it.host)
        thread = isinstance(channel, discord.Thread)
        writes = may.send_messages_in_threads if thread else may.send_messages
        with speaking(await self._shown.language(it)):
            told = tr(
                "{name} waits, as I lack permissions in {channel}: {missing}. It goes on by itself"
                " once they are granted.",
                name=title(it),
                channel=f"<#{it.channel}>",
                missing=listed([tr(each) for each in missing]),
            )
        if may.view_channel and writes:
            allowed = discord.AllowedMentions(everyone=False, roles=False, users=[host])
            named = f"<@{it.host}> {told}" if it.host > 0 else told
            await channel.send(view=layout(named), allowed_mentions=allowed)
        elif it.host > 0:
            chat = await self._client.create_dm(host)
            await chat.send(view=layout(told), allowed_mentions=NOBODY)
