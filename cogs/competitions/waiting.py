"""Competitions whose next step waits, as the bot lacks permissions in their channel: the host is
told of it once, and they go on as soon as the permissions are there.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

import discord

from cogs.board.access import NEEDED, NEEDED_IN_THREAD
from cogs.competitions.news_keys import WAITS
from cogs.competitions.shown import ShownCompetitions
from cogs.frame.layout import layout
from cogs.frame.names import lacking
from cogs.frame.outbox import Outbox
from cogs.frame.replies import LOST, NOBODY, surely_refused
from cogs.views.competition_words import title
from prowlerbot.core.formats import listed
from prowlerbot.core.i18n import speaking, tr
from prowlerbot.core.posts import Post, PostKind, PostName
from prowlerbot.service.competitions import Competitions
from prowlerbot.storage.competition_posts import CompetitionPosts
from prowlerbot.storage.competitions import Stored

log = logging.getLogger(__name__)

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
    _competitions: Competitions
    _shown: ShownCompetitions
    _outbox: Outbox

    def __post_init__(self) -> None:
        self._posts = CompetitionPosts(self._competitions.service.store.database)

    async def begin(self, it: Stored) -> None:
        """Have a competition wait, and tell its host once. Raises one of LOST."""
        channel = self._known(it)
        if channel is None:
            return
        name, now = PostName(PostKind.NEWS, it.id, WAITS, ""), self._competitions.service.now()
        post = Post(name, now, it.guild, it.channel)
        if await self._posts.begin(post, it.revision):
            missing = ", ".join(lacking_in(channel))
            log.warning(
                "competition %s waits: %s missing in channel %s of server %s",
                *(it.id, missing, it.channel, it.guild),
            )
            await self.finish(it, post)

    async def end(self, it: Stored) -> None:
        await self._posts.end(it.id, WAITS)

    async def finish(self, it: Stored, post: Post) -> None:
        """Ask for permissions: in the channel if the bot can write there, else in the chat with the
        host.
        """
        channel = self._known(it)
        if channel is None or not lacking_in(channel):
            await self.end(it)
            return
        may, host = channel.permissions_for(channel.guild.me), discord.Object(it.host)
        thread = isinstance(channel, discord.Thread)
        writes = may.send_messages_in_threads if thread else may.send_messages
        with speaking(await self._shown.language(it)):
            told = tr(
                "{name} waits, as I lack permissions in {channel}: {missing}. It goes on by itself"
                " once they are granted.",
                name=title(it),
                channel=f"<#{it.channel}>",
                missing=listed([tr(each) for each in lacking_in(channel)]),
            )
        allowed = NOBODY
        if may.view_channel and writes:
            allowed = discord.AllowedMentions(everyone=False, roles=False, users=[host])
            told = f"<@{it.host}> {told}" if it.host > 0 else told
        elif it.host > 0:
            chat = await self._client.create_dm(host)
            post = replace(post, guild=0, channel=chat.id)
        else:
            self._give_up(post)
            return
        content = {"view": layout(told), "allowed_mentions": allowed}
        try:
            await self._outbox.send(post, content, lambda _: False)  # it has no button
        except LOST as error:
            if not surely_refused(error):
                raise
            log.info("the host of competition %s is not told: %s", it.id, error)
            self._give_up(post)

    def _give_up(self, post: Post) -> None:
        self._competitions.service.store.outbox.note_gone(post)

    def _known(self, it: Stored) -> Channel | None:
        """The channel of a competition, if that is known without a request."""
        guild = self._client.get_guild(it.guild)
        channel = guild.get_channel_or_thread(it.channel) if guild is not None else None
        return channel if isinstance(channel, Channel) else None
