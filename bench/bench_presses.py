"""Presses a second: this bot against an empty one that answers with a constant picture.

Each bot is one process and speaks to a stand-in for Discord over real sockets. Both are measured in
turns within one run. A press of this bot loads the match, makes the move, commits, draws and
answers with the picture and 29 buttons; with pings on it also calls the next player and deletes the
call before. The empty one only answers with a picture of the same size.
"""

from __future__ import annotations

import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from bench.discord_stand_in import CHANNEL, GUILD, Message, StandIn
from cogs.frame.press import Action, MatchPress
from prowlerbot.games import GAMES
from prowlerbot.match.match import Match, Player
from prowlerbot.match.play import states
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.service.service import Service
from prowlerbot.storage.boards import Board
from prowlerbot.storage.database import Database
from prowlerbot.storage.store import Store

OURS, EMPTY = "this bot", "empty bot"
TURNS = 5
PRESSES = 160
"""Presses of each bot in a turn."""
AT_ONCE = 16
"""Boards that are pressed at the same time."""
FLOOD = 100
"""Presses a second of one user, and presses of another one meanwhile."""
FLOODED = 60
WANTED = 0.25


_BEGIN = "import asyncio; from bench.pressed_bot import main; asyncio.run(main())"
"""As a module it would be imported once more by each process that the bot starts."""


class Pressing(NamedTuple):
    user: int
    message: Message
    custom_id: str


@dataclass
class Measured:
    seconds: list[float] = field(default_factory=list[float])
    wall: float = 0.0
    processor: float = 0.0

    def report(self, name: str) -> None:
        cuts = statistics.quantiles(self.seconds, n=100)
        rate, work = len(self.seconds) / self.wall, self.processor / len(self.seconds)
        print(
            f"  {name:10} {rate:7.1f} presses/s   p50 {cuts[49] * 1000:6.1f} ms"
            f"   p95 {cuts[94] * 1000:6.1f} ms   {work * 1000:5.1f} ms of processor a press"
        )


class Bot:
    """A bot in a process of its own."""

    def __init__(self, discord: StandIn, token: str) -> None:
        self._discord = discord
        self._token = token
        self._process: asyncio.subprocess.Process | None = None

    async def start(self, api: str, *more: str) -> None:
        program = [sys.executable, "-c", _BEGIN, api, self._token, *more]
        self._process = await asyncio.create_subprocess_exec(
            *program, cwd=Path(__file__).parents[1]
        )
        ready = asyncio.create_task(self._discord.ready(self._token))
        ended = asyncio.create_task(self._process.wait())
        await asyncio.wait({ready, ended}, return_when=asyncio.FIRST_COMPLETED)
        if ended.done():
            raise RuntimeError(f"{self._token} has ended")

    async def stop(self) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()

    def processor(self) -> float:
        """Processor seconds so far, 0 where the system does not tell."""
        if self._process is None:
            return 0.0
        try:
            stat = Path(f"/proc/{self._process.pid}/stat").read_text()
        except OSError:
            return 0.0
        user, system = stat.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

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
        into.wall += time.perf_counter() - start
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
        asked = await self._service.challenge("prowler", players, {})
        match = await self._service.accept(asked.id, other)
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


async def measure() -> None:
    discord = StandIn()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/bench.db"
        database = await Database.open(url)
        service = Service(Store(database), games=GAMES, rng=random.Random(5))
        room = Room(service, discord)
        api = await discord.start()
        ours, empty = Bot(discord, OURS), Bot(discord, EMPTY)
        try:
            await ours.start(api, "--database", url)
            await empty.start(api)
            for at_once, calls in ((1, False), (AT_ONCE, False), (AT_ONCE, True)):
                # Whoever presses as fast as the bot answers must not be taken for a flood.
                choices = ServerChoices(presses_a_minute=10**6, calls=calls)
                await service.store.choose(GUILD, choices)
                print(f"{at_once} pressed at the same time, pings {'on' if calls else 'off'}:")
                await _compare(ours, empty, room, discord, at_once)
            await service.store.choose(GUILD, ServerChoices())
            await _flood(ours, room)
        finally:
            await ours.stop()
            await empty.stop()
            await discord.close()
            await database.close()


async def _compare(ours: Bot, empty: Bot, room: Room, discord: StandIn, at_once: int) -> None:
    each = TURNS * PRESSES
    boards = [await room.board(each // at_once * 2) for _ in range(at_once)]
    constant = [_constant(discord.message()) for _ in range(at_once)]
    found = {OURS: Measured(), EMPTY: Measured()}
    for turn in range(-1, TURNS):  # the first one is to warm up
        into = found if turn >= 0 else {OURS: Measured(), EMPTY: Measured()}
        await ours.measure(boards, PRESSES, into[OURS])
        await empty.measure(constant, PRESSES, into[EMPTY])
    for name, measured in found.items():
        measured.report(name)
    ratio = found[EMPTY].wall / found[OURS].wall
    work = found[EMPTY].processor / found[OURS].processor
    print(f"  ratio {ratio:.2f} by the clock, {work:.2f} by processor time (≥ {WANTED})")


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
    asyncio.run(measure())


if __name__ == "__main__":
    main()
