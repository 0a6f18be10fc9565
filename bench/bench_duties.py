"""What the loop for duties costs with many open matches in which nothing is due, and a move there.

    python -m bench.bench_duties --open 100000

The large database has so many open matches with their duties, the small one a hundred. Both are
measured in the same turns, and the ratio of their medians counts.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path

from prowlerbot.feature_list import open_store
from prowlerbot.games import GAMES
from prowlerbot.match.call_rules import MatchDuty
from prowlerbot.match.lobby import accept_challenge, make_challenge
from prowlerbot.match.match import Context, Match, Player
from prowlerbot.match.play import replay_match
from prowlerbot.match.terms import Terms
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.address import open_database
from prowlerbot.storage.engines.database import Work
from prowlerbot.storage.match_store import add_match
from tests.persistence.cluster import drop_database, installed, new_database, stop
from tests.persistence.matches import url_of

SMALL, TURNS, MOVES, TIMES = 100, 40, 10, 10
NOW = 1_700_000_000
_DAY = 24 * 60 * 60
_AT_A_TIME = 1_000
_ROOM = dict.fromkeys(map(str, MatchDuty), 4)
"""What the loop asks for: four duties of each kind."""


class House:
    """An open database with so many open matches, and a process that serves it."""

    def __init__(self, url: str, matches: int) -> None:
        self._url, self._matches = url, matches
        self._rng = random.Random(1)

    async def open(self) -> None:
        await self._connect()
        game, players = GAMES["prowler"], [Player(1, "Ada"), Player(2, "Ben")]
        it = Context(game, self._rng, NOW)
        asked = make_challenge("first", game, players, {}, terms=Terms(pace=_DAY), now=NOW)
        begun = self._playing = accept_challenge(asked, it, 2)
        await self._service.store.add_new(begun)
        for first in range(0, self._matches, _AT_A_TIME):
            numbers = range(first, min(first + _AT_A_TIME, self._matches))
            some = [replace(begun, id=f"m{number}") for number in numbers]
            await self._database.run(lambda db: _add(db, some))  # noqa: B023 - done at once
        await self._database.write("UPDATE duties SET at = $1 WHERE at <= $2", NOW + 60, NOW)
        if self._database.remote:
            await self._database.read("ANALYZE")
        await self._database.close()  # a file takes in what was written
        await self._connect()

    async def _connect(self) -> None:
        self._database = await open_database(self._url)
        store = open_store(self._database)
        self._service = Service(store, games=GAMES, clock=lambda: NOW, rng=self._rng)

    async def close(self) -> None:
        await self._database.close()

    async def look(self) -> None:
        """What the loop does every second."""
        if await self._service.store.duties.due_duties(_ROOM, NOW, NOW):
            raise RuntimeError("something is due")

    async def move(self) -> None:
        """A move with its duties."""
        match = self._playing
        (seat,) = self._service.facts.to_move(match)
        move = str(replay_match(match, GAMES["prowler"])[-1].moves(seat)[0])
        self._playing = await self._service.make_move(
            match, match.player(seat).id, match.moment, move
        )


def _add(db: Work, matches: list[Match]) -> None:
    for match in matches:
        add_match(db, match)


async def _milliseconds(work: Callable[[], Awaitable[None]]) -> float:
    start = time.perf_counter()
    await work()
    return (time.perf_counter() - start) * 1000


async def compare(small: str, large: str, matches: int) -> None:
    houses = {"small": House(small, SMALL), "large": House(large, matches)}
    times: dict[str, dict[str, list[float]]] = {name: {} for name in houses}
    async with AsyncExitStack() as stack:
        for house in houses.values():
            await house.open()
            stack.push_async_callback(house.close)
        for turn in range(TURNS):
            for name, house in (*houses.items(), *reversed(houses.items())):
                looks = [await _milliseconds(house.look) for _ in range(TIMES)]
                taken = times[name]
                taken.setdefault("look, nothing due", []).extend(looks if turn else [])
                if turn < MOVES:  # the match is not over by then
                    taken.setdefault("move", []).append(await _milliseconds(house.move))
    for job, there in times["large"].items():
        here = times["small"][job]
        medians = statistics.median(here), statistics.median(there)
        ratio = medians[1] / medians[0]
        print(f"  {job:20} {medians[0]:7.3f} ms  {medians[1]:7.3f} ms   × {ratio:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--open", type=int, default=20_000)
    matches = parser.parse_args().open
    print(f"{SMALL} and {matches} open matches:")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print(" SQLite")
        files = [url_of(folder / each) for each in ("small.db", "large.db")]
        asyncio.run(compare(files[0], files[1], matches))
        if not installed():
            print("PostgreSQL's programs or psycopg are not installed")
            return
        print(" PostgreSQL")
        servers = [new_database(folder), new_database(folder)]
        try:
            asyncio.run(compare(servers[0], servers[1], matches))
        finally:
            for url in servers:
                drop_database(url)
            stop(folder)


if __name__ == "__main__":
    main()
