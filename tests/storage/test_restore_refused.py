"""A damaged backup is not restored, and the database stays as it is."""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from prowlerbot.__main__ import main
from prowlerbot.core.errors import StoreError
from prowlerbot.storage.copies.backup import backup
from prowlerbot.storage.engines.address import open_database
from tests.persistence.copies import (
    change,
    digest,
    fill,
    names,
    overwrite_with_noise,
    read,
    restored,
    truncate_in_a_page,
)
from tests.persistence.matches import url_of


def truncated(copy: Path) -> None:
    os.truncate(copy, copy.stat().st_size - 4096)


def longer(copy: Path) -> None:
    with copy.open("ab") as file:
        file.write(b"more")


def noise_in_it(copy: Path) -> None:
    change(copy, "UPDATE matches SET changed_at = changed_at")  # no checksum any more
    overwrite_with_noise(copy)


def empty(copy: Path) -> None:
    copy.write_bytes(b"")


def missing(copy: Path) -> None:
    copy.unlink()


def a_folder(copy: Path) -> None:
    copy.unlink()
    copy.mkdir()


def a_text(copy: Path) -> None:
    copy.write_text("not a backup")


def foreign(copy: Path) -> None:
    copy.unlink()
    change(copy, "CREATE TABLE recipes (name)")


def newer(copy: Path) -> None:
    change(copy, "UPDATE schema_version SET version = version + 1")


def with_an_illegal_move(copy: Path) -> None:
    change(copy, "UPDATE plays SET move = '0' WHERE ply = 5")


def with_a_missing_move(copy: Path) -> None:
    change(copy, "DELETE FROM plays WHERE ply = 2")


def with_the_last_move_missing(copy: Path) -> None:
    change(copy, "DELETE FROM plays WHERE ply = (SELECT max(ply) FROM plays)")


def with_a_bad_setup(copy: Path) -> None:
    change(copy, "UPDATE matches SET setup = 'x' WHERE setup <> ''")


def with_an_unknown_game(copy: Path) -> None:
    change(copy, "UPDATE matches SET game = 'chess'")


def with_a_wrong_phase(copy: Path) -> None:
    change(copy, "UPDATE matches SET phase = 'playing' WHERE phase = 'over'")


def with_a_number_for_a_text(copy: Path) -> None:
    change(copy, "UPDATE matches SET setup = x'00ff' WHERE setup <> ''")


def with_moves_of_no_match(copy: Path) -> None:
    change(copy, "INSERT INTO plays VALUES ('nothing', 0, 1, '1', 0, 0, 0)")


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (truncated, "is damaged|is not a database"),
        (truncate_in_a_page, "is damaged|is not a database"),
        (longer, "is damaged"),
        (noise_in_it, "is damaged|is not a database"),
        (empty, "is empty"),
        (missing, "There is no file"),
        (a_folder, "There is no file"),
        (a_text, "is not a database"),
        (foreign, "is a database of another program"),
        (newer, "newer version of the bot"),
        (with_an_illegal_move, "is damaged at match"),
        (with_a_missing_move, "is damaged at match"),
        (with_the_last_move_missing, "is damaged at match"),
        (with_a_bad_setup, "is damaged at match"),
        (with_an_unknown_game, "is damaged at match"),
        (with_a_wrong_phase, "is damaged at match"),
        (with_a_number_for_a_text, "is damaged at match"),
        (with_moves_of_no_match, "is damaged"),
    ],
)
def test_what_is_no_good_backup_is_refused_and_the_database_left_as_it_is(
    path: Path, copy: Path, spoil: Callable[[Path], None], sentence: str
) -> None:
    fill(path)
    backup(url_of(path), copy)
    before = digest(path)
    spoil(copy)
    with pytest.raises(StoreError, match=sentence) as refused:
        restored(path, copy)
    told = str(refused.value)
    assert told.startswith((str(copy), "There is no file"))
    assert told.endswith(".")
    assert digest(path) == before
    assert names(path.parent) == ["prowler.db"]


def test_a_backup_with_any_bit_flipped_is_refused_or_has_the_same_in_it(
    path: Path, copy: Path
) -> None:
    matches = fill(path)
    backup(url_of(path), copy)
    whole = copy.read_bytes()
    before = digest(path)
    rng = random.Random(11)
    header = [(byte, bit) for byte in range(0, 100, 3) for bit in (0, 7)]
    anywhere = [(rng.randrange(len(whole)), rng.randrange(8)) for _ in range(150)]
    refused = 0
    for byte, bit in header + anywhere:
        flipped = bytearray(whole)
        flipped[byte] ^= 1 << bit
        copy.write_bytes(flipped)
        try:
            restored(path, copy)
        except StoreError:
            refused += 1
            assert digest(path) == before
        else:
            # Only the two header fields that void the checksum can be wrong without harm.
            assert byte in {*range(24, 28), *range(68, 72)}
            assert read(path) == matches
            before = digest(path)
    assert refused >= len(header + anywhere) - 12


def test_every_byte_of_what_players_see_is_under_the_checksum(path: Path, copy: Path) -> None:
    fill(path)
    backup(url_of(path), copy)
    spoiled = copy.read_bytes().replace(b"Ada", b"Eda", 1)
    assert spoiled != copy.read_bytes()
    copy.write_bytes(spoiled)
    with pytest.raises(StoreError, match="checksum does not fit"):
        restored(path, copy)


@pytest.mark.parametrize("spoil", [overwrite_with_noise, a_text, truncate_in_a_page])
def test_a_damaged_database_gives_place_to_the_backup_and_is_kept_with_its_log(
    path: Path, copy: Path, spoil: Callable[[Path], None]
) -> None:
    matches = fill(path)
    backup(url_of(path), copy)
    wal = path.with_name("prowler.db-wal")
    with closing(sqlite3.connect(path)) as reader:  # so that the log stays where it is
        reader.execute("SELECT count(*) FROM matches").fetchall()
        change(path, "UPDATE seats SET name = 'somebody'")
        log = wal.read_bytes()
    spoil(path)
    wal.write_bytes(log)  # SQLite would take it for a log of any file of that name
    ruin = digest(path)
    done = restored(path, copy)
    assert done.kept == path.with_name("prowler.db.before-restore-1")
    assert digest(done.kept) == ruin
    assert done.kept.with_name(f"{done.kept.name}-wal").read_bytes() == log
    assert read(path) == matches


@pytest.mark.skipif(sys.platform == "win32", reason="Windows itself refuses to move open files")
def test_a_damaged_database_that_a_bot_still_uses_is_not_taken_from_under_it(
    path: Path, copy: Path
) -> None:
    fill(path)
    backup(url_of(path), copy)
    program = (
        "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]);"
        " db.execute('SELECT count(*) FROM matches').fetchall(); print('open', flush=True); input()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as bot:
        assert bot.stdout is not None
        assert bot.stdout.readline() == b"open\n"
        overwrite_with_noise(path)
        before = digest(path)
        with pytest.raises(StoreError, match="stop the bot first"):
            restored(path, copy)
        assert digest(path) == before
        bot.communicate(b"\n")
    assert restored(path, copy).kept is not None


def test_somebody_elses_or_a_newer_database_is_not_overwritten(
    path: Path, copy: Path, tmp_path: Path
) -> None:
    fill(path)
    backup(url_of(path), copy)
    theirs = tmp_path / "theirs.db"
    change(theirs, "CREATE TABLE recipes (name)")
    change(path, "UPDATE schema_version SET version = version + 1")
    for target, sentence in [
        (theirs, "is a database of another program"),
        (path, "newer version"),
        (copy, "is the database itself"),
        (tmp_path, "cannot be read"),
    ]:
        before = digest(target)
        with pytest.raises(StoreError, match=sentence):
            restored(target, copy)
        assert before == digest(target)


def test_a_locked_database_is_told_and_left_as_it_is(
    path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = fill(path)
    backup(url_of(path), copy)
    monkeypatch.setattr("prowlerbot.storage.copies.backup._BUSY_SECONDS", 0.1)
    monkeypatch.setattr("prowlerbot.storage.engines.database.PATIENCE", 0.1)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="database is locked"):
            restored(path, copy)
    assert read(path) == matches


@pytest.mark.parametrize("name", ["matches", "schema_version"])
def test_one_wrong_byte_in_the_schema_is_one_sentence_everywhere(
    path: Path,
    copy: Path,
    name: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    fill(path)
    backup(url_of(path), copy)
    raw = path.read_bytes()
    spoiled = raw.replace(name.encode(), b"\xff" + name.encode()[1:])
    assert spoiled != raw
    path.write_bytes(spoiled)
    monkeypatch.setenv("DATABASE_URL", url_of(path))
    monkeypatch.chdir(path.parent)
    for command in (["doctor"], ["backup", "other.db"], ["rate", "--check"]):
        status = main(command)
        said = capsys.readouterr()
        assert said.err.count("\n") == status <= 1, said.err
    with pytest.raises(StoreError):
        asyncio.run(open_database(url_of(path)))
    assert main(["restore", str(copy)]) in {0, 1}
    assert capsys.readouterr().err.count("\n") <= 1
