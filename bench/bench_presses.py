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
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from bench.discord_stand_in import CHANNEL, GUILD, Message, StandIn
from cogs.frame.press import Action, MatchPress
from prowlerbot.games import GAMES
from prowlerbot.match.match import Match, Player
from prowlerbot.match.play import states
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.service.lobby import Lobby
from prowlerbot.service.service import Service
from prowlerbot.storage.boards import Board
from prowlerbot.storage.database import Database
from prowlerbot.storage.store import Store

HERE = Path(__file__).parents[1]
OURS, EMPTY, OTHER = "this bot", "empty bot", "the other"
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


_BEGIN = "import asyncio; from bench.pressed_bot import main; asyncio.run(main())"
"""As a module it would be imported once more by each process that the bot starts."""


class Pressing(NamedTuple):
    user: int
    message: Message
    custom_id: str


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


class Bot:
    """A bot in a process of its own, from this checkout or another one."""

    def __init__(self, discord: StandIn, token: str, checkout: Path = HERE) -> None:
        self._discord = discord
        self._token = token
        self._checkout = checkout
        self._process: asyncio.subprocess.Process | None = None

    async def start(self, api: str, *more: str) -> None:
        own = self._checkout / ".venv" / "bin" / "python"
        python = own if self._checkout != HERE and own.exists() else sys.executable
        program = [python, "-c", _BEGIN, api, self._token, *more]
        self._process = await asyncio.create_subprocess_exec(*program, cwd=self._checkout)
        ready = asyncio.create_task(self._discord.ready(self._token))
        ended = asyncio.create_task(self._process.wait())
        await asyncio.wait({ready, ended}, return_when=asyncio.FIRST_COMPLETED)
        if ended.done():
            raise RuntimeError(f"{self._token} has ended")

    async def rest(self) -> None:
        """Wait until it has done what it does at the start, such as drawing ahead."""
        before = -1.0
        while self.processor() > before:
            before = self.processor()
            await asyncio.sleep(1)

    async def stop(self) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.terminate()
            await self._process.wait()

    def processor(self) -> float:
        """Seconds so far, those of its processes too; 0 where the system does not tell."""
        return sum(map(_processor, _family(self._process.pid))) if self._process else 0.0

    def memory(self) -> float:
        """Megabytes of the bot and the processes it has started, shared pages counted once."""
        if self._process is None:
            return 0.0
        left, found = [self._process.pid], 0
        while left:
            pid = left.pop()
            with suppress(OSError):  # it has ended, or the system does not tell
                told = Path(f"/proc/{pid}/smaps_rollup").read_text()
                found += int(told.partition("\nPss:")[2].split()[0])
                for task in Path(f"/proc/{pid}/task").iterdir():
                    left += map(int, (task / "children").read_text().split())
        return found / 1024

    async def press(self, pressing: Pressing) -> float:
        return await self._discord.press(self._token, *pressing)

    async def measure(self, boards: list[Iterator[Pressing]], presses: int, into: Measured) -> None:
        """Press so many times; on each board the next press waits for the answer to the last."""
        left = iter(range(presses))
        start, worked = time.perf_counter(), self.processor()

        async def play(board: Iterator[Pressing]) -> None:
            for _ in left:
                into.seconds.append(await self.press(next(board)))

        await asyncio.gather(*(play(board) for board in boards))
        into.walls.append(time.perf_counter() - start)
        await asyncio.sleep(0.2)  # what goes on behind the answers
        into.processor += self.processor() - worked


class Room:
    """Matches in the database, and the presses that play them."""

    def __init__(self, service: Service, discord: StandIn) -> None:
        self._service = service
        self._discord = discord
        self._rng = random.Random(5)
        self._users = iter(range(100, 10**9))

    async def board(self, needed: int) -> Iterator[Pressing]:
        """The presses of one match after the other."""
        matches = [await self._match() for _ in range(needed // 13 + 2)]
        return (pressing for match in matches for pressing in self._presses(*match))

    async def _match(self) -> tuple[Match, Message]:
        one, other = next(self._users), next(self._users)
        players = [Player(one, f"Player{one}"), Player(other, f"Player{other}")]
        for user in (one, other):  # whose presses count at once
            await self._service.store.choose(user, PlayerChoices(confirm=False))
        asked = await Lobby(self._service).challenge("prowler", players, {})
        match = await Lobby(self._service).accept(asked.id, other)
        message = self._discord.message()
        await self._service.store.set_board(
            Board(match.id, GUILD, CHANNEL, message.id, match.revision)
        )
        return match, message

    def _presses(self, match: Match, message: Message) -> Iterator[Pressing]:
        state, ply = states(match, self._service.game(match))[-1], 0
        while state.to_move:
            seat = min(state.to_move)
            move = self._rng.choice(state.moves(seat))
            button = MatchPress(Action.MOVE, match.id, ply, str(move))
            yield Pressing(match.player(seat).id, message, str(button))
            state, ply = state.after(seat, move), ply + 1


async def measure(arguments: argparse.Namespace) -> None:
    discord = StandIn()
    async with AsyncExitStack() as stack:
        stack.push_async_callback(discord.close)
        api = await discord.start()
        checkouts = {OURS: HERE} | ({OTHER: arguments.also} if arguments.also else {})
        houses = {
            name: await stack.enter_async_context(_house(discord, api, name, checkout))
            for name, checkout in checkouts.items()
        }
        empty = Bot(discord, EMPTY)
        stack.push_async_callback(empty.stop)
        await empty.start(api)
        for calls in arguments.calls:
            for at_once in arguments.at_once:
                print(f"{at_once} pressed at the same time, calls {calls}:")
                # Whoever presses as fast as the bot answers must not be taken for a flood.
                choices = ServerChoices(presses_a_minute=10**6, calls=calls == "on")
                for house in houses.values():
                    await house.service.store.choose(GUILD, choices)
                await _compare(houses, empty, discord, at_once, arguments.turns)
        if not arguments.also:
            ours = houses[OURS]
            await ours.service.store.choose(GUILD, ServerChoices())
            await _flood(ours.bot, ours.room)


class House(NamedTuple):
    """A bot with its database."""

    bot: Bot
    service: Service
    room: Room


@asynccontextmanager
async def _house(discord: StandIn, api: str, name: str, checkout: Path) -> AsyncIterator[House]:
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/bench.db"
        database = await Database.open(url)
        service = Service(Store(database), games=GAMES, rng=random.Random(5))
        bot = Bot(discord, name, checkout)
        try:
            await bot.start(api, "--database", url)
            await bot.rest()
            yield House(bot, service, Room(service, discord))
        finally:
            await bot.stop()
            await database.close()


async def _compare(
    houses: dict[str, House], empty: Bot, discord: StandIn, at_once: int, turns: int
) -> None:
    each = (turns + 1) * PRESSES
    boards = {
        name: [await house.room.board(each // at_once * 2) for _ in range(at_once)]
        for name, house in houses.items()
    }
    constant = [_constant(discord.message()) for _ in range(at_once)]
    found = {name: Measured() for name in (*houses, EMPTY)}
    for turn in range(-1, turns):  # the first one is to warm up
        into = found if turn >= 0 else {name: Measured() for name in found}
        for name, house in houses.items():
            await house.bot.measure(boards[name], PRESSES, into[name])
        await empty.measure(constant, PRESSES, into[EMPTY])
    for name, measured in found.items():
        measured.report(name)
    for name in houses:
        found[name].compare(name, found[EMPTY], at_once)


def _family(pid: int) -> list[int]:
    """A process and all that it has started."""
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        children = " ".join((task / "children").read_text() for task in tasks).split()
    except OSError:
        return [pid]
    return [pid, *chain.from_iterable(_family(int(child)) for child in children)]


def _processor(pid: int) -> float:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return 0.0
    user, system = stat.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def _constant(message: Message) -> Iterator[Pressing]:
    while True:
        yield Pressing(1, message, "press")


async def _flood(ours: Bot, room: Room) -> None:
    """What one player notices of another one who presses without end."""
    calm, flooded = Measured(), Measured()
    quiet = await room.board(3 * FLOODED)
    await ours.measure([quiet], FLOODED, Measured())
    await ours.measure([quiet], FLOODED, calm)
    again = next(await room.board(1))
    presses: list[asyncio.Task[float]] = []

    async def flood() -> None:
        while True:
            presses.append(asyncio.create_task(ours.press(again)))
            await asyncio.sleep(1 / FLOOD)

    flooding = asyncio.create_task(flood())
    await ours.measure([quiet], FLOODED, flooded)
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
