"""Work that is under way when the bot stops is finished, within its patience."""

from __future__ import annotations

import asyncio

import pytest

from cogs.frame.limits import Shutdown
from prowlerbot.core.errors import Denied


async def work(shutdown: Shutdown, over: asyncio.Event) -> str:
    with shutdown.under_way():
        await over.wait()
    return "done"


async def test_a_stop_waits_for_what_is_under_way_and_lets_nothing_new_begin() -> None:
    shutdown, over = Shutdown(), asyncio.Event()
    task = asyncio.create_task(work(shutdown, over))
    await asyncio.sleep(0)
    closing = asyncio.create_task(shutdown.begin(patience=30))
    await asyncio.sleep(0)
    with pytest.raises(Denied, match="I am restarting"):
        shutdown.check()
    over.set()
    await closing
    assert await task == "done"


async def test_work_that_does_not_end_in_time_is_cut_short(
    caplog: pytest.LogCaptureFixture,
) -> None:
    shutdown = Shutdown()
    task = asyncio.create_task(work(shutdown, asyncio.Event()))
    await asyncio.sleep(0)
    async with asyncio.timeout(5):
        await shutdown.begin(patience=0.0)
    assert task.cancelled()
    assert [each.getMessage() for each in caplog.records] == [
        "not finished in 0 s and cut short: 1"
    ]
