"""The one loop for what falls due without a press: it takes duties and calls their handlers.

The loop calls a handler once its duty is due by the clock of the service, however late that is; the
outages of the service tell what is forgiven by then. Much of the work cannot be undone, so while
that clock is not sure to be right the loop takes no duty, and asks Discord for the time. Each round
after that also notes that the bot could answer (``service/heartbeat.py``). A process that has
just begun to serve a server looks a little ahead, as nobody else does what another process was
about to do there.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass

from discord.ext import commands

from cogs.discord_py.hooked_bot import HookedBot
from cogs.frame.features import recurring
from cogs.frame.interaction import context_of_nobody
from cogs.frame.replies import LOST
from prowlerbot.core.duty import ANYWHERE, Duty
from prowlerbot.core.errors import StoreError, Unusable
from prowlerbot.core.outages import forgiven
from prowlerbot.match.match_duties import LEFT_OVER
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)

_EVERY = 1
"""Seconds."""
_AT_ONCE = 4
"""The duties of a kind that are done at the same time, where its feature asks for no other number.
"""
_LOOKED_AT = 500
"""The duties of a kind that are looked through for those of the servers of this process."""
_CLAIMED_FOR, _RENEWED = 40, 20
"""Seconds of a claim, and those left of it once it is renewed."""
_PAUSE, _LONGEST_PAUSE = 30, 32 * 60
"""Seconds until the next look after a failure, then twice as many, and at most so many."""
_AWAY = 5
"""Seconds until the next look where the database was away."""
_FARTHEST = 60 * 24 * 60 * 60
"""Seconds ahead of which no duty is taken for granted: a clock that was wrong may have set it."""

Handler = Callable[[Duty], Awaitable[int | None]]
"""Does what is due by now, and returns when to look again; None for never."""


class Later(Exception):
    """What is due cannot be done now, and whoever raises this has said why."""


@dataclass(eq=False, slots=True)
class _InHand:
    duty: Duty
    task: asyncio.Task[None]
    claimed_until: int


@dataclass(eq=False)
class DutyLoop(commands.Cog):
    _bot: HookedBot
    _service: Service

    def __post_init__(self) -> None:
        self._duties = self._service.store.duties
        self._handlers: dict[str, Handler] = {}
        self._at_once: dict[str, int] = {}
        self._graces: dict[str, int] = {}
        self._in_hand: dict[Duty, _InHand] = {}
        self._done: dict[Duty, int | None] = {}
        self._pauses: dict[tuple[str, str], int] = {}
        self._takes_over = True
        self._is_sure = False
        self._asking: asyncio.Task[None] | None = None
        ready = self._bot.wait_until_ready
        self._rounds = recurring("duties", _EVERY, self.do_what_is_due, ready)

    def add(self, what: str, handler: Handler, at_once: int = _AT_ONCE, *, grace: int = 0) -> None:
        """``grace`` is for what ends without its players: so many seconds after an outage."""
        self._handlers[what] = handler
        self._at_once[what] = at_once
        self._graces[what] = grace

    async def cog_load(self) -> None:
        await self._service.heartbeat.read()
        self._rounds.start()

    async def cog_unload(self) -> None:
        """Let another process, or the next one, go on at once."""
        self._rounds.cancel()
        if self._asking is not None:
            self._asking.cancel()
        for each in self._in_hand.values():
            each.task.cancel()
            self._done.setdefault(each.duty, each.duty.at)
        try:
            await self._service.store.write_behind()
            await self._duties.settle(self._done, (), (), 0)
        except StoreError as error:  # the claims end by themselves, and boards are looked at again
            log.warning("what was done is not noted: %s", error)

    @commands.Cog.listener()
    async def on_shard_served(self, _: int) -> None:
        self._takes_over = True

    async def do_what_is_due(self) -> None:
        """Do all that is due; what takes longer than a moment goes on beside the next round."""
        await self._service.store.write_behind()
        while True:
            tasks = await self._take()
            if self._is_sure:  # and the database is there
                await self._service.heartbeat.beat(*self._bot.answering())
            if not tasks:
                return
            await asyncio.wait(tasks, timeout=_EVERY)

    async def _take(self) -> list[asyncio.Task[None]]:
        """Note what is done, and begin what is due; returns that."""
        # The clock comes first, as an outage is reckoned by the right time.
        sure = await self._knows_the_time()
        now, until = self._service.now(), self._service.now() + _CLAIMED_FOR
        done, self._done = self._done, {}
        others = [each for duty, each in self._in_hand.items() if duty not in done]
        kept = [each for each in others if each.claimed_until < now + _RENEWED]
        begun: list[Duty] = []
        try:
            busy = {(it.duty.subject, it.duty.what) for it in others}
            found = await self._found(now, busy) if sure else []
            later = {duty: at for duty in found if (at := self._forgiven(duty)) > duty.at}
            found = [duty for duty in found if duty not in later]
            if done or kept or found or later:
                begun = await self._duties.settle(
                    {**done, **later}, [it.duty for it in kept], found, until
                )
        except BaseException:
            self._done = {**done, **self._done}
            raise
        for duty in done:
            del self._in_hand[duty]
        for each in kept:
            each.claimed_until = until
        for duty in begun:
            task = context_of_nobody().run(asyncio.create_task, self._do(duty))
            self._in_hand[duty] = _InHand(duty, task, until)
        self._takes_over = self._takes_over and not sure
        return [self._in_hand[duty].task for duty in begun]

    async def _knows_the_time(self) -> bool:
        """Whether the clock is sure to be right; if not, Discord is asked."""
        sure, now = self._service.knows_the_time, self._service.now()
        if sure and not self._is_sure:
            await self._duties.look_earlier(self._handlers, now + _FARTHEST, now)
        elif not sure and self._asking is None:
            log.warning("work that falls due waits until Discord has told the time")
        if sure:
            self._asking = None
        elif self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask())
        self._is_sure = sure
        return sure

    async def _ask(self) -> None:
        """Have Discord answer anything, as each answer tells the time."""
        with suppress(*LOST):
            await self._bot.application_info()

    async def _found(self, now: int, busy: Collection[tuple[str, str]]) -> list[Duty]:
        """Find the duties that are due and may begin; the ``busy`` ones have begun."""
        count = Counter(what for _, what in busy)
        room = {what: most - count[what] for what, most in self._at_once.items()}
        looked_at = None if self._service.serves_all else _LOOKED_AT
        limits = {what: looked_at or self._at_once[what] for what, free in room.items() if free > 0}
        ahead = LEFT_OVER if self._takes_over else 0
        taken: list[Duty] = []
        for duty in await self._duties.due(limits, now + ahead, now) if limits else []:
            mine = duty.home == ANYWHERE or self._service.serves(duty.home)
            if mine and (duty.subject, duty.what) not in busy and room[duty.what]:
                room[duty.what] -= 1
                taken.append(duty)
        return taken

    def _forgiven(self, duty: Duty) -> int:
        """When a duty is due after all, or will be."""
        grace = self._graces[duty.what]
        outages = self._service.heartbeat.outages(duty.home) if grace else ()
        return forgiven(duty.at, outages, grace)

    async def _do(self, duty: Duty) -> None:
        key, now = (duty.subject, duty.what), self._service.now()
        try:
            again = await self._handlers[duty.what](duty)
            self._done[duty] = None if again is None else max(again, now + 1)
        except Unusable as error:
            log.warning("%s of %s had to wait: %s", duty.what, duty.subject, error)
            self._done[duty] = now + _AWAY
        except Exception as error:
            if key not in self._pauses and not isinstance(error, Later):
                log.exception("%s of %s failed and is tried again", duty.what, duty.subject)
            pause = self._pauses.get(key, _PAUSE)
            self._pauses[key] = min(2 * pause, _LONGEST_PAUSE)
            self._done[duty] = now + pause
        else:
            self._pauses.pop(key, None)
