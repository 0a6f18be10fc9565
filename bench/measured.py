"""What presses of a bot took: seconds until the answer, by the clock, and of processor time."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Protocol

from bench.bots import Pressing
from bench.floor import Least
from bench.timing import wanted

WANTED = {"off": 2.5, "on": 2.0}
"""Times the floor, in processor time, by whether the next player is called."""
WANTED_P95 = 2.5
"""Times the empty bot's, with ten at once."""


class Pressed(Protocol):
    """A bot, of one process or several."""

    async def press(self, pressing: Pressing) -> float: ...

    def processor(self) -> float: ...


@dataclass
class Measured:
    seconds: list[float] = field(default_factory=list[float])
    walls: list[float] = field(default_factory=list[float])
    """The seconds of each turn."""
    works: list[float] = field(default_factory=list[float])
    """The milliseconds of processor time that a press took in each turn."""

    @property
    def wall(self) -> float:
        return sum(self.walls)

    @property
    def p95(self) -> float:
        return statistics.quantiles(self.seconds, n=100)[94]

    @property
    def work(self) -> float:
        """Milliseconds of processor time a press, in the median of turns."""
        return statistics.median(self.works)

    def report(self, name: str) -> None:
        rate, p50 = len(self.seconds) / self.wall, statistics.median(self.seconds)
        print(
            f"  {name:10} {rate:7.1f} presses/s   p50 {p50 * 1000:6.1f} ms"
            f"   p95 {self.p95 * 1000:6.1f} ms   {self.work:5.1f} ms of processor a press"
            f" ({min(self.works):.1f} to {max(self.works):.1f})"
        )

    def compare(self, name: str, empty: Measured, at_once: int) -> None:
        ratios = [mine / own for own, mine in zip(self.walls, empty.walls, strict=True)]
        slower = self.p95 / empty.p95
        print(
            f"  {name:10} {empty.wall / self.wall:.2f} of the empty bot by the clock"
            f" (turns {min(ratios):.2f} to {max(ratios):.2f}), p95 × {slower:.1f}"
            + (f" {wanted(slower, WANTED_P95)}" if at_once == 10 else "")
        )

    def compare_to_floor(self, name: str, empty: Measured, rest: Least, calls: str) -> None:
        floor = empty.work + rest.packing + rest.commit
        ratio = self.work / floor
        print(
            f"  {name:10} calls {calls}: {ratio:.2f} × its floor {wanted(ratio, WANTED[calls])} of"
            f" {floor:.1f} ms: an empty press {empty.work:.1f}, ISA-L {rest.packing:.1f}, a commit"
            f" {rest.commit:.1f}"
        )


async def press_all(
    bot: Pressed, boards: list[Iterator[Pressing]], presses: int, into: Measured
) -> None:
    """Press so many times; on each board the next press waits for the answer to the last."""
    left = iter(range(presses))
    start, worked = time.perf_counter(), bot.processor()

    async def play(board: Iterator[Pressing]) -> None:
        for _ in left:
            into.seconds.append(await bot.press(next(board)))

    await asyncio.gather(*(play(board) for board in boards))
    into.walls.append(time.perf_counter() - start)
    await asyncio.sleep(0.2)  # for work that follows the answers
    into.works.append((bot.processor() - worked) * 1000 / presses)
