"""The command line, in this process; as the program it is in the full set."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import get_args
from unittest.mock import Mock

import pytest

from prowlerbot.__main__ import main
from prowlerbot.match.preferences import Theme
from prowlerbot.shell import record_commands as records_shell
from tests.games.prowler import reference
from tools import compete, ladder


def simulated(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """The lines of records that a call prints."""
    assert main(["simulate", "prowler", *map(str, arguments)]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    return said.out


@pytest.fixture
def records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A file with five records and their states."""
    assert main(["simulate", "prowler", "--matches", "5", "--seed", "3", "--states"]) == 0
    path = tmp_path / "records.jsonl"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    return path


def failure(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """The one sentence that a command says when it fails."""
    assert main([str(argument) for argument in arguments]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    return said.err.strip()


def change_line(path: Path, number: int, old: str, new: str) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    assert old in lines[number - 1]
    lines[number - 1] = lines[number - 1].replace(old, new, 1)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def test_simulate_writes_one_record_a_line_that_the_reference_confirms(records: Path) -> None:
    lines = records.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 5
    for line in lines:
        record = json.loads(line)
        assert record == reference.replay(record["setup"], record["moves"])


def test_a_seed_gives_the_same_match_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    # Random.choice, sample and shuffle are the same in every Python that this project supports.
    (line,) = simulated(capsys, "--seed", 1).splitlines()
    record = json.loads(line)
    assert list(record) == ["game", "setup", "moves", "scores", "result"]
    assert record["setup"] == "PMC-RBP-PRC-RPM-RBM-CBM/mbwmdpmwpbbbrppmbppmwbpwbmb/9,11,13/1"
    assert record["moves"][:6] == [">P", "19", "24>M", "26", "11", "14"]


def test_simulate_refuses_an_unknown_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert "no game “chess”" in failure(capsys, "simulate", "chess")


def test_an_interrupted_command_says_that_it_was_stopped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(records_shell, "random_record", Mock(side_effect=KeyboardInterrupt))
    assert failure(capsys, "simulate", "prowler") == "Stopped."


def started(matches: int) -> subprocess.Popen[bytes]:
    """The program, which has printed its first line."""
    command = [sys.executable, "-m", "prowlerbot", "simulate", "prowler", "--matches", str(matches)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline()
    return process


@pytest.mark.full
def test_the_program_stops_quietly_when_nobody_reads_on_and_says_so_when_interrupted() -> None:
    with started(5_000) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 1
    # Tests in the background of a shell ignore the interrupt, and programs inherit that.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    process = started(50_000)
    signal.signal(signal.SIGINT, before)
    with process:
        process.send_signal(signal.SIGINT)
        _, told = process.communicate()
    assert (told, process.returncode) == (b"Stopped.\n", 1)


@pytest.mark.full
def test_progress_is_shown_on_a_terminal_and_stays_out_of_the_results() -> None:
    pty = pytest.importorskip("pty")
    watching, terminal = pty.openpty()
    command = [sys.executable, "-m", "prowlerbot", "simulate", "prowler", "--matches", "300"]
    shown = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=terminal,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80"},
        check=True,
    )
    os.close(terminal)
    assert b"Playing" in os.read(watching, 1 << 16)
    os.close(watching)
    assert len([json.loads(line) for line in shown.stdout.splitlines()]) == 300


def test_a_wrong_call_ends_with_status_two() -> None:
    for arguments in [
        [],
        ["dance"],
        ["simulate"],
        ["simulate", "prowler", "--matches", "-1"],
        ["draw", "x"],
    ]:
        with pytest.raises(SystemExit) as stop:
            main(arguments)
        assert stop.value.code == 2


def test_a_wrong_number_is_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    for given in ("-3", "0", "x"):
        with pytest.raises(SystemExit):
            main(["simulate", "prowler", "--matches", given])
        told = f"--matches: “{given}” is not a whole number from 1 on"
        assert told in capsys.readouterr().err


def test_seats_that_no_match_has_are_told_with_those_it_has(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = failure(capsys, "duel", "landgrab", "--seats", "easy")
    assert said == "Landgrab is for 2, 3 or 4 players; --seats names 1."


def test_the_help_tells_games_defaults_players_and_which_database(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
    wanted = {
        "simulate": ["heroes, landgrab, prowler", "(default: 1)", "(default: 0)"],
        "duel": ["prowler: gatherer", "Levels: easy, medium, hard, expert", "(default: hard,easy)"],
        "puzzles": ["(default: 1)"],
        **{each: ["DATABASE_URL"] for each in ("backup", "restore", "rate", "doctor")},
    }
    tools = {
        ladder.main: ["heroes: beginner", "(default: 20)"],
        compete.main: ["from 2 to 128 (default: 16)", "(default: prowler)"],
    }
    helped = [(partial(main, [command, "--help"]), words) for command, words in wanted.items()]
    helped += [(partial(tool, ["--help"]), words) for tool, words in tools.items()]
    for ask, words in helped:
        with pytest.raises(SystemExit):
            ask()
        said = capsys.readouterr().out
        for each in words:
            assert each in said, ask.args


def test_verify_confirms_simulations(records: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(records)]) == 0
    assert capsys.readouterr().out == "Records that agree with their replay: 5\n"


def test_verify_names_the_first_line_move_and_field_that_differ(
    records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change_line(records, 4, '"longest": [0, 0]', '"longest": [7, 0]')
    told = "Line 4: Move 1 (“>C”): Field “longest” says [7, 0], the replay gives [0, 0]."
    assert failure(capsys, "verify", records) == told
    change_line(records, 3, '"by": "wealth"', '"by": "luck"')
    assert failure(capsys, "verify", records).startswith('Line 3: Field “result.by” says "luck"')


def test_a_file_without_a_record_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "records.jsonl"
    assert failure(capsys, "verify", path) == f"{path}: No such file or directory."
    assert failure(capsys, "draw", path, "-o", tmp_path / "x.png").startswith(str(path))
    path.touch()
    assert "There is no record in " in failure(capsys, "verify", path)
    path.write_bytes(b"[" * 3_000_000)
    assert failure(capsys, "verify", path).startswith("Line 1: A record can have at most ")


def test_draw_writes_a_picture_of_any_position_in_any_theme(records: Path, tmp_path: Path) -> None:
    picture, drawn = tmp_path / "board.png", set()
    themes = [["--theme", theme] for theme in get_args(Theme)]
    assert len(themes) == 3
    for options in ([], ["--move", "0"], ["--line", "5"], *themes[1:]):
        assert main(["draw", str(records), *options, "-o", str(picture)]) == 0
        assert picture.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
        drawn.add(picture.read_bytes())
    assert len(drawn) == 5


def test_draw_says_which_positions_there_are(
    records: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for where, told in [
        (["--move", "28"], "This match has 27 moves, not 28."),
        (["--line", "6"], "has no line 6."),
        (["--line", "0"], "has no line 0."),
    ]:
        picture = tmp_path / "board.png"
        assert failure(capsys, "draw", records, *where, "-o", picture).endswith(told)
        assert not picture.exists()
