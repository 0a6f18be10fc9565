"""Work without presses: expiry, reminders, updates of outdated boards."""

from __future__ import annotations

import asyncio
import logging

from discord.ext import commands

from cogs.board.board_messages import BoardMessages
from cogs.board.calls.lost import LOOKED_BACK, LostCalls
from cogs.board.following import Following
from cogs.board.recovery import Recovery
from cogs.board.scrubbing import Scrubbing
from cogs.frame.recurring import recurring
from prowlerbot.core.errors import StoreError, Unusable
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.reviews import Reviews
from prowlerbot.service.service import Service
from prowlerbot.storage.scenes import Scene
from prowlerbot.storage.store import Store

log = logging.getLogger(__name__)

_EVERY = 30
_WRITE_EVERY = 1
"""Seconds for which the shown revisions of boards are gathered before a write."""
_SENT_BY = 5 * 60
"""Seconds after a change within which its calls have been sent."""
_CLOCKS_DIFFER = 60
_LEFT_FOR = 8
"""Rounds in which reminders that a dead process has begun are sent: those of four minutes."""
_LONGEST_PAUSE = 64
"""The most rounds until the next attempt at a message whose edit failed."""


class Upkeep(commands.Cog):
    def __init__(
        self,
        bot: commands.AutoShardedBot,
        service: Service,
        store: Store,
        boards: BoardMessages,
        *,
        recovery: Recovery,
        scrubbing: Scrubbing,
        following: Following,
        reviews: Reviews,
    ) -> None:
        self._service = service
        self._store = store
        self._boards = boards
        self._recovery = recovery
        self._scrubbing = scrubbing
        self._following = following
        self._reviews = reviews
        self._housekeeping = Housekeeping(service)
        self._lost_calls = LostCalls(bot, service, boards.calls)
        self._takeovers = 1
        """How often this process has begun to serve what another may have left."""
        self._looked_back = 0
        """How many of those times it has looked for such calls."""
        self._called_late = 0
        """How many of those times it has sent the calls that another process has not sent."""
        self._resumed = 0
        """How many of those times it has looked for moves of the machine that are due."""
        self._resuming = asyncio.Lock()
        self._last_change = 0
        self._round = 0
        self._taken_over = 0
        """The round in which this process has last begun to serve servers."""
        self._failed: dict[str, tuple[int, int]] = {}
        ready = bot.wait_until_ready
        self._rounds = recurring("upkeep", _EVERY, self._next_round, ready)
        self._writing = recurring("bookkeeping", _WRITE_EVERY, self._store.write_behind, ready)

    async def cog_load(self) -> None:
        self._last_change = await self._store.last_change()
        self._rounds.start()
        self._writing.start()

    async def cog_unload(self) -> None:
        self._rounds.cancel()
        self._writing.cancel()
        try:
            await self._store.write_behind()
        except StoreError as error:  # they are redrawn at the next start
            log.warning("the state of the boards was not stored: %s", error)

    @commands.Cog.listener()
    async def on_shard_served(self, _: int) -> None:
        """Look for what another process has left, as this one begins to serve its servers."""
        self._takeovers += 1
        self._taken_over = self._round
        if self._looked_back:  # else the last change before this start is right
            self._last_change = self._service.now()
        try:
            async with self._resuming:
                if self._takeovers > self._resumed:  # else one look has seen to several shards
                    await self._resume()
        except StoreError as error:
            log.warning("the machine moves later: %s", error)

    async def _next_round(self) -> None:
        """End expired matches, then redraw every match whose message is behind."""
        self._round += 1
        await self._tidy_calls()
        await self._recovery.finish_posts()
        await self._housekeeping.expire()
        await self._housekeeping.close_offers()
        # Of servers taken over since this round began, nobody has looked for calls yet.
        if self._looked_back == self._takeovers:
            await self._call_late()
        left = self._round - self._taken_over <= _LEFT_FOR
        for scene, seat, reminder in await self._housekeeping.reminders(left=left):
            async with self._housekeeping.sparing(scene.match.id):
                sent = await self._absent(scene, seat)
                sent = sent or await self._boards.calls.remind(scene, seat, reminder)
                await self._housekeeping.reminded(scene, seat, reminder, sent=sent)
        await self._redraw()
        await self._scrubbing.scrub()
        await self._following.tell()
        async with self._resuming:
            await self._resume()
        self._reviews.wake()

    async def _resume(self) -> None:
        """Have the machine and the clocks go on where nobody else sees to them."""
        takeovers = self._takeovers
        await self._boards.machines.resume(anew=takeovers > self._resumed)
        self._resumed = takeovers
        await self._boards.stopwatches.resume()

    async def _tidy_calls(self) -> None:
        """Delete outdated calls that a kill or a failure of Discord has left."""
        calls, takeovers = self._boards.calls, self._takeovers
        first = takeovers > self._looked_back
        doubtful, calls.doubtful = calls.doubtful, set()
        now = self._service.now()
        await self._lost_calls.find(doubtful, now - LOOKED_BACK, now + _CLOCKS_DIFFER)
        since = self._last_change - LOOKED_BACK if first else None
        if since is not None:  # include the calls of a dead process around its last change
            left = await self._store.changed_since(since)
            await self._lost_calls.find(left, since, self._last_change + _SENT_BY)
        for match_id in await self._housekeeping.with_settled_calls(since):
            async with self._housekeeping.sparing(match_id):
                await calls.tidy(match_id)
        await calls.delete_outdated()
        self._looked_back = takeovers

    async def _call_late(self) -> None:
        """Send the calls that have not gone out, however long nobody has run the bot."""
        takeovers = self._takeovers
        since = self._last_change - LOOKED_BACK if takeovers > self._called_late else None
        for scene, seat, missing in await self._housekeeping.uncalled(since):
            async with self._housekeeping.sparing(scene.match.id):
                await self._boards.calls.call_late(scene, seat, missing)
            await self._store.calls.ended(scene.match, seat, missing)
        self._called_late = takeovers

    async def _absent(self, scene: Scene, seat: int) -> bool:
        """Whether a player due for a reminder has left the server; an opponent is told. The clock
        runs on.
        """
        user = scene.match.player(seat).id
        if not await self._boards.absence.of(scene, user):
            return False
        await self._boards.calls.tell_absence(scene, seat)
        return True

    async def repair(self, guild: int | None = None) -> None:
        """Redraw outdated messages in one server or everywhere, including earlier failures.

        Expired matches end everywhere: that is due anyway and costs one statement.
        """
        await self._housekeeping.expire(everywhere=True)
        await self._redraw(guild, anyway=True)

    async def _redraw(self, guild: int | None = None, *, anyway: bool = False) -> None:
        for match_id in await self._service.mine(await self._store.behind(guild)):
            pause, due = self._failed.get(match_id, (1, 0))
            if self._round < due and not anyway:
                continue
            if await self._refreshed(match_id):
                self._failed.pop(match_id, None)
            else:
                self._failed[match_id] = min(2 * pause, _LONGEST_PAUSE), self._round + pause

    async def _refreshed(self, match_id: str) -> bool:
        try:
            return await self._boards.refresh(match_id)
        except Unusable:
            raise  # the same for all of them
        except StoreError as error:  # the other matches can still be shown
            await self._store.broken.note(match_id, str(error), self._service.now())
            return False
        except Exception:
            log.exception("match %s cannot be shown", match_id)  # likewise
            return False
