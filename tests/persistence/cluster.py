"""A PostgreSQL of the tests' own: one server for a run, one database for each process of tests.

The server keeps its data in a temporary folder and waits for no disk. Debian has its programs below
/usr/lib/postgresql, where no PATH leads; they refuse to run as root.
"""

import asyncio
import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from prowlerbot.storage.engines.address import open_database
from prowlerbot.storage.engines.schema import migrations

_NOTE = "postgres"
_TEMPLATE = "template_of_tests"
_SETTINGS = (
    "-F -c full_page_writes=off -c autovacuum=off -c max_connections=300 -c shared_buffers=32MB"
    " -c listen_addresses='' -c log_min_messages=fatal"
)
_numbers = count(1)
_free: list[str] = []
"""Databases that a test has left; to empty one is faster than to make one."""


@cache
def _programs() -> Path | None:
    """The folder of PostgreSQL's programs; the newest version, if there are several."""
    if on_path := shutil.which("initdb"):
        return Path(on_path).parent
    found = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    return max((each.parent for each in found), key=lambda it: float(it.parent.name), default=None)


def _run(program: str, *arguments: str) -> None:
    folder = _programs()
    assert folder is not None
    user = ("runuser", "-u", "postgres", "--") if os.geteuid() == 0 else ()
    command = (*user, str(folder / program), *arguments)
    with tempfile.TemporaryFile() as told:  # the server would keep a pipe open
        done = subprocess.run(command, stdout=told, stderr=told, check=False, cwd="/")
        told.seek(0)
        assert done.returncode == 0, told.read().decode()


def installed() -> bool:
    """Whether this machine has what a server and its use need."""
    return _programs() is not None and find_spec("psycopg") is not None


def folder_of_run(made: pytest.TempPathFactory) -> Path:
    """A folder that all processes of tests share."""
    own = made.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


def new_database(run: Path) -> str:
    """The address of a new database with the newest schema, on the server of this run of tests.

    ``run`` is a folder that all processes of the run share.
    """
    if not installed():
        told = "PostgreSQL's programs or psycopg are not installed"
        pytest.fail(told) if os.environ.get("CI") else pytest.skip(told)
    note = run / _NOTE
    with (run / f"{_NOTE}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not note.exists():
            folder = _start()
            _execute(folder, f"CREATE DATABASE {_TEMPLATE}")
            asyncio.run(_raise_schema(_url(folder, _TEMPLATE)))
            note.write_text(str(folder))
    folder = Path(note.read_text())
    name = f"test_{os.getpid()}_{next(_numbers)}"
    _execute(folder, f"CREATE DATABASE {name} TEMPLATE {_TEMPLATE}")
    return _url(folder, name)


@contextmanager
def lent_database(run: Path) -> Iterator[str]:
    """The address of an empty database, for a test that leaves its schema alone."""
    url = _free.pop() if _free else new_database(run)
    yield url
    with _connected(url) as execute:
        tables = execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        execute(f"UPDATE schema_version SET version = {len(migrations())}")  # noqa: S608 - a number
        execute(f"TRUNCATE {', '.join({name for (name,) in tables} - {'schema_version'})}")
    _free.append(url)


async def _raise_schema(url: str) -> None:
    await (await open_database(url)).close()


def drop_database(url: str) -> None:
    name, _, folder = url.removeprefix("postgresql://postgres@/").partition("?host=")
    _execute(Path(folder), f"DROP DATABASE {name} WITH (FORCE)")


def _url(folder: Path, name: str) -> str:
    return f"postgresql://postgres@/{name}?host={folder}"


def _execute(folder: Path, sql: str) -> None:
    with _connected(_url(folder, "postgres")) as execute:
        execute(sql)


@contextmanager
def _connected(url: str) -> Iterator[Any]:
    import psycopg  # noqa: PLC0415 - optional

    with psycopg.connect(url, autocommit=True) as connection:
        yield connection.execute


def _start() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="prowler-postgres-"))
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    data = str(folder / "data")
    _run("initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
    _run("pg_ctl", "start", "-w", "-D", data, "-o", f"{_SETTINGS} -k {folder}")
    return folder


def server(run: Path) -> int:
    """The process id of the server of a run."""
    data = Path((run / _NOTE).read_text()) / "data"
    return int((data / "postmaster.pid").read_text().split()[0])


def stop(run: Path) -> None:
    """Stop the server of a run, if it has one, and remove its data."""
    note = run / _NOTE
    if note.exists():
        folder = Path(note.read_text())
        _run("pg_ctl", "stop", "-m", "immediate", "-D", str(folder / "data"))
        shutil.rmtree(folder, ignore_errors=True)
