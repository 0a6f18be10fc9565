"""The bot's replacements in discord.py for shards, connecting and logging in.

*Shards* come and go while a client runs; discord.py launches all at once and keeps them until its
end. This uses the table of its shards and its queue of events about them. In the state of the
connection it uses servers, numbers of shards, and the tasks that wait for a shard. If these change,
no process takes a shard, or a shard stays connected after another process has it.

Each connection also has a table of parsers of its own. It marks interactions with their shard as
discord.py does with ``RESUMED``. If that changes, interactions of shared shards get lost.

*The pause* of a shard before it reconnects replaces ``_backoff`` of the shard at
``ShardInfo._parent``. discord.py's own pause grows to a quarter of an hour, and no setting limits
it. If these change, the bot reconnects late after an outage.

*Repeated logins* replace nothing, but rely on ``http.connector``, which stays closed after a failed
login and would make the next one fail too. If that changes, each login after a failed one fails.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import discord
from discord.shard import EventItem, EventType
from yarl import URL

from prowlerbot.core.clock import shard_of
from prowlerbot.core.errors import Hopeless
from prowlerbot.storage.leases import SessionStarts

SHARD = "__shard_id__"  # the key of an interaction, given as Discord sent it, that has its shard
_INTERACTION = "INTERACTION_CREATE"
_CLIENT_PARTS = "_AutoShardedClient__shards", "_AutoShardedClient__queue"
_STATE_PARTS = "parsers", "shard_ids", "_ready_tasks", "_ready_states", "_remove_guild"
_SHARD_INFO_PARTS = ("_parent",)
"""The private parts of discord.py that exist before the first shard connects."""


@dataclass(frozen=True, slots=True)
class Gateway:
    """Discord's answer about the gateway; ``at_once`` is the number that may identify together."""

    url: URL
    recommended: int
    at_once: int
    starts: SessionStarts


class ShardSet:
    """The shards of a client; ``begin_without_shards`` is called first, or ``ask_for_gateway``."""

    def __init__(self, client: discord.AutoShardedClient) -> None:
        """Raises Hopeless if discord.py lacks a private part that is used here."""
        self._client = client
        self._state: Any = client._connection  # noqa: SLF001 - see above
        self.count = 0
        used_parts = {client: _CLIENT_PARTS, self._state: _STATE_PARTS}
        used_parts |= {discord.ShardInfo: _SHARD_INFO_PARTS}
        parts = ((owner, name) for owner, names in used_parts.items() for name in names)
        if missing := [name for owner, name in parts if not hasattr(owner, name)]:
            raise Hopeless(
                "Processes cannot share the shards with discord.py {version}, which has no {names};"
                " install the version that requirements.lock names.",
                version=discord.__version__,
                names=", ".join(missing),
            )

    async def ask_for_gateway(self) -> Gateway:
        recommended, url, limit = await self._client.http.get_bot_gateway()
        starts = SessionStarts(int(limit["remaining"]), int(limit["total"]))
        return Gateway(URL(url), recommended, int(limit["max_concurrency"]), starts)

    def begin_without_shards(self, count: int) -> None:
        """Begin with none of ``count`` shards."""
        self.count = self._client.shard_count = self._state.shard_count = count
        self._state.shard_ids = []

    async def connect_shard(self, shard: int, gateway: Gateway) -> None:
        """Connect a shard; the client is ready once its first one is."""
        self._state.shard_ids = [*self._state.shard_ids, shard]
        try:
            await self._client.launch_shard(gateway.url, shard)
        except BaseException:
            self._stop_waiting(shard)
            raise
        parent: Any = self._shards[shard]
        launch: Callable[[], None] = parent.launch

        def launch_marked() -> None:  # also after each reconnection
            parent.ws._discord_parsers = self._parsers_of(shard)  # noqa: SLF001 - see above
            launch()

        parent.launch = launch_marked
        parent.ws._discord_parsers = self._parsers_of(shard)  # noqa: SLF001 - see above

    def _parsers_of(self, shard: int) -> dict[str, Callable[[Any], None]]:
        """The parsers of events for a connection of a shard."""
        parsers: dict[str, Callable[[Any], None]] = self._state.parsers

        def parse(data: Any) -> None:
            data[SHARD] = shard
            parsers[_INTERACTION](data)

        return {**parsers, _INTERACTION: parse}

    async def remove_shard(self, shard: int) -> None:
        """Disconnect a shard for good; no event of it comes any more."""
        parent: Any = self._shards.pop(shard, None)
        self._stop_waiting(shard)
        if parent is None:
            return

        async def stay_away(*_: object) -> None: ...

        # The client may be connecting this shard, or have an event of it queued; neither may go on.
        parent.reconnect = parent.reidentify = stay_away
        parent.launch = lambda: asyncio.ensure_future(parent.ws.close(code=1000))
        await parent.disconnect()

    def forget_guilds(self, shard: int) -> None:
        """Forget the servers of a removed shard without the events of removed servers."""
        for guild in [*self._client.guilds]:
            if shard_of(guild.id, self.count) == shard:
                self._state._remove_guild(guild)  # noqa: SLF001 - see above

    def announce_served(self, shard: int) -> None:
        """Send the event ``shard_served``: this process serves a shard now."""
        self._client.dispatch("shard_served", shard)

    def fail_client(self, error: Exception) -> None:
        """Have the client close and raise an error from ``connect``."""
        queue: Any = self._client._AutoShardedClient__queue  # type: ignore[attr-defined]  # noqa: SLF001 - see above
        queue.put_nowait(EventItem(EventType.terminate, None, error))

    @property
    def _shards(self) -> dict[int, Any]:
        shards: dict[int, Any] = self._client._AutoShardedClient__shards  # type: ignore[attr-defined]  # noqa: SLF001 - see above
        return shards

    def _stop_waiting(self, shard: int) -> None:
        state = self._state
        state.shard_ids = [other for other in state.shard_ids if other != shard]
        waiting = state._ready_tasks.pop(shard, None)  # noqa: SLF001 - see above
        if waiting is not None:
            waiting.cancel()
            # Before Python 3.12 it may miss this, and then fails for want of its state. Reading its
            # exception keeps asyncio from logging it.
            waiting.add_done_callback(lambda task: task.cancelled() or task.exception())
        state._ready_states.pop(shard, None)  # noqa: SLF001 - see above


def pause_shard(shard: discord.ShardInfo, delay: Callable[[], float]) -> None:
    """Have a shard wait for ``delay()`` seconds before each attempt."""
    parent: Any = shard._parent  # noqa: SLF001 - see above
    parent._backoff = SimpleNamespace(delay=delay)  # noqa: SLF001 - see above


async def forget_session(client: discord.Client) -> None:
    """Clean up after a failed login, so that the next one opens a new session."""
    await client.http.close()
    client.http.connector = discord.utils.MISSING
