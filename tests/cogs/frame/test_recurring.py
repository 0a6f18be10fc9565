"""Work that the bot does by itself goes on after any failure of one round."""

from __future__ import annotations

import asyncio

import pytest

from cogs.frame.recurring import recurring
from prowlerbot.core.errors import StoreError


async def test_the_rounds_go_on_after_any_failure_which_is_told_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    failures: list[Exception | None] = [ValueError("odd"), ValueError("odd"), StoreError("full")]
    failures += [None, ValueError("odd")]
    done = asyncio.Event()

    async def work() -> None:
        if not failures:
            done.set()
            return
        if (failure := failures.pop(0)) is not None:
            raise failure

    async def ready() -> None:
        pass

    loop = recurring("upkeep", 0.0, work, ready)
    loop.start()
    await asyncio.wait_for(done.wait(), 10)
    loop.cancel()
    told = [each.getMessage() for each in caplog.records]
    assert told == [
        "upkeep failed and goes on with the next round",
        "upkeep had to wait: full",
        "upkeep failed and goes on with the next round",
    ]
