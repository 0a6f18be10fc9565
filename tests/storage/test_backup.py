"""A backup is the whole of one moment, whatever the bot does meanwhile."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from prowlerbot.__main__ import main
from prowlerbot.core.errors import StoreError
from prowlerbot.storage.copies.backup import backup
from prowlerbot.storage.engines.schema import migrations
from prowlerbot.storage.engines.sqlite import check_file
from tests.persistence.copies import (
    begin_another,
    change,
    digest,
    fill,
    names,
    overwrite_with_noise,
    read,
    restored,
)
from tests.persistence.matches import url_of


def test_a_backup_is_one_database_file_with_everything_in_it(path: Path, copy: Path) -> None:
    matches = fill(path)
    done = backup(url_of(path), copy)
    assert (done.matches, done.size) == (3, copy.stat().st_size)
    assert names(copy.parent) == ["data", "prowler.backup"]
    assert check_file(copy) == len(migrations())
    assert read(copy) == matches


def test_what_is_written_while_a_backup_is_made_neither_gets_in_nor_starts_it_over(
    path: Path, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = fill(path)
    monkeypatch.setattr("prowlerbot.storage.copies.backup._PAGES", 1)
    steps: list[int] = []

    def write(done: int, total: int) -> None:
        assert done <= total
        steps.append(done)
        if len(steps) < 5:
            change(path, "UPDATE seats SET name = name || '!'")

    assert backup(url_of(path), copy, write).matches == 3
    assert steps == sorted(set(steps))
    assert read(copy) == matches
    assert read(path) != matches


def test_a_backup_replaces_the_one_before_it_and_keeps_it_if_it_fails(
    path: Path, copy: Path
) -> None:
    fill(path)
    copy.touch()
    backup(url_of(path), copy)
    begin_another(path)
    assert backup(url_of(path), copy).matches == 4
    before = digest(copy)
    overwrite_with_noise(path)
    with pytest.raises(StoreError, match=r"is damaged|is not a database"):
        backup(url_of(path), copy)
    assert digest(copy) == before
    assert names(copy.parent) == ["data", "prowler.backup"]


def test_a_backup_goes_only_where_it_harms_nothing(path: Path, tmp_path: Path) -> None:
    fill(path)
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ada")
    other = tmp_path / "other.db"
    link, circle = tmp_path / "link.db", tmp_path / "circle"
    link.symlink_to(path)
    circle.symlink_to(circle)
    begin_another(other)
    with closing(sqlite3.connect(other)) as one, closing(sqlite3.connect(path)) as database:
        for each in (one, database):
            each.execute("SELECT count(*) FROM matches").fetchall()
        for target, sentence in [
            (path, "is the database itself"),
            (path.parent / ".." / "data" / "prowler.db", "is the database itself"),
            (link, "is the database itself"),
            (path.with_name("prowler.db-wal"), "is the database itself"),
            (other, "is a database in use"),
            (letter, "is not a backup and will not be replaced"),
            (tmp_path, "is a folder"),
            (tmp_path / "no" / "folder", "There is no folder"),
            (circle, "is not a file name"),
            (Path(os.devnull), "is not a backup and will not be replaced"),
        ]:
            with pytest.raises(StoreError, match=sentence):
                backup(url_of(path), target)
    assert letter.read_text() == "Dear Ada"
    assert len(read(path)) == 3


def test_there_is_no_backup_of_nothing(path: Path, copy: Path) -> None:
    with pytest.raises(StoreError, match="There is no database"):
        backup(url_of(path), copy)
    assert names(copy.parent) == ["data"]


# ---------------------------------------------------------------------------- the command line


def test_backup_and_restore_say_one_sentence(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    matches = fill(path)
    monkeypatch.chdir(path.parent.parent)
    monkeypatch.setenv("DATABASE_URL", "sqlite:///data/prowler.db")
    assert main(["backup", "prowler.backup"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("Backed up to prowler.backup: 3 matches, ")
    assert main(["restore", "prowler.backup"]) == 0
    said = capsys.readouterr()
    assert said.out.startswith("Restored from prowler.backup: 3 matches, ")
    assert said.out.endswith(f"is kept in {path}.before-restore-1.\n")
    assert said.err == ""
    for command in (["backup", "data"], ["restore", "nothing"], ["restore", "data/prowler.db"]):
        assert main(command) == 1
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.count("\n") == 1
        assert "Traceback" not in said.err
    assert read(path) == matches


def test_progress_is_told_to_the_one_who_watches(path: Path, copy: Path) -> None:
    fill(path)
    seen: list[tuple[int, int]] = []
    backup(url_of(path), copy, lambda done, total: seen.append((done, total)))
    assert seen[-1][0] == seen[-1][1] > 1
    seen.clear()
    restored(path, copy, lambda done, total: seen.append((done, total)))
    assert seen == [(1, 3), (2, 3), (3, 3)]
