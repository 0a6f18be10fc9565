"""Presses a second: this bot against an empty one that answers with the same buttons.

Each bot is one process, with those it starts itself, and speaks to a stand-in for Discord over real
sockets. All are measured in turns within one run. A press of this bot loads the match, makes the
move, commits, draws and answers with the picture and 29 buttons; with calls on it also calls the
next player and deletes the call before. The empty one answers with 27 buttons and a picture of the
same size, always the same ones, all of it through discord.py's objects.

``--also FOLDER`` measures another checkout in the same turns, to see what a change has brought.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

from bench.bots import HERE, OTHER, OURS, Bot, House, Pressing, Room, new_house
from bench.discord_data import GUILD, Message
from bench.discord_stand_in import StandIn
from prowlerbot.match.preferences import ServerChoices

EMPTY = "empty bot"
TURNS = 5
PRESSES = 160
"""Presses of each bot in a turn."""
AT_ONCE = (1, 10, 50)
"""Boards that are pressed at the same time."""
FLOOD = 100
"""Presses a second of one user, and presses of another one meanwhile."""
FLOODED = 60
WANTED = 0.5
"""Of the empty bot's throughput, with one and ten at once."""
WANTED_P95 = 2.5
"""Times the empty bot's, with ten at once."""


@dataclass
class Measured:
    seconds: list[float] = field(default_factory=list[float])
    walls: list[float] = field(default_factory=list[float])
    """The seconds of each turn."""
    processor: float = 0.0

    @property
    def wall(self) -> float:
        return sum(self.walls)

    @property
    def p95(self) -> float:
        return statistics.quantiles(self.seconds, n=100)[94]

    @property
    def work(self) -> float:
        """Seconds of processor time a press."""
        return self.processor / len(self.seconds)

    def report(self, name: str) -> None:
        rate, p50 = len(self.seconds) / self.wall, statistics.median(self.seconds)
        print(
            f"  {name:10} {rate:7.1f} presses/s   p50 {p50 * 1000:6.1f} ms"
            f"   p95 {self.p95 * 1000:6.1f} ms   {self.work * 1000:5.1f} ms of processor a press"
        )

    def compare(self, name: str, empty: Measured, at_once: int) -> None:
        ratios = [mine / own for own, mine in zip(self.walls, empty.walls, strict=True)]
        print(
            f"  {name:10} {empty.wall / self.wall:.2f} of the empty bot by the clock"
            f" (turns {min(ratios):.2f} to {max(ratios):.2f}; ≥ {WANTED} wanted),"
            f" {empty.work / self.work:.2f} by processor time,"
            f" p95 × {self.p95 / empty.p95:.1f}"
            + (f" (≤ {WANTED_P95} wanted)" if at_once == 10 else "")
        )


async def press_all(
    bot: Bot, boards: list[Iterator[Pressing]], presses: int, into: Measured
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
    into.processor += bot.processor() - worked


async def measure(arguments: argparse.Namespace) -> None:
    checkouts = {OURS: HERE} | ({OTHER: arguments.also} if arguments.also else {})
    async with AsyncExitStack() as stack:
        discord = await stack.enter_async_context(StandIn())
        houses = {
            name: await stack.enter_async_context(new_house(discord, name, checkout))
            for name, checkout in checkouts.items()
        }
        for each in houses.values():
            await each.bot.start()
            await each.bot.rest()
        empty = Bot(discord, EMPTY)
        stack.push_async_callback(empty.stop)
        await empty.start()
        for calls in arguments.calls:
            for at_once in arguments.at_once:
                print(f"{at_once} pressed at the same time, calls {calls}:")
                # Presses as fast as the answers must not count as a flood.
                choices = ServerChoices(presses_a_minute=10**6, calls=calls == "on")
                for each in houses.values():
                    await each.service.store.choose(GUILD, choices)
                await _compare(houses, empty, discord, at_once, arguments.turns)
        if not arguments.also:
            ours = houses[OURS]
            await ours.service.store.choose(GUILD, ServerChoices())
            await _flood(ours.bot, ours.room)


async def _compare(
    houses: dict[str, House], empty: Bot, discord: StandIn, at_once: int, turns: int
) -> None:
    presses = (turns + 1) * PRESSES
    boards = {
        name: [await each.room.board(presses // at_once * 2) for _ in range(at_once)]
        for name, each in houses.items()
    }
    constant = [_constant(discord.message()) for _ in range(at_once)]
    found = {name: Measured() for name in (*houses, EMPTY)}
    for turn in range(-1, turns):  # the first one is to warm up
        into = found if turn >= 0 else {name: Measured() for name in found}
        for name, house in houses.items():
            await press_all(house.bot, boards[name], PRESSES, into[name])
        await press_all(empty, constant, PRESSES, into[EMPTY])
    for name, measured in found.items():
        measured.report(name)
    for name in houses:
        found[name].compare(name, found[EMPTY], at_once)


def _constant(message: Message) -> Iterator[Pressing]:
    while True:
        yield Pressing(1, message, "press")


async def _flood(ours: Bot, room: Room) -> None:
    """The delays of one player while another one presses without end."""
    calm, flooded = Measured(), Measured()
    quiet = await room.board(3 * FLOODED)
    await press_all(ours, [quiet], FLOODED, Measured())
    await press_all(ours, [quiet], FLOODED, calm)
    again = next(await room.board(1))
    presses: list[asyncio.Task[float]] = []

    async def flood() -> None:
        while True:
            presses.append(asyncio.create_task(ours.press(again)))
            await asyncio.sleep(1 / FLOOD)

    flooding = asyncio.create_task(flood())
    await press_all(ours, [quiet], FLOODED, flooded)
    flooding.cancel()
    answered = sum(press.done() for press in presses)
    for press in presses:
        press.cancel()  # most of them are never answered
    await asyncio.gather(flooding, *presses, return_exceptions=True)
    print(f"one player while another one presses {FLOOD} times a second, {answered} answered:")
    calm.report("before")
    flooded.report("meanwhile")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--also", type=Path, metavar="FOLDER", help="another checkout")
    parser.add_argument("--at-once", type=int, nargs="+", default=AT_ONCE)
    parser.add_argument("--calls", nargs="+", choices=("on", "off"), default=("off", "on"))
    parser.add_argument("--turns", type=int, default=TURNS)
    asyncio.run(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
