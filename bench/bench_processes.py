"""Whole presses with calls on SQLite and on PostgreSQL, of one process and of several that share
the shards.

All are pressed in the same turns, so the machine is equally busy. Processor time is that of the bot
with its drawing processes; the server's is told apart. A server is started for the bench, and waits
for no disk. By the clock, more processes help as long as there are cores for them.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

from bench.bots import Bot, House, Pressing, family, new_house, processor
from bench.discord_data import GUILD, SHARD_STEP
from bench.discord_stand_in import StandIn
from bench.measured import Measured, press_all
from prowlerbot.match.preferences import ServerChoices
from tests.persistence.cluster import installed, new_database, server, stop

TURNS = 5
PRESSES = 160
AT_ONCE = 16
SHARDS = 4
FILE = "SQLite"
WANTED = 1.3
"""Times the processor time on SQLite, for a bot on PostgreSQL."""
WANTED_MORE = 1.1
"""Times the processor time of one process, for a bot of several."""
_MOST_HELD = (
    "SELECT max(held) FROM (SELECT count(*) AS held FROM shard_leases GROUP BY holder) AS each"
)


class Bots:
    """The processes of one bot."""

    def __init__(self, discord: StandIn, token: str, house: House, processes: list[Bot]) -> None:
        self._discord = discord
        self._token = token
        self._house = house
        self._processes = processes

    async def start(self) -> None:
        for process in self._processes:
            await process.start()
        while not await self._shared_evenly():  # noqa: ASYNC110 - other processes decide that
            await asyncio.sleep(1)
        for process in self._processes:
            await process.rest(least=0.1)

    async def _shared_evenly(self) -> bool:
        database = self._house.service.store.database
        if not database.remote:
            return True
        each = SHARDS // len(self._processes)
        all_open = self._discord.open_shards(self._token) == SHARDS
        return all_open and await database.number(_MOST_HELD) == each

    async def press(self, pressing: Pressing) -> float:
        return await self._processes[0].press(pressing)  # the stand-in finds the right process

    def processor(self) -> float:
        return sum(process.processor() for process in self._processes)

    async def boards(self, presses: int) -> list[Iterator[Pressing]]:
        """Boards in the servers of all shards in turn."""
        shards = SHARDS if self._house.service.store.database.remote else 1
        guilds = [GUILD + number % shards * SHARD_STEP for number in range(AT_ONCE)]
        choices = ServerChoices(presses_a_minute=10**6)
        for guild in set(guilds):
            await self._house.service.store.choices.put_choices(guild, choices)
        return [await self._house.room.board(presses // AT_ONCE * 2, guild) for guild in guilds]


async def measure(run: Path, urls: dict[int, str], turns: int) -> None:
    """``urls`` has an empty database for each number of processes."""
    async with AsyncExitStack() as stack:
        discord = await stack.enter_async_context(StandIn())
        house = await stack.enter_async_context(new_house(discord, FILE))
        bots = {FILE: Bots(discord, FILE, house, [house.bot])}
        for count, url in urls.items():
            name = f"PostgreSQL, {count}"
            house = await stack.enter_async_context(
                new_house(discord, name, url=url, shards=SHARDS)
            )
            more = [Bot(discord, name, database=url, shards=SHARDS) for _ in range(count - 1)]
            for each in more:
                stack.push_async_callback(each.stop)
            bots[name] = Bots(discord, name, house, [house.bot, *more])
        await asyncio.gather(*(bot.start() for bot in bots.values()))
        boards = {name: await bot.boards((turns + 1) * PRESSES) for name, bot in bots.items()}
        found = {name: Measured() for name in bots}
        served = dict.fromkeys(bots, 0.0)
        for turn in range(-1, turns):  # the first one is to warm up
            for name, bot in bots.items():
                into, before = found[name] if turn >= 0 else Measured(), _of_server(run)
                await press_all(bot, boards[name], PRESSES, into)
                served[name] += _of_server(run) - before if turn >= 0 else 0
    for name, measured in found.items():
        measured.report(name)
        if name != FILE:
            print(f"    the server: {served[name] * 1000 / turns / PRESSES:.1f} ms a press")
    fewest, *others = urls
    one = found[f"PostgreSQL, {fewest}"]
    print(f"  PostgreSQL × {one.work / found[FILE].work:.2f} SQLite (≤ {WANTED} wanted)")
    for count in others:
        more_work = found[f"PostgreSQL, {count}"]
        print(
            f"  {count} processes × {more_work.work / one.work:.2f} processor time a press of"
            f" {fewest} (≤ {WANTED_MORE} wanted), × {one.wall / more_work.wall:.2f} presses a"
            " second"
        )


def _of_server(run: Path) -> float:
    return sum(map(processor, family(server(run))))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--turns", type=int, default=TURNS)
    arguments = parser.parse_args()
    if not installed():
        print("PostgreSQL's programs or psycopg are not installed")
        return
    with tempfile.TemporaryDirectory() as name:
        try:
            print(f"{AT_ONCE} pressed at the same time, calls on:")
            urls = {count: new_database(Path(name)) for count in arguments.processes}
            asyncio.run(measure(Path(name), urls, arguments.turns))
        finally:
            stop(Path(name))


if __name__ == "__main__":
    main()
