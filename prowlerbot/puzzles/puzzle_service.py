"""Puzzles for one person, tries at them, and new ones from public, reviewed matches."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from prowlerbot.core.errors import Refused
from prowlerbot.core.game import AnyView, Registry, find_move
from prowlerbot.core.record import replay
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.timeline import is_public
from prowlerbot.opponent.judgement import Judgement, Review
from prowlerbot.opponent.pool import Thinkers
from prowlerbot.opponent.task import house_roster
from prowlerbot.puzzles.proof import ProofTask, is_far_behind, prove
from prowlerbot.puzzles.puzzle import Puzzle, shipped_puzzles
from prowlerbot.puzzles.puzzle_store import FirstTry, PuzzleStore
from prowlerbot.service.match_service import Service

GIVEN_UP = ""
"""The move of a player who asks for the solution instead."""
log = logging.getLogger(__name__)
MAX_PROOFS = 3
"""The most decisions of a match that are proved."""


@dataclass(frozen=True, slots=True)
class PuzzleTry:
    """``first`` is the effect on ratings, None for a later try, which has none."""

    solved: bool
    first: FirstTry | None


@dataclass(eq=False)
class Puzzles:
    _games: Registry
    store: PuzzleStore
    _now: Callable[[], int]

    def __post_init__(self) -> None:
        self._ready: set[str] = set()
        """The games whose shipped puzzles are surely stored."""

    async def next_puzzle(self, user: int, game: str, theme: str = "") -> Puzzle | None:
        """The untried puzzle with the nearest rating to the user's; the same until they try it."""
        rules = self._games.named(game)
        if game not in self._ready:
            await self.store.add_puzzles(await asyncio.to_thread(shipped_puzzles, rules))
            self._ready.add(game)
        puzzle = await self.store.next_puzzle(user, game, theme)
        return None if puzzle is None else await self._replay_puzzle(puzzle)

    async def find_puzzle(self, puzzle_id: str) -> Puzzle:
        """The puzzle of that id; raises NotFound."""
        return await self._replay_puzzle(await self.store.find_puzzle(puzzle_id))

    async def _replay_puzzle(self, puzzle: Puzzle) -> Puzzle:
        """The same puzzle, with its replay in memory for ``views``; a long one takes a while."""
        await asyncio.to_thread(self.views, puzzle)
        return puzzle

    def views(self, puzzle: Puzzle, *moves: str) -> list[AnyView]:
        """The solver's views of the position, and after each of these moves. Raises IllegalMove."""
        game, seat = self._games[puzzle.game], puzzle.seat
        states = [replay(game, puzzle.setup, puzzle.moves)[-1]]
        for text in moves:
            states.append(states[-1].after(seat, find_move(states[-1], seat, text)))
        return [state.view(seat) for state in states]

    async def try_move(self, user: int, puzzle: Puzzle, move: str) -> PuzzleTry:
        """Try a move; the first try counts. Raises IllegalMove for a move that is not legal."""
        if move != GIVEN_UP:
            self.views(puzzle, move)
        solved = move in puzzle.solutions
        first = await self.store.enter_try(user, puzzle, move, solved=solved, now=self._now())
        return PuzzleTry(solved, first)


@dataclass(eq=False)
class MatchPuzzles:
    """Makes puzzles of public matches that have a review."""

    _service: Service
    _store: PuzzleStore
    _thinkers: Thinkers

    async def prove(self, match: Match, review: Review) -> None:
        """Prove the clear decisions of a reviewed match after all other work, and add those whose
        solution is the best move of the review. A failure ends the search: nobody waits for it.
        """
        if not await self._is_open_to_all(match):
            return
        await self._service.fair_help.check_may_help(match)
        record = self._service.facts.visible_record(match, None)
        for decision in clear_decisions(review):
            moves, seats = tuple(record.moves[: decision.ply]), len(match.players)
            task = ProofTask(match.game, record.setup, moves, seats, decision.seat, match.id)
            prover = partial(prove, house_roster, task)
            try:
                puzzle = await self._thinkers.run_job(match.id, prover, later=True)
                if puzzle is not None and decision.options[0].move in puzzle.solutions:
                    await self._store.add_puzzles([puzzle])
            except Refused as error:
                log.warning("the search for puzzles in match %s ended: %s", match.id, error)
                return

    async def _is_open_to_all(self, match: Match) -> bool:
        """Whether a match is over and its players have made it public. A try of the day's challenge
        never is, as a puzzle would spoil it for others.
        """
        if match.phase is not Phase.OVER or match.terms.day:
            return False
        return is_public((await self._service.store.showings.facts_of(match.id)).wishes)


def clear_decisions(review: Review) -> list[Judgement]:
    """The decisions with a clearly best move, the clearest first, exact ones before all others."""
    compared = [each for each in review.judgements if len(each.options) > 1]
    clear = [each for each in compared if all(map(is_far_behind, each.options[1:]))]
    return sorted(clear, key=lambda it: (not it.exact, -it.options[1].loss.mean))[:MAX_PROOFS]
