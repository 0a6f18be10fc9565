"""The gate of all interactions: presses, choices in selects, commands and suggestions.

It limits how often each user may act, so that a flood from one user slows nobody else down. It
refuses everything while the bot stops. ``Locks`` let only one task at a time work on a match, a
channel or a player; ``LatestChanges`` tell the next one whether its scene is old.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Hashable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any
from weakref import WeakValueDictionary

import discord

from cogs.frame import rate_limits
from cogs.frame.names import Verbatim
from cogs.frame.rate_limits import Buckets, TooMuch, loop_time
from cogs.frame.replies import answering_in_time
from cogs.frame.visit import Visit, begin_visit, is_admin
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import language_of, mark, speaking
from prowlerbot.core.posts import Bar
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.match.scene import Scene, tick
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)

PATIENCE = 10.0
"""Seconds that running work has to finish when the bot stops."""
_LIVE_FOR = 60
"""Seconds for which a press in a live match raises the limit of its player."""
_REMEMBERED = 10_000
"""The number of servers whose limit is remembered, and of matches whose last change is."""

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
        self._at: Recent[str, int] = Recent(_REMEMBERED)

    def count_change(self, match_id: str) -> int:
        """Record a change of a match just now; returns its tick."""
        self._at.keep(match_id, at := tick())
        return at

    def is_missing_in(self, scene: Scene) -> bool:
        """Whether the match changed after the scene was read."""
        return (self._at.find(scene.match.id) or 0) > scene.read_at


class Gate:
    """The gate of a process; the counts are in memory, so each process has its own.

    The gate remembers the limit of a server from the last time it was read. So it refuses a user
    beyond the limit without reading anything.
    """

    def __init__(self, service: Service) -> None:
        self._service = service
        self._asked = Buckets(loop_time)
        self._typed = Buckets(loop_time)
        self.posts = rate_limits.Posts(loop_time)
        self._live: Recent[int, float] = Recent(_REMEMBERED)
        self._typing = Locks()
        self._newest: dict[int, discord.Interaction] = {}
        self._allowed: Recent[int, int] = Recent(_REMEMBERED)
        self._under_way: dict[int, list[discord.Interaction]] = {}
        self._refused = Buckets(loop_time)
        self.shutdown = Shutdown()
        self.arrivals = rate_limits.Arrivals(loop_time, most=rate_limits.UNREAD_AT_ONCE)

    @contextmanager
    def handling(self, interaction: discord.Interaction) -> Iterator[None]:
        """Answer an interaction in its user's language and in time; the bot stops only after it."""
        language = speaking(language_of(str(interaction.locale)))
        arrived, running = self.arrivals.handling(interaction), self.shutdown.under_way()
        with arrived, running, answering_in_time(interaction), language:
            yield

    async def admit_user(self, interaction: discord.Interaction) -> Visit:
        """Begin the visit of a user; raises TooMuch if they ask too often."""
        self.check_remembered(interaction)
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

    def check_remembered(self, interaction: discord.Interaction) -> None:
        """Raise TooMuch by the remembered limit of the server, without counting."""
        if (allowed := self._allowed.find(interaction.guild_id or 0)) is not None:
            self._checked_keys(interaction, allowed)

    def count_interaction(
        self, interaction: discord.Interaction, choices: ServerChoices, *, live: bool = False
    ) -> None:
        """Check and count an interaction, perhaps in a ``live`` match. Raises TooMuch."""
        if live:
            self._live.keep(interaction.user.id, loop_time() + _LIVE_FOR)
        allowed, guild = choices.presses_a_minute, interaction.guild_id or 0
        self._allowed.keep(guild, allowed)
        for key, a_minute in self._checked_keys(interaction, allowed):
            self._asked.take_token(key, a_minute)

    def _checked_keys(
        self, interaction: discord.Interaction, allowed: int
    ) -> tuple[tuple[object, int], tuple[object, int]]:
        """The counted keys and their limits: by user and server, and by user. Raises TooMuch."""
        user = interaction.user.id
        if (self._live.find(user) or 0.0) > loop_time():
            allowed = max(allowed, rate_limits.LIVE_A_MINUTE)
        here = (interaction.guild_id or 0, user)
        keys = (here, allowed), (user, max(allowed, rate_limits.EVERYWHERE_A_MINUTE))
        for key, a_minute in keys:
            self._asked.check_token(key, a_minute, _TOO_FAST)
        return keys

    def may_answer_refused(self, interaction: discord.Interaction) -> bool:
        """Whether to answer a refused user again: answers to a whole flood would only add to it."""
        return not self._refused.take_token(interaction.user.id, rate_limits.REFUSALS_A_MINUTE)

    @asynccontextmanager
    async def suggesting(self, interaction: discord.Interaction) -> AsyncIterator[bool]:
        """Whether to show suggestions for a typed text: one at a time, for the newest letter."""
        user = interaction.user.id
        if self._typed.take_token(user, rate_limits.SUGGESTIONS_A_MINUTE):
            yield False
            return
        self._newest[user] = interaction
        async with self._typing.lock_for(user):
            newest = self._newest.get(user) is interaction
            if newest:
                del self._newest[user]
            yield newest

    @contextmanager
    def at_once(self, interaction: discord.Interaction) -> Iterator[None]:
        """Answer a press or command. Raises Denied if the bot stops, TooMuch in a flood."""
        if self.shutdown.begun:
            raise Denied("I am restarting; please try again in a minute.")
        user = interaction.user.id
        others = self._under_way.setdefault(user, [])
        # Work that follows an answer, such as calls in a busy channel, is not the player's doing.
        if sum(not each.response.is_done() for each in others) >= rate_limits.AT_ONCE:
            raise TooMuch(_TOO_MANY_AT_ONCE)
        others.append(interaction)
        try:
            yield
        finally:
            others.remove(interaction)
            if not others:
                del self._under_way[user]


class Shutdown:
    """Lets running presses and commands finish before the bot stops; the gate refuses new ones."""

    def __init__(self) -> None:
        self._under_way: set[asyncio.Task[Any]] = set()
        self.begun = False

    @contextmanager
    def under_way(self) -> Iterator[None]:
        """Have the bot wait for this task before it stops."""
        task = asyncio.current_task()
        if task is None or task in self._under_way:
            yield
            return
        self._under_way.add(task)
        try:
            yield
        finally:
            self._under_way.discard(task)

    async def settle(self, patience: float = PATIENCE) -> None:
        """Wait for the work that is running now, while new work may come."""
        if running := self._other_tasks():
            await asyncio.wait(running, timeout=patience)

    async def begin_shutdown(self, patience: float = PATIENCE, lull: float = 0.0) -> None:
        """Refuse new work, and wait for the rest until no work has arrived for a ``lull``."""
        self.begun = True
        until = time.perf_counter() + patience
        while (left := until - time.perf_counter()) > 0:
            if self._other_tasks():
                await asyncio.wait(self._other_tasks(), timeout=left)
            if not self._other_tasks():
                if lull:
                    await asyncio.sleep(min(lull, left))
                if not self._other_tasks():
                    return
        if late := self._other_tasks():
            log.warning("not finished in %.0f s and cut short: %d", patience, len(late))
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    def _other_tasks(self) -> set[asyncio.Task[Any]]:
        current = asyncio.current_task()
        return {task for task in self._under_way if task is not current and not task.done()}
