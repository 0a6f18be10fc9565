"""The regular work of the bot itself: backups, and a note of how fast it answers."""

from __future__ import annotations

from discord.ext import commands

from cogs.frame.meter import Meter
from cogs.frame.rounds import rounds
from prowlerbot.service.backups import Backups
from prowlerbot.service.doctor import Doctor, Speed

_EVERY = 60


class ChoresCog(commands.Cog):
    def __init__(
        self,
        bot: commands.AutoShardedBot,
        doctor: Doctor,
        meter: Meter,
        backups: Backups | None,
    ) -> None:
        self._doctor = doctor
        self._meter = meter
        self._backups = backups
        self._noted = 0
        self._rounds = rounds("chores", _EVERY, self._next_round, bot.wait_until_ready)

    async def cog_load(self) -> None:
        self._rounds.start()

    async def cog_unload(self) -> None:
        self._rounds.cancel()

    async def _next_round(self) -> None:
        if self._meter.count != self._noted:
            self._noted = self._meter.count
            await self._doctor.note_speed(Speed(*self._meter.latency()))
        if self._backups is not None:
            await self._backups.run()
