"""A bot that waits out temporary failures as it connects and reports permanent ones briefly."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import discord
from discord.ext import commands

from cogs.discord_py.hooked_bot import HookedBot
from cogs.discord_py.incoming import filter_incoming
from cogs.discord_py.login import can_wait, forget_session
from cogs.discord_py.shard_pauses import pause_shard
from cogs.frame.in_time import quieten_suggestions
from cogs.frame.outage import (
    Pauses,
    closed_for_good,
    may_pass,
    patiently,
    quieten_discord,
    reason,
)
from cogs.frame.tree import Catalogues, Tree

log = logging.getLogger(__name__)

_LULL = 0.3
"""Seconds without a new interaction after which a stopping bot expects no further press."""


class PatientBot(HookedBot):
    """Needs no privileged intent: it only has to know servers and their channels."""

    def __init__(self) -> None:
        quieten_discord()
        quieten_suggestions()
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            help_command=None,
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=Tree,
            max_messages=None,
        )
        filter_incoming(self, self._let_in)
        self._prepared = False

    def _let_in(self, event: Any) -> bool:
        """Whether to process an interaction, given as Discord sent it."""
        gate = self.tree.gate if isinstance(self.tree, Tree) else None
        return gate is None or gate.arrivals.let_in(event)

    async def prepare(self) -> None:
        """Do the preparations that need no Discord; called once, before the first attempt."""

    async def login(self, token: str) -> None:
        """Log in, and retry until Discord lets that succeed."""
        if can_wait(self):
            await self._prepare_once()  # its errors show before any wait
        await patiently("logging in", partial(self._log_in, token))

    async def _log_in(self, token: str) -> None:
        try:
            await super().login(token)
        except Exception:
            await forget_session(self)
            raise

    async def setup_hook(self) -> None:
        await self._prepare_once()
        await self.tree.set_translator(Catalogues())
        await patiently("registering the commands", self._sync)

    async def _prepare_once(self) -> None:
        if not self._prepared:
            self._prepared = True
            await self.prepare()

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

    async def connecting(self, doing: str, step: Callable[[], Awaitable[None]]) -> None:
        await patiently(doing, step)

    def launched(self, shard: discord.ShardInfo) -> None:
        pause_shard(shard, Pauses())

    async def connect(self, *, reconnect: bool = True) -> None:
        """Raises Refused if discord.py gives up."""
        try:
            await super().connect(reconnect=reconnect)
        except discord.ConnectionClosed as closed:
            raise closed_for_good(closed.code) from None
        except discord.PrivilegedIntentsRequired:
            raise closed_for_good(4014) from None

    async def finish(self) -> None:
        """Let running work end and refuse new work; called before the bot closes."""
        if isinstance(self.tree, Tree) and self.tree.gate is not None:
            await self.tree.gate.shutdown.begin(lull=_LULL)

    async def close(self) -> None:
        if isinstance(self.tree, Tree) and self.tree.gate is not None:
            await self.tree.gate.shutdown.begin()
        await super().close()
