"""What comes of the machine's work on real matches: reviews, and puzzles proved anew."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Any, TypeVar

import pytest

from prowlerbot.core.errors import NotFound
from prowlerbot.core.record import random_record
from prowlerbot.games import GAMES
from prowlerbot.match.match import Match, Player
from prowlerbot.opponent.judgement import Estimate, JudgedMove, Judgement, Review
from prowlerbot.opponent.pool import Check, Thinkers
from prowlerbot.opponent.task import Roster, house
from prowlerbot.puzzles.puzzle import Puzzle, shipped_puzzles
from prowlerbot.puzzles.puzzle_service import MOST, MatchPuzzles, candidates
from prowlerbot.puzzles.puzzle_store import PuzzleStore
from prowlerbot.reviews.review_service import Reviewer
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.database import Database
from tests.games.nim.rules import Nim
from tests.opponent.games import roster
from tests.persistence.matches import ADA, BEN, CLEO, begin, play_on

pytestmark = pytest.mark.both_databases

_T = TypeVar("_T")


class InlineThinkers(Thinkers):
    """Does all work at once, and counts it."""

    def __init__(self, games: Callable[[], Roster] = house) -> None:
        super().__init__(1, games)
        self.done = 0

    async def work(
        self,
        match: Hashable,  # noqa: ARG002 - the interface
        job: Callable[[], _T],
        check: Check | None = None,
        *,
        later: bool = False,
    ) -> _T:
        assert later, "behind all that waits"
        if check is not None:
            await check()
        self.done += 1
        return job()


@pytest.fixture
def store(database: Database) -> PuzzleStore:
    return PuzzleStore(database)


def judgement(ply: int, seat: int, *behind: float, exact: bool = True) -> Judgement:
    options = tuple(
        JudgedMove(str(at), Estimate(0), Estimate(1 - by), Estimate(by, 0.01))
        for at, by in enumerate((0.0, *behind))
    )
    return Judgement(ply, seat, options, "0", exact)


def review_of(*judgements: Judgement) -> Review:
    return Review("1", (), judgements, ())


def test_the_clear_decisions_of_a_review_are_candidates_exact_ones_first() -> None:
    unclear, luck = judgement(1, 1, 0.1, 0.5), judgement(2, 2, 0.9, 0.9, exact=False)
    clear = [judgement(3 + at, 1, 0.2 + at / 10, 0.9) for at in range(MOST)]
    assert candidates(review_of(unclear, luck, *clear)) == clear[::-1]
    assert candidates(review_of(unclear, luck, judgement(9, 1))) == [luck]


async def publish(service: Service, match: Match, player: Player, *, public: bool = True) -> None:
    await service.store.showings.wish(match.id, player.id, public=public)


async def taken(service: Service, store: PuzzleStore, match: Match) -> tuple[int, list[Any]]:
    """The work for all decisions near the end of a match, and the puzzles that it gave."""
    thinkers = InlineThinkers()
    end = range(match.ply - 6, match.ply)
    judged = [judgement(ply, match.plays[ply].seat, 1.0, 1.0) for ply in end]
    await MatchPuzzles(service, store, thinkers).take(match, review_of(*judged))
    rows = await service.store.database.read("SELECT id FROM puzzles WHERE match = $1", match.id)
    return thinkers.done, rows


async def test_a_private_match_gives_no_puzzle(service: Service, store: PuzzleStore) -> None:
    match = await play_on(service, await begin(service))
    assert await taken(service, store, match) == (0, [])
    await publish(service, match, ADA)
    await publish(service, match, BEN, public=False)
    assert await taken(service, store, match) == (0, [])


async def test_a_running_match_gives_no_puzzle(service: Service, store: PuzzleStore) -> None:
    match = await begin(service)
    await publish(service, match, ADA)
    review = review_of(judgement(0, 1, 1.0, 1.0))
    thinkers = InlineThinkers()
    await MatchPuzzles(service, store, thinkers).take(match, review)
    assert thinkers.done == 0


async def test_what_a_public_match_promises_is_proved_before_it_is_a_puzzle(
    service: Service, store: PuzzleStore
) -> None:
    match = await play_on(service, await begin(service))
    await publish(service, match, ADA)
    done, found = await taken(service, store, match)
    assert done == MOST
    assert len(found) <= done


class Proving(Thinkers):
    """Proves the same puzzle wherever it is asked."""

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(1)
        self._puzzle = puzzle

    async def work(self, *_: object, **__: object) -> Any:
        return self._puzzle


async def test_a_review_and_a_puzzle_of_its_match_have_the_same_best_move(
    service: Service, store: PuzzleStore
) -> None:
    match = await play_on(service, await begin(service))
    await publish(service, match, ADA)
    best = judgement(0, 1, 1.0, 1.0)
    puzzle = replace(shipped_puzzles(GAMES["prowler"])[0], match=match.id)
    for solution, stored in (("elsewhere", None), (best.options[0].move, puzzle.id)):
        options = (replace(puzzle.best, move=solution), *puzzle.options[1:])
        proving = Proving(replace(puzzle, options=options, equal=1))
        await MatchPuzzles(service, store, proving).take(match, review_of(best))
        found = await store.next_puzzle(CLEO.id, "prowler")
        assert (found and found.id) == stored


async def test_a_puzzle_is_hidden_as_soon_as_its_match_is_not_public_any_more(
    service: Service, store: PuzzleStore
) -> None:
    match = await play_on(service, await begin(service))
    puzzle = replace(shipped_puzzles(GAMES["prowler"])[0], match=match.id)
    await store.add_puzzles([puzzle])
    assert await store.next_puzzle(CLEO.id, "prowler") is None
    await publish(service, match, ADA)
    assert await store.next_puzzle(CLEO.id, "prowler") is not None
    assert await store.find_puzzle(puzzle.id) == puzzle
    await publish(service, match, BEN, public=False)
    assert await store.next_puzzle(CLEO.id, "prowler") is None
    with pytest.raises(NotFound):  # a button of a message from before
        await store.find_puzzle(puzzle.id)


async def test_a_match_is_reviewed_by_the_machine_piece_by_piece() -> None:
    record = random_record(Nim(), random.Random(4))
    thinkers = InlineThinkers(roster)
    reviewer = Reviewer(thinkers)
    found = [await reviewer.piece("1", record, number) for number in range(reviewer.pieces(record))]
    review = reviewer.review(found)
    assert thinkers.done == len(found) == len(review.judgements)
    assert review.machine == reviewer.machine
    assert review.course[-1].ply == len(record.moves)
