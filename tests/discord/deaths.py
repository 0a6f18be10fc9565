"""The bot dies in the simulated Discord, at a point that a test chooses, and starts again.

It can die before each statement that changes something, after each transaction with any, and before
each request to Discord, so also between a request and the note of its result. From then on the dead
bot asks neither Discord nor its database for anything, and it tidies nothing up.
"""

import asyncio
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import pytest
from discord.http import HTTPClient
from discord.webhook.async_ import AsyncWebhookAdapter

from cogs.frame.duty_loop import DutyLoop
from prowlerbot.core.posts import Post
from prowlerbot.storage.engines.database import Database, Work, WorkKind
from prowlerbot.storage.engines.sqlite import SqliteWork
from tests.discord.room import Room
from tests.discord.settling import note_deleted_before_death

_CHANGES = ("INSERT", "UPDATE", "DELETE")


class _Killed(BaseException):
    """The bot ends here."""


class Death:
    """The end of the bot at the point of a number."""

    def __init__(self, at: int) -> None:
        self._left = at
        self.has_come = False

    def pass_by(self) -> None:
        self._left -= 1
        if self._left < 0 or self.has_come:
            self.has_come = True
            raise _Killed


@contextmanager
def dying(at: int) -> Iterator[Death]:
    """Let the bot die at the point of that number, if it comes that far."""
    death = Death(at)
    with pytest.MonkeyPatch.context() as patch, suppress(asyncio.CancelledError):
        patch.setattr(Database, "_transact", _deadly(Database._transact, death))
        for client in (HTTPClient, AsyncWebhookAdapter):
            patch.setattr(client, "request", _asking(client.request, death))
        try:
            yield death
        except AssertionError:  # the interaction has no answer
            if not death.has_come:
                raise


def _deadly(real: Callable[..., Any], death: Death) -> Callable[..., Any]:
    """Do a piece of work on the database unless the bot is dead, and die with it or after it."""

    async def transact(self: Database, manner: WorkKind, work: Callable[[Work], Any]) -> Any:
        changes: list[str] = []
        try:
            if death.has_come:
                raise _Killed
            done = await real(self, manner, lambda db: work(_watched(db, death, changes)))
            if changes:
                death.pass_by()
        except _Killed:
            raise asyncio.CancelledError from None
        return done

    return transact


def _asking(real: Callable[..., Any], death: Death) -> Callable[..., Any]:
    """Ask Discord unless the bot is dead, or dies before it."""

    async def asked(*arguments: Any, **values: Any) -> Any:
        try:
            death.pass_by()
        except _Killed:
            raise asyncio.CancelledError from None
        return await real(*arguments, **values)

    return asked


def _watched(db: Work, death: Death, changes: list[str]) -> Work:
    """The same statements, with a death before each change."""

    def before(real: Callable[..., Any]) -> Callable[..., Any]:
        def deadly(sql: str, *values: object) -> Any:
            if sql.startswith(_CHANGES):
                changes.append(sql)
                death.pass_by()
            return real(sql, *values)

        return deadly

    built_on_others = () if isinstance(db, SqliteWork) else ("execute", "execute_later")
    for name in ("change", "fetch", *built_on_others):
        setattr(db, name, before(getattr(db, name)))
    return db


async def buried(room: Room) -> None:
    """The next bot starts; the dead one had no time to let go of anything or write it down."""
    assert room.bench.bot.features is not None
    loop, store = room.bench.bot.features.find_feature(DutyLoop), room.service.store
    await _let_it_ask_again(room, store.outbox._gone)
    for kept in (
        loop._claims,
        loop._next_times,
        store.outbox._gone,
        store.boards._unwritten_revisions,
    ):
        kept.clear()
    room.bench.seed += 1  # else new ids are those of before
    await room.restart()
    if not room.bench.database.remote:
        await room.service.store.duties.free_claims()  # as a start on a file does


async def _let_it_ask_again(room: Room, gone: Collection[Post]) -> None:
    """Let the next bot ask once more to delete what the dead one has not noted as gone."""
    known = await room.bench.database.read("SELECT channel, message FROM messages")
    there = room.env.backend.messages
    for post in gone:
        place = post.channel, post.message
        if post.message and place in known and post.message not in there.get(post.channel, {}):
            note_deleted_before_death(room.env.backend, post.message)
