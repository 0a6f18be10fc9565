"""What others wait for while one account with very many matches types, and what it waits itself.

Each list and suggestion is read once by an account with a few matches and once by one with very
many, in turn; while either reads, another player's match is loaded, as a press does. The numbers
are ratios inside one run.

    python -m bench.bench_large_account --matches 10000
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from prowlerbot.feature_list import with_features
from prowlerbot.games import GAMES
from prowlerbot.match.leaving import resign
from prowlerbot.match.lobby import accept
from prowlerbot.match.match import Match
from prowlerbot.profiles.finished_match_service import FinishedMatches
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from prowlerbot.service.visibility_check import Reader
from prowlerbot.storage import imported_records
from prowlerbot.storage.engines.address import open_database
from prowlerbot.storage.engines.database import Database
from prowlerbot.storage.match_store import Store
from tests.persistence.matches import ADA, BEN, CLEO, DORA, url_of
from tests.storage.test_lists import pile_up

GAME = "prowler"
HOME = 7
TURNS = 30
_SUGGESTIONS = 25
_PAGE = 8
_RESULTS = (
    "INSERT INTO results (number, match, game, ended_at, verdict, today) SELECT"
    " row_number() OVER (ORDER BY m.id) + 1, m.id, r.game, r.ended_at, r.verdict, r.today"
    " FROM matches m CROSS JOIN results r WHERE m.phase = 'over' AND m.id <> r.match"
)
_PLACES = (
    "INSERT INTO places (match, seat, rank, total) SELECT r.match, p.seat, p.rank, p.total"
    " FROM results r CROSS JOIN places p WHERE r.match <> p.match"
)
_SHOWINGS = (
    "INSERT INTO showings (channel, message, guild, audience, kind, match, player, standing, stale)"
    " SELECT 8, 0, $1, 0, 'board', match, 0, 'played', 0 FROM results"
)
"""Half of what is piled up is over and in the list of results of one server."""

Read = Callable[[int], Awaitable[object]]


async def measure(folder: Path, matches: int) -> None:
    database = await open_database(url_of(folder / "accounts.db"))
    try:
        service = with_features(Service(Store(database), games=GAMES, rng=random.Random(1)))
        other = await _fill(database, service, matches)
        await database.refresh_statistics()
        store, finished = service.store, FinishedMatches(service.store)
        jobs: list[tuple[str, Read]] = [
            ("open matches, /matches and match:", lambda user: store.open_matches(user, GAME)),
            ("replay:", lambda user: imported_records.latest(database, user, GAME, _SUGGESTIONS)),
            ("the latest match of a game", lambda user: store.latest_match(user, GAME)),
            ("the last asked, /play", store.last_asked),
            (
                "history seen by another",
                lambda user: finished.history(Reader(CLEO.id, HOME), GAME, user, 0, _PAGE),
            ),
            (
                "count of the history",
                lambda user: finished.count(Reader(CLEO.id, HOME), GAME, user),
            ),
        ]
        print(f"  {matches} matches of one account; medians of {TURNS} turns")
        print(f"  {'read':34} {'few: ms':>9} {'many: ms':>9} {'ratio':>7}   another's read waits")
        for name, read in jobs:
            few: list[float] = []
            many: list[float] = []
            waits: tuple[list[float], list[float]] = ([], [])
            for _ in range(TURNS):
                for user, taken, waited in ((DORA.id, few, waits[0]), (ADA.id, many, waits[1])):
                    alone, beside = await _together(read, user, store, other)
                    taken.append(alone)
                    waited.append(beside)
            ratio = statistics.median(many) / statistics.median(few)
            beside_few, beside_many = (statistics.median(each) for each in waits)
            print(
                f"  {name:34} {statistics.median(few):9.2f} {statistics.median(many):9.2f}"
                f" {ratio:7.1f}   {beside_few:.2f} ms, {beside_many:.2f} ms"
            )
    finally:
        await database.close()


async def _together(read: Read, user: int, store: Store, other: str) -> tuple[float, float]:
    """Milliseconds of a read, and of another player's that is asked for right after it."""
    took = await asyncio.gather(_timed(read(user)), _timed(store.load(other)))
    return took[0], took[1]


async def _timed(work: Awaitable[object]) -> float:
    start = time.perf_counter()
    await work
    return (time.perf_counter() - start) * 1000


async def _fill(database: Database, service: Service, matches: int) -> str:
    """Pile up matches of Ada and Ben, open and over; returns the match of two others."""
    lobby = Lobby(service)

    async def begun(*players: object) -> Match:
        asked = await lobby.challenge(GAME, list(players), {})  # type: ignore[arg-type] # players
        return await service.apply(asked.id, accept, asked.players[1].id)

    open_one, over = await begun(ADA, BEN), await begun(ADA, BEN)
    other = await begun(CLEO, DORA)
    over = await service.apply(over.id, resign, BEN.id)
    await database.run(lambda db: pile_up(db, open_one.id, matches // 2))
    await database.run(lambda db: pile_up(db, over.id, matches - matches // 2))
    for statement, *values in ((_RESULTS,), (_PLACES,), (_SHOWINGS, HOME)):
        await database.write(statement, *values)
    return other.id


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=10_000)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder), arguments.matches))


if __name__ == "__main__":
    main()
