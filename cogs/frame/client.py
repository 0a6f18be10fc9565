"""The bot: the resources it owns for its lifetime. What they are passed to is in composition."""

from __future__ import annotations

import logging
import sys
from functools import partial
from typing import Any

import discord
from discord.ext import commands
from yarl import URL

from cogs.admin import Hosting
from cogs.board.board_messages import BoardMessages
from cogs.composition import add_all
from cogs.frame.in_time import count_late_suggestions
from cogs.frame.meter import Meter
from cogs.frame.outage import (
    GatewayShut,
    Pauses,
    closed_for_good,
    may_pass,
    patiently,
    quieten_discord,
    reason,
)
from cogs.frame.tree import Catalogues, Tree
from cogs.frame.worker_process import WorkerProcess
from cogs.games.manifest import Manifests
from prowlerbot.core.registry import Registry
from prowlerbot.service.service import Service
from prowlerbot.storage.database import Database
from prowlerbot.storage.store import Store

log = logging.getLogger(__name__)

_LULL = 0.3
"""Seconds without anything new after which no press is on the way to a bot that stops."""


class GamesBot(commands.AutoShardedBot):
    """Asks for no privileged intent: servers and their channels are all it needs to know.

    ``manifests`` has one for each game of the registry. ``service`` may be given by tests;
    otherwise the database is opened when the bot starts and closed with it. With ``ahead`` it
    draws what all pictures have in common as it starts.
    """

    def __init__(
        self,
        database_url: str,
        games: Registry,
        manifests: Manifests,
        *,
        service: Service | None = None,
        hosting: Hosting | None = None,
        ahead: bool = False,
    ) -> None:
        quieten_discord()
        count_late_suggestions()
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            help_command=None,
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=Tree,
            max_messages=None,
        )
        self._url = database_url
        self._games = games
        self._manifests = manifests
        self._given = service
        self._hosting = hosting or Hosting()
        self._ahead = ahead
        self.meter = Meter()
        self._database: Database | None = None
        self._boards: BoardMessages | None = None
        self._worker_process = WorkerProcess()
        self._prepared = False
        self._launching = False

    async def login(self, token: str) -> None:
        """Log in, however long Discord takes to let that succeed."""
        if self._ready is not discord.utils.MISSING:  # else nothing can wait for the bot yet
            await self._prepare()  # what is wrong here is told before anything is waited for
        await patiently("logging in", partial(self._log_in, token))

    async def _log_in(self, token: str) -> None:
        try:
            await super().login(token)
        except Exception:
            await self.http.close()  # the next try opens its own session
            self.http.connector = discord.utils.MISSING
            raise

    async def setup_hook(self) -> None:
        await self._prepare()
        await self.tree.set_translator(Catalogues())
        await patiently("registering the commands", self._sync)

    async def _prepare(self) -> None:
        """Whatever needs no Discord, once."""
        if self._prepared:
            return
        self._prepared = True
        await self.add_commands()
        if self._ahead and self._boards is not None:
            self._boards.rendering.prepare()

    async def _sync(self) -> None:
        try:
            await self.tree.sync()
        except discord.HTTPException as error:
            if may_pass(error) or error.status == 401:
                raise
            log.error(  # noqa: TRY400 - the sentence says it all
                "Discord does not take the commands, so it keeps those that it has: %s",
                reason(error),
            )

    async def launch_shards(self) -> None:
        await patiently("asking for the gateway", super().launch_shards)

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Open one connection to the gateway.

        discord.py tries again by calling this once more from within, a level deeper each time, and
        would end in a recursion too deep after an hour and a half.
        """
        if self._launching:
            raise GatewayShut from sys.exc_info()[1]

        async def launch() -> None:
            self._launching = True
            try:
                await super(GamesBot, self).launch_shard(gateway, shard_id, initial=initial)
            finally:
                self._launching = False

        await patiently("opening the gateway", launch)
        shard = self.shards[shard_id]._parent  # noqa: SLF001 - see Pauses
        shard._backoff = Pauses()  # type: ignore[assignment]  # noqa: SLF001 - see Pauses

    async def connect(self, *, reconnect: bool = True) -> None:
        """Raises Refused where discord.py gives up."""
        try:
            await super().connect(reconnect=reconnect)
        except discord.ConnectionClosed as closed:
            raise closed_for_good(closed.code) from None
        except discord.PrivilegedIntentsRequired:
            raise closed_for_good(4014) from None

    async def add_commands(self) -> None:
        """Open the database and add all cogs and commands; no Discord is needed so far."""
        service = self._given or await self._open()
        await service.enter_missing_results()
        faces = {key: manifest.face for key, manifest in self._manifests.items()}
        thinkers = self._hosting.thinkers
        self._boards = BoardMessages(self, service, faces, self.meter, thinkers)
        await add_all(
            self,
            self._boards,
            self._manifests,
            meter=self.meter,
            worker_process=self._worker_process,
            hosting=self._hosting,
        )

    async def _open(self) -> Service:
        self._database = await Database.open(self._url)
        return Service(Store(self._database), games=self._games)

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Where discord.py sends out each event at once, so the stopwatch can start here."""
        if event_name == "interaction":
            self.meter.arrive(args[0])
        super().dispatch(event_name, *args, **kwargs)

    async def on_ready(self) -> None:
        log.info("ready as %s in %d servers", self.user, len(self.guilds))

    async def finish(self) -> None:
        """Before the bot is closed: let what is under way end, and refuse what still comes."""
        if isinstance(self.tree, Tree) and self.tree.gate is not None:
            await self.tree.gate.door.close(lull=_LULL)

    async def close(self) -> None:
        try:
            if isinstance(self.tree, Tree) and self.tree.gate is not None:
                await self.tree.gate.door.close()
            await super().close()
        finally:  # the database's thread would keep the process alive
            self._worker_process.close()
            if self._boards is not None:
                await self._boards.machines.close()
                self._boards.rendering.close()
            if self._database is not None:
                await self._database.close()
