"""Worker processes: their answers, and no harm from one that dies, hangs or is left."""

from __future__ import annotations

import asyncio
import gc
import os
import platform
import signal
import socket
import subprocess
import sys
import threading
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from prowlerbot.core.i18n import speaking, spoken
from prowlerbot.workers import loop
from prowlerbot.workers.worker import Lost, Silent, Worker
from tests.workers import jobs

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills processes by their signals")

ROOT = Path(__file__).parents[2]


@asynccontextmanager
async def working(niceness: int = 0) -> AsyncIterator[Worker]:
    worker = Worker("tests", niceness=niceness)
    try:
        yield worker
    finally:
        await worker.close()


async def test_requests_that_arrive_together_do_not_wait_for_jobs_done_ahead(
    tmp_path: Path,
) -> None:
    notes = tmp_path / "notes"
    notes.touch()
    worker = Worker("tests", [partial(jobs.note, notes)] * 10)
    try:
        count = partial(jobs.noted, notes)
        before = await worker.do(count)
        counts = (worker.do(count) for _ in range(4))
        _, *counted = await asyncio.gather(worker.do(partial(jobs.asleep, 0.2)), *counts)
        assert counted == [before] * 4
    finally:
        await worker.close()


async def test_a_dropped_worker_still_waits_for_the_end_of_its_process() -> None:
    worker = Worker("tests")
    await worker.do(jobs.niceness)
    (ended,) = (weakref.ref(task) for task in asyncio.all_tasks() - {asyncio.current_task()})
    worker.end()
    del worker
    gc.collect()
    running = ended()
    assert running is not None, "collected while its process ends"
    await asyncio.wait_for(running, 10)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries have own ways")
async def test_the_memory_of_large_blocks_goes_back_to_the_system() -> None:
    async with working() as worker:
        assert await worker.do(jobs.left_by_large_blocks) < 8 << 20


async def test_a_job_is_done_elsewhere_in_the_language_of_the_one_who_asks() -> None:
    async with working(niceness=3) as worker:
        assert await worker.do(os.getpid) == worker.pid != os.getpid()
        with speaking("de"):
            assert await worker.do(spoken) == "de"
        assert await worker.do(spoken) == "en"
        assert await worker.do(jobs.niceness) == os.nice(0) + 3
        assert not await worker.do(jobs.has_asyncio)


async def test_jobs_are_done_in_the_order_of_the_requests() -> None:
    async with working() as worker:
        order: list[int] = []

        async def ask(number: int) -> None:
            await worker.do(partial(jobs.asleep, 0.01))
            order.append(number)

        await asyncio.gather(*map(ask, range(5)))
        assert order == [0, 1, 2, 3, 4]
        assert worker.behind == 0
        assert worker.silent == 0


async def test_an_error_is_raised_here_and_says_where_it_came_from() -> None:
    async with working() as worker:
        with pytest.raises(ValueError, match="invalid literal") as raised:
            await worker.do(partial(int, "x"))
        assert "In a worker process" in "".join(raised.value.__notes__)
        assert await worker.do(os.getpid) == worker.pid


async def test_a_result_that_cannot_be_sent_is_an_error() -> None:
    async with working() as worker:
        with pytest.raises(AttributeError, match="pickle"):
            await worker.do(jobs.unspeakable)
        assert await worker.do(os.getpid) == worker.pid


async def test_a_process_that_dies_fails_all_its_requests_and_stays_lost(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with working() as worker:
        answers = await asyncio.gather(
            *map(worker.do, (jobs.deadly, os.getpid)), return_exceptions=True
        )
        assert [type(answer) for answer in answers] == [Lost, Lost]
        with pytest.raises(Lost):
            await worker.do(os.getpid)
        assert caplog.messages == ["the process for tests has died"]


async def test_a_silent_process_is_not_waited_for_but_a_long_queue_is() -> None:
    async with working() as worker:
        pid = await worker.do(os.getpid)
        queue = [worker.do(partial(jobs.asleep, 0.08), 1.0) for _ in range(20)]
        assert set(await asyncio.gather(*queue)) == {pid}
        with pytest.raises(Silent):
            await worker.do(partial(jobs.asleep, 0.5), 0.1)
        with pytest.raises(Silent):
            await worker.do(os.getpid, 0.1)
        assert worker.behind == 1, "a silent process gets no more to do"
        assert await worker.do(os.getpid) == pid, "the late answer is nobody else's"


async def test_a_request_that_is_given_up_keeps_its_place() -> None:
    async with working() as worker:
        await worker.do(os.getpid)
        given_up = asyncio.create_task(worker.do(partial(jobs.asleep, 0.1)))
        await asyncio.sleep(0)
        given_up.cancel()
        assert await worker.do(os.getpid) == worker.pid


async def test_closing_ends_the_process_whatever_it_is_doing() -> None:
    for started in (False, True):
        async with working() as worker:
            if started:
                await worker.do(os.getpid)
            asleep = asyncio.create_task(worker.do(partial(jobs.asleep, 60)))
            await asyncio.sleep(0)
            await worker.close()
            with pytest.raises(Lost):
                await asleep
            assert worker.pid is not None
            assert is_gone(worker.pid)


async def test_a_process_that_cannot_be_started_is_lost(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(_how: str) -> None:
        raise OSError("no memory")

    monkeypatch.setattr("multiprocessing.get_context", fails)
    async with working() as worker:
        with pytest.raises(Lost):
            await worker.do(os.getpid)
    assert caplog.messages == ["no process for tests could be started: OSError('no memory')"]


def test_a_process_ends_with_a_bot_that_is_killed(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    script = (
        "import asyncio, os, signal, sys\n"
        "from functools import partial\n"
        "from pathlib import Path\n"
        "from prowlerbot.workers.worker import Worker\n"
        "from tests.workers import jobs\n"
        "async def main():\n"
        "    worker = Worker('tests')\n"
        f"    await worker.do(partial(jobs.note_pid, Path({str(pid)!r})))\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "if __name__ == '__main__':\n"
        "    asyncio.run(main())\n"
    )
    main = tmp_path / "main.py"
    main.write_text(script, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ended = subprocess.run([sys.executable, main], cwd=ROOT, env=environment, check=False)
    assert ended.returncode == -signal.SIGKILL
    gone = threading.Event()
    while not is_gone(int(pid.read_text("utf-8"))):
        gone.wait(0.02)


def test_a_host_that_lets_no_process_change_its_priority_has_workers_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As a system call filter such as that of deploy/prowlerbot.service may do."""

    def refused(_: int) -> int:
        raise PermissionError

    monkeypatch.setattr(os, "nice", refused)
    bot, process = socket.socketpair()
    before = signal.getsignal(signal.SIGINT)
    bot.close()
    try:
        with process:
            loop.serve(process, (), 10)
    finally:
        signal.signal(signal.SIGINT, before)


def is_gone(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    stat = Path(f"/proc/{process}/stat")  # a zombie of a killed parent is gone too
    return stat.exists() and stat.read_text("utf-8").rpartition(")")[2].split()[0] == "Z"
