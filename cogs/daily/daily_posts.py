"""Posts the day's challenge in the servers whose admins want that, at their hour.

After a crash the bot searches the channel for the post before it posts again, so it needs the
permission to read the channel.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import discord

from cogs.board.board_access import NEEDED
from cogs.board.match_message import Rendering
from cogs.daily.daily_challenge import DailyChallenge
from cogs.frame.duty_loop import DutyLoop
from cogs.frame.names import lacking
from cogs.frame.outbox import Outbox, carrying
from cogs.frame.replies import LOST, sending, surely_refused
from cogs.presses.addresses import DailyPress
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import speaking
from prowlerbot.core.posts import Duty, Post, PostKind, PostName
from prowlerbot.daily.daily_days import LATEST_POST, day_of, post_due
from prowlerbot.daily.daily_store import POST
from prowlerbot.match.deadlines import zone
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)

NEEDED_TO_POST: Final = discord.Permissions(NEEDED.value, read_message_history=True)


def check_daily_channel(channel: discord.abc.GuildChannel) -> None:
    """Raise Denied if the bot cannot post the day's challenge in a channel."""
    missing = lacking(channel.permissions_for(channel.guild.me), NEEDED_TO_POST)
    if missing:
        raise Denied("I lack permissions in that channel: {missing}.", missing=missing)


@dataclass(eq=False)
class DailyPosts:
    _bot: discord.Client
    _service: Service
    _rendering: Rendering
    _challenge: DailyChallenge
    _duty_loop: DutyLoop
    _outbox: Outbox

    def __post_init__(self) -> None:
        self._posts = self._service.store.outbox
        self._duty_loop.add_handler(POST, self._look)
        self._outbox.add_kind(PostKind.DAILY, self.finish, twice=False)

    async def _look(self, duty: Duty) -> int | None:
        """Post the day's challenge in a server if it is due; returns the time of the next one."""
        guild, now = int(duty.subject), self._service.now()
        choices = await self._service.store.choices.of(ServerChoices, guild)
        if not choices.daily_channel:
            return None
        due, again = post_due(now, choices.daily_hour, zone(choices.timezone))
        name = PostName(PostKind.DAILY, duty.subject, "", str(day_of(now)))
        post = Post(name, now, guild, choices.daily_channel)
        if due and await self._posts.note_post(post, alone=True):
            with suppress(*LOST):  # the outbox tries again
                await self.finish(post)
        return again

    async def finish(self, post: Post) -> None:
        """Post the challenge of a day unless it is too late.

        Raises one of LOST if the post may have arrived.
        """
        server, day = self._bot.get_guild(post.guild), int(post.name.part)
        if server is None or server.unavailable:
            return  # the outbox tries again
        channel, press = server.get_channel(post.channel), str(DailyPress("posted", day=day))
        late = self._service.now() > post.begun_at + LATEST_POST
        if late or not isinstance(channel, discord.TextChannel):  # the doctor reports it
            self._posts.note_gone(post)
            return
        try:
            check_daily_channel(channel)
            with speaking(await self._rendering.language(post.guild)):
                content = await self._challenge.for_all(post.guild, day)
            await self._outbox.send(post, sending(content), carrying(press))
        except (Denied, *LOST) as error:  # the doctor reports it
            log.info("the bot did not post the day's challenge in server %d: %s", post.guild, error)
            if not isinstance(error, Denied) and not surely_refused(error):
                raise
            self._posts.note_gone(post)
