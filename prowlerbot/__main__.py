"""The command line: ``python -m prowlerbot simulate | verify | draw | backup | restore | rate |
doctor``.

Results go to standard output, what went wrong to standard error as one sentence, progress there as
well when somebody is watching. Each command is one function, registered at the bottom.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib
import json
import os
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, get_args

from rich import filesize
from rich.console import Console
from rich.progress import Progress

from prowlerbot.core.errors import BadRecord, Refused
from prowlerbot.core.game import Game
from prowlerbot.core.i18n import tr
from prowlerbot.core.record import Made, Record
from prowlerbot.core.record_json import MAX_BYTES, loads, to_json
from prowlerbot.games import GAMES
from prowlerbot.match.preferences import Theme


@contextmanager
def _progress(doing: str, total: float | None) -> Iterator[Progress]:
    """A progress bar with one task, numbered 0; silent unless standard error is a terminal."""
    console = Console(stderr=True)
    with Progress(
        console=console,
        transient=True,
        disable=not console.is_terminal,
        redirect_stdout=False,  # results go where the caller sent them, not to the bar's terminal
        redirect_stderr=False,
    ) as progress:
        progress.add_task(doing, total=total)
        yield progress


def simulate(options: argparse.Namespace) -> None:
    """Write random matches as JSON lines; the same seed always gives the same ones."""
    game = GAMES.named(options.game)
    with _progress("Playing", options.matches) as progress:
        for number in range(1, options.matches + 1):
            # Each match has a source of its own, so that it is the same however many there are.
            record = random_match(game, random.Random(f"{options.seed}/{number}"))
            sys.stdout.write(json.dumps(to_json(record, states=options.states)) + "\n")
            progress.advance(progress.task_ids[0])


def random_match(game: Game, rng: random.Random) -> Record:
    """A whole match in which every seat plays anything that is legal."""
    setup = game.setup(rng, game.seats[0], {})
    state = game.start(setup)
    moves: list[Made] = []
    while state.to_move:
        seat = rng.choice(sorted(state.to_move))
        move = rng.choice(state.moves(seat))
        moves.append(Made(seat, str(move)))
        state = state.after(seat, move)
    return Record(game, setup, tuple(moves))


def verify(options: argparse.Namespace) -> None:
    """Replay every record of a file and hold it against all that it states."""
    count = 0
    with (
        options.file.open("rb") as file,
        _progress("Replaying", options.file.stat().st_size) as progress,
    ):
        for count, line in enumerate(_lines(file), 1):
            _read(count, line)
            progress.advance(progress.task_ids[0], len(line))
    if not count:
        raise BadRecord("There is no record in {file}.", file=options.file)
    sys.stdout.write(f"Records that agree with their replay: {count}\n")


def draw(options: argparse.Namespace) -> None:
    """Draw a position of a record as a PNG file."""
    with options.file.open("rb") as file:
        for number, line in enumerate(_lines(file), 1):
            if number == options.line:
                record = _read(number, line)
                break
        else:
            raise BadRecord("{file} has no line {line}.", file=options.file, line=options.line)
    states = record.states()
    last = len(record.moves)
    at = last if options.move is None else options.move
    if at > last:
        raise BadRecord("This match has {last} moves, not {at}.", last=last, at=at)

    state: Any = states[at]
    names = [tr("Player {seat}", seat=seat) for seat in range(1, max(record.game.seats) + 1)]
    # The folder bears the key of the game; it is imported here as Pillow is for this command only.
    pictures: Any = importlib.import_module(f"renderer.{record.game.key}")
    options.output.write_bytes(pictures.draw_board(state, names, theme=options.theme))


def backup(options: argparse.Namespace) -> None:
    """Copy the database to a file; the bot may be running."""
    from prowlerbot.settings import load_settings  # noqa: PLC0415 - nor a database, and start faster
    from prowlerbot.storage.backup import backup as copy_out  # noqa: PLC0415 - the games need neither settings

    with _progress("Copying", None) as progress:
        done = copy_out(load_settings().database_url, options.file, _watch(progress))
    sys.stdout.write(f"Backed up to {options.file}: {_amount(done.matches, done.size)}.\n")


def restore(options: argparse.Namespace) -> None:
    """Put a backup in the place of the database, which is kept; the bot may be running."""
    from prowlerbot.settings import load_settings  # noqa: PLC0415 - as above
    from prowlerbot.storage.restore import restore as bring_back  # noqa: PLC0415 - as above

    with _progress("Replaying", None) as progress:
        url = load_settings().database_url
        done = asyncio.run(bring_back(url, options.file, GAMES, _watch(progress)))
    amount = _amount(done.matches, done.size)
    kept = f"; what was there before is kept in {done.kept}" if done.kept else ""
    sys.stdout.write(f"Restored from {options.file}: {amount}{kept}.\n")


def rate(options: argparse.Namespace) -> None:
    """Work out all ratings anew from the records of the matches; the bot may be running."""
    from prowlerbot.settings import load_settings  # noqa: PLC0415 - as above
    from prowlerbot.storage.rebuild import rate as rebuild  # noqa: PLC0415 - as above

    with _progress("Replaying", None) as progress:
        url = load_settings().database_url
        done = asyncio.run(rebuild(url, GAMES, _watch(progress), check=options.check))
    sys.stdout.write("".join(f"{change}\n" for change in (*done.changes, done)))
    if options.check and done.rows:
        sys.stdout.flush()
        raise Refused("What is stored differs from the records; run rate without --check.")


def doctor(_: argparse.Namespace) -> None:
    """Tell how the bot fares; the exit status is 1 where something has to be done."""
    from prowlerbot.service.checkup import check_up  # noqa: PLC0415 - as above
    from prowlerbot.settings import load_settings  # noqa: PLC0415 - as above

    findings = asyncio.run(check_up(load_settings()))
    for finding in findings:
        sys.stdout.write(f"{'ok     ' if finding.well else 'PROBLEM'}  {finding}\n")
    problems = sum(not finding.well for finding in findings)
    if problems:
        sys.stdout.flush()
        raise Refused("Problems found: {count}.", count=problems)


def _watch(progress: Progress) -> Callable[[int, int], None]:
    return lambda done, total: progress.update(progress.task_ids[0], completed=done, total=total)


def _amount(matches: int, size: int) -> str:
    return f"{matches} {'match' if matches == 1 else 'matches'}, {filesize.decimal(size)}"


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file, none read further than it takes to see that it is too long."""
    while line := file.readline(MAX_BYTES + 2):
        yield line.rstrip(b"\r\n")


def _read(number: int, line: bytes) -> Record:
    try:
        return loads(line, GAMES)
    except BadRecord as error:
        raise BadRecord("Line {number}: {problem}", number=number, problem=error) from error


# ----------------------------------------------------------------------------- the commands


def _whole(text: str) -> int:
    value = int(text)
    if value < 0:
        raise ValueError
    return value


_whole.__name__ = "whole number"  # argparse shows it


def _simulate_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="for example prowler")
    parser.add_argument("--matches", type=_whole, default=1, metavar="N")
    parser.add_argument("--seed", type=_whole, default=0, metavar="S")
    parser.add_argument("--states", action="store_true", help="with the state after each move")


def _verify_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="records as JSON lines")


def _draw_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="records as JSON lines")
    parser.add_argument("--line", type=_whole, default=1, metavar="N", help="which record")
    parser.add_argument("--move", type=_whole, metavar="N", help="after how many moves; else all")
    parser.add_argument(
        "--theme", choices=get_args(Theme), default="night", help="the colours; else night"
    )
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE.png")


def _rate_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--check", action="store_true", help="say what differs, change nothing")


def _file_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the backup")


Run = Callable[[argparse.Namespace], None]
Arguments = Callable[[argparse.ArgumentParser], None]

COMMANDS: dict[str, tuple[Run, Arguments]] = {
    "simulate": (simulate, _simulate_arguments),
    "verify": (verify, _verify_arguments),
    "draw": (draw, _draw_arguments),
    "backup": (backup, _file_argument),
    "restore": (restore, _file_argument),
    "rate": (rate, _rate_arguments),
    "doctor": (doctor, lambda _: None),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 1 where it could not be done, 2 for a wrong call."""
    parser = argparse.ArgumentParser(prog="python -m prowlerbot")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for name, (run, add_arguments) in COMMANDS.items():
        command = commands.add_parser(name, help=run.__doc__, description=run.__doc__)
        add_arguments(command)
        command.set_defaults(run=run)
    options = parser.parse_args(arguments)
    try:
        options.run(options)
        sys.stdout.flush()
    except Refused as error:
        problem = str(error)
    except BrokenPipeError:
        # Whoever read our output has had enough; Python shall not try to flush the rest.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        problem = f"{error.filename or 'Standard output'}: {error.strerror}."
    except KeyboardInterrupt:
        problem = "Stopped."
    else:
        return 0
    sys.stderr.write(problem + "\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
