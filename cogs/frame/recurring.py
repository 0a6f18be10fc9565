"""Recurring background work of the bot."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from discord.ext import tasks

from prowlerbot.core.errors import StoreError

log = logging.getLogger(__name__)


def recurring(
    name: str,
    seconds: float,
    work: Callable[[], Awaitable[None]],
    ready: Callable[[], Coroutine[Any, Any, None]],
) -> tasks.Loop[Any]:
    """A loop for the caller to start and cancel; it begins once ``ready`` is done.

    It survives an unreachable database, with one sentence in the log per round. It also survives
    any other failure, with one traceback until the error changes or a round succeeds.
    """
    told = ""

    async def one_round() -> None:
        nonlocal told
        try:
            await work()
        except StoreError as error:
            log.error("%s had to wait: %s", name, error)  # noqa: TRY400 - the sentence says it all
        except Exception as error:
            if repr(error) != told:
                log.exception("%s failed and goes on with the next round", name)
            told = repr(error)
        else:
            told = ""

    loop = tasks.loop(seconds=seconds)(one_round)
    loop.before_loop(ready)
    return loop
