"""The duties of competitions: due steps, late matches, and messages that are behind."""

import logging
from contextlib import suppress
from dataclasses import dataclass

import discord
from discord.ext import commands

from cogs.board.board_access import Absence
from cogs.board.board_messages import BoardMessages
from cogs.competitions.news_posts import NewsPosts
from cogs.frame.duty_loop import DutyLoop, Later
from cogs.frame.replies import LOST
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_step_service import CompetitionSteps
from prowlerbot.competitions.competition_steps import CompetitionDuty
from prowlerbot.core.errors import Denied, Refused, Unusable
from prowlerbot.core.posts import Duty
from prowlerbot.match.call_rules import MatchDuty

log = logging.getLogger(__name__)

_UPDATED_AGAIN = 10
"""Seconds after which the bot looks again at a competition whose messages are still behind."""


@dataclass(eq=False)
class CompetitionDuties(commands.Cog):
    _competitions: Competitions
    _steps: CompetitionSteps
    _boards: BoardMessages
    _news_posts: NewsPosts
    _duty_loop: DutyLoop
    _absence: Absence

    def __post_init__(self) -> None:
        self._competitions.kept_out = self._absence.kept_out
        self._competitions.gone = self._absence.of_server
        self._absence.note_name = self._competitions.store.note_name
        self._duty_loop.add_handler(MatchDuty.CLAIM, self._claim)
        self._duty_loop.add_handler(CompetitionDuty.STEP, self._step)
        self._duty_loop.add_handler(CompetitionDuty.NEWS, self._update_messages)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """End the competitions of a server that the bot has left: nobody can see them there."""
        await self._forget(guild.id)
        for stored in await self._competitions.of_guild(guild.id):
            with suppress(Denied):  # it has ended meanwhile
                await self._competitions.cancel(stored.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self._lose(channel.guild.id, channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self._lose(thread.guild_id, thread.thread_id)

    async def _lose(self, guild: int, channel: int) -> None:
        """Hold the competitions of a deleted channel."""
        await self._forget(guild, channel)
        for stored in await self._competitions.of_guild(guild):
            if stored.channel == channel:
                await self._competitions.lose_channel(stored.id)

    async def _forget(self, guild: int, channel: int = 0) -> None:
        """Forget that a server, or its channel, takes part in leagues of all servers."""
        leagues = await self._competitions.leagues_of_server(guild)
        await self._competitions.servers.forget(guild, channel)
        for league in leagues:
            await self._competitions.look_for_servers(league.id)

    async def _claim(self, duty: Duty) -> int | None:
        again = await self._steps.claim_or_release(duty.subject)
        await self._boards.refresh(duty.subject)
        return again

    async def _step(self, duty: Duty) -> int | None:
        can_post = await self._news_posts.can_post(duty.subject)
        return await self._steps.take_due_steps(duty.subject, can_post=can_post)

    async def _update_messages(self, duty: Duty) -> int | None:
        """Post the missing messages of a competition, and draw again those that are behind."""
        now, are_posted = self._competitions.service.now, True
        try:
            if not await self._news_posts.follows_end(duty.subject):
                are_posted = await self._news_posts.update(duty.subject)
        except (*LOST, Refused) as error:
            if isinstance(error, Unusable):
                raise
            log.info("the messages of competition %s are updated later: %s", duty.subject, error)
        if duty.subject in self._news_posts.refused:
            raise Later
        stored = await self._competitions.get(duty.subject)
        return now() + _UPDATED_AGAIN * are_posted if stored.is_behind else None
