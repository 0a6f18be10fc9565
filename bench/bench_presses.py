"""Presses a second, and what a press costs: this bot against its floor, and against other bots.

Each bot is one process, with those it starts itself, and speaks to a stand-in for Discord over real
sockets. All are measured in turns within one run. A press of this bot loads the match, makes the
move, commits, draws and answers with the picture and 29 buttons; with calls on it also calls the
next player and deletes the call before. The empty bot answers with 29 buttons and a picture of the
same size, always the same ones, all of it through discord.py's objects; with calls on it makes two
more requests. The chess bot answers likewise, but makes a move of python-chess for each press and
draws it with chess.svg and CairoSVG; it stores nothing.

The floor of a press is the processor time of the least work that gives the same: the empty bot's
press, ISA-L over the bytes of the picture, and one durable commit of the same rows.

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
from bench.floor import Least, least
from bench.other_bots import AND_CALL
from prowlerbot.match.preferences import ServerChoices

EMPTY, CHESS = "empty bot", "chess bot"
TURNS = 5
PRESSES = 160
"""Presses of each bot in a turn."""
PRESSES_OF_CHESS = 16
"""Those of the chess bot, which takes as long for them."""
AT_ONCE = (1, 10, 50)
"""Boards that are pressed at the same time."""
FLOOD = 100
"""Presses a second of one user, and presses of another one meanwhile."""
FLOODED = 60
WANTED = 2.0
"""Times the floor, in processor time."""
WANTED_P95 = 2.5
"""Times the empty bot's, with ten at once."""


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
        print(
            f"  {name:10} {empty.wall / self.wall:.2f} of the empty bot by the clock"
            f" (turns {min(ratios):.2f} to {max(ratios):.2f}), p95 × {self.p95 / empty.p95:.1f}"
            + (f" (≤ {WANTED_P95} wanted)" if at_once == 10 else "")
        )

    def compare_to_floor(self, name: str, empty: Measured, rest: Least) -> None:
        floor = empty.work + rest.packing + rest.commit
        print(
            f"  {name:10} {self.work / floor:.2f} × its floor of {floor:.1f} ms: an empty press"
            f" {empty.work:.1f}, ISA-L {rest.packing:.1f}, a commit {rest.commit:.1f}"
            f" (≤ {WANTED} wanted)"
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
    into.works.append((bot.processor() - worked) * 1000 / presses)


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
        others = {EMPTY: Bot(discord, EMPTY)}
        if not arguments.also:
            others[CHESS] = Bot(discord, CHESS, chess=True)
        for other in others.values():
            stack.push_async_callback(other.stop)
            await other.start()
        for calls in arguments.calls:
            for at_once in arguments.at_once:
                print(f"{at_once} pressed at the same time, calls {calls}:")
                # Presses as fast as the answers must not count as a flood.
                choices = ServerChoices(presses_a_minute=10**6, calls=calls == "on")
                for each in houses.values():
                    await each.service.store.choose(GUILD, choices)
                pressed = AND_CALL if choices.calls else "press"
                boards = [_constant(discord.message(), pressed) for _ in range(at_once)]
                await _compare(houses, others, boards, arguments.turns)
        if not arguments.also:
            ours = houses[OURS]
            await ours.service.store.choose(GUILD, ServerChoices())
            await _flood(ours.bot, ours.room)


async def _compare(
    houses: dict[str, House], others: dict[str, Bot], constant: list[Iterator[Pressing]], turns: int
) -> None:
    at_once, presses = len(constant), (turns + 1) * PRESSES
    boards = {
        name: [await each.room.board(presses // at_once * 2) for _ in range(at_once)]
        for name, each in houses.items()
    } | dict.fromkeys(others, constant)
    bots = {name: each.bot for name, each in houses.items()} | others
    found = {name: Measured() for name in bots}
    for turn in range(-1, turns):  # the first one is to warm up
        into = found if turn >= 0 else {name: Measured() for name in found}
        for name, bot in bots.items():
            pressed = PRESSES_OF_CHESS if name == CHESS else PRESSES
            await press_all(bot, boards[name], pressed, into[name])
    rest = least()
    for name, measured in found.items():
        measured.report(name)
    for name in houses:
        found[name].compare(name, found[EMPTY], at_once)
        found[name].compare_to_floor(name, found[EMPTY], rest)


def _constant(message: Message, pressed: str) -> Iterator[Pressing]:
    while True:
        yield Pressing(1, message, pressed)


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
