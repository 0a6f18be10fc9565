"""The two sets of tests: `make test` starts no process and does not wait, `make test-all` may."""

import asyncio
import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial

import pytest

from tests.cases import each_of
from tests.sets import Forbidden


@each_of(
    "forbidden",
    [
        partial(subprocess.run, [sys.executable, "-c", ""], check=False),
        multiprocessing.get_context("spawn").Process(target=int).start,
        os.fork,
        partial(time.sleep, 0.01),
    ],
)
def test_ordinary_tests_start_no_process_and_do_not_sleep(
    forbidden: Callable[[], object],
) -> None:
    with pytest.raises(Forbidden, match="full"):
        forbidden()


async def test_an_ordinary_test_does_not_wait_in_its_event_loop() -> None:
    with pytest.raises(Forbidden, match="full"):
        await asyncio.sleep(0.01)
    await asyncio.sleep(0)


@pytest.mark.full
def test_a_test_of_the_full_set_starts_a_program() -> None:
    assert subprocess.run([sys.executable, "-c", ""], check=False).returncode == 0
