"""A watch on each request that discord.py sends to Discord's API, which may hold it back.

Uses the client's ``http_trace``, and nothing private: discord.py has no limit for all requests
together, and handles a 429 by itself. Relies on this: all requests, those about interactions too,
go through the client's one session of aiohttp; each new try is a request of its own; addresses
begin with ``Route.BASE``; aiohttp awaits a trace before it sends. If that changes, requests are
neither held back nor counted.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import aiohttp
from discord.http import Route
from yarl import URL

_OF_INTERACTIONS = ("interactions/", "webhooks/")
"""The bot uses no webhooks but those of interactions."""

_T = TypeVar("_T")


def trace_requests(
    begin: Callable[[bool], Awaitable[_T]], end: Callable[[_T, int, Any], None]
) -> aiohttp.TraceConfig:
    """A trace that awaits ``begin`` before each request, and calls ``end`` after it.

    ``begin`` gets whether the request is about an interaction. ``end`` gets the result of
    ``begin``, and the status and the headers of the response.
    """
    base = f"{URL(Route.BASE).raw_path}/"

    async def on_start(_: object, own: Any, request: aiohttp.TraceRequestStartParams) -> None:
        path = request.url.raw_path
        if path.startswith(base):  # other requests go to the gateway or fetch files
            own.begun = await begin(path.startswith(_OF_INTERACTIONS, len(base)))

    async def on_end(_: object, own: Any, request: aiohttp.TraceRequestEndParams) -> None:
        if request.url.raw_path.startswith(base):
            end(own.begun, request.response.status, request.response.headers)

    trace = aiohttp.TraceConfig()
    trace.on_request_start.append(on_start)
    trace.on_request_end.append(on_end)
    return trace
