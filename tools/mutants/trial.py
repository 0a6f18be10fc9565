"""Trying mutants: each in turn goes into a copy of the sources, on which tests run."""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest

from tools.mutants.reach import Reach, failed
from tools.mutants.sample import Mutant

ROOT = Path(__file__).parents[2]
_LIBRARIES = """aiohttp.web babel discord.ext.commands hypothesis.stateful
openskill.models PIL.ImageDraw prometheus_client pydantic_settings pytest_asyncio pytest_cov
pytest_randomly pytest_timeout rich.progress simcord xdist"""
"""Each run of the tests would import these anew, which takes most of the time of a short one."""
_A_TEST = 60
"""Seconds after which a test that does not end has noticed."""
_A_RUN = 1800
_A_FEW = 4
"""Seconds of tests that are run before all others, as starting with many takes a while."""


@dataclass(frozen=True)
class Verdict:
    """The test that noticed a mutant, or none, and the numbers of tests run and not run."""

    noticed: str | None
    tried: int
    left: int


class Trials:
    """The verdicts on mutants, kept in a file so that a run can be interrupted and gone on with."""

    def __init__(self, notes: Path) -> None:
        self._notes = notes
        self._file = notes / "verdicts.json"
        self.verdicts: dict[str, Verdict] = {}
        if self._file.exists():
            told = json.loads(self._file.read_text(encoding="utf-8"))
            self.verdicts = {name: Verdict(**each) for name, each in told.items()}

    def run(self, root: Path, mutants: Sequence[Mutant], *, seconds: float, again: bool) -> None:
        """Try the mutants without a verdict, or once more those that nothing has noticed.

        The tests that reach a place have so many seconds together, those of its file a third.
        """
        for library in _LIBRARIES.split():
            importlib.import_module(library)
        reach = Reach(root, self._notes)
        for mutant in mutants:
            known = self.verdicts.get(str(mutant))
            if known is None or (again and known.noticed is None):
                verdict = self.verdicts[str(mutant)] = _try(mutant, root, reach, seconds)
                print(mutant, "->", verdict.noticed or "SURVIVED", flush=True)  # noqa: T201
                kept = {name: asdict(each) for name, each in self.verdicts.items()}
                self._file.write_text(json.dumps(kept, indent=1), encoding="utf-8")


def confirm(root: Path, verdicts: Iterable[Verdict]) -> list[str]:
    """The tests that have noticed something, but fail without any mutant too."""
    tests = {each.noticed for each in verdicts if each.noticed and "::" in each.noticed}
    return run_tests(root, sorted(tests), first=False)


def _try(mutant: Mutant, root: Path, reach: Reach, seconds: float) -> Verdict:
    tried = left = 0
    with _in_place(mutant, root):
        for tests in reach.rounds(mutant):
            first = _within(tests, reach, _A_FEW)
            taken = _within(tests[len(first) :], reach, seconds)
            seconds /= 3
            left += len(tests) - len(first) - len(taken)
            for part in (first, taken):
                tried += len(part)
                while part and (failures := run_tests(root, part)):
                    noticed = failures[0]
                    # A test that fails only after other tests has noticed those.
                    if noticed in part[:1] or noticed not in part or run_tests(root, [noticed]):
                        return Verdict(noticed, tried, left)
                    part.remove(noticed)
    return Verdict(None, tried, left)


def _within(tests: Sequence[str], reach: Reach, seconds: float) -> list[str]:
    taken: list[str] = []
    for each in tests:
        seconds -= reach.seconds(each)
        if seconds < 0:
            break
        taken.append(each)
    return taken


@contextlib.contextmanager
def _in_place(mutant: Mutant, root: Path) -> Iterator[None]:
    path = root / mutant.path
    source, times = path.read_bytes(), path.stat()
    try:
        path.write_text(mutant.code(root), encoding="utf-8")
        yield
    finally:
        path.write_bytes(source)
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))  # as bytecode is known by it


def run_tests(root: Path, tests: Sequence[str], *, first: bool = True) -> list[str]:
    """The tests that fail, all or the first one; or in which other way the run failed."""
    with tempfile.TemporaryDirectory() as folder:
        names, report = Path(folder, "names"), Path(folder, "report.xml")
        names.write_text("\n".join(tests), encoding="utf-8")
        options = [
            "-q",
            "-p",
            "no:randomly",
            "-W",
            "ignore::pytest.PytestAssertRewriteWarning",
            "-p",
            "no:cacheprovider",
            f"--junitxml={report}",
        ]
        options += ["-o", f"timeout={_A_TEST}", *(["-x"] if first else []), f"@{names}"]
        status = _ended(_begin(root, options), _A_RUN)
        if status == 0:
            return []
        if status == pytest.ExitCode.USAGE_ERROR and any("[" in each for each in tests):
            # Parameters that the mutant has changed are in the names.
            return run_tests(root, [*{each.partition("[")[0]: 0 for each in tests}], first=first)
        return (failed(report) if report.exists() else []) or [f"status {status}"]


def _begin(root: Path, options: list[str]) -> int:
    """Run pytest in a process that has the libraries already, and nothing of the project."""
    process = os.fork()
    if process:
        return process
    os.setsid()
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    os.chdir(root)
    sys.path[:] = [str(root), *(each for each in sys.path if each not in {"", str(ROOT)})]
    for name in [each for each in sys.modules if each.partition(".")[0] == "tools"]:
        del sys.modules[name]
    os._exit(pytest.main(options))


def _ended(process: int, seconds: float) -> int:
    """The exit status, once it is over or has taken too long."""
    until = time.monotonic() + seconds
    ended = status = 0
    while not ended and time.monotonic() < until:
        time.sleep(0.05)
        ended, status = os.waitpid(process, os.WNOHANG)
    with contextlib.suppress(ProcessLookupError):  # ends the tests' processes too
        os.killpg(process, signal.SIGKILL)
    if not ended:
        os.waitpid(process, 0)
        return -1
    return os.waitstatus_to_exitcode(status)
