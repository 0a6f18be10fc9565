"""Four processes want the same thing of one database at the same moment; one of them gets it.

``tests/service/test_at_once.py`` has more that several want at once, without processes.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, TypeVar

import pytest

from prowlerbot.match.match import Ending, Match, Phase
from prowlerbot.match.play import states
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from tests.persistence.cluster import folder_of_run, lent_database
from tests.persistence.matches import (
    ADA,
    BEN,
    NOON,
    PROWLER,
    begin,
    opened,
    play_on,
    url_of,
)
from tests.persistence.racer import Job, Told, run

pytestmark = pytest.mark.full

RACERS = 4
LATE = {"Stale", "Repeated"}
_T = TypeVar("_T")


class Race:
    """The processes, and a look at the database from this one."""

    def __init__(self, url: str, pipes: list[Any]) -> None:
        self._url = url
        self._pipes = pipes

    def at_once(self, *jobs: Job) -> list[Any]:
        """Have each process do its job, all from the same moment on."""
        for pipe, job in zip(self._pipes, jobs, strict=True):
            pipe.send(job)
        return [pipe.recv() for pipe in self._pipes]

    def alone(self, do: Callable[[Service], Awaitable[_T]]) -> _T:
        async def go() -> _T:
            async with opened(self._url, seed=99) as service:
                return await do(service)

        return asyncio.run(go())

    def match(self, match_id: str) -> Match:
        return self.alone(lambda service: service.match(match_id))


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if request.param == "sqlite":
        yield url_of(tmp_path_factory.mktemp("race") / "prowler.db")
        return
    with lent_database(folder_of_run(tmp_path_factory)) as address:
        yield address


@pytest.fixture(scope="module")
def race(url: str) -> Iterator[Race]:
    context = multiprocessing.get_context("spawn")
    start = context.Barrier(RACERS)
    pairs = [context.Pipe() for _ in range(RACERS)]
    processes = [
        context.Process(target=run, args=(url, number, theirs, start), daemon=True)
        for number, (_, theirs) in enumerate(pairs)
    ]
    for process in processes:
        process.start()
    pipes = [ours for ours, _ in pairs]
    assert [pipe.recv() for pipe in pipes] == ["ready"] * RACERS
    yield Race(url, pipes)
    for pipe in pipes:
        pipe.send(None)
    for process in processes:
        process.join(30)
        assert process.exitcode == 0
        process.close()
    for ours, theirs in pairs:
        ours.close()
        theirs.close()


def test_processes_that_rush_through_a_match_make_every_ply_once(race: Race) -> None:
    for _ in range(2):
        match = race.alone(begin)
        told: list[list[Told]] = race.at_once(*[Job("play_out", (match.id,))] * RACERS)
        presses = [each for one in told for each in one]
        over = race.match(match.id)
        assert over.ending is Ending.PLAYED
        assert states(over, PROWLER)[-1].outcome is not None
        won = {each.ply: each.move for each in presses if each.kind == "done"}
        assert won == {ply: play.move for ply, play in enumerate(over.plays)}
        kinds = Counter(each.kind for each in presses)
        assert kinds["done"] == over.ply == over.revision - 1
        assert set(kinds) <= {"done", *LATE}


def test_of_accepting_declining_and_cancelling_one_counts(race: Race) -> None:
    endings = Counter[Ending | None]()
    for _ in range(8):
        asked = race.alone(lambda service: Lobby(service).challenge("prowler", [ADA, BEN], {}))
        told = race.at_once(
            Job("accept", (asked.id, BEN.id)),
            Job("decline", (asked.id, BEN.id)),
            Job("cancel", (asked.id, ADA.id)),
            Job("accept", (asked.id, BEN.id)),
        )
        kinds = [each.kind for each in told]
        assert sorted(kinds) == ["Stale", "Stale", "Stale", "done"]
        match = race.match(asked.id)
        done = [None, Ending.DECLINED, Ending.CANCELLED, None][kinds.index("done")]
        assert (match.ending, match.revision) == (done, 1)
        assert bool(match.setup) == (match.phase is Phase.PLAYING)
        endings[match.ending] += 1
    assert endings.total() == 8


def test_a_match_that_is_resigned_gets_no_move_afterwards(race: Race) -> None:
    for _ in range(8):

        async def some_moves(service: Service) -> Match:
            return await play_on(service, await begin(service), 3)

        before = race.alone(some_moves)
        state = states(before, PROWLER)[-1]
        (seat,) = state.to_move
        user, move = before.player(seat).id, str(state.moves(seat)[0])
        told = race.at_once(
            Job("resign", (before.id, ADA.id)),
            Job("play", (before.id, user, before.ply, move)),
            Job("resign", (before.id, BEN.id)),
            Job("play", (before.id, user, before.ply, move)),
        )
        resigned = [told[0].kind, told[2].kind]
        moved = [told[1].kind, told[3].kind]
        after = race.match(before.id)
        assert sorted(resigned) == ["Stale", "done"]
        assert after.ending is Ending.RESIGNED
        assert after.ended_by == (1 if resigned[0] == "done" else 2)
        # The move was faster than the resignation, or it was not made at all.
        assert moved.count("done") == after.ply - before.ply <= 1
        assert {*moved} <= {"done", *LATE}
        assert after.revision == before.revision + 1 + moved.count("done")
        assert after.created_at == NOON
