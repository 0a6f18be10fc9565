"""Puzzles for one person: the next one, its position, and a try at it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from prowlerbot.core.game import AnyView, Registry, find_move
from prowlerbot.core.record import replay
from prowlerbot.puzzles.puzzle import Puzzle
from prowlerbot.puzzles.shipped import shipped
from prowlerbot.storage.puzzles import FirstTry, PuzzleStore


@dataclass(frozen=True, slots=True)
class Try:
    """``first`` is the effect on ratings, None for a later try, which has none."""

    solved: bool
    first: FirstTry | None


GIVEN_UP = ""
"""The move of somebody who asks for the solution instead of trying."""


@dataclass(eq=False)
class Puzzles:
    _games: Registry
    store: PuzzleStore
    _now: Callable[[], int]

    def __post_init__(self) -> None:
        self._ready: set[str] = set()
        """The games whose shipped puzzles are known to be stored."""

    async def next(self, user: int, game: str, theme: str = "") -> Puzzle | None:
        """The untried puzzle nearest to the user's rating; the same until they try it."""
        game = self._games.named(game).key
        if game not in self._ready:
            await self.store.add(await asyncio.to_thread(shipped, game))
            self._ready.add(game)
        found = await self.store.next(user, game, theme)
        return None if found is None else await self._replayed(found)

    async def find(self, puzzle_id: str) -> Puzzle:
        """The puzzle of that id; raises NotFound."""
        return await self._replayed(await self.store.find(puzzle_id))

    async def _replayed(self, puzzle: Puzzle) -> Puzzle:
        """The same puzzle, replayed beside the event loop, as its match may be long."""
        await asyncio.to_thread(self.views, puzzle)
        return puzzle

    def views(self, puzzle: Puzzle, *moves: str) -> list[AnyView]:
        """The solver's views: of the position, and after each of these moves of theirs.

        Raises IllegalMove.
        """
        game, seat = self._games[puzzle.game], puzzle.seat
        states = [replay(game, puzzle.setup, puzzle.moves)[-1]]
        for text in moves:
            states.append(states[-1].after(seat, find_move(states[-1], seat, text)))
        return [state.view(seat) for state in states]

    async def attempt(self, user: int, puzzle: Puzzle, move: str) -> Try:
        """Try a move; the first try counts. Raises IllegalMove for a move that is none."""
        if move != GIVEN_UP:
            self.views(puzzle, move)
        solved = move in puzzle.solutions
        first = await self.store.enter(user, puzzle, move, solved=solved, now=self._now())
        return Try(solved, first)
