"""The bot's replacements in discord.py for requests, log records and loops.

*Each request* to Discord's API is watched, and may be held back. This uses the client's
``http_trace``, and nothing private. The library has no limit for all requests together, and handles
a 429 by itself. All requests, those about interactions too, must go through the client's one
session of aiohttp. Each new try must be a request of its own, and addresses begin with
``Route.BASE``. aiohttp must await a trace before it sends. Else requests neither wait nor count.

*Log records* of outages are filtered, and errors stand on one line. Filters on its named loggers
replace discord.py's tracebacks; one record is recognised by its beginning. Warnings about voice,
which the bot does not use, are switched off in ``VoiceClient``. If these change, the log of an
outage is long, but nothing else breaks.

*The pauses of a loop* do not depend on the machine's clock. This replaces
``Loop._try_sleep_until``, which waits for a time of day. When the clock is put back, a loop of
discord.py pauses until that time comes again. When it is put forward, the loop makes up for all
missed rounds without a pause. If that method changes, both problems return.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any, TypeVar

import aiohttp
import discord
from discord.ext import tasks
from discord.http import Route
from discord.utils import MISSING, utcnow
from yarl import URL

from cogs.discord_py.interactions import GatewayShut

_OF_INTERACTIONS = ("interactions/", "webhooks/")  # the bot uses no other webhooks
CONNECTIONS = ("discord.shard", "discord.client")
SUGGESTIONS = ("discord.app_commands.tree",)  # the loggers of both
_MAX_ERROR_LETTERS = 200
_VOICE_WARNINGS = ("warn_nacl", "warn_dave")

_T = TypeVar("_T")


def trace_requests(
    begin: Callable[[bool], Awaitable[_T]], end: Callable[[_T, int, Any], None]
) -> aiohttp.TraceConfig:
    """A trace that awaits ``begin`` before each request, and calls ``end`` after it.

    ``begin`` gets whether the request is about an interaction. ``end`` gets the result of
    ``begin``, and the status and the headers of the response.
    """
    base = f"{URL(Route.BASE).raw_path}/"

    async def on_start(_: object, context: Any, request: aiohttp.TraceRequestStartParams) -> None:
        path = request.url.raw_path
        if path.startswith(base):  # other requests go to the gateway or fetch files
            context.begun = await begin(path.startswith(_OF_INTERACTIONS, len(base)))

    async def on_end(_: object, context: Any, request: aiohttp.TraceRequestEndParams) -> None:
        if request.url.raw_path.startswith(base):
            end(context.begun, request.response.status, request.response.headers)

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(on_start)
    trace.on_request_end.append(on_end)
    return trace


def is_failed_launch(record: logging.LogRecord) -> bool:
    return str(record.msg).startswith("Failed to connect for shard_id")


def filter_records(names: tuple[str, ...], keep: Callable[[logging.LogRecord], bool]) -> None:
    """Have these loggers pass each record to ``keep``, which may change or drop it."""
    for name in names:
        logger = logging.getLogger(name)
        if keep not in logger.filters:
            logger.addFilter(keep)


def silence_voice() -> None:
    """Switch off the warnings about packages for voice, which the bot does not use."""
    for warning in _VOICE_WARNINGS:
        setattr(discord.VoiceClient, warning, False)


def error_text(error: BaseException) -> str:
    """The error on one line, without the web page that may come with it."""
    if error.__cause__ is not None and isinstance(error, (discord.GatewayNotFound, GatewayShut)):
        return error_text(error.__cause__)
    if isinstance(error, discord.HTTPException):
        status = f"Discord answers {error.status} {error.response.reason or ''}".rstrip()
        text = " ".join(error.text.split())
        is_told = text not in {"", "0"} and not text.startswith("<")  # not a web page
        return f"{status}: {_shorten(text)}" if is_told else status
    return _shorten(" ".join(str(error).split())) or type(error).__name__


def _shorten(text: str) -> str:
    return text if len(text) <= _MAX_ERROR_LETTERS else f"{text[:_MAX_ERROR_LETTERS]}…"


class SteadyLoop(tasks.Loop[Any]):
    """A loop with a pause of so many seconds after each round."""

    def __init__(self, work: Callable[[], Awaitable[None]], seconds: float) -> None:
        super().__init__(work, seconds, MISSING, MISSING, MISSING, None, True, None)
        self._pause = timedelta(seconds=seconds)

    def _try_sleep_until(self, _: datetime) -> asyncio.Future[Any]:
        sleeping: asyncio.Future[Any] = super()._try_sleep_until(utcnow() + self._pause)
        return sleeping
