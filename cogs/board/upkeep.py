"""What a match needs without a press: its duties, and updates of outdated boards."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from discord.ext import commands

from cogs.board.board_messages import BoardMessages
from cogs.board.calls.lost import LOOKED_BACK, LostCalls
from cogs.board.departures import Absence
from cogs.board.following import Following
from cogs.board.recovery import Recovery
from cogs.board.scrubbing import Scrubbing
from cogs.frame.duty_loop import DutyLoop, Handler, Later
from cogs.frame.recurring import recurring
from prowlerbot.core.errors import Stale, StoreError, Unusable
from prowlerbot.match.deadlines import Reminder
from prowlerbot.match.duties import MatchDuty
from prowlerbot.match.stopwatch import stop
from prowlerbot.service.housekeeping import Housekeeping, called
from prowlerbot.service.reviews import Reviews
from prowlerbot.service.service import Service
from prowlerbot.storage.duties import Duty
from prowlerbot.storage.scenes import Scene
from prowlerbot.storage.store import Store

log = logging.getLogger(__name__)

_EVERY = 30
_SENT_BY = 5 * 60
"""Seconds after a change within which its calls have been sent."""
_CLOCKS_DIFFER = 60

Look = Callable[[str], Awaitable[int | None]]
"""Looks at a match, and returns when to look again; None for never."""


@dataclass(eq=False)
class Upkeep(commands.Cog):
    _bot: commands.AutoShardedBot
    _service: Service
    _store: Store
    _boards: BoardMessages
    _duty_loop: DutyLoop
    _recovery: Recovery
    _scrubbing: Scrubbing
    _following: Following
    _reviews: Reviews
    _absence: Absence

    def __post_init__(self) -> None:
        self._housekeeping = Housekeeping(self._service)
        self._lost_calls = LostCalls(self._bot, self._service, self._boards.calls)
        self._takeovers = 1
        """How often this process has begun to serve what another may have left."""
        self._looked_back = 0
        """How many of those times it has looked for such calls."""
        self._last_change = 0
        self._rounds = recurring("upkeep", _EVERY, self._next_round, self._bot.wait_until_ready)
        house = self._housekeeping
        ending: dict[MatchDuty, Look] = {
            MatchDuty.EXPIRE: house.expire,
            MatchDuty.ABANDON: house.abandon,
            MatchDuty.OFFER: house.close_offers,
            MatchDuty.STOPWATCH: self._stop,
        }
        others: dict[MatchDuty, Look] = {
            MatchDuty.COMPUTE: house.compute,
            MatchDuty.REMIND: self._remind,
            MatchDuty.CALL: self._call_late,
        }
        if self._boards.machines.seats.switched_on:
            others[MatchDuty.MACHINE] = self._boards.machines.look
        for what, look in (ending | others).items():
            self._duty_loop.add(what, self._sparing(look, shows=what in ending))
        self._duty_loop.add(MatchDuty.BOARD, self._redraw)

    async def cog_load(self) -> None:
        self._last_change = await self._store.last_change()
        self._rounds.start()

    async def cog_unload(self) -> None:
        self._rounds.cancel()

    @commands.Cog.listener()
    async def on_shard_served(self, _: int) -> None:
        """Look for what another process has left, as this one begins to serve its servers."""
        self._takeovers += 1
        if self._looked_back:  # else the last change before this start is right
            self._last_change = self._service.now()

    async def _next_round(self) -> None:
        await self._find_calls()
        await self._recovery.finish_posts()
        await self._scrubbing.scrub()
        await self._following.tell()
        self._reviews.wake()

    async def _find_calls(self) -> None:
        """Find calls that a kill or a failure of Discord has left, and delete outdated ones."""
        calls, takeovers = self._boards.calls, self._takeovers
        doubtful, calls.doubtful = calls.doubtful, set()
        now = self._service.now()
        await self._lost_calls.find(doubtful, now - LOOKED_BACK, now + _CLOCKS_DIFFER)
        if takeovers > self._looked_back:  # the calls of a dead process around its last change
            since = self._last_change - LOOKED_BACK
            left = await self._store.changed_since(since)
            await self._lost_calls.find(left, since, self._last_change + _SENT_BY)
        await calls.delete_outdated()
        self._looked_back = takeovers

    # ------------------------------------------------------------------ duties

    def _sparing(self, look: Look, *, shows: bool) -> Handler:
        """The handler that looks at a match, and ``shows`` what has changed with that."""

        async def handler(duty: Duty) -> int | None:
            done, again = False, None
            async with self._housekeeping.sparing(duty.subject):
                again, done = await look(duty.subject), True
            if not done:
                raise Later
            if shows and again is None:
                await self._boards.refresh(duty.subject)
            return again

        return handler

    async def _stop(self, match_id: str) -> int | None:
        """End a live stage whose time is up."""
        try:
            await self._service.apply(match_id, stop)
        except Stale:  # all finished early, or a move has begun the clock anew
            return self._service.stopwatch(await self._service.match(match_id))
        return None

    async def _remind(self, match_id: str) -> int | None:
        scene = await self._service.scene(match_id)
        found, again = await self._housekeeping.reminders(scene)
        times = [again]
        for seat, reminder in found:
            sent = await self._absent(scene, seat)
            sent = sent or await self._boards.calls.remind(scene, seat, reminder)
            times.append(await self._housekeeping.reminded(scene, seat, reminder, sent=sent))
        return min((at for at in times if at is not None), default=None)

    async def _absent(self, scene: Scene, seat: int) -> bool:
        """Whether a player due for a reminder has left the server; an opponent is told. The clock
        runs on.
        """
        user = scene.match.player(seat).id
        if not await self._absence.of(scene, user):
            return False
        await self._boards.calls.tell_absence(scene, seat)
        return True

    async def _call_late(self, match_id: str) -> int | None:
        """Send the calls that have not gone out, and delete those that are outdated."""
        scene = await self._service.scene(match_id)
        await self._boards.calls.tidy(scene)
        found, again = await self._housekeeping.uncalled(scene)
        if found:  # a kill may have kept their calls from being noted
            since = self._housekeeping.earliest_turn(scene.match) - _CLOCKS_DIFFER
            until = self._service.now() + _CLOCKS_DIFFER
            await self._lost_calls.find([match_id], since, until)
            scene = await self._service.scene(match_id)
        for seat, missing in found:
            if missing is Reminder.AWAITED or not called(scene, seat):
                await self._boards.calls.call_late(scene, seat, missing)
            await self._store.calls.ended(scene.match, seat, missing)
        return again

    async def _redraw(self, duty: Duty) -> None:
        """Redraw a board that is behind."""
        if await self._store.is_behind(duty.subject) and not await self._refreshed(duty.subject):
            raise Later

    async def _refreshed(self, match_id: str) -> bool:
        try:
            return await self._boards.refresh(match_id, call=False)  # another duty calls
        except Unusable:
            raise  # the same for all of them
        except StoreError as error:
            await self._store.broken.note(match_id, str(error), self._service.now())
            return False

    async def repair(self, guild: int | None = None) -> None:
        """Do what is due, and redraw outdated messages in one server or everywhere, including
        earlier failures.
        """
        await self._duty_loop.do_what_is_due()
        for match_id in await self._service.mine(await self._store.behind(guild)):
            await self._refreshed(match_id)
