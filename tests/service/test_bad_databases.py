"""A database that no start can use before somebody changes something: one sentence, status 78."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

import bot
from prowlerbot.__main__ import main as command_line
from prowlerbot.packages import HOPELESS
from prowlerbot.storage.engines.address import open_database
from tests.persistence.rights import NOBODY, without_rights

TOKEN = "MTE0NTE0MTkxOTgxMDExNDUxNA.GhIjKl.aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789-_"  # noqa: S105 - made up


def made(path: Path) -> Path:
    async def make() -> None:
        await (await open_database(f"sqlite:///{path}")).close()

    asyncio.run(make())
    return path


def newer(path: Path) -> None:
    with closing(sqlite3.connect(made(path))) as db:
        db.execute("UPDATE schema_version SET version = version + 1")
        db.commit()


def of_another_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE notes (note)")


def cut_off(path: Path) -> None:
    path.write_bytes(made(path).read_bytes()[:8_000])


def with_a_broken_table(path: Path) -> None:
    whole = made(path).read_bytes()
    path.write_bytes(whole[:100] + b"\xff" * 3_000 + whole[3_100:])


BAD: list[tuple[Callable[[Path], object], str]] = [
    (newer, "prowler.db was written by a newer version of the bot (schema "),
    (of_another_program, "prowler.db is a database of another program."),
    (cut_off, "prowler.db is damaged: database disk image is malformed."),
    (with_a_broken_table, "prowler.db is damaged: "),
    (lambda path: path.write_text("This is no database."), "prowler.db is not a database."),
    (lambda path: path.mkdir(), "prowler.db is a folder; DATABASE_URL must name a file."),
]


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_URL", "sqlite:///prowler.db")
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)


@pytest.fixture
def told_at_the_start(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[[], str]:
    """Start the bot on a simulated Discord, and read the sentence that ends it."""
    monkeypatch.setattr(sys, "argv", ["bot.py", "--preview", "--port", "0"])

    def start() -> str:
        assert bot.main() == HOPELESS
        said = capsys.readouterr()
        assert (said.out, said.err.count("\n")) == ("", 1), said.err
        return said.err.strip()

    return start


@pytest.mark.parametrize(("make", "sentence"), BAD, ids=range(len(BAD)))
def test_the_bot_is_not_started_again_in_vain(
    make: Callable[[Path], object], sentence: str, told_at_the_start: Callable[[], str]
) -> None:
    path = Path("prowler.db")
    make(path)
    before = path.read_bytes() if path.is_file() else b""
    assert told_at_the_start().startswith(sentence)
    assert not before or path.read_bytes() == before, "the file is left as it is"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
@pytest.mark.parametrize("closed", ["a folder", "a file", "a log"])
def test_the_owner_of_a_closed_place_is_named(
    closed: str, told_at_the_start: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with tempfile.TemporaryDirectory() as name:  # that of pytest is closed to others
        folder = Path(name)
        path = made(folder / "prowler.db")
        monkeypatch.chdir(folder)
        monkeypatch.setenv("DATABASE_URL", f"sqlite:///{path}")
        place = {"a folder": folder, "a file": path, "a log": path.with_name("prowler.db-shm")}[
            closed
        ]
        if closed == "a log":  # as a shell command of another user may leave them
            place.touch()
            path.with_name("prowler.db-wal").touch()
        with without_rights(folder, path):
            place.chmod(0o500 if place.is_dir() else 0)
            said = told_at_the_start()
            place.chmod(0o700)
        monkeypatch.chdir("/")
    assert f" may not write to {place}, which belongs to " in said


@pytest.mark.skipif(
    getattr(os, "geteuid", lambda: 1)() != 0, reason="only root can give files away"
)
def test_whatever_root_makes_beside_a_database_belongs_to_the_owner_of_its_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    made(tmp_path / "prowler.db")
    assert command_line(["backup", "first.db"]) == 0
    folder = tmp_path / "of the bot"
    folder.mkdir()
    os.chown(folder, NOBODY, NOBODY)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{folder}/prowler.db")
    assert command_line(["restore", "--new", "first.db"]) == 0
    assert command_line(["restore", "first.db"]) == 0
    assert command_line(["backup", str(folder / "second.db")]) == 0
    capsys.readouterr()
    owners = {file.name: file.stat().st_uid for file in folder.iterdir()}
    assert owners.keys() >= {"prowler.db", "prowler.db.before-restore-1", "second.db"}
    assert {*owners.values()} == {NOBODY}


def test_a_copy_without_its_log_is_told_from_no_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(tmp_path / "prowler.db")) as db:
        db.execute("PRAGMA journal_mode=WAL")  # all that is in the file of a young bot
    assert command_line(["doctor"]) == 1
    assert capsys.readouterr().err.startswith("prowler.db is empty. If it was copied while")


def test_the_doctor_names_the_newest_backup_of_whatever_is_no_database(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("prowler.db").write_text("This is no database.")
    assert command_line(["doctor"]) == 1
    assert capsys.readouterr().out.splitlines()[0] == "PROBLEM  prowler.db is not a database."
