"""The preview as a process of its own, and a browser."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect, sync_playwright

from tests.browser.page import BROWSERS, FLAGS, Tab, find_browser
from tests.patience import HUNG

ROOT = Path(__file__).parents[2]
SEED = "3"  # draws a match in which a player can take a wild shovel


@pytest.fixture(scope="module")
def browser_path() -> str:
    """The browser of this machine; without one the test is skipped, except in CI."""
    if (found := find_browser()) is None:
        reason = f"no browser found: one of {', '.join(BROWSERS)} has to be on the PATH"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return found


@pytest.fixture
def program() -> list[str]:
    """The program that serves the preview, as arguments of Python."""
    return ["-m", "tests.browser.program", "none"]


@pytest.fixture
def preview_url(browser_path: str, tmp_path: Path, program: list[str]) -> Iterator[str]:
    """The address of ``bot.py --preview`` on a database of its own."""
    assert browser_path
    with served(tmp_path, program) as url:
        yield url


@contextmanager
def served(folder: Path, program: list[str]) -> Iterator[str]:
    """The address of a preview on the database of a folder; it has no failure to tell."""
    command = [sys.executable, "-u", *program, "--preview", "--port", "0", "--seed", SEED]
    environment = {
        **os.environ,
        "DATABASE_URL": f"sqlite:///{folder}/prowler.db",
        "PYTHONPATH": str(ROOT),
    }
    failures = folder / "failures"
    with (
        failures.open("w") as told,
        subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=told, text=True, cwd=folder, env=environment
        ) as preview,
    ):
        assert preview.stdout is not None
        address = next((line for line in preview.stdout if "http://127.0.0.1:" in line), "")
        try:
            assert address, f"the preview ended with {preview.poll()}"
            yield address.split()[-1]
        finally:
            preview.terminate()
            assert preview.wait(HUNG) == 0
    assert "Traceback" not in failures.read_text(), failures.read_text()


@pytest.fixture
def context(browser_path: str) -> Iterator[BrowserContext]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path, args=list(FLAGS))
        # The page's own rules forbid the functions that Playwright waits by.
        context = browser.new_context(bypass_csp=True, reduced_motion="reduce")
        context.set_default_timeout(1_000 * HUNG)
        expect.set_options(timeout=1_000 * HUNG)
        yield context
        browser.close()


@pytest.fixture
def tab(context: BrowserContext, preview_url: str) -> Callable[[str], Tab]:
    """A new tab for a player."""
    return lambda player: Tab(context.new_page(), preview_url, player)
