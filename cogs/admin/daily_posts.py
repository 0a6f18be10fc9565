"""Posts the day's challenge in the servers whose admins want that, at their hour.

A claim in the database chooses one process. Before it posts, it looks whether an earlier one has
done so and died before it could say so; a post thus needs the permission to read the channel.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

import discord

from cogs.board.access import NEEDED
from cogs.board.rendering import Rendering
from cogs.frame.features import every
from cogs.frame.history import custom_ids
from cogs.frame.names import lacking
from cogs.frame.replies import LOST, NOBODY, surely_refused
from cogs.life.daily.challenge import DailyChallenge
from cogs.presses.addresses import DailyPress
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import speaking
from prowlerbot.daily.days import day_of, posted_at
from prowlerbot.match.deadlines import zone
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.service.service import Service
from prowlerbot.storage.chores import Chores

log = logging.getLogger(__name__)

NEEDED_TO_POST: Final = discord.Permissions(NEEDED.value, read_message_history=True)
_EVERY = 60
"""Seconds."""
_STILL = 3 * 60 * 60
"""Seconds after its hour within which a challenge is still posted, such as after an outage."""
_CLAIMED_FOR = 2 * 60
_LOOKED_THROUGH = 200
"""The most messages to read in a channel."""
_CLOCKS_DIFFER = timedelta(seconds=60)


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

    def __post_init__(self) -> None:
        self._chores = Chores(self._service.store.database)
        self._posted: dict[int, int] = {}
        """The latest day whose challenge stands in a server, as far as this process knows."""

    @every(_EVERY, "daily posts")
    async def _next_round(self) -> None:
        now = self._service.now()
        today = day_of(now)
        for guild, choices in await self._service.store.daily.announcing():
            try:
                at = posted_at(today, choices.daily_hour, zone(choices.timezone))
                due = at <= now < at + _STILL and self._posted.get(guild) != today
                server = self._bot.get_guild(guild)
                if server is None or server.unavailable or not self._service.serves(guild):
                    continue
                if due:
                    await self._post_once(server, choices, today, at)
            except LOST as error:  # it is found, or posted, once the claim has ended
                log.info("the day's challenge may or may not stand in server %d: %s", guild, error)
            except Exception:  # the other servers still get theirs
                log.exception("the day's challenge cannot be posted in server %d", guild)

    async def _post_once(
        self, server: discord.Guild, choices: ServerChoices, day: int, at: int
    ) -> None:
        name, now = f"daily-post {server.id}", self._service.now()
        claim = await self._chores.claim(name, now, lasts=_CLAIMED_FOR, early=True)
        if claim is None:
            return
        told = await self._chores.latest(name)
        if told.get("day") != day:
            channel = server.get_channel(choices.daily_channel)
            if isinstance(channel, discord.TextChannel):
                await self._post(channel, day, at, claim)
            else:  # the doctor tells the admins
                log.info("the channel for the day's challenge of server %d is gone", server.id)
        await self._chores.finish(name, claim, now, {"day": day})
        self._posted[server.id] = day

    async def _post(self, channel: discord.TextChannel, day: int, at: int, claim: int) -> None:
        """Post the challenge unless it stands there. Raises one of LOST if that is unknown."""
        guild = channel.guild.id
        try:
            check_daily_channel(channel)
            if await self._stands(channel, day, at):
                return
            with speaking(await self._rendering.language(guild)):
                view = await self._challenge.for_all(guild, day)
            if self._service.now() < claim:  # else another process may be about to post it
                await channel.send(view=view, allowed_mentions=NOBODY)
        except Denied as denied:  # the doctor tells the admins
            log.info("the day's challenge is not posted in server %d: %s", guild, denied)
        except LOST as error:
            if not surely_refused(error):
                raise
            log.info("the day's challenge is not posted in server %d: %s", guild, error)

    async def _stands(self, channel: discord.TextChannel, day: int, at: int) -> bool:
        """Whether the bot has posted the challenge of a day in a channel."""
        own, wanted = self._bot.user, str(DailyPress("posted", day=day))
        since = datetime.fromtimestamp(at, UTC) - _CLOCKS_DIFFER
        async for message in channel.history(limit=_LOOKED_THROUGH, after=since):
            mine = own is not None and message.author.id == own.id
            if mine and wanted in custom_ids(message.components):
                return True
        return False
