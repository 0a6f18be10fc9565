"""The rules of workers that hold because workers are processes of their own."""

import asyncio
import os
import platform
import signal
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path

import pytest

from prowlerbot.workers.worker import Worker, WorkerLost
from tests.workers import jobs

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(sys.platform == "win32", reason="kills processes by their signals"),
]

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries have own ways")
async def test_the_memory_of_large_blocks_goes_back_to_the_system() -> None:
    worker = Worker("tests")
    assert await worker.do(jobs.left_by_large_blocks) < 8 << 20
    await worker.close()


async def test_closing_ends_the_process_whatever_it_is_doing() -> None:
    for started in (False, True):
        worker = Worker("tests")
        if started:
            await worker.do(os.getpid)
        asleep = asyncio.create_task(worker.do(partial(jobs.asleep, 60)))
        await asyncio.sleep(0)
        await worker.close()
        with pytest.raises(WorkerLost):
            await asleep
        assert worker.pid is not None
        assert is_gone(worker.pid)


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


def is_gone(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    stat = Path(f"/proc/{process}/stat")  # a zombie of a killed parent is gone too
    return stat.exists() and stat.read_text("utf-8").rpartition(")")[2].split()[0] == "Z"


async def test_a_process_is_small_and_nice_and_lost_once_it_is_killed_or_told_to_stop(
    caplog: pytest.LogCaptureFixture,
) -> None:
    worker = Worker("tests", nice=3)
    assert await worker.do(os.getpid) == worker.pid != os.getpid()
    assert await worker.do(jobs.niceness) == os.nice(0) + 3
    assert not await worker.do(jobs.has_asyncio)
    with pytest.raises(WorkerLost):
        await worker.do(partial(signal.raise_signal, signal.SIGTERM))
    await worker.close()
    assert caplog.messages == [], "to be told to stop with its bot is no warning"
    worker = Worker("tests")
    asked = (worker.do(job) for job in (partial(signal.raise_signal, signal.SIGKILL), os.getpid))
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert [type(answer) for answer in answers] == [WorkerLost, WorkerLost]
    await worker.close()
