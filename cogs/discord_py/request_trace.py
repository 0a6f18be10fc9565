"""A watch on each request that discord.py sends to Discord's API, which may hold it back.

Uses the client's ``http_trace``, and nothing private: discord.py has no limit for all requests
together, and handles a 429 by itself. Relies on this: all requests, those about interactions too,
go through the client's one session of aiohttp; each new try is a request of its own; addresses
begin with ``Route.BASE``; aiohttp awaits a trace before it sends. If that changes, requests are
neither held back nor counted.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import aiohttp
from discord.http import Route
from yarl import URL

_OF_INTERACTIONS = ("interactions/", "webhooks/")
"""The bot uses no webhooks but those of interactions."""


def trace_requests(
    begin: Callable[[bool], Awaitable[None]], end: Callable[[int, Any], None]
) -> aiohttp.TraceConfig:
    """A trace that awaits ``begin`` before a request is sent, and calls ``end`` with the status and
    the headers of its response. ``begin`` is told whether the request is about an interaction.
    """
    base = f"{URL(Route.BASE).raw_path}/"

    async def on_start(_: object, __: object, request: aiohttp.TraceRequestStartParams) -> None:
        path = request.url.raw_path
        if path.startswith(base):  # else it goes to the gateway or to the files
            await begin(path.startswith(_OF_INTERACTIONS, len(base)))

    async def on_end(_: object, __: object, request: aiohttp.TraceRequestEndParams) -> None:
        if request.url.raw_path.startswith(base):
            end(request.response.status, request.response.headers)

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(on_start)
    trace.on_request_end.append(on_end)
    return trace
