"""Admits interactions: presses, choices in selects, commands and suggestions.

``Gate`` limits how often each user may act, so that a flood from one user slows nobody else down.
It refuses everything after ``Shutdown`` has begun. ``Locks`` let one task at a time work on a
match, a channel or a player; ``LatestChanges`` tell the next task whether its scene is outdated.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Hashable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any
from weakref import WeakValueDictionary

import discord

from cogs.frame import rate_limits as limits
from cogs.frame.names import Verbatim
from cogs.frame.permissions import is_admin
from cogs.frame.rate_limits import Buckets, TooMuch, loop_time
from cogs.frame.replies import answering_in_time
from cogs.frame.visit import Visit, begin_visit
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import language_of, mark, speaking
from prowlerbot.core.posts import Bar
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.match.scene import Scene, tick
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)

PATIENCE = 10.0  # seconds that running work has to finish when the bot stops
_LIVE_SECONDS = 60  # seconds for which a press in a live match raises the limit of its player
_MAX_REMEMBERED = 10_000  # servers, players and matches that each cache remembers

_BARRED = {
    (False, False): mark("A moderator has barred you from this bot in this server."),
    (True, False): mark("A moderator has barred you from this bot in this server until {date}."),
    (False, True): mark("A moderator has barred you from this bot in this server: {reason}"),
    (True, True): mark(
        "A moderator has barred you from this bot in this server until {date}: {reason}"
    ),
}
"""The sentences for a barred user, by whether the bar ends and whether it has a reason."""
_TOO_FAST = mark(
    "The rate limit is {count} presses and commands a minute. You can continue in {seconds} s."
)
_TOO_MANY_AT_ONCE = mark("You ask faster than I can answer; wait for the answer, then try again.")


class Locks:
    """A lock for each key, which lives as long as a task holds it or waits for it."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()

    def lock_for(self, key: Hashable) -> asyncio.Lock:
        return self._locks.setdefault(key, asyncio.Lock())


class LatestChanges:
    """The last change of each match in this process, in the ticks of ``Scene.read_at``.

    Scenes read before the oldest of these changes were used long ago.
    """

    def __init__(self) -> None:
        self._ticks: Recent[str, int] = Recent(_MAX_REMEMBERED)

    def count_change(self, match_id: str) -> int:
        """Record a change of a match just now; returns its tick."""
        self._ticks.keep(match_id, changed_at := tick())
        return changed_at

    def is_missing_in(self, scene: Scene) -> bool:
        """Whether the match changed after the scene was read."""
        return (self._ticks.find(scene.match.id) or 0) > scene.read_at


class Gate:
    """The gate of a process; the counts are in memory, so each process has its own.

    The gate remembers the limit of a server from the last time it was read. So it refuses a user
    beyond the limit without reading anything.
    """

    def __init__(self, service: Service) -> None:
        self._service = service
        self._interactions = Buckets(loop_time)
        self._suggestions = Buckets(loop_time)
        self._refusals = Buckets(loop_time)
        self.posts = limits.Posts(loop_time)
        self._live_until: Recent[int, float] = Recent(_MAX_REMEMBERED)  # by user, in loop time
        self._limits: Recent[int, int] = Recent(_MAX_REMEMBERED)  # presses a minute, by server
        self._typing = Locks()
        self._newest_typing: dict[int, discord.Interaction] = {}
        self._unfinished: dict[int, list[discord.Interaction]] = {}  # now handled, by user
        self.shutdown = Shutdown()
        self.arrivals = limits.Arrivals(loop_time, limits.MAX_UNANSWERED_ARRIVALS)

    @contextmanager
    def handling(self, interaction: discord.Interaction) -> Iterator[None]:
        """Answer an interaction in its user's language and in time; the bot stops only after it."""
        language = speaking(language_of(str(interaction.locale)))
        counted, awaited = self.arrivals.handling(interaction), self.shutdown.awaiting_this_task()
        with counted, awaited, answering_in_time(interaction), language:
            yield

    async def admit_user(self, interaction: discord.Interaction) -> Visit:
        """Begin the visit of a user; raises TooMuch if they ask too often."""
        self.check_remembered_limit(interaction)
        guild, user = interaction.guild_id or 0, interaction.user.id
        server, reader, bars = await self._service.store.choices.choices_in_server(guild, user)
        self.count_interaction(interaction, server)
        visit = begin_visit(interaction, server, reader, self.posts)
        await self.check_bars(interaction, bars)
        return visit

    async def check_bars(self, interaction: discord.Interaction, bars: Sequence[Bar]) -> None:
        """Raise Denied for a user with one of these bars; admins pass, so that they can lift it."""
        if not bars or is_admin(interaction):
            return
        user, now = interaction.user.id, self._service.now()
        if (bar := await self._service.store.bars.bar_among(bars, user, now)) is None:
            return
        sentence = _BARRED[bool(bar.until), bool(bar.reason)]
        raise Denied(sentence, date=Verbatim(f"<t:{bar.until}:f>"), reason=bar.reason)

    def check_remembered_limit(self, interaction: discord.Interaction) -> None:
        """Raise TooMuch by the remembered limit of the server, without counting."""
        if (limit := self._limits.find(interaction.guild_id or 0)) is not None:
            self._check_limits(interaction, limit)

    def count_interaction(
        self, interaction: discord.Interaction, choices: ServerChoices, *, live: bool = False
    ) -> None:
        """Check and count an interaction, perhaps in a ``live`` match. Raises TooMuch."""
        if live:
            self._live_until.keep(interaction.user.id, loop_time() + _LIVE_SECONDS)
        self._limits.keep(interaction.guild_id or 0, choices.presses_a_minute)
        for key, a_minute in self._check_limits(interaction, choices.presses_a_minute).items():
            self._interactions.take_token(key, a_minute)

    def _check_limits(self, interaction: discord.Interaction, limit: int) -> dict[Hashable, int]:
        """The limits a minute: of the user in this server, and everywhere. Raises TooMuch."""
        user = interaction.user.id
        if (self._live_until.find(user) or 0.0) > loop_time():
            limit = max(limit, limits.MAX_LIVE_A_MINUTE)
        limit_by_key: dict[Hashable, int] = {
            (interaction.guild_id or 0, user): limit,
            user: max(limit, limits.MAX_EVERYWHERE_A_MINUTE),
        }
        for key, a_minute in limit_by_key.items():
            self._interactions.check_token(key, a_minute, _TOO_FAST)
        return limit_by_key

    def may_answer_refused(self, interaction: discord.Interaction) -> bool:
        """Whether to answer a refused user again: answers to a whole flood would only add to it."""
        return not self._refusals.take_token(interaction.user.id, limits.MAX_REFUSALS_A_MINUTE)

    @asynccontextmanager
    async def suggesting(self, interaction: discord.Interaction) -> AsyncIterator[bool]:
        """Whether to show suggestions for a typed text: one at a time, for the newest letter."""
        user = interaction.user.id
        if self._suggestions.take_token(user, limits.MAX_SUGGESTIONS_A_MINUTE):
            yield False
            return
        self._newest_typing[user] = interaction
        async with self._typing.lock_for(user):
            is_newest = self._newest_typing.get(user) is interaction
            if is_newest:
                del self._newest_typing[user]
            yield is_newest

    @contextmanager
    def limiting(self, interaction: discord.Interaction) -> Iterator[None]:
        """Count a press or command as unfinished. Raises Denied if the bot stops, or TooMuch."""
        if self.shutdown.begun:
            raise Denied("I am restarting; please try again in a minute.")
        user = interaction.user.id
        unfinished = self._unfinished.setdefault(user, [])
        # Work that follows an answer, such as calls in a busy channel, is not the player's doing.
        if sum(not other.response.is_done() for other in unfinished) >= limits.MAX_UNANSWERED:
            raise TooMuch(_TOO_MANY_AT_ONCE)
        unfinished.append(interaction)
        try:
            yield
        finally:
            unfinished.remove(interaction)
            if not unfinished:
                del self._unfinished[user]


class Shutdown:
    """Lets running presses and commands finish before the bot stops; the gate refuses new ones."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[Any]] = set()
        self.begun = False

    @contextmanager
    def awaiting_this_task(self) -> Iterator[None]:
        """Have the bot wait for this task before it stops."""
        task = asyncio.current_task()
        if task is None or task in self._running:
            yield
            return
        self._running.add(task)
        try:
            yield
        finally:
            self._running.discard(task)

    async def await_running(self, patience: float = PATIENCE) -> None:
        """Wait for the work that is running now, while new work may come."""
        if running := self._other_tasks():
            await asyncio.wait(running, timeout=patience)

    async def begin_shutdown(self, patience: float = PATIENCE, lull: float = 0.0) -> None:
        """Refuse new work, and wait for the rest until no work has arrived for a ``lull``.

        Both are in seconds. Work that is still running after the ``patience`` is cancelled.
        """
        self.begun = True
        deadline = time.perf_counter() + patience
        while (seconds_left := deadline - time.perf_counter()) > 0:
            await self.await_running(seconds_left)
            if not self._other_tasks():
                if lull:
                    await asyncio.sleep(min(lull, seconds_left))
                if not self._other_tasks():
                    return
        if unfinished := self._other_tasks():
            log.warning("not finished in %.0f s and cut short: %d", patience, len(unfinished))
        for task in unfinished:
            task.cancel()
        await asyncio.gather(*unfinished, return_exceptions=True)

    def _other_tasks(self) -> set[asyncio.Task[Any]]:
        current = asyncio.current_task()
        return {task for task in self._running if task is not current and not task.done()}
