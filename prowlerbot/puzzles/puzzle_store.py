"""The SQL of puzzles: the puzzles, first tries, and the ratings of players and puzzles."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from prowlerbot.core.errors import NotFound
from prowlerbot.core.i18n import mark
from prowlerbot.match.ratings import Rating
from prowlerbot.puzzles.puzzle import (
    BEGINNER,
    Puzzle,
    PuzzleMeeting,
    puzzle_of,
    puzzle_to_json,
    read_moves,
    write_moves,
)
from prowlerbot.storage.columns import insert_sql
from prowlerbot.storage.contributions import Deletion, PersonalData, personal_rows
from prowlerbot.storage.engines.database import Row, Tables, Work, reading, transaction

PUZZLE_NAMES = "id, game, theme, match, content, mu, sigma"
TRY_NAMES = "player, puzzle, move, solved, tried_at"
RATING_NAMES = "player, game, mu, sigma, tries, solved"
_ADD_PUZZLE = f"{insert_sql('puzzles', PUZZLE_NAMES)} ON CONFLICT (id) DO NOTHING"
_ADD_TRY = f"{insert_sql('puzzle_tries', TRY_NAMES)} ON CONFLICT (player, puzzle) DO NOTHING"
_PUT_RATING = (
    f"{insert_sql('puzzle_ratings', RATING_NAMES)} ON CONFLICT (player, game)"
    " DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,"
    " tries = puzzle_ratings.tries + 1, solved = puzzle_ratings.solved + excluded.solved"
)
_IS_PUBLIC = (
    "(match = '' OR (EXISTS (SELECT 1 FROM publicity y WHERE y.match = puzzles.match)"
    " AND NOT EXISTS (SELECT 1 FROM publicity y WHERE y.match = puzzles.match AND y.public = 0)))"
)
"""The condition for puzzles of the machine and of matches that are still public (the rule of
``timeline.is_public`` in SQL).
"""
_NEWCOMER_TRIES = 5
"""A player with fewer first tries gets the easiest puzzles."""
_EASY_CHOICE = 10
"""The nearest puzzles from which a newcomer's is chosen."""
_NO_SUCH_PUZZLE = mark("There is no such puzzle here any more.")


@dataclass(frozen=True, slots=True)
class PuzzleStanding:
    """A player's rating in the puzzles of one game, and the numbers of first tries behind it."""

    rating: Rating = BEGINNER
    tries: int = 0
    solved: int = 0


@dataclass(frozen=True, slots=True)
class FirstTry:
    """The effect of a player's first try at a puzzle."""

    before: Rating
    standing: PuzzleStanding
    puzzle: Rating


class _StoredPuzzle(NamedTuple):
    """The columns that make a puzzle, and the rating by which it is chosen."""

    game: str
    match: str
    content: str
    mu: int

    def to_puzzle(self) -> Puzzle:
        written = json.loads(self.content)
        moves = read_moves(written["moves"])
        return puzzle_of(self.game, written["setup"], moves, written, self.match)


_SELECT_PUBLIC = f"SELECT {', '.join(_StoredPuzzle._fields)} FROM puzzles WHERE {_IS_PUBLIC}"  # noqa: S608 - constant parts


class PuzzleStore(Tables):
    @transaction
    def add_puzzles(self, db: Work, puzzles: Iterable[Puzzle]) -> None:
        """Add the puzzles that are not stored yet."""
        for puzzle in puzzles:
            rating, moves = puzzle.first_rating, write_moves(puzzle.moves)
            text = json.dumps({"setup": puzzle.setup, "moves": moves, **puzzle_to_json(puzzle)})
            known = puzzle.id, puzzle.game, puzzle.theme, puzzle.match
            db.execute(_ADD_PUZZLE, *known, text, rating.mu, rating.sigma)

    async def find_puzzle(self, puzzle_id: str) -> Puzzle:
        """The puzzle of that id; raises NotFound."""
        if not (rows := await self._db.read(f"{_SELECT_PUBLIC} AND id = $1", puzzle_id)):
            raise NotFound(_NO_SUCH_PUZZLE)
        return _StoredPuzzle(*rows[0]).to_puzzle()

    @reading
    def next_puzzle(self, db: Work, user: int, game: str, theme: str = "") -> Puzzle | None:
        """The untried puzzle with the nearest rating to the user's; None after the last one. A
        newcomer gets the one of the nearest puzzles with the fewest moves to compare.
        """
        standing = _puzzle_standing(db, user, game)
        mu, limit = standing.rating.mu, _EASY_CHOICE if standing.tries < _NEWCOMER_TRIES else 1
        with_theme = "AND theme = $4" if theme else ""
        rows: list[Row] = []
        for comparison, order in ((">=", "mu, id"), ("<", "mu DESC, id DESC")):
            rows += db.fetch(
                f"{_SELECT_PUBLIC} AND game = $1 AND mu {comparison} $2 {with_theme} AND NOT EXISTS"  # noqa: S608 - constant parts
                " (SELECT 1 FROM puzzle_tries t WHERE t.player = $3 AND t.puzzle = puzzles.id)"
                f" ORDER BY {order} LIMIT {limit}",
                *(game, mu, user, *([theme] if theme else [])),
            )
        stored = [_StoredPuzzle(*row) for row in rows]
        nearest = sorted(stored, key=lambda puzzle: abs(puzzle.mu - mu))[:limit]
        puzzles = (puzzle.to_puzzle() for puzzle in nearest)
        return min(puzzles, key=lambda puzzle: len(puzzle.options), default=None)

    async def first_move(self, user: int, puzzle_id: str) -> str | None:
        """The user's first try at a puzzle; None before it."""
        sql = "SELECT move FROM puzzle_tries WHERE player = $1 AND puzzle = $2"
        return next((move for (move,) in await self._db.read(sql, user, puzzle_id)), None)

    async def standing(self, user: int, game: str) -> PuzzleStanding:
        return await self._db.run_reading(lambda db: _puzzle_standing(db, user, game))

    @transaction
    def enter_try(
        self, db: Work, user: int, puzzle: Puzzle, move: str, *, solved: bool, now: int
    ) -> FirstTry | None:
        """Store a try and rate it if it is the user's first one; None for a later one."""
        db.lock("puzzles")
        if not db.change(_ADD_TRY, user, puzzle.id, move, int(solved), now):
            return None
        if not (rows := db.fetch("SELECT mu, sigma FROM puzzles WHERE id = $1", puzzle.id)):
            raise NotFound(_NO_SUCH_PUZZLE)
        before = _puzzle_standing(db, user, puzzle.game)
        after = PuzzleMeeting(before.rating, Rating(*rows[0])).after(solved=solved)
        rate_puzzle = "UPDATE puzzles SET mu = $1, sigma = $2 WHERE id = $3"
        db.execute(rate_puzzle, after.puzzle.mu, after.puzzle.sigma, puzzle.id)
        rating = after.player
        db.execute(_PUT_RATING, user, puzzle.game, rating.mu, rating.sigma, 1, int(solved))
        standing = PuzzleStanding(rating, before.tries + 1, before.solved + solved)
        return FirstTry(before.rating, standing, after.puzzle)


def _puzzle_standing(db: Work, user: int, game: str) -> PuzzleStanding:
    sql = "SELECT mu, sigma, tries, solved FROM puzzle_ratings WHERE player = $1 AND game = $2"
    if not (rows := db.fetch(sql, user, game)):
        return PuzzleStanding()
    mu, sigma, tries, solved = rows[0]
    return PuzzleStanding(Rating(mu, sigma), tries, solved)


def _delete_tries(db: Work, deletion: Deletion) -> None:
    db.execute("DELETE FROM puzzle_tries WHERE player = $1", deletion.user)
    db.execute("DELETE FROM puzzle_ratings WHERE player = $1", deletion.user)


PERSONAL = PersonalData(
    stored=(
        personal_rows("puzzle_tries", TRY_NAMES, "player = $1", person="player"),
        personal_rows("puzzle_ratings", RATING_NAMES, "player = $1", person="player"),
    ),
    delete=_delete_tries,
)
