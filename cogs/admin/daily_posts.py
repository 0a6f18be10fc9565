"""Posts the day's challenge in the servers whose admins want that, at their hour.

Before a process posts, it looks whether an earlier one has done so and died before it could note
that; a post thus needs the permission to read the channel.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Final

import discord

from cogs.board.access import NEEDED
from cogs.board.rendering import Rendering
from cogs.frame.duty_loop import DutyLoop, Later
from cogs.frame.history import custom_ids
from cogs.frame.names import lacking
from cogs.frame.outbox import Outbox
from cogs.frame.replies import LOST, NOBODY, surely_refused
from cogs.life.daily.challenge import DailyChallenge
from cogs.presses.addresses import DailyPress
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import speaking
from prowlerbot.daily.days import STILL, day_of, post_due
from prowlerbot.match.deadlines import zone
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.service.service import Service
from prowlerbot.storage.chores import Chores
from prowlerbot.storage.daily import POST
from prowlerbot.storage.duties import Duty

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
        self._chores = Chores(self._service.store.database)
        self._duty_loop.add(POST, self._look)

    async def _look(self, duty: Duty) -> int | None:
        """Post the day's challenge in a server if its hour has come; returns the next hour."""
        guild, now = int(duty.subject), self._service.now()
        choices = await self._service.store.choices(ServerChoices, guild)
        if not choices.daily_channel:
            return None
        due, again = post_due(now, choices.daily_hour, zone(choices.timezone))
        if due:
            await self._post_once(guild, choices.daily_channel, day_of(now))
        return again

    async def _post_once(self, guild: int, channel_id: int, day: int) -> None:
        name = f"daily-post {guild}"
        if (await self._chores.latest(name)).get("day") == day:
            return
        server = self._bot.get_guild(guild)
        if server is None or server.unavailable:
            raise Later
        channel = server.get_channel(channel_id)
        if isinstance(channel, discord.TextChannel):
            await self._post(channel, day)
        else:  # the doctor tells the admins
            log.info("the channel for the day's challenge of server %d is gone", guild)
        await self._chores.note(name, {"day": day})

    async def _post(self, channel: discord.TextChannel, day: int) -> None:
        """Post the challenge unless it stands there. Raises Later if that is unknown."""
        guild = channel.guild.id
        try:
            check_daily_channel(channel)
            if await self._stands(channel, day):
                return
            with speaking(await self._rendering.language(guild)):
                view = await self._challenge.for_all(guild, day)
            await channel.send(view=view, allowed_mentions=NOBODY, nonce=f"{guild}{day}")
        except Denied as denied:  # the doctor tells the admins
            log.info("the day's challenge is not posted in server %d: %s", guild, denied)
        except LOST as error:
            log.info("the day's challenge may not stand in server %d: %s", guild, error)
            if not surely_refused(error):
                raise Later from error

    async def _stands(self, channel: discord.TextChannel, day: int) -> bool:
        """Whether the bot has posted the challenge of a day in a channel."""
        wanted, since = str(DailyPress("posted", day=day)), self._service.now() - STILL
        found = await self._outbox.history.find(
            channel.id, since, lambda message: wanted in custom_ids(message.components)
        )
        return found is not None
