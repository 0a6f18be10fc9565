"""What the bot does by itself now and then: backups that are due, a note of how fast it answers."""

from __future__ import annotations

import logging

from discord.ext import commands, tasks

from cogs.frame.meter import Meter
from prowlerbot.core.errors import StoreError
from prowlerbot.service.backups import Backups
from prowlerbot.service.doctor import Doctor, Speed

log = logging.getLogger(__name__)

_EVERY = 60


class ChoresCog(commands.Cog):
    def __init__(
        self,
        bot: commands.AutoShardedBot,
        doctor: Doctor,
        meter: Meter,
        backups: Backups | None,
    ) -> None:
        self._bot = bot
        self._doctor = doctor
        self._meter = meter
        self._backups = backups
        self._noted = 0

    async def cog_load(self) -> None:
        self._rounds.start()

    async def cog_unload(self) -> None:
        self._rounds.cancel()

    @tasks.loop(seconds=_EVERY)
    async def _rounds(self) -> None:
        try:
            if self._meter.count != self._noted:
                self._noted = self._meter.count
                await self._doctor.note_speed(Speed(*self._meter.latency()))
            if self._backups is not None:
                await self._backups.run()
        except StoreError as error:
            log.error("chores had to wait: %s", error)  # noqa: TRY400 - the sentence says it all

    @_rounds.before_loop
    async def _until_connected(self) -> None:
        await self._bot.wait_until_ready()
