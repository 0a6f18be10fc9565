"""Bots in processes of their own, each with its database and with matches to press."""

from __future__ import annotations

import asyncio
import os
import random
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from bench.discord_data import GUILD, Message
from bench.discord_stand_in import StandIn
from cogs.presses import MatchPress
from prowlerbot.core.record import random_record
from prowlerbot.feature_list import open_store
from prowlerbot.games import GAMES
from prowlerbot.match.lobby import accept_challenge
from prowlerbot.match.match import Decision, Ending, Match, Phase, Play, Player
from prowlerbot.match.play import replay_match
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.match.scene import Board
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.address import open_database

HERE = Path(__file__).parents[1]
OURS, OTHER = "this bot", "the other"

_BEGIN = "import asyncio; from bench.pressed_bot import main; asyncio.run(main())"
"""A module would be imported once more by each process that the bot starts."""


class Pressing(NamedTuple):
    user: int
    message: Message
    custom_id: str


class Bot:
    """A bot from this checkout or another one; without a database it is the empty one, or the one
    that draws chess boards.
    """

    def __init__(
        self,
        discord: StandIn,
        token: str,
        checkout: Path = HERE,
        database: str = "",
        *,
        chess: bool = False,
        shards: int | None = None,
        machine: int = 0,
    ) -> None:
        """``shards`` is the number that all processes of this bot share; the machine thinks in
        ``machine`` processes.
        """
        self._discord = discord
        self._token = token
        self._checkout = checkout
        self._choice = ["--database", database] if database else ["--chess"] if chess else []
        self._choice += ["--shards", str(shards)] if shards else []
        self._choice += ["--machine", str(machine)] if machine else []
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        own = self._checkout / ".venv" / "bin" / "python"
        python = own if self._checkout != HERE and own.exists() else sys.executable
        program = [python, "-c", _BEGIN, self._discord.api, self._token, *self._choice]
        self._process = await asyncio.create_subprocess_exec(*program, cwd=self._checkout)
        ready = asyncio.create_task(self._discord.ready(self._token))
        ended = asyncio.create_task(self._process.wait())
        await asyncio.wait({ready, ended}, return_when=asyncio.FIRST_COMPLETED)
        if ended.done():
            raise RuntimeError(f"{self._token} has ended")

    async def rest(self, least: float = 0.0) -> None:
        """Wait until the work of the start is over, such as drawing ahead; work that takes the
        ``least`` part of the processor goes on.
        """
        before = -1.0
        while self.processor() - before > least:
            before = self.processor()
            await asyncio.sleep(1)

    async def stop(self) -> None:
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.terminate()
            await self._process.wait()

    def processor(self) -> float:
        """Seconds so far, with those of its processes; 0 if the system does not tell."""
        return sum(map(processor, self._family()))

    def memory(self) -> float:
        """Megabytes of the bot and its processes; shared pages count once."""
        return sum(self.memories())

    def memories(self) -> list[float]:
        """The same of each process, that of the bot first."""
        return [_kilobytes(pid) / 1024 for pid in self._family()]

    def _family(self) -> list[int]:
        return family(self._process.pid) if self._process is not None else []

    async def press(self, pressing: Pressing) -> float:
        return await self._discord.press(self._token, *pressing)


class Room:
    """Matches in the database, and the presses that play them."""

    def __init__(self, service: Service, discord: StandIn) -> None:
        self._service = service
        self._discord = discord
        self._rng = random.Random(5)
        self._users = iter(range(100, 10**9))

    async def board(self, needed: int, guild: int = GUILD) -> Iterator[Pressing]:
        """At least so many presses, of one match after the other."""
        matches = [
            await self.match(next(self._users), next(self._users), guild=guild)
            for _ in range(needed // 13 + 2)
        ]
        return (pressing for match in matches for pressing in self._presses(*match))

    async def match(
        self, one: int, other: int, game: str = "prowler", guild: int = GUILD
    ) -> tuple[Match, Message]:
        """A new match and its message."""
        players = [Player(one, f"Player{one}"), Player(other, f"Player{other}")]
        for user in (one, other):
            await self.confirm_nothing(user)
        asked = await Lobby(self._service).make_challenge(game, players, {})
        match = await self._service.apply(asked.id, accept_challenge, other)
        message = self._discord.message(guild)
        await self._service.store.boards.put_board(
            Board(match.id, guild, guild + 1, message.id, match.revision)
        )
        return match, message

    async def finished(self, user: int, other: int, game: str) -> Match:
        """A match that is over, of random moves."""
        record, number = random_record(GAMES[game], self._rng, players=2), next(self._users)
        match = Match(
            id=f"past{number}",
            game=game,
            players=(Player(user, "Mallory"), Player(other, "Bob")),
            created_at=number,
            phase=Phase.OVER,
            ending=Ending.PLAYED,
            setup=record.setup,
            plays=tuple(Play(made.seat, made.text, number) for made in record.moves),
            decisions=(Decision(number), Decision(number)),
            changed_at=number,
        )
        await self._service.store.add_new(match)
        return match

    async def confirm_nothing(self, user: int) -> None:
        """Let each press of a user count at once."""
        await self._service.store.choices.put_choices(user, PlayerChoices(confirm=False))

    def _presses(self, match: Match, message: Message) -> Iterator[Pressing]:
        state, ply = replay_match(match, self._service.facts.game(match))[-1], 0
        while state.to_move:
            seat = min(state.to_move)
            move = self._rng.choice(state.moves(seat))
            button = MatchPress("m", match.id, ply, str(move))
            yield Pressing(match.player(seat).id, message, str(button))
            state, ply = state.after(seat, move), ply + 1


class House(NamedTuple):
    """A bot that has not started yet, with its database."""

    bot: Bot
    service: Service
    room: Room


@asynccontextmanager
async def new_house(
    discord: StandIn,
    name: str = OURS,
    checkout: Path = HERE,
    url: str = "",
    shards: int | None = None,
    *,
    machine: int = 0,
) -> AsyncIterator[House]:
    """``url`` is the address of an empty database, if it is not to be a file of its own."""
    with tempfile.TemporaryDirectory() as folder:
        url = url or f"sqlite:///{folder}/bench.db"
        database = await open_database(url)
        service = Service(open_store(database), games=GAMES, rng=random.Random(5))
        bot = Bot(discord, name, checkout, url, shards=shards, machine=machine)
        try:
            yield House(bot, service, Room(service, discord))
        finally:
            await bot.stop()
            await database.close()


def family(pid: int) -> list[int]:
    """A process and all its descendants."""
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        children = " ".join((task / "children").read_text() for task in tasks).split()
    except OSError:
        return [pid]
    return [pid, *chain.from_iterable(family(int(child)) for child in children)]


def processor(pid: int) -> float:
    """Seconds of processor time so far, with processes of its own that have ended; 0 if the system
    does not tell.
    """
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return 0.0
    ticks = stat.rpartition(")")[2].split()[11:15]
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


def _kilobytes(pid: int) -> int:
    try:
        told = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:  # it has ended, or the system does not tell
        return 0
    return int(told.partition("\nPss:")[2].split()[0])
