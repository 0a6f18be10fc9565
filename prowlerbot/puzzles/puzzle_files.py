"""Puzzles as text: in the file that comes with the bot, and in the database beside their match."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from prowlerbot.core.game import Game
from prowlerbot.core.game_parts import puzzle_file
from prowlerbot.core.record import Made
from prowlerbot.opponent.judgement import Estimate, JudgedMove
from prowlerbot.puzzles.puzzle import Puzzle

_AFTER_SEAT, _BETWEEN_MOVES = ":", " "


def written_moves(moves: Sequence[Made]) -> str:
    """The moves as one text: each with its seat, as in ``1:14 2:9>M``."""
    return _BETWEEN_MOVES.join(f"{seat}{_AFTER_SEAT}{text}" for seat, text in moves)


def read_moves(written: str) -> tuple[Made, ...]:
    pairs = (each.partition(_AFTER_SEAT) for each in written.split(_BETWEEN_MOVES) if each)
    return tuple(Made(int(seat), text) for seat, _, text in pairs)


class _StoredOption(NamedTuple):
    """An option as a list of these numbers; the last two only of a game with a known chance."""

    move: str
    margin: float
    margin_error: float
    behind_error: float
    chance: float | None = None
    chance_error: float = 0.0


def _option_to_list(option: JudgedMove) -> list[Any]:
    estimates = [option.margin.mean, option.margin.error, option.behind.error]
    if option.chance is not None:
        estimates += [option.chance.mean, option.chance.error]
    return [option.move, *map(_round_short, estimates)]


def _round_short(value: float) -> float:
    rounded = round(value, 3)
    return int(rounded) if rounded == int(rounded) else rounded


def _options_of(written: Iterable[Sequence[Any]]) -> Iterator[JudgedMove]:
    options = [_StoredOption(*each) for each in written]
    best = options[0]
    for each in options:
        chance, behind = None, best.margin - each.margin
        if each.chance is not None and best.chance is not None:
            chance, behind = Estimate(each.chance, each.chance_error), best.chance - each.chance
        margin = Estimate(each.margin, each.margin_error)
        yield JudgedMove(each.move, margin, chance, Estimate(behind, each.behind_error))


def puzzle_to_json(puzzle: Puzzle) -> dict[str, Any]:
    """The part of a puzzle that is stored beside its match, ready for JSON."""
    return {
        "ply": len(puzzle.moves),
        "seats": puzzle.seats,
        "seat": puzzle.seat,
        "theme": puzzle.theme,
        "equal": puzzle.equal,
        "ease": puzzle.ease,
        "exact": puzzle.exact,
        "options": [_option_to_list(option) for option in puzzle.options],
        "id": puzzle.id,
    }


def puzzle_of(
    game: str, setup: str, moves: Sequence[Made], written: Mapping[str, Any], match: str = ""
) -> Puzzle:
    """The puzzle that ``puzzle_to_json`` wrote; ``moves`` may go on beyond its position."""
    return Puzzle(
        id=written["id"],
        game=game,
        setup=setup,
        moves=tuple(moves[: written["ply"]]),
        seats=written["seats"],
        seat=written["seat"],
        theme=written["theme"],
        options=tuple(_options_of(written["options"])),
        equal=written["equal"],
        ease=written["ease"],
        exact=written["exact"],
        match=match,
    )


def shipped_puzzles(game: Game) -> list[Puzzle]:
    """The puzzles of a game that come with the bot, none for a game without any.

    Each line of their file is a match as JSON with its puzzles, so that puzzles of one match share
    its moves. The first line says how the shell made and proved the file.
    """
    file = puzzle_file(game)
    return list(puzzles_of_text(game.key, file.read_text("utf-8"))) if file.is_file() else []


def puzzles_of_text(game: str, text: str) -> Iterator[Puzzle]:
    for line in text.splitlines()[1:]:
        match = json.loads(line)
        moves = read_moves(match["moves"])
        for each in match["puzzles"]:
            yield puzzle_of(game, match["setup"], moves, each)


def write_puzzles(puzzles: Iterable[Puzzle], about: Mapping[str, Any]) -> str:
    """The text of a file; puzzles of one match that follow each other share a line."""
    matches: list[list[Puzzle]] = []
    for puzzle in puzzles:
        if matches and _of_one_match(matches[-1][-1], puzzle):
            matches[-1].append(puzzle)
        else:
            matches.append([puzzle])
    lines = [json.dumps(about), *map(_match_line, matches)]
    return "".join(f"{line}\n" for line in lines)


def _of_one_match(before: Puzzle, after: Puzzle) -> bool:
    """Whether the moves to the second puzzle go on from the first one."""
    known = len(before.moves)
    return before.setup == after.setup and after.moves[:known] == before.moves


def _match_line(puzzles: Sequence[Puzzle]) -> str:
    last = puzzles[-1]
    line = {
        "setup": last.setup,
        "moves": written_moves(last.moves),
        "puzzles": [puzzle_to_json(each) for each in puzzles],
    }
    return json.dumps(line, separators=(",", ":"))
