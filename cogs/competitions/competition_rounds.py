"""What competitions need without a press: steps are taken, and their channels told."""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import dataclass

import discord
from discord.ext import commands

from cogs.board.board_messages import BoardMessages
from cogs.board.departures import Absence
from cogs.competitions.news_posts import Telling
from cogs.frame.duty_loop import DutyLoop
from cogs.frame.replies import LOST
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.due_steps import CompetitionDuty
from prowlerbot.core.duty import Duty
from prowlerbot.core.errors import Denied, Refused, Unusable
from prowlerbot.match.match_duties import MatchDuty

log = logging.getLogger(__name__)

_TOLD_AGAIN = 10
"""Seconds after which a channel that does not know everything yet is told more."""


@dataclass(eq=False)
class CompetitionRounds(commands.Cog):
    _competitions: Competitions
    _boards: BoardMessages
    _telling: Telling
    _duty_loop: DutyLoop
    _absence: Absence

    def __post_init__(self) -> None:
        self._competitions.kept_out = self._absence.kept_out
        self._competitions.gone = self._absence.of_server
        self._duty_loop.add(MatchDuty.CLAIM, self._see_to_match)
        self._duty_loop.add(CompetitionDuty.STEP, self._step)
        self._duty_loop.add(CompetitionDuty.TELL, self._tell)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self._end_all(guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._end_all(channel.guild.id, channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self._end_all(thread.guild_id, thread.thread_id)

    async def _end_all(self, guild: int, channel: int = 0) -> None:
        """End what goes on in a server that the bot has left, or in a channel that is deleted:
        nobody sees the boards there.
        """
        await self._competitions.servers.forget(guild, channel)
        for stored in await self._competitions.of_guild(guild):
            if not channel or stored.channel == channel:
                with suppress(Denied):  # it has ended meanwhile
                    await self._competitions.cancel(stored.id)

    async def _see_to_match(self, duty: Duty) -> int | None:
        again = await self._competitions.see_to_match(duty.subject)
        await self._boards.refresh(duty.subject)
        return again

    async def _step(self, duty: Duty) -> int | None:
        heard = await self._telling.is_heard(duty.subject)
        return await self._competitions.look(duty.subject, heard=heard)

    async def _tell(self, duty: Duty) -> int | None:
        """Tell the channel of a competition what it does not know yet."""
        try:
            await self._telling.tell(duty.subject)
        except (*LOST, Refused) as error:
            if isinstance(error, Unusable):
                raise
            log.info("competition %s is told later: %s", duty.subject, error)
        stored = await self._competitions.get(duty.subject)
        return self._competitions.service.now() + _TOLD_AGAIN if stored.is_behind else None
