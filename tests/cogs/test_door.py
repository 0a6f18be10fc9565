"""What is under way when the bot stops is finished, within its patience."""

from __future__ import annotations

import asyncio

import pytest

from cogs.frame.door import Closed, Door


async def work(door: Door, over: asyncio.Event) -> str:
    with door.inside():
        await over.wait()
    return "done"


async def test_a_stop_waits_for_what_is_under_way_and_lets_nothing_new_begin() -> None:
    door, over = Door(), asyncio.Event()
    task = asyncio.create_task(work(door, over))
    await asyncio.sleep(0)
    closing = asyncio.create_task(door.close(patience=30))
    await asyncio.sleep(0)
    with pytest.raises(Closed):
        door.check()
    over.set()
    await closing
    assert await task == "done"


async def test_what_does_not_end_in_time_is_cut_short(caplog: pytest.LogCaptureFixture) -> None:
    door = Door()
    task = asyncio.create_task(work(door, asyncio.Event()))
    await asyncio.sleep(0)
    async with asyncio.timeout(5):
        await door.close(patience=0.01)
    assert task.cancelled()
    assert [each.getMessage() for each in caplog.records] == [
        "not finished in 0 s and cut short: 1"
    ]
