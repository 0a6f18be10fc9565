"""The one loop for work that falls due without a press: it calls the handlers of due duties.

Time lost in an outage is added to the duties that have a grace. Much of the work cannot be undone.
So the loop takes no duty while the clock may be wrong, and asks Discord for the time. While the
clock is right, each round records that the bot can answer (``prowlerbot/core/clock.py``). A process
that has just begun to serve a server takes duties a little early: the one before may have left
them.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from dataclasses import dataclass

from discord.ext import commands

from cogs.discord_py.interactions import HookedBot
from cogs.discord_py.requests import SteadyLoop
from cogs.frame.replies import LOST, context_of_nobody
from prowlerbot.core.clock import forgive_outages
from prowlerbot.core.errors import GameFailed, GameMissing, StoreError, Unusable
from prowlerbot.core.posts import ANYWHERE, Duty
from prowlerbot.match.call_rules import DUTY_DELAY
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)

_ROUND_SECONDS = 1  # seconds between two rounds
_DEFAULT_LIMIT = 4
"""The most duties of a kind that run at the same time, unless its feature gives another number."""
_MAX_READ = 500
"""The most duties of a kind that one round reads to find those of this process's servers."""
_CLAIM_SECONDS, _RENEWAL_SECONDS = 40, 20
"""How long a duty is claimed, and the time left at which its claim is renewed."""
_FIRST_BACKOFF, _MAX_BACKOFF = 30, 32 * 60
"""Seconds until the next attempt after the first failure, and the most after further ones."""
_BACKOFF_WITHOUT_DATABASE = 5  # seconds until the next attempt if the database was out of reach
_FARTHEST_SECONDS = 60 * 24 * 60 * 60
"""Seconds; duties that are due later than this are checked, as a wrong clock may have set them."""

Handler = Callable[[Duty], Awaitable[int | None]]
"""Does the work that is due now, and returns the time to look again; None for never."""


class Later(Exception):
    """A duty cannot be done now; the code that raises this has logged the reason."""


@dataclass(eq=False, slots=True)
class _Claim:
    """A duty that a task of this process works on."""

    duty: Duty
    task: asyncio.Task[None]
    until: int  # then another process may take the duty; in epoch seconds


@dataclass(eq=False)
class DutyLoop(commands.Cog):
    """Takes the due duties in rounds, and hands each to the handler of its kind."""

    _bot: HookedBot
    _service: Service

    def __post_init__(self) -> None:
        self._duties = self._service.store.duties
        self._handlers: dict[str, Handler] = {}
        self._limits: dict[str, int] = {}
        self._graces: dict[str, int] = {}
        self._claims: dict[Duty, _Claim] = {}
        self._next_times: dict[Duty, int | None] = {}
        """When each finished duty is due again, None for never; the next round records that."""
        self._backoffs: dict[tuple[str, str], int] = {}
        """By subject and kind, the seconds to wait after the next failure."""
        self._takes_over = True  # whether a process before this one may have left duties
        self._knows_time = False  # whether the clock was right in the latest round
        self._time_request: asyncio.Task[None] | None = None
        self._last_error = ""
        self._rounds = SteadyLoop(self.survive_round, _ROUND_SECONDS)
        self._rounds.before_loop(self._bot.wait_until_ready)

    def add_handler(
        self, what: str, handler: Handler, at_once: int = _DEFAULT_LIMIT, *, grace: int = 0
    ) -> None:
        """Register the handler of a kind of duties.

        ``grace`` is the minimum of seconds that players have for it after an outage.
        """
        self._handlers[what] = handler
        self._limits[what] = at_once
        self._graces[what] = grace

    async def cog_load(self) -> None:
        await self._service.clocks.heartbeat.read_beats()
        self._rounds.start()

    async def cog_unload(self) -> None:
        """Release all duties, so that another process can take them at once."""
        self._rounds.cancel()
        if self._time_request is not None:
            self._time_request.cancel()
        for claim in self._claims.values():
            claim.task.cancel()
            self._next_times.setdefault(claim.duty, claim.duty.at)
        try:
            await self._service.store.write_notes()
            await self._duties.settle_duties(self._next_times, (), (), 0)
        except StoreError as error:  # the claims expire by themselves, and boards are checked again
            log.warning("finished duties were not recorded: %s", error)

    @commands.Cog.listener()
    async def on_shard_served(self, _: int) -> None:
        self._takes_over = True

    async def survive_round(self) -> None:
        """Do a round, and log a failure: of the database each time, any other one once."""
        try:
            await self.do_what_is_due()
        except StoreError as error:
            log.error("duties had to wait: %s", error)  # noqa: TRY400 - the sentence says it all
        except Exception as error:
            if repr(error) != self._last_error:
                log.exception("duties failed and continue with the next round")
            self._last_error = repr(error)
        else:
            self._last_error = ""

    async def do_what_is_due(self) -> None:
        """Do all due duties; long ones continue beside the next round."""
        while True:
            tasks = await self._take_duties()
            if self._knows_time:  # and the database answers
                await self._service.clocks.heartbeat.note_beat(*self._bot.answering_shards())
            if not tasks:
                return
            await asyncio.wait(tasks, timeout=_ROUND_SECONDS)

    async def _take_duties(self) -> list[asyncio.Task[None]]:
        """Record the finished duties, and begin the due ones; returns their tasks."""
        # The clock comes first: the length of an outage depends on the right time.
        knows_time = await self._check_clock()
        now, until = self._service.now(), self._service.now() + _CLAIM_SECONDS
        next_times, self._next_times = self._next_times, {}
        running_claims = [claim for duty, claim in self._claims.items() if duty not in next_times]
        renewed_claims = [claim for claim in running_claims if claim.until < now + _RENEWAL_SECONDS]
        begun: list[Duty] = []
        try:
            busy_keys = {(claim.duty.subject, claim.duty.kind) for claim in running_claims}
            due = await self._startable_duties(now, busy_keys) if knows_time else []
            put_off = {duty: at for duty in due if (at := self._forgive_outages(duty)) > duty.at}
            startable = [duty for duty in due if duty not in put_off]
            await self._service.store.write_notes()  # first: a done duty relies on these notes
            if next_times or renewed_claims or due:
                settled, renewed = next_times | put_off, [claim.duty for claim in renewed_claims]
                begun = await self._duties.settle_duties(settled, renewed, startable, until)
        except BaseException:  # the next round records them; newer results replace these
            self._next_times = {**next_times, **self._next_times}
            raise
        for duty in next_times:
            del self._claims[duty]
        for claim in renewed_claims:
            claim.until = until
        for duty in begun:
            task = context_of_nobody().run(asyncio.create_task, self._do_duty(duty))
            self._claims[duty] = _Claim(duty, task, until)
        self._takes_over = self._takes_over and not knows_time
        return [self._claims[duty].task for duty in begun]

    async def _check_clock(self) -> bool:
        """Whether the clock is surely right; if not, the bot asks Discord for the time."""
        knows_time, now = self._service.clocks.knows_the_time, self._service.now()
        if knows_time and not self._knows_time:
            await self._duties.make_due(self._handlers, now + _FARTHEST_SECONDS, now)
        elif not knows_time and self._time_request is None:
            log.warning("duties wait until Discord has sent the time")
        if knows_time:
            self._time_request = None
        elif self._time_request is None or self._time_request.done():
            self._time_request = asyncio.create_task(self._ask_for_time())
        self._knows_time = knows_time
        return knows_time

    async def _ask_for_time(self) -> None:
        """Send Discord any request, because each response has the time."""
        with suppress(*LOST):
            await self._bot.application_info()

    async def _startable_duties(self, now: int, busy: Collection[tuple[str, str]]) -> list[Duty]:
        """Find the duties that are due and may begin; the ``busy`` ones have begun."""
        count = Counter(what for _, what in busy)
        free = {what: limit - count[what] for what, limit in self._limits.items()}
        max_read = None if self._service.serves_all else _MAX_READ
        limits = {what: max_read or self._limits[what] for what, room in free.items() if room > 0}
        lead_seconds = DUTY_DELAY if self._takes_over else 0
        startable: list[Duty] = []
        until = now + lead_seconds
        for duty in await self._duties.due_duties(limits, until, now) if limits else []:
            is_served = duty.home == ANYWHERE or self._service.serves(duty.home)
            if is_served and (duty.subject, duty.kind) not in busy and free[duty.kind]:
                free[duty.kind] -= 1
                startable.append(duty)
        return startable

    def _forgive_outages(self, duty: Duty) -> int:
        """The time at which a duty is due after the outages since."""
        if not (grace := self._graces[duty.kind]):
            return duty.at
        return forgive_outages(duty.at, self._service.clocks.heartbeat.outages(duty.home), grace)

    async def _do_duty(self, duty: Duty) -> None:
        key, now = (duty.subject, duty.kind), self._service.now()
        try:
            next_time = await self._handlers[duty.kind](duty)
            self._next_times[duty] = None if next_time is None else max(next_time, now + 1)
        except Unusable as error:
            log.warning("%s of %s had to wait: %s", duty.kind, duty.subject, error)
            self._next_times[duty] = now + _BACKOFF_WITHOUT_DATABASE
        except Exception as error:
            is_logged = isinstance(error, (Later, GameMissing, GameFailed))  # where it was raised
            if key not in self._backoffs and not is_logged:
                log.exception("%s of %s failed and is tried again", duty.kind, duty.subject)
            backoff = self._backoffs.get(key, _FIRST_BACKOFF)
            self._backoffs[key] = min(2 * backoff, _MAX_BACKOFF)
            self._next_times[duty] = now + backoff
        else:
            self._backoffs.pop(key, None)
