"""The time from a press to its answer while four players build live at once.

Four people press five times a second each for some seconds, in the simulated Discord with its rate
limits. The drawing is real. Told are the times from a press to its answer.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

import simcord

from prowlerbot.match.preferences import ServerChoices
from tests.discord.message import Message
from tests.discord.room import Bench, Room

PEOPLE, A_SECOND = 4, 5


async def measure(seconds: int) -> list[float]:
    """Seconds from each press to its answer."""
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(f"sqlite:///{Path(folder)}/bench.db")
        async with simcord.run(await bench.open(), shard_count=1, check_errors=False) as env:
            room = Room(env, bench)
            everything = {"presses_a_minute": 99_999}
            await room.service.store.rechoose(ServerChoices, room.guild.id, **everything)
            players = [room.ada, room.ben, room.cleo, room.join("Dora")]
            asked = {
                f"opponent_{at}" if at > 1 else "opponent": each
                for at, each in enumerate(players[1:], 1)
            }
            answer = await room.command(
                room.ada, "challenge", group="heroes", build="live", **asked
            )
            board = answer.message
            for player in players[1:]:
                await room.press(player, board, "Accept")
            own = [(await room.press(each, board, "Open my board")).message for each in players]
            taken: list[float] = []
            rng = random.Random(1)
            for _ in range(seconds * A_SECOND):
                begun = time.perf_counter()
                waiting = [
                    room.send_press(player, mine, _next(mine, rng), None)
                    for player, mine in zip(players, own, strict=True)
                ]
                while waiting:
                    await asyncio.sleep(0)
                    for record in waiting[:]:
                        if simcord.InteractionResult(env, record).acknowledged:
                            taken.append(time.perf_counter() - begun)
                            waiting.remove(record)
                left = 1 / A_SECOND - (time.perf_counter() - begun)
                while left > 0:  # the bot's own edits go on meanwhile
                    await asyncio.sleep(0)
                    left = 1 / A_SECOND - (time.perf_counter() - begun)
            await env.settle()
            await bench.close()
            return taken


def _next(mine: Message, rng: random.Random) -> str:
    """Anything that gets on: a flip, a tile of the others, a place, a turn, a drop."""
    usual = [each for each in mine.moves if not each["label"].startswith("Done")]
    return str(rng.choice(usual)["custom_id"])


def main() -> None:
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    taken = asyncio.run(measure(seconds))
    quantiles = statistics.quantiles(taken, n=20)
    print(f"{len(taken)} presses, {PEOPLE} at once and {A_SECOND} times a second:")
    print(f"median {statistics.median(taken):.3f} s, p95 {quantiles[-1]:.3f} s")


if __name__ == "__main__":
    main()
