"""The delays that the machine causes for others, and the time until it answers.

First how late the event loop is beside two searches, as a multiple of its lag beside none: both
take turns in one run, so a slow moment hits both. Then, on a simulated Discord with real processes
and real pictures, the time from a press to the machine's answer on the board.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from typing import get_args

if __name__ != "__mp_main__":  # as in bot.py
    import simcord

    from cogs.admin.admin_commands import Hosting
    from prowlerbot.games import GAMES
    from prowlerbot.match.match import Level, Player, machine
    from prowlerbot.opponent.choice import LEVELS
    from prowlerbot.opponent.pool import Thinkers
    from prowlerbot.opponent.task import Task
    from prowlerbot.service.lobby_service import Lobby
    from tests.discord.message import Message
    from tests.discord.room import Bench, Room

SEARCHES = 2
ROUNDS = 6
SECONDS = 4.0
TICK = 0.005
MOVES = 6
SLOWEST = 60.0
"""Seconds that anything may take on a busy machine."""


async def lags(seconds: float) -> list[float]:
    """By how much a timer was late, in milliseconds, again and again for so long."""
    found = []
    end = time.perf_counter() + seconds
    while (begin := time.perf_counter()) < end:
        await asyncio.sleep(TICK)
        found.append(1000 * (time.perf_counter() - begin - TICK))
    return found


def p99(values: list[float]) -> float:
    return statistics.quantiles(values, n=100)[98]


async def search(pool: Thinkers, match: int) -> None:
    """Search on and on, as for a match that never ends."""
    game = GAMES["prowler"]
    task = Task("prowler", game.setup(random.Random(match), 2, {"first": "1"}), (), 2, "expert", 1)
    while True:
        await pool.move(match, task)


async def measure_lag() -> None:
    pool = Thinkers(SEARCHES)
    idle: list[float] = []
    busy: list[float] = []
    for _ in range(ROUNDS):
        idle += await lags(SECONDS)
        searches = [asyncio.create_task(search(pool, match)) for match in range(SEARCHES)]
        await asyncio.sleep(2)  # the processes start
        busy += await lags(SECONDS)
        for each in searches:
            each.cancel()
        await asyncio.gather(*searches, return_exceptions=True)
        await asyncio.sleep(1.5)  # the running searches end
    await pool.close()
    print(f"lag of the event loop, p99 of {len(idle)}: idle {p99(idle):.2f} ms,")
    print(f"beside {SEARCHES} searches {p99(busy):.2f} ms: {p99(busy) / p99(idle):.2f} times")


async def measure_answers() -> None:
    for name in LEVELS:
        with tempfile.TemporaryDirectory() as folder:
            hosting = Hosting(thinkers=Thinkers(1))
            bench = Bench(f"sqlite:///{folder}/bench.db", hosting=hosting)
            bot = await bench.open()
            running = simcord.run(bot, shard_count=1, check_errors=False, settle_timeout=SLOWEST)
            async with running as env:
                # SimCord gives the start itself five seconds, and drawing all signs takes more.
                bot.draw_ahead()
                bot.emoji.begin()
                await env.settle()
                times = await answers(Room(env, bench), LEVELS[name].name)
            await bench.close()
        first, rest = times[0], times[1:]
        print(
            f"{name:8} first answer {first:.2f} s, then {statistics.median(rest):.2f} s"
            f" (at most {max(rest):.2f} s)"
        )


async def answers(room: Room, level: str) -> list[float]:
    """Seconds from each press of a move to the board with the machine's answer."""
    rng = random.Random(1)
    players = [Player(room.ada.id, "Ada"), machine(_level(level))]
    match = await Lobby(room.service).challenge("prowler", players, {"first": "2"})
    board = (await room.command(room.ada, "board", match=match.id)).message
    return [await answer(room, board, rng) for _ in range(MOVES)]


async def answer(room: Room, board: Message, rng: random.Random) -> float:
    before, begin = (await room.match(board)).ply, 0.0
    while (await room.match(board)).ply == before:
        begin = time.perf_counter()
        await room.press(room.ada, board, rng.choice([each["label"] for each in board.moves]))
    pressed = board.text
    while board.text == pressed or "🤖" in board.text:  # noqa: ASYNC110 - it is a player who looks
        await asyncio.sleep(0.01)
    return time.perf_counter() - begin


def _level(name: str) -> Level:
    level: Level = next(each for each in get_args(Level) if each == name)
    return level


if __name__ == "__main__":
    asyncio.run(measure_lag())
    asyncio.run(measure_answers())
