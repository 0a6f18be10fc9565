"""What happens without anybody pressing: expiry, reminders, boards that were left behind."""

from __future__ import annotations

import logging

from discord.ext import commands, tasks

from cogs.board.table import Table
from prowlerbot.core.errors import StoreError

log = logging.getLogger(__name__)

_EVERY = 30
_LONGEST_PAUSE = 64
"""Rounds after which a message that cannot be edited is tried again, at the most."""


class Upkeep(commands.Cog):
    def __init__(self, bot: commands.AutoShardedBot, table: Table) -> None:
        self._bot = bot
        self._table = table
        self._round = 0
        self._failed: dict[str, tuple[int, int]] = {}

    async def cog_load(self) -> None:
        self._rounds.start()

    async def cog_unload(self) -> None:
        self._rounds.cancel()

    @tasks.loop(seconds=_EVERY)
    async def _rounds(self) -> None:
        self._round += 1
        try:
            await self.run_once()
        except StoreError as error:
            log.error("upkeep had to wait: %s", error)  # noqa: TRY400 - the sentence says it all

    @_rounds.before_loop
    async def _until_connected(self) -> None:
        await self._bot.wait_until_ready()

    async def run_once(self) -> None:
        """End what has expired, then redraw every match whose message is behind."""
        await self._table.calls.tidy()
        await self._table.service.expire()
        for scene, seat in await self._table.service.uncalled():
            await self._table.calls.call_late(scene, seat)
        for scene, seat, reminder in await self._table.service.reminders():
            await self._table.calls.remind(scene, seat, reminder)
        await self._redraw()

    async def repair(self, guild: int | None = None) -> None:
        """Redraw what is behind in one server or everywhere, also what has failed before.

        What has expired is ended everywhere: that is due anyway and costs one statement.
        """
        await self._table.service.expire()
        await self._redraw(guild, anyway=True)

    async def _redraw(self, guild: int | None = None, *, anyway: bool = False) -> None:
        for match_id in await self._table.service.store.behind(guild):
            pause, due = self._failed.get(match_id, (1, 0))
            if self._round < due and not anyway:
                continue
            if await self._refreshed(match_id):
                self._failed.pop(match_id, None)
            else:
                self._failed[match_id] = min(2 * pause, _LONGEST_PAUSE), self._round + pause

    async def _refreshed(self, match_id: str) -> bool:
        try:
            return await self._table.refresh(match_id)
        except StoreError:
            raise  # the same for all of them
        except Exception:
            log.exception("match %s cannot be shown", match_id)  # the others shall not suffer
            return False
