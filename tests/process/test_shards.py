"""Processes with one token share the shards of Discord, whatever becomes of any of them."""

import asyncio
import random
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from tests.process.hosted_bot import HostedBot, hosting, joining, patience
from tests.process.shared_discord import COUNT, SharedDiscord

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGTERM on Windows"),
    pytest.mark.long,
    pytest.mark.parametrize("kind", ["postgres"], indirect=True),
]
EVERY = list(range(COUNT))
PEOPLE = 2  # how many press in each server
LASTING = {"HEALTH_PORT": "0", "LEASE": "15"}
"""Where no press may be lost, although a process may get no turn for seconds on a busy machine."""


async def until(fact: Callable[[], bool], *bots: HostedBot) -> None:
    async with patience(*bots):
        while not fact():  # noqa: ASYNC110 - it is another process that changes it
            await asyncio.sleep(0.02)


@asynccontextmanager
async def pressing(discord: SharedDiscord, bots: list[HostedBot]) -> AsyncIterator[None]:
    """People press on in the server of each shard, and each press is answered once.

    They wait at random between two presses, so that these meet every moment of a handover; but they
    wait for each answer first, so that a slow machine has no more to do than it can.
    """
    rng, answered, over = random.Random(), list[bool](), asyncio.Event()

    async def press_on(shard: int) -> None:
        while not over.is_set():
            answered.append(await discord.press_all(shard))
            await asyncio.sleep(rng.uniform(0.05, 0.25))

    fingers = [asyncio.create_task(press_on(shard)) for shard in EVERY for _ in range(PEOPLE)]
    async with patience(*bots):
        while len(answered) < len(fingers):  # noqa: ASYNC110 - others append to it
            await asyncio.sleep(0.02)
    yield
    over.set()
    await asyncio.gather(*fingers)
    said = "\n\n".join(each.told for each in bots)
    assert all(answered), f"{answered.count(False)} of {len(answered)} lost\n{said}"
    assert {*discord.answers.values()} == {1}, said
    assert "Traceback" not in said


async def test_a_rolling_restart_answers_each_press_once(tmp_path: Path, url: str) -> None:
    """One process is replaced by a new one that runs already, the other by one that starts late."""
    discord, settings = SharedDiscord(), {"DATABASE_URL": url, **LASTING}
    async with AsyncExitStack() as house:
        first = await house.enter_async_context(hosting(discord, tmp_path, **settings))
        await until(lambda: discord.shards() == EVERY, first)
        await first.says("ready as")
        bots = [first]

        async def join() -> HostedBot:
            bots.append(await house.enter_async_context(joining(discord.api, tmp_path, **settings)))
            return bots[-1]

        async with pressing(discord, bots):
            second = await join()
            await second.says("this process has shards")
            await until(lambda: discord.shards() == EVERY, *bots)
            first.send(signal.SIGTERM)
            third = await join()
            assert await first.ended() == 0
            await third.says("this process has shards")
            fourth = await join()
            await fourth.says("logging in")
            second.send(signal.SIGTERM)
            assert await second.ended() == 0
            await fourth.says("this process has shards")
            await until(lambda: discord.shards() == EVERY, *bots)
        for stopped in (first, second):
            assert "not taken in time" not in stopped.told
