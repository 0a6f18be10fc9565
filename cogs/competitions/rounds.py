"""Work without presses: due steps of competitions are taken, and their channels told."""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby

import discord
from discord.ext import commands

from cogs.board.board_messages import BoardMessages
from cogs.board.departures import Absence
from cogs.competitions.telling import Telling
from cogs.frame.duty_loop import DutyLoop
from cogs.frame.features import every
from cogs.frame.replies import LOST
from prowlerbot.core.errors import Denied, Refused, Unusable
from prowlerbot.match.duties import MatchDuty
from prowlerbot.service.competitions import Competitions
from prowlerbot.storage.chores import Chores
from prowlerbot.storage.competition_posts import CompetitionPosts
from prowlerbot.storage.duties import Duty

log = logging.getLogger(__name__)

_EVERY = 10
"""Seconds."""
_AT_ONCE = 50
"""The most competitions of one round."""
_STEPS_AT_ONCE = 4
"""The most steps of a competition in one round."""
_CLAIMED_FOR = 3 * 60


@dataclass(eq=False)
class CompetitionRounds(commands.Cog):
    _competitions: Competitions
    _boards: BoardMessages
    _telling: Telling
    _duty_loop: DutyLoop
    _absence: Absence

    def __post_init__(self) -> None:
        self._competitions.kept_out = self._absence.kept_out
        database = self._competitions.service.store.database
        self._chores = Chores(database)
        self._posts = CompetitionPosts(database)
        self._told_to = ""
        """The last one that was told: those that cannot be told at present come first once."""
        self._duty_loop.add(MatchDuty.CLAIM, self._see_to_match)

    @commands.Cog.listener()
    async def on_shard_served(self, _: int) -> None:
        self._telling.look_again()

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
        for it in await self._competitions.of_guild(guild):
            if not channel or it.channel == channel:
                with suppress(Denied):  # it has ended meanwhile
                    await self._competitions.cancel(it.id)

    async def _see_to_match(self, duty: Duty) -> int | None:
        again = await self._competitions.see_to_match(duty.subject)
        await self._boards.refresh(duty.subject)
        return again

    @every(_EVERY, "competitions")
    async def _next_round(self) -> None:
        due = [*await self._competitions.due(), *await self._telling.waiting.over()]
        for competition_id in dict.fromkeys(due):
            try:
                heard = await self._telling.is_heard(competition_id)
                for _ in range(_STEPS_AT_ONCE):  # a round is paired as soon as the last one is over
                    if await self._competitions.step(competition_id, heard=heard) is None:
                        break
            except Unusable:
                raise  # the same for all of them
            except Exception:  # the other competitions still go on
                log.exception("competition %s cannot go on", competition_id)
        behind = await self._posts.behind(_AT_ONCE, self._told_to)
        self._told_to = behind[-1][0] if len(behind) == _AT_ONCE else ""
        served = [each for each in behind if self._competitions.service.serves(each[1])]
        for guild, some in groupby(sorted(served, key=lambda each: each[1]), lambda each: each[1]):
            await self._tell(guild, [competition_id for competition_id, _ in some])

    async def _tell(self, guild: int, competitions: list[str]) -> None:
        """Tell the channels of a server, unless another process is about to do it."""
        name, now = f"competitions {guild}", self._competitions.service.now()
        claim = await self._chores.claim(name, now, lasts=_CLAIMED_FOR, early=True)
        if claim is None:
            return
        for competition_id in competitions:
            try:
                await self._telling.tell(competition_id)
            except LOST as error:  # the next round tries again
                log.info("competition %s is told later: %s", competition_id, error)
            except Unusable:
                raise
            except Refused as refused:
                log.info("competition %s is told later: %s", competition_id, refused)
            except Exception:
                log.exception("competition %s cannot be told", competition_id)
        await self._chores.finish(name, claim, now, {})
