"""The drawing processes: their pictures, and no harm from one that dies, hangs or is left."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import discord
import pytest

from cogs.board.match_message import Rendering
from cogs.contract.screen import Drawing, Look
from cogs.frame import drawing_processes
from cogs.frame.drawing_processes import MOST_WORK, PATIENCE, WAIT, DrawingProcesses
from cogs.frame.rate_limits import Meter
from cogs.games.prowler.face import ProwlerFace
from prowlerbot.core.i18n import speaking
from prowlerbot.games.prowler import Prowler
from prowlerbot.workers.line import Activity
from prowlerbot.workers.loop import Job
from prowlerbot.workers.worker import WorkerLost
from tests.cases import each_of
from tests.cogs import drawn
from tests.ended import opened
from tests.games.prowler.matches import EXAMPLE, PROWLER
from tests.workers.here import GATES, Clock, clock, dies, here, me, opens, shut, turns, waits

__all__ = ["clock", "here"]

without_processes = pytest.mark.usefixtures("here", "clock")


@asynccontextmanager
async def drawing(processes: int, *, rest: float = 0.0) -> AsyncIterator[DrawingProcesses]:
    pool = DrawingProcesses(processes, rest=rest)
    try:
        yield pool
    finally:
        await pool.close()


def kill(pool: DrawingProcesses) -> None:
    process = pool._processes[0]._process
    assert process is not None
    process.kill()


@without_processes
async def test_a_picture_is_drawn_elsewhere_as_it_would_be_here() -> None:
    look = Look(["Ada", "Ben"], ["Ada", "Ben"])
    (board,) = ProwlerFace(Prowler()).screen([PROWLER.start(EXAMPLE).view(None)], look).drawings
    async with drawing(1) as pool:
        assert await pool.draw("abc", board.draw) == board.draw()
        assert await pool.draw("abc", me) != me()
        assert await pool.draw("abc", drawn.large) == drawn.large()
        with speaking("de"):
            assert await pool.draw("abc", drawn.language) == b"de"


@without_processes
async def test_the_pictures_of_a_match_come_from_one_process_unless_that_is_busy() -> None:
    shut("slow")
    async with drawing(2) as pool:
        homes = {match: await pool.draw(match, me) for match in ("abc", "def", "ghi")}
        for match, home in homes.items():
            assert await pool.draw(match, me) == home
        slow = [asyncio.create_task(pool.draw("abc", partial(waits, "slow"))) for _ in range(2)]
        await turns()
        third = asyncio.create_task(pool.draw("abc", me))
        await turns()
        other = await pool.draw("abc", me)
        assert other != homes["abc"], "nobody waits behind three others"
        GATES["slow"].set()
        await asyncio.gather(*slow)
        assert await third == homes["abc"]


@without_processes
async def test_a_process_that_died_is_replaced_after_a_rest(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawing_processes, "time", SimpleNamespace(monotonic=clock))
    async with drawing(1, rest=60.0) as pool:
        process = await pool.draw("abc", me)
        kill(pool)
        with pytest.raises(WorkerLost):
            await pool.draw("abc", drawn.language)
        await clock.passes(59.0)
        with pytest.raises(WorkerLost):
            await pool.draw("abc", me)
        await clock.passes(1.0)
        shut("keeps the dead one's number from being given anew")
        assert await pool.draw("abc", me) != process


@without_processes
@each_of(
    ("works", "wants_more", "ends"),
    [
        (0.0, False, PATIENCE),  # it hangs
        (0.5, False, 2 * MOST_WORK),  # it draws, though without end
        (0.3, False, MOST_WORK / 0.3),
        (0.0, True, None),  # it waits for the processor, on a busy machine
        (None, False, PATIENCE),  # the system does not tell
    ],
)
async def test_a_silent_process_is_ended_once_it_hangs(
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    works: float | None,
    ends: float | None,
    *,
    wants_more: bool,
) -> None:
    """``works`` is the share of the processor that it uses."""
    shut("never")
    begun = clock.now

    def activity(_: object) -> Activity | None:
        used = clock.now - begun
        return None if works is None else Activity(clock.now, used * works, wants_more)

    monkeypatch.setattr(drawing_processes, "activity", activity)
    async with drawing(1) as pool:
        process = await pool.draw("abc", me)
        asked = asyncio.create_task(pool.draw("abc", partial(waits, "never")))
        await turns()
        await clock.passes(WAIT + 0.01)
        with pytest.raises(WorkerLost):
            await asked
        (worker,) = pool._processes
        while clock.now < begun + (ends or 100) - WAIT:
            await clock.passes(WAIT)
            assert worker.lost_at is None, "it may only be slow"
        for _ in range(3):
            await clock.passes(WAIT)
        assert (worker.lost_at is None) == (ends is None)
        if ends is None:
            GATES["never"].set()
            assert await worker.do(me) == process


@without_processes
async def test_warming_up_waits_however_long_until_every_process_has_drawn(clock: Clock) -> None:
    shut("slow", "last")
    async with drawing(2) as pool:
        pool.start(())
        pieces: list[Job] = [partial(waits, "slow"), drawn.broken, partial(opens, "last")]
        warming = asyncio.create_task(pool.warm_up(pieces))
        for process in pool._processes:
            await process._started.wait()
        await clock.passes(100 * WAIT)
        assert not warming.done()
        GATES["slow"].set()
        await warming
        assert GATES["last"].is_set()
        assert not any(process.behind for process in pool._processes)


@without_processes
async def test_nobody_waits_for_a_process_that_dies_while_it_warms_up() -> None:
    async with drawing(1, rest=60.0) as pool:
        pool.start(())
        await pool.warm_up([dies, me])


@without_processes
async def test_a_picture_whose_process_dies_is_drawn_in_the_bot_itself(tmp_path: Path) -> None:
    client = discord.Client(intents=discord.Intents(guilds=True))
    board = Drawing("board.png", me, "A board")
    async with opened(tmp_path / "prowler.db") as service, drawing(1, rest=60.0) as pool:
        rendering = Rendering(client, service, {}, Meter(), pool)
        process = await pool.draw("abc", me)
        (picture,) = await rendering.pictures("abc", [board])
        assert picture.png == process
        kill(pool)
        (picture,) = await rendering.pictures("abc", [board])
        assert picture.png not in {process, b""}
        assert (picture.filename, picture.alt) == ("board.png", "A board")
        await rendering.cog_unload()


def test_a_core_is_left_to_the_bot_where_there_is_more_than_one() -> None:
    usual = {cores: drawing_processes.usual_count(cores) for cores in (1, 2, 3, 4, 64)}
    assert usual == {1: 1, 2: 1, 3: 2, 4: 2, 64: 2}


@pytest.mark.full
async def test_a_drawing_process_is_small_and_gone_once_it_is_closed() -> None:
    """It has no Discord, no database and no event loop."""
    async with drawing(1) as pool:
        process = int(await pool.draw("abc", drawn.pid))
        assert process != os.getpid()
        assert await pool.draw("abc", drawn.large) == drawn.large()
        imported = (await pool.draw("abc", drawn.modules)).decode().split(",")
        assert not {"discord", "aiohttp", "sqlite3", "asyncio"} & set(imported)
        await pool.close()
        assert is_gone(process)


@pytest.mark.full
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not tell")
async def test_of_silent_processes_the_system_tells_which_one_hangs_and_which_one_draws(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = tmp_path / "done"
    for draws, hangs in ((drawn.slow, True), (drawn.busy, False)):
        async with drawing(1) as pool:
            process = int(await pool.draw("abc", drawn.pid))
            monkeypatch.setattr(drawing_processes, "WAIT", 0.1)
            monkeypatch.setattr(drawing_processes, "PATIENCE", 0.3)
            with pytest.raises(WorkerLost):
                await pool.draw("abc", partial(draws, done))
            if hangs:
                await until(lambda process=process: is_gone(process))  # type: ignore[misc]  # the default is its type
            else:
                await asyncio.sleep(1.0)
                assert not is_gone(process)
                done.touch()
            monkeypatch.setattr(drawing_processes, "WAIT", 60.0)
            if not hangs:
                assert int(await pool.draw("abc", drawn.pid)) == process


async def until(true: Callable[[], bool]) -> None:
    """Wait for something; the test's own time limit is the end of patience."""
    while not true():  # noqa: ASYNC110 - what happens in another process sets no event here
        await asyncio.sleep(0.01)


def is_gone(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False
