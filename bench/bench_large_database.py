"""What a player waits for and what the bot does by itself, in a large database and in an empty one.

The empty one has the matches of one server; the large one has the same and besides them as many as
asked for, in other servers. All is measured in the same turns, at the level of the services, as of
one moment: nobody has moved for two hours, so nothing is due in either.

    python -m bench.bench_large_database --finished 1000000 --open 20000 --guilds 10000 \
        --database sqlite:////tmp/large.db

makes that database if it is not there, and keeps it for the next time. Without an address there is
a small one of each kind. A server needs a second database for the empty one, ``--empty``.
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
from pathlib import Path

from prowlerbot.core.errors import StoreError
from prowlerbot.feature_list import open_store
from prowlerbot.games import GAMES
from prowlerbot.match.call_rules import MatchDuty
from prowlerbot.match.lobby import accept_challenge
from prowlerbot.match.match import Match, Phase
from prowlerbot.profiles import FinishedMatches
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from prowlerbot.service.visibility_check import Reader
from prowlerbot.storage.engines.address import existing_database, open_database
from tests.persistence.cluster import drop_database, installed, new_database, stop
from tests.persistence.home_matches import ASKER, HOME, NOW, PLAYERS
from tests.persistence.large_database import Size, fill
from tests.persistence.matches import next_press, url_of

TURNS = 20
PRESSES = 10
WANTED = 1.5
"""Times the p95 in the empty database."""
_PAGE, _LEADERS = 8, 10
"""Lines of a history and of a leaderboard."""


class House:
    """An open database and what is done with it; each method is measured as a whole."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._service: Service
        self._playing: Match | None = None

    async def open(self) -> None:
        """The start: it opens and checks, and looks for all that a stopped bot has left."""
        self._database = await open_database(self._url)
        store = open_store(self._database)
        self._service = Service(store, games=GAMES, clock=lambda: NOW, rng=random.Random(NOW))
        self._housekeeping = Housekeeping(self._service)
        await self._housekeeping.enter_missing_results()
        await self._housekeeping.free_claims()
        await self.round()

    async def close(self) -> None:
        await self._database.close()

    async def begin(self) -> None:
        """Begin a match to press in, which is not in the list of ``/matches``."""
        lobby, players = Lobby(self._service), PLAYERS[-2:]
        asked = await lobby.make_challenge("prowler", players, {})
        self._playing = await self._service.apply(asked.id, accept_challenge, players[1].id)

    async def press(self) -> None:
        """A press: a scene read, a move stored."""
        if self._playing is None or self._playing.phase is Phase.OVER:
            raise RuntimeError("no match to press in")
        user, moment, move = next_press(self._playing)
        scene = await self._service.scene(self._playing.id, HOME, user)
        match = await self._service.make_move(scene.match, user, moment, move)
        self._playing = match

    async def matches(self) -> None:
        found = await self._service.lists.open_matches(ASKER)
        await self._service.store.showings.shown_boards([scene.match.id for scene in found])

    async def history(self) -> None:
        reader, finished = Reader(ASKER, HOME), FinishedMatches(self._service.store)
        await finished.count_matches(reader, "prowler", ASKER)
        found = await finished.history(reader, "prowler", ASKER, 0, _PAGE)
        await self._service.store.showings.shown_boards([each.match for each in found])
        await self._service.store.results.count_rated(found)

    async def leaders_here(self) -> None:
        await self._leaders(only_here=True)

    async def leaders(self) -> None:
        await self._leaders(only_here=False)

    async def _leaders(self, *, only_here: bool) -> None:
        results, finished = self._service.store.results, FinishedMatches(self._service.store)
        board = await finished.leaderboards.read_leaderboard(
            Reader(ASKER, HOME), "prowler", ASKER, only_here=only_here, size=_LEADERS
        )
        await results.names_of(each.player for each in board.shown)
        await results.standing("prowler", ASKER)

    async def round(self) -> None:
        """What upkeep asks the database for, every second and every half minute."""
        store = self._service.store
        await store.duties.due_duties(dict.fromkeys(MatchDuty, 4), NOW, NOW)
        await store.showings.stale_showings(20)


async def measure(urls: dict[str, str]) -> None:
    times: dict[str, _Times] = {name: {} for name in urls}
    for turn in range(TURNS + 1):
        for name, url in urls.items():
            async with AsyncExitStack() as stack:
                house = House(url)
                jobs: list[tuple[str, Callable[[], Awaitable[None]], int]] = [
                    ("start", house.open, 1),
                    ("press", house.press, PRESSES),
                    ("/matches", house.matches, 3),
                    ("finished matches", house.history, 3),
                    ("leaderboard here", house.leaders_here, 3),
                    ("leaderboard of all", house.leaders, 3),
                    ("round of upkeep", house.round, 3),
                ]
                for job, work, times_over in jobs:
                    if job == "press":
                        stack.push_async_callback(house.close)
                        await house.begin()
                        await house.press()  # prepares statements
                    taken = [await _milliseconds(work) for _ in range(times_over)]
                    if turn:  # the first one fills caches
                        times[name].setdefault(job, []).extend(taken)
    _report(*times.items())


_Times = dict[str, list[tuple[float, float]]]


async def _milliseconds(work: Callable[[], Awaitable[None]]) -> tuple[float, float]:
    """By the clock, and of this process's processor time."""
    start = time.perf_counter(), time.process_time()
    await work()
    return (time.perf_counter() - start[0]) * 1000, (time.process_time() - start[1]) * 1000


def _report(empty: tuple[str, _Times], large: tuple[str, _Times]) -> None:
    for clock, told_as in enumerate(("by the clock", "processor time, without a server's")):
        print(f"  {told_as}: p50 and p95 in ms (wanted: p95 ≤ {WANTED})")
        print(f"  {'':20} {empty[0]:>17} {large[0]:>17}")
        for job, there in large[1].items():
            taken = [[each[clock] for each in times] for times in (empty[1][job], there)]
            pairs = [(statistics.median(each), _p95(each)) for each in taken]
            told = " ".join(f"{p50:8.2f} {p95:8.2f}" for p50, p95 in pairs)
            ratios = [mine / theirs for theirs, mine in zip(*pairs, strict=True)]
            print(f"  {job:20} {told}   p50 × {ratios[0]:.2f}   p95 × {ratios[1]:.2f}")


def _p95(values: list[float]) -> float:
    return statistics.quantiles(values, n=20)[18]


async def _made(url: str, size: Size) -> None:
    """Fill the database unless it is there."""
    try:
        async with existing_database(url):
            return
    except StoreError:
        start = time.perf_counter()
        await fill(url, size)
        print(f"filled within {time.perf_counter() - start:.0f} s")


def compare(empty: str, large: str, size: Size) -> None:
    asyncio.run(_made(empty, Size(0, 0, 1)))
    asyncio.run(_made(large, size))
    asyncio.run(measure({"empty": empty, "large": large}))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--finished", type=int, default=20_000)
    parser.add_argument("--open", type=int, default=400)
    parser.add_argument("--guilds", type=int, default=200)
    parser.add_argument("--database", help="address of the large one, made if it is not there")
    parser.add_argument("--empty", help="address of the empty one")
    arguments = parser.parse_args()
    size = Size(arguments.finished, arguments.open, arguments.guilds)
    print(f"finished {size.finished}, open {size.open}, servers {size.guilds}:")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = [url_of(folder / "empty.db"), url_of(folder / "large.db")]
        if arguments.database:
            compare(arguments.empty or files[0], arguments.database, size)
            return
        print(" SQLite")
        compare(files[0], files[1], size)
        if not installed():
            print("PostgreSQL's programs or psycopg are not installed")
            return
        print(" PostgreSQL")
        servers = [new_database(folder), new_database(folder)]
        try:
            for url in servers:
                asyncio.run(fill(url, size if url == servers[1] else Size(0, 0, 1)))
            asyncio.run(measure(dict(zip(("empty", "large"), servers, strict=True))))
        finally:
            for url in servers:
                drop_database(url)
            stop(folder)


if __name__ == "__main__":
    main()
