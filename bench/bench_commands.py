"""How long two commands take: the animation of a whole match, and the page of a player's matches.

One bot with one process that draws, over real sockets. The time counts from the command to the
arrival of the file. On a busy machine the processor time says more.

``--also FOLDER`` measures another checkout in the same turns.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import time
from collections import defaultdict
from contextlib import AsyncExitStack
from pathlib import Path

from aiohttp import web

from bench.bots import HERE, OTHER, OURS, House, new_house
from bench.discord_data import Typed
from bench.discord_stand_in import StandIn
from bench.timing import wanted
from prowlerbot.games import GAMES

TURNS = 5
ANIMATION, PAGE = 1.0, 0.25
"""Seconds at most on a quiet machine."""
_GIVEN_UP = 60.0
"""Seconds after which no file will come."""
USER = 12
BOARDS = 4


class Awaiting(StandIn):
    """Notes when a file arrives in an answer that was put off."""

    def __init__(self) -> None:
        super().__init__()
        self.arrived = asyncio.Event()

    async def _edited(self, request: web.Request) -> web.Response:
        answer = await super()._edited(request)
        if request.content_type == "multipart/form-data":
            self.arrived.set()
        return answer


async def measure(arguments: argparse.Namespace) -> None:
    checkouts = {OURS: HERE} | ({OTHER: arguments.also} if arguments.also else {})
    async with AsyncExitStack() as stack:
        discord = await stack.enter_async_context(Awaiting())
        houses = {
            name: await stack.enter_async_context(new_house(discord, name, checkout))
            for name, checkout in checkouts.items()
        }
        past = {name: await _prepare(house) for name, house in houses.items()}
        for house in houses.values():
            await house.bot.start()
            await house.bot.rest()
        taken = defaultdict[tuple[str, str], list[float]](list)
        works = defaultdict[tuple[str, str], list[float]](list)
        for turn in range(arguments.turns):
            for name, house in houses.items():
                for game, matches in past[name].items():
                    film = Typed((game, "animation"), {"match": matches[turn % len(matches)]})
                    worked = house.bot.processor()
                    taken[name, game].append(await _file(discord, name, film))
                    await house.bot.rest()
                    works[name, game].append(house.bot.processor() - worked)
                page, worked = Typed(("matches",)), house.bot.processor()
                taken[name, "matches"].append(await discord.command(name, USER, page))
                await house.bot.rest()
                works[name, "matches"].append(house.bot.processor() - worked)
    for (name, asked), seconds in taken.items():
        what, most = ("page", PAGE) if asked == "matches" else ("animation", ANIMATION)
        middle = statistics.median(seconds)
        print(
            f"  {name}: from the command to the {what} of {asked:8} {middle:5.2f} s"
            f" {wanted(middle, most)}, {min(seconds):.2f} to {max(seconds):.2f};"
            f" {statistics.median(works[name, asked]):.2f} s of processor time"
        )


async def _prepare(house: House) -> dict[str, list[str]]:
    """Four open matches of the user, and some that are over; the ids of these, by game."""
    for number in range(BOARDS):
        await house.room.match(USER, 10**9 + number)
    return {
        game: [(await house.room.finished(USER, 10**8 + number, game)).id for number in range(3)]
        for game in GAMES
    }


async def _file(discord: Awaiting, name: str, asked: Typed) -> float:
    discord.arrived.clear()
    begin = time.perf_counter()
    await discord.command(name, USER, asked)
    async with asyncio.timeout(_GIVEN_UP):
        await discord.arrived.wait()
    return time.perf_counter() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--also", type=Path, metavar="FOLDER", help="another checkout")
    parser.add_argument("--turns", type=int, default=TURNS)
    asyncio.run(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
