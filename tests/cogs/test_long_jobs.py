"""Long jobs: servers take turns, so no small group of accounts holds the places of others."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import pytest
from discord import Interaction

from cogs.frame.drawing_processes import DrawingProcesses
from cogs.frame.rate_limits import JOBS_AT_ONCE, JOBS_OF_ALL
from cogs.replays import animation_commands
from cogs.replays.animation_commands import DrawingJobs
from prowlerbot.core.errors import Denied
from tests.persistence.matches import asked_by


class HeldWorker:
    """A worker whose jobs end when a test says so."""

    lost_at = None

    def __init__(self, *_: object, **__: object) -> None:
        self.begun: list[Any] = []
        self.may_end = asyncio.Semaphore(0)

    async def do(self, job: Callable[[], Any]) -> Any:
        self.begun.append(job())
        await self.may_end.acquire()
        return job()

    def end(self) -> None:
        """There is no process."""


async def test_servers_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = HeldWorker()
    monkeypatch.setattr(animation_commands, "Worker", lambda *_, **__: worker)
    jobs = DrawingJobs(DrawingProcesses(0))

    async def draw(asked: Interaction, name: str) -> Any:
        with jobs.place(asked):
            return await jobs.do(asked, lambda: name)

    crowd = [asyncio.create_task(draw(asked_by(user), f"crowd {user}")) for user in range(4)]
    await asyncio.sleep(0)
    assert jobs.count_ahead(asked_by(9, guild=2)) == 2
    other = asyncio.create_task(draw(asked_by(9, guild=2), "other"))
    alone = asyncio.create_task(draw(asked_by(8, guild=None), "alone"))
    for _ in range(6):
        worker.may_end.release()
    await asyncio.gather(*crowd, other, alone)
    assert worker.begun[:4] == ["crowd 0", "crowd 1", "other", "alone"]


async def test_a_drawing_that_lasts_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter((None, 0.25, 0.75, b"film"))

    class Drawing(HeldWorker):
        async def do(self, _: Any) -> Any:
            return next(answers)

    monkeypatch.setattr(animation_commands, "Worker", lambda *_, **__: Drawing())
    monkeypatch.setattr(animation_commands, "TOLD", 0.0)
    monkeypatch.setattr(animation_commands, "LOOKS", 0.0)
    told = list[float]()

    async def tell(part: float) -> None:
        told.append(part)

    assert await DrawingJobs(DrawingProcesses(0)).draw(asked_by(1), bytes, tell) == b"film"
    assert told == [0.25, 0.75]


def test_a_server_has_so_many_places_and_others_have_theirs() -> None:
    jobs = DrawingJobs(DrawingProcesses(0))
    places = [jobs.place(asked_by(user)) for user in range(JOBS_AT_ONCE)]
    for place in places:
        place.__enter__()
    with pytest.raises(Denied, match="Many animations"):
        jobs.admit(asked_by(99))
    with pytest.raises(Denied, match="Your last animation"):
        jobs.admit(asked_by(0, guild=2))
    jobs.admit(asked_by(99, guild=2))
    for place in places:
        place.__exit__(None, None, None)
    jobs.admit(asked_by(99))
    assert JOBS_OF_ALL > 4 * JOBS_AT_ONCE


async def test_jobs_that_wait_are_told_when_the_bot_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = HeldWorker()
    monkeypatch.setattr(animation_commands, "Worker", lambda *_, **__: worker)
    jobs = DrawingJobs(DrawingProcesses(0))
    first, second = (asyncio.create_task(jobs.do(asked_by(user), int)) for user in (1, 2))
    await asyncio.sleep(0)
    await jobs.cog_unload()
    with pytest.raises(Denied, match="cut short"):
        await second
    first.cancel()


@pytest.mark.full
async def test_a_copy_of_a_drawing_process_draws_a_film_or_fails_alone() -> None:
    drawing = DrawingProcesses(1)
    jobs = DrawingJobs(drawing)
    try:
        with pytest.raises(RuntimeError, match="has failed"):
            await jobs.draw(asked_by(1), partial(cast("Any", int), "no film"), _nothing)
        assert await jobs.draw(asked_by(1), partial(bytes, 5), _nothing) == bytes(5)
        assert await drawing.draw("match", partial(bytes, 3)) == bytes(3)
    finally:
        await drawing.close()


async def _nothing(_: float) -> None:
    """Nobody is told."""
