"""The drawing processes: their pictures, and no harm from one that dies, hangs or is left."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import discord
import pytest

from cogs.board.rendering import Rendering
from cogs.contract.screen import Drawing, Look
from cogs.frame import drawing_processes
from cogs.frame.drawing_processes import DrawingProcesses
from cogs.frame.meter import Meter
from cogs.games.prowler.face import ProwlerFace
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.i18n import speaking
from prowlerbot.games.prowler import Prowler
from prowlerbot.workers.worker import Lost
from tests.cogs import drawn
from tests.ended import opened
from tests.games.prowler.matches import EXAMPLE, PROWLER

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills processes by their signals")


@pytest.fixture(autouse=True)
def nobody_is_in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine takes a while to start a process."""
    monkeypatch.setattr(drawing_processes, "WAIT", 60.0)


@asynccontextmanager
async def drawing(processes: int, *, rest: float = 0.0) -> AsyncIterator[DrawingProcesses]:
    pool = DrawingProcesses(processes, rest=rest)
    try:
        yield pool
    finally:
        await pool.close()


async def pid(pool: DrawingProcesses, match: str = "abc") -> int:
    return int(await pool.draw(match, drawn.pid))


async def test_a_picture_is_drawn_elsewhere_as_it_would_be_here() -> None:
    look = Look(["Ada", "Ben"], ["Ada", "Ben"])
    (board,) = ProwlerFace(Prowler()).screen([PROWLER.start(EXAMPLE).view(None)], look).drawings
    async with drawing(1) as pool:
        assert await pool.draw("abc", board.draw) == board.draw()
        assert await pid(pool) != os.getpid()
        assert await pool.draw("abc", drawn.large) == drawn.large()
        with speaking("de"):
            assert await pool.draw("abc", drawn.language) == b"de"
        # Such a process is small: it has no Discord, no database and no event loop.
        imported = (await pool.draw("abc", drawn.modules)).decode().split(",")
        assert not {"discord", "aiohttp", "sqlite3", "asyncio"} & set(imported)


async def test_what_goes_wrong_with_a_picture_is_told_and_hurts_no_other_one() -> None:
    async with drawing(1) as pool:
        process = await pid(pool)
        with pytest.raises(IllegalMove, match="no wild shovel on “7”"):
            await pool.draw("abc", drawn.broken)
        assert await pid(pool) == process


async def test_the_pictures_of_a_match_come_from_one_process_unless_that_is_busy(
    tmp_path: Path,
) -> None:
    async with drawing(2) as pool:
        homes = {match: await pid(pool, match) for match in ("abc", "def", "ghi")}
        for match, home in homes.items():
            assert await pid(pool, match) == home
        done = tmp_path / "done"
        slow = [asyncio.create_task(pool.draw("abc", partial(drawn.slow, done))) for _ in range(3)]
        await asyncio.sleep(0.05)
        other = await pid(pool, "abc")
        assert other != homes["abc"], "nobody waits behind three others"
        done.touch()
        assert {int(each) for each in await asyncio.gather(*slow)} == {homes["abc"]}


async def test_a_press_that_was_given_up_keeps_nobody_from_their_picture(tmp_path: Path) -> None:
    done = tmp_path / "done"
    async with drawing(1) as pool:
        given_up = asyncio.create_task(pool.draw("abc", partial(drawn.slow, done)))
        await until(lambda: bool(pool._processes and pool._processes[0].behind))
        given_up.cancel()
        next_one = asyncio.create_task(pool.draw("abc", drawn.language))
        await asyncio.sleep(0.05)
        done.touch()
        assert await next_one == b"en"


async def test_a_process_that_died_is_replaced_after_a_rest() -> None:
    async with drawing(1) as pool:
        process = await pid(pool)
        os.kill(process, signal.SIGKILL)
        with pytest.raises(Lost):
            await pool.draw("abc", drawn.language)
        assert await pid(pool) != process
        with pytest.raises(Lost):
            await pool.draw("abc", drawn.deadly)
    async with drawing(1, rest=60.0) as pool:
        with pytest.raises(Lost):
            await pool.draw("abc", drawn.deadly)
        with pytest.raises(Lost):
            await pool.draw("abc", drawn.pid)


async def test_a_process_that_hangs_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with drawing(1) as pool:
        process = await pid(pool)
        monkeypatch.setattr(drawing_processes, "WAIT", 0.1)
        with pytest.raises(Lost):
            await pool.draw("abc", partial(drawn.slow, tmp_path / "never"))
        assert not is_gone(process), "it may only be slow"
        monkeypatch.setattr(drawing_processes, "PATIENCE", 0.1)
        with pytest.raises(Lost):
            await pool.draw("abc", drawn.pid)
        await until(lambda: is_gone(process))
        monkeypatch.setattr(drawing_processes, "WAIT", 60.0)
        assert await pid(pool) != process


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not tell")
async def test_a_process_that_draws_for_long_or_waits_for_the_processor_does_not_hang(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    done = tmp_path / "done"
    async with drawing(1) as pool:
        process = await pid(pool)
        monkeypatch.setattr(drawing_processes, "WAIT", 0.1)
        monkeypatch.setattr(drawing_processes, "PATIENCE", 0.3)
        with pytest.raises(Lost):
            await pool.draw("abc", partial(drawn.busy, done))
        await asyncio.sleep(1.0)
        assert not is_gone(process)
        done.touch()
        monkeypatch.setattr(drawing_processes, "WAIT", 60.0)
        assert await pid(pool) == process
        assert caplog.messages == []


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not tell")
async def test_a_process_that_draws_without_end_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with drawing(1) as pool:
        process = await pid(pool)
        for name in ("WAIT", "PATIENCE", "MOST_WORK"):
            monkeypatch.setattr(drawing_processes, name, 0.1)
        with pytest.raises(Lost):
            await pool.draw("abc", partial(drawn.busy, tmp_path / "never"))
        await until(lambda: is_gone(process))


async def test_a_line_of_pictures_is_waited_for_however_long_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with drawing(1) as pool:
        process = await pid(pool)
        monkeypatch.setattr(drawing_processes, "WAIT", 1.0)
        line = [pool.draw("abc", partial(drawn.takes, 0.08)) for _ in range(20)]
        assert {int(each) for each in await asyncio.gather(*line)} == {process}


async def test_a_picture_that_comes_too_late_takes_nobody_elses_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = tmp_path / "done"
    async with drawing(1) as pool:
        process = await pid(pool)
        monkeypatch.setattr(drawing_processes, "WAIT", 0.1)
        with pytest.raises(Lost):
            await pool.draw("abc", partial(drawn.slow, done))
        monkeypatch.setattr(drawing_processes, "WAIT", 60.0)
        done.touch()
        assert await pool.draw("abc", drawn.language) == b"en"
        assert await pid(pool) == process


async def test_where_no_process_can_be_started_nobody_waits_for_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(_how: str) -> None:
        raise OSError("no memory")

    monkeypatch.setattr("multiprocessing.get_context", fails)
    async with drawing(1) as pool:
        with pytest.raises(Lost):
            await pool.draw("abc", drawn.pid)


async def test_closing_leaves_no_process_whatever_it_is_doing(tmp_path: Path) -> None:
    async with drawing(2) as pool:
        processes = {await pid(pool, match) for match in ("abc", "def")}
        hanging = asyncio.create_task(pool.draw("abc", partial(drawn.slow, tmp_path / "never")))
        await asyncio.sleep(0.05)
        await pool.close()
        with pytest.raises(Lost):
            await hanging
        for process in processes:
            assert is_gone(process)
        with pytest.raises(Lost):
            await pool.draw("abc", drawn.pid)
    pool = DrawingProcesses(1)
    pool.begin(())
    await pool.close()  # while it is being started
    with pytest.raises(Lost):
        await pool.draw("abc", drawn.pid)


async def test_pieces_are_drawn_ahead_and_what_is_asked_for_goes_first(tmp_path: Path) -> None:
    done, ahead = tmp_path / "done", tmp_path / "ahead"
    async with drawing(1) as pool:
        pool.begin([drawn.broken, partial(drawn.slow, done), ahead.touch])
        asked = asyncio.create_task(pid(pool))
        await until(lambda: bool(pool._processes[0].behind))
        done.touch()
        assert await asked
        await until(ahead.exists)


async def test_warming_up_waits_until_every_process_has_drawn_however_long_that_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawing_processes, "WAIT", 0.05)
    async with drawing(2) as pool:
        pool.begin(())
        ahead = tmp_path / "ahead"
        await pool.warm_up([partial(drawn.takes, 0.2), drawn.broken, ahead.touch])
        assert ahead.exists()
        assert all(process.pid and not process.behind for process in pool._processes)


async def test_nobody_waits_for_a_process_that_dies_while_it_warms_up() -> None:
    async with drawing(1, rest=60.0) as pool:
        pool.begin(())
        await pool.warm_up([drawn.deadly, drawn.pid])


@pytest.mark.parametrize("dying", [True, False])
async def test_a_picture_whose_process_dies_is_drawn_in_the_bot_itself(
    tmp_path: Path, *, dying: bool
) -> None:
    client = discord.Client(intents=discord.Intents(guilds=True))
    board = Drawing("board.png", drawn.pid, "A board")
    async with opened(tmp_path / "prowler.db") as service, drawing(1, rest=60.0) as pool:
        rendering = Rendering(client, service, {}, Meter(), pool)
        process = await pid(pool)
        if dying:
            os.kill(process, signal.SIGKILL)
        (picture,) = await rendering.pictures("abc", [board])
        assert int(picture.png) == (os.getpid() if dying else process)
        assert (picture.filename, picture.alt) == ("board.png", "A board")
        rendering.close()


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


def test_a_core_is_left_to_the_bot_where_there_is_more_than_one() -> None:
    assert {cores: drawing_processes.usual(cores) for cores in (1, 2, 3, 4, 64)} == {
        1: 1,
        2: 1,
        3: 2,
        4: 2,
        64: 2,
    }
