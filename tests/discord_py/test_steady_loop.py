"""The pauses of a loop are as long as they should be, whatever becomes of the machine's clock."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta, timezone
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.ext import tasks

from cogs.discord_py.requests import SteadyLoop


async def test_the_pause_between_two_rounds_does_not_depend_on_a_clock_that_is_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    off, pauses, done = timedelta(), list[float](), asyncio.Event()
    call_later = asyncio.get_running_loop().call_later

    def noted(delay: float, *args: Any, **more: Any) -> asyncio.TimerHandle:
        pauses.append(delay)
        return call_later(0, *args, **more)

    async def work() -> None:
        nonlocal off
        off = timedelta(days=(-366, 366)[len(pauses) % 2])
        if len(pauses) == 4:
            done.set()

    shown = SimpleNamespace(now=lambda zone: datetime.now(zone) + off)
    times = SimpleNamespace(datetime=shown, timezone=timezone, timedelta=timedelta)
    for module in (discord.utils, tasks):
        monkeypatch.setattr(module, "datetime", times)
    monkeypatch.setattr(asyncio.get_running_loop(), "call_later", noted)
    loop = SteadyLoop(work, 10)
    loop.start()
    await done.wait()
    loop.cancel()
    assert pauses[:4] == [pytest.approx(10, abs=1)] * 4
