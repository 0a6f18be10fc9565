"""The delays of other players while one user does the worst they can.

The bot is one process and speaks to a stand-in for Discord over real sockets. Others press four
times a second, each on a board of their own: first in quiet, then while one user does what the line
says. Each line has a new process. ``--seconds`` says how long, ``--only`` which lines.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bench.bots import OURS, Bot, Pressing, new_house
from bench.discord_stand_in import StandIn
from bench.mischief import VICTIM, WAYS, Mischief, Way, without_end

A_SECOND = 4
BOARDS = 12
"""Boards that are pressed in turn, so that one late answer does not keep others from pressing."""
WARM_UP = 5.0
LATE = 3.0
"""Seconds after which Discord no longer takes an answer."""
MOST_RATIO, NOISE, MOST_P95 = 2, 0.030, 0.500
MOST_GROWTH = 100
MOST_PINGS = 6


@dataclass
class Pressed:
    """How long others waited, presses without an answer so far among them."""

    seconds: list[float] = field(default_factory=list[float])

    @property
    def p95(self) -> float:
        return statistics.quantiles(self.seconds, n=20)[-1]

    @property
    def late(self) -> int:
        return sum(each > LATE for each in self.seconds)


@dataclass(frozen=True, slots=True)
class Line:
    name: str
    quiet: Pressed
    then: Pressed
    growth: float
    pings: int

    @property
    def good(self) -> bool:
        p95 = self.then.p95
        return (
            p95 <= max(MOST_RATIO * self.quiet.p95, self.quiet.p95 + NOISE)
            and p95 <= MOST_P95
            and not self.then.late
            and self.growth <= MOST_GROWTH
            and self.pings <= MOST_PINGS
        )

    def __str__(self) -> str:
        quiet, then = self.quiet.p95, self.then.p95
        late = f"{self.then.late} of {len(self.then.seconds)}"
        return (
            f"{self.name:40} {quiet * 1000:6.0f} {then * 1000:7.0f} {then / quiet:6.1f}"
            f" {max(self.then.seconds) * 1000:8.0f} {late:>10} {self.growth:7.0f} {self.pings:6}"
            f"  {'' if self.good else 'too much'}"
        )


_HEAD = (
    f"{'one user …':40} {'quiet':>6} {'then':>7} {'ratio':>6} {'slowest':>8} {'late':>10}"
    f" {'MB more':>7} {'pings':>6}"
)


async def press_on(
    boards: Sequence[Iterator[Pressing]], discord: StandIn, seconds: float
) -> Pressed:
    """Press in turn for so long."""
    pressed = Pressed()
    until = time.perf_counter() + seconds
    waiting: dict[int, float] = {}

    async def press_one(number: int, board: Iterator[Pressing]) -> None:
        await asyncio.sleep(number / A_SECOND)
        while (start := time.perf_counter()) < until:
            waiting[number] = start
            pressed.seconds.append(await discord.press(OURS, *next(board)))
            del waiting[number]
            await asyncio.sleep(max(0.0, len(boards) / A_SECOND - (time.perf_counter() - start)))

    tasks = [asyncio.create_task(press_one(*each)) for each in enumerate(boards)]
    await asyncio.wait(tasks, timeout=seconds + LATE)
    for task in tasks:
        task.cancel()
    for ended in await asyncio.gather(*tasks, return_exceptions=True):
        if isinstance(ended, Exception):
            raise ended
    pressed.seconds += [time.perf_counter() - start for start in waiting.values()]
    return pressed


async def highest_memory(bot: Bot, into: list[float]) -> None:
    """Note how much memory the bot's processes have, until this is cancelled."""
    while True:
        into.append(bot.memory())
        await asyncio.sleep(0.25)


def most_pings(discord: StandIn) -> int:
    """The most that the one person was pinged within a minute."""
    at = [ping.at for ping in discord.pings if ping.user == VICTIM]
    return max((sum(start <= each < start + 60 for each in at) for start in at), default=0)


async def measure(name: str, way: Way, every: float, seconds: float) -> Line:
    async with StandIn() as discord, new_house(discord) as house:
        mischief = Mischief(discord, house.service, house.room)
        await mischief.prepare()
        presses = int((2 * seconds + WARM_UP) * A_SECOND / BOARDS) + 1
        boards = [await house.room.board(presses) for _ in range(BOARDS)]
        await house.bot.start()
        await press_on(boards, discord, WARM_UP)
        quiet = await press_on(boards, discord, seconds)
        before, memory = house.bot.memory(), list[float]()
        watching = asyncio.create_task(highest_memory(house.bot, memory))
        going = asyncio.create_task(without_end(mischief, way, every))
        then = await press_on(boards, discord, seconds)
        if going.done():
            going.result()
        for task in (watching, going, *mischief.sent):
            task.cancel()
        await asyncio.gather(watching, going, *mischief.sent, return_exceptions=True)
        return Line(name, quiet, then, max(memory) - before, most_pings(discord))


async def measure_all(seconds: float, only: str) -> None:
    print(_HEAD)
    for name, (way, every) in WAYS.items():
        if only in name:
            print(await measure(name, way, every, seconds), flush=True)
    print(
        f"then ≤ {MOST_RATIO} × quiet or quiet + {NOISE * 1000:.0f} ms, and ≤ {MOST_P95 * 1000:.0f}"
        f" ms (95 % of the presses); none late; ≤ {MOST_GROWTH} MB more; ≤ {MOST_PINGS} pings a"
        " minute at one person"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--only", default="", help="a part of the lines' names")
    arguments = parser.parse_args()
    asyncio.run(measure_all(arguments.seconds, arguments.only))


if __name__ == "__main__":
    main()
