"""What comes of the machine's work on real matches: reviews, and puzzles proved anew."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Any, TypeVar

import pytest

from prowlerbot.core.errors import NotFound
from prowlerbot.core.record import random_record
from prowlerbot.games import GAMES
from prowlerbot.match.match import Match, Player
from prowlerbot.match.ratings import NEW
from prowlerbot.opponent.judgement import Estimate, JudgedMove, Judgement, Review
from prowlerbot.opponent.pool import Check, Thinkers
from prowlerbot.opponent.task import Roster, house
from prowlerbot.puzzles.puzzle import BEGINNER, LOOKS, Puzzle, shipped_puzzles
from prowlerbot.puzzles.puzzle_service import MOST, MatchPuzzles, candidates
from prowlerbot.puzzles.puzzle_store import PuzzleStanding, PuzzleStore
from prowlerbot.reviews.review_service import Reviewer
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.database import Database
from tests.games.nim.rules import Nim
from tests.opponent.games import roster
from tests.persistence.matches import ADA, BEN, CLEO, NOON, begin, play_on

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


# ----------------------------------------------------------------------- puzzles in the database

ONE, OTHER = 11, 22


def puzzle(number: int, ease: int = LOOKS // 2, theme: str = "tie") -> Puzzle:
    options = [
        JudgedMove(str(at), Estimate(-at), Estimate(1.0 - at / 2), Estimate(at / 2))
        for at in range(3)
    ]
    return Puzzle(
        f"p{number}", "prowler", "set-up", (), 2, 1, theme, tuple(options), ease=ease, exact=True
    )


async def enter(store: PuzzleStore, user: int, number: int, *, solved: bool) -> None:
    one = await store.find_puzzle(f"p{number}")
    await store.enter_try(user, one, "0" if solved else "1", solved=solved, now=NOON)


async def test_a_puzzle_is_found_as_it_was_added_and_only_once(store: PuzzleStore) -> None:
    await store.add_puzzles([puzzle(1), puzzle(2)])
    await store.add_puzzles([replace(puzzle(1), ease=0)])
    assert await store.find_puzzle("p1") == puzzle(1)
    with pytest.raises(NotFound):
        await store.find_puzzle("p3")


async def test_the_next_puzzle_is_the_nearest_one_not_tried_yet(store: PuzzleStore) -> None:
    await store.add_puzzles([puzzle(at, ease) for at, ease in enumerate((0, 3, 4, 6, LOOKS))])
    eases = enumerate((0, 3, 4, 6, LOOKS))
    left = {f"p{at}": puzzle(at, ease).first_rating.mu for at, ease in eases}
    while left:
        found = await store.next_puzzle(ONE, "prowler")
        assert found is not None
        mu = (await store.standing(ONE, "prowler")).rating.mu
        assert found.id == min(left, key=lambda each: abs(left[each] - mu))
        assert await store.next_puzzle(ONE, "prowler") == found, "it comes until it is tried"
        await enter(store, ONE, int(found.id[1:]), solved=len(left) % 2 == 0)
        del left[found.id]
    assert await store.next_puzzle(ONE, "prowler") is None
    assert await store.next_puzzle(OTHER, "prowler") is not None


async def test_a_theme_leaves_out_all_other_puzzles(store: PuzzleStore) -> None:
    await store.add_puzzles([puzzle(1), puzzle(2, ease=0, theme="statue")])
    found = await store.next_puzzle(ONE, "prowler", "statue")
    assert found is not None
    assert found.id == "p2"
    assert await store.next_puzzle(ONE, "prowler", "quiet") is None
    assert await store.next_puzzle(ONE, "landgrab") is None


async def test_the_first_try_alone_moves_both_ratings(store: PuzzleStore) -> None:
    await store.add_puzzles([puzzle(1)])
    first = await store.enter_try(ONE, puzzle(1), "1", solved=False, now=NOON)
    assert first is not None
    assert first.before == BEGINNER
    assert first.standing.rating.mu < BEGINNER.mu < NEW.mu < first.puzzle.mu
    assert await store.enter_try(ONE, puzzle(1), "0", solved=True, now=NOON) is None
    assert await store.standing(ONE, "prowler") == PuzzleStanding(first.standing.rating, 1, 0)
    assert await store.standing(OTHER, "prowler") == PuzzleStanding()


async def test_a_beginner_gets_the_easiest_puzzle_first_and_loses_little_by_three_misses(
    store: PuzzleStore,
) -> None:
    await store.add_puzzles(
        [puzzle(at, ease) for at, ease in enumerate((0, 2, 5, LOOKS, LOOKS, LOOKS))]
    )
    begin = (await store.standing(ONE, "prowler")).rating.points
    for _ in range(3):
        found = await store.next_puzzle(ONE, "prowler")
        assert found is not None
        assert found.ease == LOOKS
        await store.enter_try(ONE, found, "1", solved=False, now=NOON)
    assert begin - (await store.standing(ONE, "prowler")).rating.points < 120


async def test_tries_of_many_players_at_once_all_move_the_puzzle(
    store: PuzzleStore, database: Database
) -> None:
    await store.add_puzzles([puzzle(1)])
    tries = [store.enter_try(user, puzzle(1), "0", solved=True, now=NOON) for user in range(1, 9)]
    found = [first for first in await asyncio.gather(*tries) if first is not None]
    fallen = sorted((first.puzzle.mu for first in found), reverse=True)
    assert len(set(fallen)) == 8, "each try began where the one before had ended"
    ((mu,),) = await database.read("SELECT mu FROM puzzles")
    assert mu == fallen[-1]


async def test_a_newcomer_gets_the_one_with_the_fewest_moves_among_the_ten_nearest(
    store: PuzzleStore,
) -> None:
    few = replace(puzzle(10, 2), options=puzzle(10).options[:2])
    await store.add_puzzles([*(puzzle(at, 7) for at in range(10)), replace(few, id="far", ease=0)])
    assert await store.next_puzzle(ADA.id, "prowler") == puzzle(0, 7), "it is too far away"
    await store.add_puzzles([replace(few, ease=6)])
    assert await store.next_puzzle(ADA.id, "prowler") == puzzle(0, 7), "the eleventh"
    await enter(store, ADA.id, 0, solved=False)
    assert (found := await store.next_puzzle(ADA.id, "prowler")) is not None
    assert found.id == "p10"
    for number in range(1, 5):
        await enter(store, ADA.id, number, solved=False)
    assert (found := await store.next_puzzle(ADA.id, "prowler")) is not None
    assert found.id == "p5"
