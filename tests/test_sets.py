"""The two sets of tests: `make test` starts no process and does not wait, `make test-all` may."""

import asyncio
import multiprocessing
import os
import subprocess
import sys
import time

import pytest

from tests.sets import Forbidden


def test_an_ordinary_test_starts_no_program() -> None:
    with pytest.raises(Forbidden, match="full"):
        subprocess.run([sys.executable, "-c", ""], check=False)


def test_an_ordinary_test_starts_no_process_of_multiprocessing() -> None:
    with pytest.raises(Forbidden, match="full"):
        multiprocessing.get_context("spawn").Process(target=int).start()


def test_an_ordinary_test_does_not_fork() -> None:
    with pytest.raises(Forbidden, match="full"):
        os.fork()


def test_an_ordinary_test_does_not_sleep() -> None:
    with pytest.raises(Forbidden, match="full"):
        time.sleep(0.01)


async def test_an_ordinary_test_does_not_wait_in_its_event_loop() -> None:
    with pytest.raises(Forbidden, match="full"):
        await asyncio.sleep(0.01)
    await asyncio.sleep(0)


@pytest.mark.full
def test_a_test_of_the_full_set_starts_a_program() -> None:
    assert subprocess.run([sys.executable, "-c", ""], check=False).returncode == 0
