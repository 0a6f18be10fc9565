"""A puzzle: a position in which one move is better than all others, and its rating."""

from dataclasses import dataclass
from typing import NamedTuple

from prowlerbot.core.record import Made
from prowlerbot.match.ratings import NEW, Rating, rate_ranks
from prowlerbot.opponent.judgement import JudgedMove

BEGINNER = Rating(NEW.mu - 6_667_000, NEW.sigma * 2 // 5)
"""The rating of a player without a try: 1100, below the easiest puzzles, so these come first. Its
uncertainty is small, so that the first tries change it by 20 to 50 points rather than by 150.
"""
LOOKS = 8
"""The quick looks that measure how easily a solution is found."""
_RANGE = 8_000_000
"""The distance in rating, in millionths, of puzzles that all and that no quick looks solve."""


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
    def first_rating(self) -> Rating:
        """The rating before the first try: the harder to find, the higher."""
        return Rating(NEW.mu + _RANGE // 2 - _RANGE * self.ease // LOOKS, NEW.sigma // 2)


class PuzzleMeeting(NamedTuple):
    """The ratings of a player and of a puzzle."""

    player: Rating
    puzzle: Rating

    def after(self, *, solved: bool) -> "PuzzleMeeting":
        """The ratings after the player's first try, which is a match of the two."""
        return PuzzleMeeting(*rate_ranks(self, (1, 2) if solved else (2, 1)))
