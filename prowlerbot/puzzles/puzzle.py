"""A puzzle: a position in which one move is better than all others, its proof, and its rating.

Moves that lead to the same position, or to its mirror image, count as one move. The proof is looks
and a thorough judgement that find the same best move by far.
"""

import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from prowlerbot.core.game import AnyState, Game, find_move
from prowlerbot.core.game_parts import AnyHints, AnyPuzzleRules, puzzle_file, puzzle_rules
from prowlerbot.core.record import Made, replay
from prowlerbot.match.ratings import NEW, Rating, rate_ranks
from prowlerbot.opponent.budget import Budget
from prowlerbot.opponent.choice import LEVELS, LOOK, choose
from prowlerbot.opponent.exact import near_end
from prowlerbot.opponent.judge import PROOF, judge
from prowlerbot.opponent.judgement import Appraisal, Estimate, JudgedMove
from prowlerbot.opponent.task import MakeRoster

BEGINNER = Rating(NEW.mu - 6_667_000, NEW.sigma * 2 // 5)
"""The rating of a player without a try: 1100, below the easiest puzzles, so these come first. Its
uncertainty is small, so that the first tries change it by 20 to 50 points rather than by 150.
"""
LOOKS = 8
"""The quick looks that measure how easily a solution is found."""
_RANGE = 8_000_000
"""The distance in rating, in millionths, of puzzles that all and that no quick looks solve."""
_KEY, _ALL = ":", " "
LEAST_CHANCE = 0.15
"""The least lead of the best move, in chance to win."""
LEAST_TREASURE = 0.5
"""The same in treasure, in a game without a known chance: the worth of a toss for a gold."""
MARGIN = 1.25
"""The factor of the least lead that a new puzzle needs, so that a later proof confirms it."""
MOST_EQUAL = 4
"""At most one of this many moves may be a solution."""
LEAST_MOVES = 3
"""The least number of different legal moves in a puzzle."""
LOOKS_FIRST, LOOKS_REHEARSED = ((32, 0.75),), ((3, 0.5), (12, 1.0))
"""The looks at a position before its proof: the playouts or rehearsals of each move, and the part
of the least lead that the best move needs in them.
"""
LONG, LONG_REHEARSALS = 2_000, 200
"""The playouts or rehearsals of each move in the proof."""
RIVALS = 10
"""The number of moves that a look leaves for the next one: the best ones."""
ENDING = 7
"""The most plies to the end of an exact puzzle; nobody sees further ahead."""
_OPEN = 0.1
"""The least chance to win, by a glance at the position, that makes the end worth a search."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """``moves`` lead from the set-up to the position in which ``seat`` has to find the best move;
    ``seats`` is the number of players.

    ``options`` are the compared moves, the best first. The first ``equal`` of them count as one
    move: the solution. ``ease`` is the number of quick looks that found it. ``match`` is the public
    match of the puzzle, empty for a puzzle of the machine's own matches.
    """

    id: str
    game: str
    setup: str
    moves: tuple[Made, ...]
    seats: int
    seat: int
    theme: str
    options: tuple[JudgedMove, ...]
    equal: int = 1
    ease: int = 0
    exact: bool = False
    match: str = ""

    @property
    def best(self) -> JudgedMove:
        return self.options[0]

    @property
    def second(self) -> JudgedMove:
        """The best of the other moves."""
        return self.options[self.equal]

    @property
    def solutions(self) -> tuple[str, ...]:
        return tuple(option.move for option in self.options[: self.equal])

    def option(self, move: str) -> JudgedMove | None:
        """A compared move; None for one that the searches did not compare."""
        return next((option for option in self.options if option.move == move), None)

    @property
    def rating(self) -> Rating:
        """The rating before the first try: the harder to find, the higher."""
        return Rating(NEW.mu + _RANGE // 2 - _RANGE * self.ease // LOOKS, NEW.sigma // 2)


class PuzzleMeeting(NamedTuple):
    """The ratings of a player and of a puzzle."""

    player: Rating
    puzzle: Rating

    def after(self, *, solved: bool) -> "PuzzleMeeting":
        """The ratings after the player's first try, which is a match of the two."""
        return PuzzleMeeting(*rate_ranks(self, (1, 2) if solved else (2, 1)))


# ---------------------------------------------------------------------------- the stored text


def written_moves(moves: Sequence[Made]) -> str:
    """The moves as one text: each with its seat, as in ``1:14 2:9>M``."""
    return _ALL.join(f"{seat}{_KEY}{text}" for seat, text in moves)


def read_moves(written: str) -> tuple[Made, ...]:
    pairs = (each.partition(_KEY) for each in written.split(_ALL) if each)
    return tuple(Made(int(seat), text) for seat, _, text in pairs)


def _option_to_list(option: JudgedMove) -> list[Any]:
    """An option as a list: move, margin with error, error of the loss, chance with error."""
    estimates = [option.margin.mean, option.margin.error, option.behind.error]
    if option.chance is not None:
        estimates += [option.chance.mean, option.chance.error]
    return [option.move, *map(_round_short, estimates)]


def _round_short(value: float) -> float:
    rounded = round(value, 3)
    return int(rounded) if rounded == int(rounded) else rounded


def _read(options: Sequence[Sequence[Any]]) -> Iterator[JudgedMove]:
    for move, margin, error, doubt, *chance in options:
        behind = Estimate(options[0][4 if chance else 1] - (chance or [margin])[0], doubt)
        yield JudgedMove(
            move, Estimate(margin, error), Estimate(*chance) if chance else None, behind
        )


def content(puzzle: Puzzle) -> dict[str, Any]:
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
    """The puzzle that ``content`` wrote; ``moves`` may go on beyond its position."""
    return Puzzle(
        id=written["id"],
        game=game,
        setup=setup,
        moves=tuple(moves[: written["ply"]]),
        seats=written["seats"],
        seat=written["seat"],
        theme=written["theme"],
        options=tuple(_read(written["options"])),
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
    return list(read(game.key, file.read_text("utf-8"))) if file.is_file() else []


def read(game: str, text: str) -> Iterator[Puzzle]:
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
    lines = [json.dumps(about), *map(_line, matches)]
    return "".join(f"{line}\n" for line in lines)


def _of_one_match(before: Puzzle, after: Puzzle) -> bool:
    """Whether the moves to the second puzzle go on from the first one."""
    known = len(before.moves)
    return before.setup == after.setup and after.moves[:known] == before.moves


def _line(puzzles: Sequence[Puzzle]) -> str:
    last = puzzles[-1]
    line = {
        "setup": last.setup,
        "moves": written_moves(last.moves),
        "puzzles": [content(each) for each in puzzles],
    }
    return json.dumps(line, separators=(",", ":"))


# ---------------------------------------------------------------------- the proof


def is_far_ahead(second: JudgedMove, margin: float = 1.0, *, surely: bool = True) -> bool:
    """Whether the best move is far better than another one; ``margin`` is a factor."""
    least = LEAST_TREASURE if second.chance is None else LEAST_CHANCE
    behind = Estimate(second.behind.mean / margin, second.behind.error if surely else 0.0)
    return behind.mean >= least and behind.sure


@dataclass(frozen=True, slots=True)
class PuzzlePlace:
    """A position of a match in which ``seat`` is to move."""

    setup: str
    moves: tuple[Made, ...]
    seats: int
    seat: int
    state: AnyState
    match: str = ""


@dataclass(frozen=True, slots=True)
class Prover:
    game: Game
    hints: AnyHints
    rules: AnyPuzzleRules

    def prove_place(self, place: PuzzlePlace, seed: str) -> Puzzle | None:
        """The puzzle of a place; None if no move is far better than all others.

        Quick looks leave the best moves for the proof, which has other luck. An exhaustive search
        to the end needs no playouts.
        """
        if not self._is_open(place, seed):
            return None
        moves = [] if self._to_the_end else _moves(place)
        for each, part in LOOKS_FIRST if self.hints.rehearse is None else LOOKS_REHEARSED:
            found = self._judge_moves(place, f"{seed}/{each}", each, moves, look=True)
            if not self._holds(place, found, part, surely=False):
                return None
            moves = [option.move for option in found.options[:RIVALS]]
        found = self._judge_moves(
            place, seed, self._long, _moves(place) if self._to_the_end else moves
        )
        if not self._holds(place, found, MARGIN):
            return None
        if not found.exact and not found.options[-1].behind.error:
            return None  # no luck changes it: a sum rather than a puzzle
        return self._puzzle(place, found, seed)

    def still_holds(self, puzzle: Puzzle, state: AnyState, seed: str) -> bool:
        """Whether a fresh search, or else one twice as long, finds the same solution by far."""
        place = PuzzlePlace(puzzle.setup, puzzle.moves, puzzle.seats, puzzle.seat, state)
        moves = [option.move for option in puzzle.options]
        for each in (self._long, 2 * self._long):
            found = self._judge_moves(place, f"{seed}/{each}", each, moves)
            equal = self._count_equal(place, found.options)
            solutions = {option.move for option in found.options[:equal]}
            if solutions == {*puzzle.solutions} and self._holds(place, found, 1.0):
                return True
        return False

    @property
    def _to_the_end(self) -> bool:
        """Whether the game's endings can be searched, so that its puzzles are exact."""
        return self.hints.endgame > 0 and self.hints.determinise is None

    @property
    def _long(self) -> int:
        return LONG if self.hints.rehearse is None else LONG_REHEARSALS

    def _is_open(self, place: PuzzlePlace, seed: str) -> bool:
        """Whether there is a choice and the match is open, at an ending if one can be searched."""
        state, value = place.state, self.hints.value
        if len(state.moves(place.seat)) < LEAST_MOVES:
            return False
        if value is not None and not _OPEN < value(state)[place.seat - 1] < 1 - _OPEN:
            return False
        plies = min(ENDING, self.hints.endgame)
        return not self._to_the_end or near_end(state, plies, random.Random(seed))

    def _judge_moves(
        self, place: PuzzlePlace, seed: str, each: int, moves: Sequence[str], *, look: bool = False
    ) -> Appraisal:
        """The judgement of these moves with so many playouts for ``each``; exact if it can be."""
        effort = replace(PROOF, second=not look, most=0 if moves else LEAST_MOVES)
        if not self._to_the_end:
            effort = replace(effort, budget=Budget(playouts=each * len(moves)))
        view, seat = place.state.view(place.seat), place.seat
        return judge(self.hints, view, seat, moves, effort, luck=seed, clock=_no_clock).appraisal()

    def _holds(
        self, place: PuzzlePlace, found: Appraisal, margin: float, *, surely: bool = True
    ) -> bool:
        options = found.options
        equal = self._count_equal(place, options)
        if found.exact is not self._to_the_end or len(options) < equal + LEAST_MOVES - 1:
            return False
        if equal > max(1, len(options) // MOST_EQUAL):
            return False
        return all(is_far_ahead(option, margin, surely=surely) for option in options[equal:])

    def _count_equal(self, place: PuzzlePlace, options: Sequence[JudgedMove]) -> int:
        """The number of options that are equal to the best one, including it."""
        best = self._state_after(place, options[0].move)
        others = (
            self.rules.same(best, self._state_after(place, each.move)) for each in options[1:]
        )
        return 1 + next((at for at, same in enumerate(others) if not same), len(options) - 1)

    def _state_after(self, place: PuzzlePlace, move: str) -> AnyState:
        return place.state.after(place.seat, find_move(place.state, place.seat, move))

    def _puzzle(self, place: PuzzlePlace, appraisal: Appraisal, seed: str) -> Puzzle:
        state, seat = place.state, place.seat
        equal = self._count_equal(place, appraisal.options)
        best = find_move(state, seat, appraisal.options[0].move)
        solutions = {option.move for option in appraisal.options[:equal]}
        view, named = state.view(seat), {*self.hints.levels, *self.hints.lapses}
        measure = LOOK if LOOK.name in named else LEVELS["easy"]
        looks = (
            choose(self.game, self.hints, view, seat, measure, rng=rng, clock=_no_clock)
            for rng in (random.Random(f"{seed}/{number}") for number in range(LOOKS))
        )
        return Puzzle(
            id=self.rules.id(self.game, state, seat),
            game=self.game.key,
            setup=place.setup,
            moves=place.moves,
            seats=place.seats,
            seat=seat,
            theme=self.rules.theme(state, seat, best),
            options=appraisal.options,
            equal=equal,
            ease=sum(str(move) in solutions for move in looks),
            exact=appraisal.exact,
            match=place.match,
        )


def _moves(place: PuzzlePlace) -> list[str]:
    return [str(move) for move in place.state.moves(place.seat)]


def _no_clock() -> float:
    """Budgets are in playouts, so that a seed gives the same proof on every machine."""
    return 0.0


@dataclass(frozen=True, slots=True)
class ProofTask:
    """A position of a match that another process is to prove; everything in it is open."""

    game: str
    setup: str
    moves: tuple[tuple[int, str], ...]
    seats: int
    seat: int
    match: str


def prove(make_roster: MakeRoster, task: ProofTask) -> Puzzle | None:
    """The puzzle of a position; None if it makes no puzzle."""
    game, hints = make_roster()[task.game]
    moves = tuple(Made(*each) for each in task.moves)
    state = replay(game, task.setup, moves, again=False)[-1]
    prover = Prover(game, hints, puzzle_rules(game))
    if not prover.rules.fits(state, task.seat):
        return None
    place = PuzzlePlace(task.setup, moves, task.seats, task.seat, state, task.match)
    return prover.prove_place(place, f"{task.match}/{len(moves)}")
