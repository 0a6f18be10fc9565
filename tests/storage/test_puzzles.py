"""Puzzles in the database: the next one, first tries that count once, and ratings."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from prowlerbot.core.errors import NotFound
from prowlerbot.match.ratings import NEW
from prowlerbot.opponent.judgement import Estimate, JudgedMove
from prowlerbot.puzzles.puzzle import BEGINNER, LOOKS, Puzzle
from prowlerbot.puzzles.puzzle_store import PuzzleStanding, PuzzleStore
from prowlerbot.storage.engines.database import Database
from tests.persistence.matches import NOON

pytestmark = pytest.mark.both_databases

ADA, BEN = 11, 22


def puzzle(number: int, ease: int = LOOKS // 2, theme: str = "tie") -> Puzzle:
    options = [
        JudgedMove(str(at), Estimate(-at), Estimate(1.0 - at / 2), Estimate(at / 2))
        for at in range(3)
    ]
    return Puzzle(
        f"p{number}", "prowler", "set-up", (), 2, 1, theme, tuple(options), ease=ease, exact=True
    )


@pytest.fixture
def store(database: Database) -> PuzzleStore:
    return PuzzleStore(database)


async def enter(store: PuzzleStore, user: int, number: int, *, solved: bool) -> None:
    one = await store.find_puzzle(f"p{number}")
    await store.enter_try(user, one, "0" if solved else "1", solved=solved, now=NOON)


async def test_a_puzzle_is_found_as_it_was_added_and_only_once(store: PuzzleStore) -> None:
    await store.add_puzzles([puzzle(1), puzzle(2)])
    await store.add_puzzles([replace(puzzle(1), ease=0)])
    assert await store.find_puzzle("p1") == puzzle(1)
    with pytest.raises(NotFound):
        await store.find_puzzle("p3")


async def test_a_newcomer_gets_the_one_with_the_fewest_moves_among_the_ten_nearest(
    store: PuzzleStore,
) -> None:
    few = replace(puzzle(10, 2), options=puzzle(10).options[:2])
    await store.add_puzzles([*(puzzle(at, 7) for at in range(10)), replace(few, id="far", ease=0)])
    assert await store.next_puzzle(ADA, "prowler") == puzzle(0, 7), "it is too far away"
    await store.add_puzzles([replace(few, ease=6)])
    assert await store.next_puzzle(ADA, "prowler") == puzzle(0, 7), "the eleventh"
    await enter(store, ADA, 0, solved=False)
    assert (found := await store.next_puzzle(ADA, "prowler")) is not None
    assert found.id == "p10"
    for number in range(1, 5):
        await enter(store, ADA, number, solved=False)
    assert (found := await store.next_puzzle(ADA, "prowler")) is not None
    assert found.id == "p5"


async def test_the_next_puzzle_is_the_nearest_one_not_tried_yet(
    store: PuzzleStore,
) -> None:
    await store.add_puzzles([puzzle(at, ease) for at, ease in enumerate((0, 3, 4, 6, LOOKS))])
    left = {f"p{at}": puzzle(at, ease).rating.mu for at, ease in enumerate((0, 3, 4, 6, LOOKS))}
    while left:
        found = await store.next_puzzle(ADA, "prowler")
        assert found is not None
        mu = (await store.standing(ADA, "prowler")).rating.mu
        assert found.id == min(left, key=lambda each: abs(left[each] - mu))
        assert await store.next_puzzle(ADA, "prowler") == found, "it comes until it is tried"
        await enter(store, ADA, int(found.id[1:]), solved=len(left) % 2 == 0)
        del left[found.id]
    assert await store.next_puzzle(ADA, "prowler") is None
    assert await store.next_puzzle(BEN, "prowler") is not None


async def test_a_theme_leaves_out_all_other_puzzles(store: PuzzleStore) -> None:
    await store.add_puzzles([puzzle(1), puzzle(2, ease=0, theme="statue")])
    found = await store.next_puzzle(ADA, "prowler", "statue")
    assert found is not None
    assert found.id == "p2"
    assert await store.next_puzzle(ADA, "prowler", "quiet") is None
    assert await store.next_puzzle(ADA, "landgrab") is None


async def test_the_first_try_alone_moves_both_ratings(
    store: PuzzleStore,
) -> None:
    await store.add_puzzles([puzzle(1)])
    first = await store.enter_try(ADA, puzzle(1), "1", solved=False, now=NOON)
    assert first is not None
    assert first.before == BEGINNER
    assert first.standing.rating.mu < BEGINNER.mu < NEW.mu < first.puzzle.mu
    assert await store.enter_try(ADA, puzzle(1), "0", solved=True, now=NOON) is None
    assert await store.standing(ADA, "prowler") == PuzzleStanding(first.standing.rating, 1, 0)
    assert await store.standing(BEN, "prowler") == PuzzleStanding()


async def test_a_beginner_gets_the_easiest_puzzle_first_and_loses_little_by_three_misses(
    store: PuzzleStore,
) -> None:
    await store.add_puzzles(
        [puzzle(at, ease) for at, ease in enumerate((0, 2, 5, LOOKS, LOOKS, LOOKS))]
    )
    begin = (await store.standing(ADA, "prowler")).rating.points
    for _ in range(3):
        found = await store.next_puzzle(ADA, "prowler")
        assert found is not None
        assert found.ease == LOOKS
        await store.enter_try(ADA, found, "1", solved=False, now=NOON)
    assert begin - (await store.standing(ADA, "prowler")).rating.points < 120


async def test_of_two_tries_at_once_one_counts(store: PuzzleStore) -> None:
    await store.add_puzzles([puzzle(1)])
    tries = [store.enter_try(ADA, puzzle(1), "0", solved=True, now=NOON) for _ in range(4)]
    counted = [first for first in await asyncio.gather(*tries) if first is not None]
    assert len(counted) == 1
    assert (await store.standing(ADA, "prowler")).tries == 1


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
