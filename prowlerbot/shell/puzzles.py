"""``python -m prowlerbot puzzles``: make the puzzles that come with the bot, prove them again."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from prowlerbot.core.errors import Refused
from prowlerbot.core.record import replay
from prowlerbot.games import GAMES
from prowlerbot.opponent.task import house
from prowlerbot.puzzles.making import puzzles_of_match
from prowlerbot.puzzles.proof import Prover
from prowlerbot.puzzles.puzzle import Puzzle, kind_of, place_of, read, written
from prowlerbot.shell.common import games, positive, progress_bar, seed_argument

_FEW, _MANY = 3, 2
"""The part of all puzzles that one theme may have, as a divisor: in the first two thirds of them,
and in the rest, which would take long if only rare themes were left.
"""


def puzzles(options: argparse.Namespace) -> None:
    """Make puzzles from matches of the machine, or with --check prove the stored ones again.

    A later call with the same seed goes on where an earlier one was interrupted.
    """
    game = GAMES.named(options.game).key
    file = options.file or place_of(game)
    if options.check:
        _check(game, file, options.seed)
    elif options.make:
        _make(game, file, options.make, options.seed)
    else:
        raise Refused("Say what to do: --make N, or --check.")


def _make(key: str, file: Path, count: int, seed: int) -> None:
    game, hints = house()[key]
    about: dict[str, Any] = {"game": key, "seed": seed, "matches": 0}
    found: list[Puzzle] = []
    if file.exists():
        text = file.read_text("utf-8")
        about = json.loads(text.partition("\n")[0])
        found = list(read(key, text))
        if (about["game"], about["seed"]) != (key, seed):
            raise Refused("{file} was made with another seed or of another game.", file=file)
    ids = {puzzle.id for puzzle in found}
    themes = Counter(puzzle.theme for puzzle in found)
    with progress_bar("Making", count) as progress:
        while len(found) < count:
            most = count // (_FEW if 3 * len(found) < 2 * count else _MANY)
            spent = {theme for theme, many in themes.items() if many >= most}
            more = puzzles_of_match(game, hints, f"{seed}/{about['matches']}", spent)
            for puzzle in more:
                if puzzle.id not in ids and len(found) < count:
                    found.append(puzzle)
                    ids.add(puzzle.id)
                    themes[puzzle.theme] += 1
            about["matches"] += 1
            _write(file, written(found, about))
            progress.update(progress.task_ids[0], completed=len(found))
    told = ", ".join(f"{theme or 'none'} {many}" for theme, many in themes.most_common())
    sys.stdout.write(f"{len(found)} puzzles from {about['matches']} matches: {told}\n")


def _write(file: Path, text: str) -> None:
    """Replace a file at once, so that a kill leaves the old one."""
    new = file.with_suffix(".new")
    new.write_text(text, "utf-8")
    new.replace(file)


def _check(key: str, file: Path, seed: int) -> None:
    game, hints = house()[key]
    prover = Prover(game, hints, kind_of(game))
    found = list(read(key, file.read_text("utf-8")))
    held = 0
    with progress_bar("Proving", len(found)) as progress:
        for number, puzzle in enumerate(found, 1):
            state = replay(game, puzzle.setup, puzzle.moves, again=False)[-1]
            if prover.still_holds(puzzle, state, f"{seed}/check/{puzzle.id}"):
                held += 1
            else:
                sys.stdout.write(f"Puzzle {number}, {puzzle.id}, does not hold.\n")
            progress.advance(progress.task_ids[0])
    sys.stdout.write(f"Puzzles that hold: {held} of {len(found)}\n")
    if held < len(found):
        sys.stdout.flush()
        raise Refused("Puzzles that do not hold: {count}.", count=len(found) - held)


def puzzles_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help=games())
    parser.add_argument("--make", type=positive, metavar="N", help="until there are so many")
    parser.add_argument("--check", action="store_true", help="prove all again by fresh searches")
    seed_argument(parser, 1)
    parser.add_argument(
        "--file", type=Path, metavar="F", help="in place of the file that comes with the bot"
    )
