"""A puzzle: a position in which one move is better than all others, and its rating.

A puzzle is text in the file that comes with the bot, and in the database beside its match.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from prowlerbot.core.game import Game
from prowlerbot.core.game_parts import puzzle_file
from prowlerbot.core.record import MadeMove
from prowlerbot.match.ratings import NEW_RATING, Rating, rate_ranks
from prowlerbot.opponent.judgement import Estimate, JudgedMove

BEGINNER = Rating(NEW_RATING.mu - 6_667_000, NEW_RATING.sigma * 2 // 5)
"""The rating of a player without a try: 1100, below the easiest puzzles, so these come first. Its
uncertainty is small, so that the first tries change it by 20 to 50 points rather than by 150.
"""
EASE_LOOKS = 8
"""The quick looks that measure how easily a solution is found."""
_RATING_RANGE = 8_000_000
"""The distance in rating, in millionths, of puzzles that all and that no quick looks solve."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which ``seat`` has to find the best move."""

    id: str
    game: str
    setup: str
    moves: tuple[MadeMove, ...]
    """The moves from the set-up to the position."""
    seats: int
    """The number of players."""
    seat: int
    theme: str
    options: tuple[JudgedMove, ...]
    """The compared moves, the best first."""
    equal: int = 1
    """The number of first options that count as one move: the solution."""
    ease: int = 0
    """The number of quick looks that found the solution, of EASE_LOOKS."""
    exact: bool = False
    match: str = ""
    """The public match of the puzzle; empty for one of the machine's own matches."""

    @property
    def best(self) -> JudgedMove:
        return self.options[0]

    @property
    def best_other(self) -> JudgedMove:
        """The best of the other moves."""
        return self.options[self.equal]

    @property
    def solutions(self) -> tuple[str, ...]:
        return tuple(option.move for option in self.options[: self.equal])

    def option(self, move: str) -> JudgedMove | None:
        """A compared move; None for one that the searches did not compare."""
        return next((option for option in self.options if option.move == move), None)

    @property
    def first_rating(self) -> Rating:
        """The rating before the first try: the harder to find, the higher."""
        easier = _RATING_RANGE * self.ease // EASE_LOOKS
        return Rating(NEW_RATING.mu + _RATING_RANGE // 2 - easier, NEW_RATING.sigma // 2)


class PuzzleMeeting(NamedTuple):
    """The ratings of a player and of a puzzle."""

    player: Rating
    puzzle: Rating

    def after(self, *, solved: bool) -> "PuzzleMeeting":
        """The ratings after the player's first try, which is a match of the two."""
        return PuzzleMeeting(*rate_ranks(self, (1, 2) if solved else (2, 1)))


_AFTER_SEAT, _BETWEEN_MOVES = ":", " "
_DIGITS = 3
"""The digits of stored numbers."""
_STORED = ("seats", "seat", "theme", "equal", "ease", "exact")
"""The fields that are stored as they are."""


def write_moves(moves: Sequence[MadeMove]) -> str:
    """The moves as one text: each with its seat, as in ``1:14 2:9>M``."""
    return _BETWEEN_MOVES.join(f"{seat}{_AFTER_SEAT}{text}" for seat, text in moves)


def read_moves(written: str) -> tuple[MadeMove, ...]:
    """The moves in a text that ``write_moves`` has made."""
    pairs = (each.partition(_AFTER_SEAT) for each in written.split(_BETWEEN_MOVES) if each)
    return tuple(MadeMove(int(seat), text) for seat, _, text in pairs)


class _StoredOption(NamedTuple):
    """An option as it is stored: a list in this order, the last two if the chance is known."""

    move: str
    margin: float
    margin_error: float
    behind_error: float
    chance: float | None = None
    chance_error: float = 0.0


def _option_to_list(option: JudgedMove) -> list[Any]:
    estimates = [option.margin.mean, option.margin.error, option.loss.error]
    if option.chance is not None:
        estimates += [option.chance.mean, option.chance.error]
    rounded = (round(number, _DIGITS) for number in estimates)
    return [option.move, *(int(each) if each == int(each) else each for each in rounded)]


def _read_options(written: Iterable[Sequence[Any]]) -> Iterator[JudgedMove]:
    options = [_StoredOption(*each) for each in written]
    best = options[0]
    for option in options:
        chance, loss = None, best.margin - option.margin
        if option.chance is not None and best.chance is not None:
            chance = Estimate(option.chance, option.chance_error)
            loss = best.chance - option.chance
        margin = Estimate(option.margin, option.margin_error)
        yield JudgedMove(option.move, margin, chance, Estimate(loss, option.behind_error))


def puzzle_to_json(puzzle: Puzzle) -> dict[str, Any]:
    """The part of a puzzle that is stored beside its match, ready for JSON."""
    options = [_option_to_list(option) for option in puzzle.options]
    stored = {name: getattr(puzzle, name) for name in _STORED}
    return {"ply": len(puzzle.moves), **stored, "options": options, "id": puzzle.id}


def puzzle_of(
    game: str, setup: str, moves: Sequence[MadeMove], written: Mapping[str, Any], match: str = ""
) -> Puzzle:
    """The puzzle that ``puzzle_to_json`` wrote; ``moves`` may go on beyond its position."""
    known, options = tuple(moves[: written["ply"]]), tuple(_read_options(written["options"]))
    stored = {name: written[name] for name in ("id", *_STORED)}
    return Puzzle(game=game, setup=setup, moves=known, options=options, match=match, **stored)


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
        last = matches[-1][-1] if matches else None
        if last and last.setup == puzzle.setup and last.moves == puzzle.moves[: len(last.moves)]:
            matches[-1].append(puzzle)
        else:
            matches.append([puzzle])
    return "".join(f"{line}\n" for line in [json.dumps(about), *map(_match_line, matches)])


def _match_line(puzzles: Sequence[Puzzle]) -> str:
    moves, stored = write_moves(puzzles[-1].moves), [*map(puzzle_to_json, puzzles)]
    line = {"setup": puzzles[-1].setup, "moves": moves, "puzzles": stored}
    return json.dumps(line, separators=(",", ":"))
