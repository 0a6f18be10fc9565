"""The puzzles that come with the bot: a file for each game, made and proved by the shell.

A line is a match as JSON with the puzzles in it, so that puzzles of one match share its moves. The
first line tells how the file was made.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from prowlerbot.puzzles.puzzle import Puzzle, content, puzzle_of, read_moves, written_moves


def shipped(game: str) -> list[Puzzle]:
    """The puzzles of a game, none for a game without any."""
    file = place_of(game)
    return list(read(game, file.read_text("utf-8"))) if file.is_file() else []


def place_of(game: str) -> Path:
    return Path(__file__).parent / "shipped" / f"{game}.jsonl"


def read(game: str, text: str) -> Iterator[Puzzle]:
    for line in text.splitlines()[1:]:
        match = json.loads(line)
        moves = read_moves(match["moves"])
        for each in match["puzzles"]:
            yield puzzle_of(game, match["setup"], moves, each)


def written(puzzles: Iterable[Puzzle], about: Mapping[str, Any]) -> str:
    """The text of a file; puzzles of one match that follow each other share a line."""
    matches: list[list[Puzzle]] = []
    for puzzle in puzzles:
        if matches and _of_one_match(matches[-1][-1], puzzle):
            matches[-1].append(puzzle)
        else:
            matches.append([puzzle])
    lines = [json.dumps(about), *map(_line, matches)]
    return "".join(f"{line}\n" for line in lines)


def _of_one_match(before: Puzzle, after: Puzzle) -> bool:
    """Whether the moves to the second puzzle go on from the first one."""
    known = len(before.moves)
    return before.setup == after.setup and after.moves[:known] == before.moves


def _line(puzzles: Sequence[Puzzle]) -> str:
    last = puzzles[-1]
    told = {
        "setup": last.setup,
        "moves": written_moves(last.moves),
        "puzzles": [content(each) for each in puzzles],
    }
    return json.dumps(told, separators=(",", ":"))
