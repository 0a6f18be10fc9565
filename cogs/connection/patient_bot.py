"""The bot as a client of Discord: it retries to connect, shares shards, and ends in order."""

import logging
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, Self

import discord
from discord import app_commands
from discord.ext import commands

from cogs.connection import discord_requests
from cogs.connection.shared_shards import SharedShards
from cogs.discord_py.interactions import HookedBot, filter_incoming, read_no_messages
from cogs.discord_py.requests import error_text, trace_requests
from cogs.discord_py.shards import ShardSet, forget_session, pause_shard
from cogs.frame.features import routes_of
from cogs.frame.interaction_gate import Gate
from cogs.frame.meter import Meter
from cogs.frame.replies import is_outage, quieten_suggestions, set_arrival
from cogs.frame.router import Catalogues, Router, Tree
from prowlerbot.core.clock import ClockReading
from prowlerbot.storage.duty_store import COMMANDS_CHORE, ChoreStore
from prowlerbot.storage.leases import REQUESTS_A_SECOND, LeaseStore, requests_a_second

log = logging.getLogger(__name__)

_LULL_SECONDS = 0.3  # without a new interaction, after which a stopping bot expects none
_REFUSED_PART = re.compile(r"^In (\d+(?:\.options\.\d+)*)\.?(\S*): (.+)$", re.MULTILINE)
"""A part that Discord refuses, as discord.py writes it: its place, its field, and the reason."""
_MAX_REFUSED = 3


class PatientBot(HookedBot):
    """A bot that needs no privileged intent, and drops unread what people write."""

    def __init__(self, shards: int | None = None) -> None:
        discord_requests.quieten_discord()
        quieten_suggestions()
        self.meter = Meter()
        self.clock = discord_requests.DiscordClock(self.meter.registry)
        self.requests = discord_requests.Requests(self.meter.registry, self._requests_a_second)
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=discord.Intents(guilds=True, guild_messages=True),
            help_command=None,
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=Tree,
            max_messages=None,
            shard_count=shards,
            http_trace=trace_requests(self._begin_request, self._end_request),
        )
        self._parse_interaction = filter_incoming(self, self._let_in)
        read_no_messages(self)
        self._has_entered = self._is_prepared = False
        self._wanted_shards = shards
        self._leases: LeaseStore | None = None
        self.gate: Gate | None = None
        self.chores: ChoreStore | None = None
        self.sharing: SharedShards | None = None

    async def _begin_request(self, of_interaction: bool) -> ClockReading:  # noqa: FBT001 - a trace passes it
        """Wait until a request may be sent; returns the time of sending."""
        await self.requests.begin_request(of_interaction)
        return self.clock.read()

    def _end_request(self, begun: ClockReading, status: int, headers: Mapping[str, str]) -> None:
        self.clock.end(begun, headers)
        self.requests.end_request(status, headers)

    def arrive(self, interaction: discord.Interaction[Any]) -> None:
        self.clock.check_event(interaction.created_at.timestamp())
        set_arrival(interaction)
        self.meter.measure(interaction)

    def _let_in(self, event: Any) -> bool:
        """Whether to process an interaction now, given as Discord sent it."""
        if self.sharing is not None and not self.sharing.let_in(event):
            return False
        return self.gate is None or self.gate.arrivals.let_in(event)

    def _process_late(self, event: Any) -> None:
        """Process an interaction that came before its shard was this process's."""
        if self.gate is None or self.gate.arrivals.let_in(event):
            self._parse_interaction(event)

    async def add_cog(self, cog: commands.Cog, /, **more: Any) -> None:
        """Add a cog, and let its methods answer the presses that they declare."""
        await super().add_cog(cog, **more)
        if routes := [*routes_of(cog)]:
            (router,) = (cog_ for cog_ in self.cogs.values() if isinstance(cog_, Router))
            router.add_routes(*routes)

    async def prepare(self) -> None:
        """Do the preparations that need no Discord; called once, before the first attempt."""

    def leases(self) -> LeaseStore | None:
        """The leases of this process, if several processes share the shards."""
        return None

    async def __aenter__(self) -> Self:
        self._has_entered = True  # now a task can wait until the bot is ready
        return await super().__aenter__()

    async def login(self, token: str) -> None:
        """Log in, and retry until Discord lets that succeed."""
        if self._has_entered:
            await self._prepare_once()  # its errors appear before any wait
        await discord_requests.retry_until_done("logging in", partial(self._log_in, token))

    async def _log_in(self, token: str) -> None:
        try:
            await super().login(token)
        except Exception:  # raised again, whatever it is
            await forget_session(self)
            raise

    async def setup_hook(self) -> None:
        await self._prepare_once()
        await self.tree.set_translator(Catalogues())
        await discord_requests.retry_until_done("registering the commands", self._register_commands)

    async def _prepare_once(self) -> None:
        if not self._is_prepared:
            self._is_prepared = True
            await self.prepare()
            self._leases = self.leases()

    async def _register_commands(self) -> None:
        refused_words = ""
        try:
            await self.tree.sync()
        except discord.HTTPException as error:
            if is_outage(error) or error.status == 401:
                raise
            refused_words = refused_parts(self.tree, error)
            log.error("Discord refuses the commands and keeps the old ones: %s", refused_words)  # noqa: TRY400 - the sentence says it all
        if self.chores is not None:
            await self.chores.note_outcome(COMMANDS_CHORE, {"refused": refused_words})

    async def take_connecting_step(self, doing: str, step: Callable[[], Awaitable[Any]]) -> None:
        await discord_requests.retry_until_done(doing, step)

    async def launch_shards(self) -> None:
        if self._leases is None:
            await super().launch_shards()
            return
        self.sharing = SharedShards(
            ShardSet(self),
            self._leases,
            take_step=self.take_connecting_step,
            wait_for_answers=self._wait_for_answers,
            handle=self._process_late,
        )
        begin = partial(self.sharing.begin_sharing, self._wanted_shards)
        await self.take_connecting_step("asking for the gateway", begin)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        if self.sharing is None or shard_id is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self.sharing.connections.wait_to_identify(shard_id)

    async def on_shard_ready(self, shard: int) -> None:
        if self.sharing is not None:
            self.sharing.mark_ready(shard)

    def serves(self, guild: int) -> bool:
        """Whether this process serves a server; 0 means everything outside of servers."""
        return self.sharing is None or self.sharing.serves_guild(guild)

    def answering_shards(self) -> tuple[list[int], int]:
        shards, count = super().answering_shards()
        if self.sharing is not None:
            shards = [shard for shard in shards if self.sharing.serves_shard(shard)]
        return [] if self.requests.are_failing else shards, count

    def _requests_a_second(self) -> int:
        """This process's part of the requests that Discord takes."""
        if self.sharing is not None:
            return self.sharing.requests_a_second
        # A process that will share has no shard yet, and does not count on being alone.
        return REQUESTS_A_SECOND if self._leases is None else requests_a_second(0, 1, processes=2)

    async def _wait_for_answers(self) -> None:
        """Wait for the answers that are under way."""
        if self.gate is not None:
            await self.gate.shutdown.await_running()

    def handle_launch(self, shard: discord.ShardInfo) -> None:
        pause_shard(shard, discord_requests.Backoff().delay)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Raises Refused if discord.py gives up."""
        try:
            await super().connect(reconnect=reconnect)
        except discord.ConnectionClosed as closed:
            raise discord_requests.closed_gateway_error(closed.code) from None
        except discord.PrivilegedIntentsRequired:
            raise discord_requests.closed_gateway_error(4014) from None

    async def part_with_shards(self) -> None:
        """Let other processes take the shards; this process answers until they have them."""
        if self.sharing is not None:
            await self.sharing.part_with_shards()

    async def finish_work(self) -> None:
        """Let running work end and refuse new work; called before the bot closes."""
        if self.sharing is not None:
            self.sharing.stop_sharing()
        if self.gate is not None:
            await self.gate.shutdown.begin_shutdown(lull=_LULL_SECONDS)

    async def close(self) -> None:
        if self.gate is not None:
            await self.gate.shutdown.begin_shutdown()
        for name in [*self.cogs][::-1]:  # each before those that it needs
            await self.remove_cog(name)
        await super().close()
        if self.sharing is not None:
            await self.sharing.free_leases()


def refused_parts(tree: app_commands.CommandTree[Any], error: discord.HTTPException) -> str:
    """The first parts of the commands that Discord refuses, in words; else all of its answer."""
    parts = [
        f"{', '.join(_refused_place(tree.get_commands(), place, field))}: {why}"
        for place, field, why in _REFUSED_PART.findall(error.text)[:_MAX_REFUSED]
    ]
    return "; ".join(parts) or error_text(error)


def _refused_place(entries: Sequence[Any], place: str, field: str) -> list[str]:
    """The command, option and field at a place such as “3.options.0” among the sent commands."""
    command, details = "", [f"`{field}`"] if field else []
    for index in map(int, place.split(".options.")):
        match entries[index]:
            case app_commands.Group() as group:
                command, entries = f"/{group.qualified_name}", group.commands
            case app_commands.Command() as slash_command:
                command, entries = f"/{slash_command.qualified_name}", slash_command.parameters
            case app_commands.ContextMenu() as menu:
                command = menu.name
            case app_commands.Parameter() as option:
                details.insert(0, f"option `{option.display_name}`")
    return [f"`{command}`", *details]
