"""The shell commands about games and records.

They check a game, make random records, verify them, draw a position, and tell a review.
"""

import argparse
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, get_args

from prowlerbot.core.errors import BadRecord, Refused
from prowlerbot.core.game_parts import part_of
from prowlerbot.core.i18n import tr
from prowlerbot.core.record import MAX_BYTES, Record, loads, pick, random_record, to_json
from prowlerbot.games import GAMES
from prowlerbot.match.preferences import Theme
from prowlerbot.opponent.judge import SECONDS
from prowlerbot.opponent.judgement import to_text
from prowlerbot.opponent.reviewing import ReviewedMatch, events, join_reviews, pieces
from prowlerbot.opponent.task import house
from prowlerbot.opponent.task import review as review_piece
from prowlerbot.shell.database_commands import (
    games,
    positive_number,
    progress_bar,
    seed_argument,
    whole_number,
)
from prowlerbot.shell.review_report import review_lines
from prowlerbot.testing import mistakes


def simulate(options: argparse.Namespace) -> None:
    """Write random matches as JSON lines; the same seed always gives the same ones."""
    game = GAMES.named(options.game)
    with progress_bar("Playing", options.matches) as progress:
        for number in range(1, options.matches + 1):
            # A random source for each match makes it independent of the number of matches.
            record = random_record(game, random.Random(f"{options.seed}/{number}"), options.players)
            sys.stdout.write(json.dumps(to_json(record, states=options.states)) + "\n")
            progress.advance(progress.task_ids[0])


def check(options: argparse.Namespace) -> None:
    """Check a game against the contract; each mistake is one sentence."""
    game, found = GAMES.named(options.game), 0
    with progress_bar("Checking", None):
        for sentence in mistakes(game, matches=options.matches, seed=options.seed):
            found += 1
            sys.stdout.write(f"{sentence}\n")
            sys.stdout.flush()
    if found:
        raise SystemExit(1)
    sys.stdout.write(f"{game.title}: no mistakes found.\n")


def verify(options: argparse.Namespace) -> None:
    """Replay every record of a file and check everything it states."""
    count = 0
    with (
        options.file.open("rb") as file,
        progress_bar("Replaying", options.file.stat().st_size) as progress,
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
    pictures: Any = part_of(record.game, "drawing")  # only this command needs Pillow
    if pictures is None:
        raise BadRecord("{game} has no pictures of its own.", game=record.game.title)
    options.output.write_bytes(pictures.draw_board(state, names, theme=options.theme))


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file, each read up to the limit of its length."""
    while line := file.readline(MAX_BYTES + 2):
        yield line.rstrip(b"\r\n")


def _read(number: int, line: bytes) -> Record:
    try:
        return loads(line, GAMES)
    except BadRecord as error:
        raise BadRecord("Line {number}: {problem}", number=number, problem=error) from error


def simulate_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help=games())
    parser.add_argument("--matches", type=positive_number, default=1, metavar="N", help="how many")
    parser.add_argument("--players", type=positive_number, metavar="N", help="of each match")
    seed_argument(parser, 0)
    parser.add_argument("--states", action="store_true", help="with the state after each move")


def check_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=f"its key: {games()}")
    parser.add_argument(
        "--matches",
        type=positive_number,
        default=4,
        metavar="N",
        help="random matches of each number of players",
    )
    seed_argument(parser, 1)


def verify_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="records as JSON lines")


def draw_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="records as JSON lines")
    parser.add_argument("--line", type=whole_number, default=1, metavar="N", help="which record")
    parser.add_argument(
        "--move", type=whole_number, metavar="N", help="after how many moves; else all"
    )
    parser.add_argument("--theme", choices=get_args(Theme), default="night", help="the colours")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE.png")


def review(options: argparse.Namespace) -> None:
    """Report the turning points, the costliest moves and the luck of a match of a record; what is
    larger than its ± is sure.
    """
    if options.seconds <= 0:
        raise Refused("A review needs some time.")
    record = pick(options.file.read_bytes(), options.line, GAMES)
    match = ReviewedMatch(record.game.key, record.setup, tuple(record.moves))
    count = pieces(len(events(record.game, match)))
    parts = []
    with progress_bar("Reviewing", count) as progress:
        for number in range(count):
            parts.append(review_piece(house, match, number, options.seconds))
            progress.advance(progress.task_ids[0])
    result = join_reviews(parts)
    if options.json:
        sys.stdout.write(json.dumps(json.loads(to_text(result))) + "\n")
        return
    sys.stdout.write("".join(f"{line}\n" for line in review_lines(record, result)))


def review_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="a record, or records as JSON lines")
    parser.add_argument(
        "--line", type=positive_number, metavar="N", help="which record; else the first"
    )
    parser.add_argument("--json", action="store_true", help="all numbers, for other programs")
    parser.add_argument(
        "--seconds",
        type=float,
        default=SECONDS,
        metavar="S",
        help="the most time that it takes; less makes larger errors",
    )
