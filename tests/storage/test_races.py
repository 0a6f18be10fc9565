"""Four processes want the same thing of one database at the same moment; one of them gets it."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from typing import Any, TypeVar

import pytest

from prowlerbot.finding.wish import Wish
from prowlerbot.match.match import Ending, Match, Phase
from prowlerbot.match.play import states
from prowlerbot.match.preferences import DAY
from prowlerbot.service.finding import Asking, Finding
from prowlerbot.service.lobby import Lobby
from prowlerbot.service.service import Service
from prowlerbot.storage.proposals import Proposal
from tests.persistence.cluster import folder_of_run, lent_database
from tests.persistence.matches import (
    ADA,
    BEN,
    CLEO,
    DORA,
    NOON,
    PROWLER,
    begin,
    opened,
    play_on,
    url_of,
)
from tests.persistence.racer import Job, Told, run

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


def test_for_every_ply_of_a_match_one_process_wins_and_the_others_are_told(race: Race) -> None:
    match = race.alone(begin)
    plies = 0
    while match.phase is Phase.PLAYING:
        state = states(match, PROWLER)[-1]
        (seat,) = state.to_move
        moves = [str(state.moves(seat)[n % len(state.moves(seat))]) for n in range(RACERS)]
        user = match.player(seat).id
        told = race.at_once(*(Job("play", (match.id, user, match.ply, each)) for each in moves))
        kinds = [each.kind for each in told]
        assert kinds.count("done") == 1
        match = race.match(match.id)
        winner = moves[kinds.index("done")]
        assert (match.ply, match.plays[-1].move) == (plies + 1, winner)
        for kind, move in zip(kinds, moves, strict=True):
            # A player with the same move as the faster one reads that it is made.
            assert kind in {"done", "Repeated" if move == winner else "Stale"}
        plies += 1
    assert match.ending is Ending.PLAYED
    assert match.revision == plies + 1
    assert states(match, PROWLER)[-1].outcome is not None


def test_processes_that_rush_through_a_match_make_every_ply_once(race: Race) -> None:
    for _ in range(3):
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
    for _ in range(20):
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
    assert endings.total() == 20


def test_a_match_that_is_resigned_gets_no_move_afterwards(race: Race) -> None:
    for _ in range(20):

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


FOUR = (ADA, BEN, CLEO, DORA)


async def seek(service: Service) -> None:
    """Four players look for a match."""
    wish = Wish(("prowler",), paces=(DAY,), lasts=DAY)
    for player in FOUR:
        await Finding(service, {}).seek(Asking(player, 1, 2), wish)


async def ask(service: Service) -> list[Proposal]:
    """Ask the players of all proposals."""
    made = await service.store.finding.proposals()
    for each in made:
        await Finding(service, {}).place(each, 1, [2, 2], shared=True)
    return made


async def running(service: Service) -> set[str]:
    """The open matches of the four."""
    return {it.match.id for each in FOUR for it in await service.open_matches(each.id)}


async def clear(service: Service) -> None:
    """End all open matches and proposals."""
    for match_id in await running(service):
        match = await service.match(match_id)
        if match.phase is Phase.PLAYING:
            await service.resign(match_id, min(match.people))
    for proposal in await service.store.finding.proposals():
        await service.store.finding.drop(proposal.id)


def test_of_many_looks_one_proposal_comes_and_of_many_answers_one_match(race: Race) -> None:
    race.alone(clear)
    for _ in range(5):
        before = race.alone(running)
        race.alone(seek)
        race.at_once(*[Job("look", ())] * RACERS)
        made = race.alone(ask)
        assert sorted(seat.player for each in made for seat in each.seats) == [1, 2, 3, 4]
        for proposal in made:
            answers = [Job("agree", (proposal.id, seat.player)) for seat in proposal.seats]
            told = race.at_once(*answers, *answers)
            assert {each.kind for each in told} <= {"done", "Stale"}
        left = race.alone(lambda service: service.store.finding.proposals())
        assert {each.match for each in left} == race.alone(running) - before
        assert len(left) == 2
        race.alone(clear)
