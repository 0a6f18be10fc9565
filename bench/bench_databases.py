"""A press as the database sees it, on SQLite and on PostgreSQL: a scene read, a move committed.

Both are measured in the same turns, so the machine is equally busy; the processor time is the bot's
alone, without the server's. A server is started for the bench, and waits for no disk.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from pathlib import Path

from prowlerbot.match.match import Match
from prowlerbot.service.match_service import Service
from tests.persistence.cluster import drop_database, installed, new_database, stop
from tests.persistence.matches import begin, next_press, opened, play_on, url_of

TURNS = 15
PRESSES = 20


class Presses:
    """The presses of one match after another."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def milliseconds(self) -> tuple[float, float]:
        """The processor time of a press and its time by the clock; the rules are in both."""
        match: Match = await play_on(self._service, await begin(self._service), 5)
        used, start = time.process_time(), time.perf_counter()
        for _ in range(PRESSES):
            match = await self._service.make_move(match.id, *next_press(match))
        each = 1000 / PRESSES
        return (time.process_time() - used) * each, (time.perf_counter() - start) * each


async def bench(urls: dict[str, str]) -> None:
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in urls}
    for turn in range(TURNS + 1):
        for name, url in urls.items():
            async with opened(url, seed=turn) as service:
                presses = Presses(service)
                await presses.milliseconds()  # prepares statements
                times[name].append(await presses.milliseconds())
    for name, measured in times.items():
        used, taken = (statistics.median(each) for each in zip(*measured[1:], strict=True))
        print(f"  {name:10} {used:.2f} ms of processor time, {taken:.2f} ms by the clock")


def main() -> None:
    if not installed():
        print("PostgreSQL's programs or psycopg are not installed")
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server = new_database(folder)
        try:
            print(f"a press as the database sees it, median of {TURNS} turns of {PRESSES}:")
            asyncio.run(bench({"SQLite": url_of(folder / "x.db"), "PostgreSQL": server}))
        finally:
            drop_database(server)
            stop(folder)


if __name__ == "__main__":
    main()
