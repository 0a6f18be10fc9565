"""How long tests wait for something before they say that it hangs; none depends on it otherwise.

SimCord gives a bot five seconds to start, whatever it is told; a busy machine needs more.
"""

import time
from collections.abc import Iterator
from typing import Any

import simcord

HUNG = 100.0
"""Seconds after which whatever a test waits for will never come, however busy the machine is."""


def patiently() -> Iterator[None]:
    """Go on trying until it hangs."""
    until = time.monotonic() + HUNG
    while time.monotonic() < until:
        yield
    raise AssertionError("it never came")


_settle = simcord.Env._settle_internal


async def _settled(env: simcord.Env, *, timeout: float | None = None, **more: Any) -> None:  # noqa: ASYNC109 - as in SimCord
    longest = None if timeout is None else max(timeout, env.settle_timeout)
    await _settle(env, timeout=longest, **more)


def let_bots_start_slowly() -> None:
    """Give each start as long as its environment gives everything else."""
    simcord.Env._settle_internal = _settled  # type: ignore[method-assign, assignment]
