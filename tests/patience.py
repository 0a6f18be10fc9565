"""SimCord gives a bot five seconds to start, whatever it is told; a busy machine needs more."""

from __future__ import annotations

from typing import Any

import simcord

_settle = simcord.Env._settle_internal


async def _patiently(env: simcord.Env, *, timeout: float | None = None, **more: Any) -> None:  # noqa: ASYNC109 - as in SimCord
    longest = None if timeout is None else max(timeout, env.settle_timeout)
    await _settle(env, timeout=longest, **more)


def let_bots_start_slowly() -> None:
    """Give each start as long as its environment gives everything else."""
    simcord.Env._settle_internal = _patiently  # type: ignore[method-assign, assignment]
