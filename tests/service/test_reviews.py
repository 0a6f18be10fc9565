"""Reviews: computed once, piece by piece, whatever dies in between."""

import asyncio
import random
from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import Any, TypeVar

import pytest

from prowlerbot.core.errors import Denied, NotFound
from prowlerbot.core.record import random_record
from prowlerbot.games import GAMES
from prowlerbot.match.lobby import decline_challenge
from prowlerbot.match.match import Match
from prowlerbot.match.ratings import NEW_RATING
from prowlerbot.opponent.judgement import (
    Estimate,
    JudgedMove,
    Judgement,
    Review,
    review_from_text,
    review_to_text,
)
from prowlerbot.opponent.pool import Check, Thinkers
from prowlerbot.opponent.task import Roster, house_roster
from prowlerbot.privacy import Privacy
from prowlerbot.puzzles.puzzle import BEGINNER, EASE_LOOKS, Puzzle, shipped_puzzles
from prowlerbot.puzzles.puzzle_service import MAX_PROOFS, MatchPuzzles, clear_decisions
from prowlerbot.puzzles.puzzle_store import PuzzleStanding, PuzzleStore
from prowlerbot.reviews.review_service import (
    MOST_FAILURES,
    MOST_WAITING,
    Reviewer,
    Reviews,
    ReviewState,
)
from prowlerbot.service.archive import Archive
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.storage.engines.database import Database
from tests.games.nim.rules import Nim
from tests.opponent.games import roster
from tests.persistence.matches import (
    ADA,
    ALL,
    BEN,
    CLEO,
    NOON,
    Clock,
    Hosted,
    begin,
    opened,
    play_on,
    there,
)
from tests.reviews import MadeReviewer, Reviewing, decisions, made_review
from tests.storage.test_duties import Killed, killed_at

pytestmark = pytest.mark.both_databases
CLAIMED = 40  # seconds of a claim
COUNT = 27
"""The pieces of a made review: each move of a match of Prowler's Passage is a decision."""


@pytest.fixture
def reviewer() -> MadeReviewer:
    return MadeReviewer()


async def finished(service: Hosted) -> Match:
    return await play_on(service, await begin(service))


async def told(reviews: Reviews, match: Match, user: int) -> ReviewState:
    return there(await reviews.find_review(match, user))


async def until_asked(reviewer: MadeReviewer, number: int) -> None:
    """Wait until the reviewer has done so many pieces and stands before the next."""
    await reviewer.stopped.wait()
    assert len(reviewer.asked) == number


async def test_a_review_is_made_once_and_stored(service: Hosted, reviewer: MadeReviewer) -> None:
    match = await finished(service)
    reviews = Reviewing(service, reviewer)
    assert await reviews.find_review(match, ADA.id) is None
    asked = await reviews.ask_for_review(match, ADA.id)
    assert asked.under_way
    await reviews.rest()
    record = service.facts.visible_record(match, None)
    found = await told(reviews, match, BEN.id)
    assert found.digest is not None
    assert found.digest.review == review_from_text(review_to_text(made_review(record)))
    assert not found.under_way
    assert reviewer.asked == [(match.id, each) for each in range(len(decisions(record)))]
    await Reviewing(service, reviewer).ask_for_review(match, BEN.id)
    await reviews.ask_for_review(match, BEN.id)
    await reviews.rest()
    assert len(reviewer.asked) == len(decisions(record)), "neither asker has it made again"


async def under_way(
    service: Hosted, reviewer: MadeReviewer, match: Match, after: int
) -> tuple[Reviewing, asyncio.Task[None]]:
    """A process that has made so many pieces of a review and waits, and its work."""
    reviewer.stop_at = after
    process = Reviewing(service, reviewer)
    await process.ask_for_review(match, ADA.id)
    work = process.begin()
    await until_asked(reviewer, after)
    return process, work


async def stopped(
    service: Hosted, reviewer: MadeReviewer, match: Match, after: int, *, killed: bool = False
) -> Reviewing:
    """A process that has ended after so many pieces of a review."""
    process, work = await under_way(service, reviewer, match, after)
    await process.end(work, killed=killed)
    return process


async def test_another_process_goes_on_after_the_last_piece_of_a_dead_one(service: Hosted) -> None:
    heir, match = MadeReviewer(), await finished(service)
    dying = await stopped(service, MadeReviewer(), match, 5, killed=True)
    asked = await told(dying, match, ADA.id)
    assert (asked.found, asked.pieces) == (5, COUNT)
    next_one = Reviewing(service, heir)
    await next_one.rest()
    assert heir.asked == [], "the claim still stands"
    service.clock.now += CLAIMED
    await next_one.rest()
    assert heir.asked == [(match.id, each) for each in range(5, COUNT)]
    assert (await told(next_one, match, ADA.id)).digest is not None


async def test_a_frozen_process_stores_nothing_once_another_has_its_review(service: Hosted) -> None:
    frozen, heir = MadeReviewer(), MadeReviewer()
    _, asleep = await under_way(service, frozen, await finished(service), 2)
    service.clock.now += CLAIMED
    heir.stop_at = 4
    work = Reviewing(service, heir).begin()
    await until_asked(heir, 2)
    frozen.stop_at = -1
    frozen.free.set()
    await asleep
    assert [number for _, number in frozen.asked] == [0, 1, 2], "it notices after one piece"
    heir.stop_at = -1
    heir.free.set()
    await work
    assert [number for _, number in heir.asked] == [*range(2, COUNT)]


async def test_running_matches_declined_challenges_and_strangers_are_refused(
    service: Hosted, reviewer: MadeReviewer
) -> None:
    reviews = Reviewing(service, reviewer)
    running = await begin(service)
    with pytest.raises(Denied, match="still runs"):
        await reviews.ask_for_review(running, ADA.id)
    challenge = await Lobby(service).make_challenge("prowler", (ADA, BEN), {})
    declined = await service.apply(challenge.id, decline_challenge, BEN.id)
    with pytest.raises(Denied, match="not accepted"):
        await reviews.ask_for_review(declined, ADA.id)
    over = await play_on(service, running)
    with pytest.raises(Denied, match="Only its players"):
        await reviews.ask_for_review(over, CLEO.id)
    await Archive(service).change_publicity(over, ADA.id, public=True)
    assert (await reviews.ask_for_review(over, CLEO.id)).under_way
    await reviews.rest()


async def test_a_machine_that_is_off_goes_on_with_no_review_and_tells_earlier_ones(
    service: Hosted, reviewer: MadeReviewer
) -> None:
    match, earlier = await finished(service), await finished(service)
    await stopped(service, reviewer, match, 2)
    off = Reviewing(service, MadeReviewer("2", switched_on=False))
    for ask in (off.find_review, off.ask_for_review):
        with pytest.raises(Denied, match="turned it off"):
            await ask(match, ADA.id)
    before, after = Reviewing(service, MadeReviewer("1")), Reviewing(service, MadeReviewer("2"))
    await before.ask_for_review(earlier, ADA.id)
    await before.rest()
    await after.ask_for_review(earlier, ADA.id)
    found = await told(off, earlier, ADA.id)
    assert (found.digest is None, found.under_way, found.outdated) == (False, False, True)
    with pytest.raises(Denied, match="turned it off"):
        await off.ask_for_review(earlier, ADA.id)


async def test_no_review_and_no_use_of_it_is_lost_by_a_kill_at_any_statement_or_a_failure(
    url: str, clock: Clock, reviewer: MadeReviewer, caplog: pytest.LogCaptureFixture
) -> None:
    used: list[str] = []

    async def use(match: Match, review: Review) -> None:
        assert review.judgements
        used.append(match.id)
        if len(used) == 1:
            raise RuntimeError

    async with opened(url, clock) as service:
        match = await finished(service)
        await Reviewing(service, reviewer).ask_for_review(match, ADA.id)
    number, died = 0, True
    while died:
        number += 1
        async with opened(url, clock) as service:
            await service.store.duties.free_claims()
            reviews = Reviewing(service, reviewer, use)
            try:
                with killed_at(service.database, number):
                    await reviews.rest()
                tasks = [each.task.exception() for each in reviews.loop._claims.values()]
                died = any(isinstance(each, Killed) for each in tasks)
            except Killed:
                continue
            assert died or (await told(reviews, match, ADA.id)).digest is not None
            left = "SELECT what FROM duties WHERE what LIKE '%review'"
            assert died or await service.database.read(left) == []
    assert set(used) == {match.id}
    assert number > 9
    assert "the further use of the review" in caplog.text
    caplog.clear()


async def test_a_user_waits_for_few_reviews(service: Hosted, reviewer: MadeReviewer) -> None:
    reviews = Reviewing(service, reviewer)
    matches = [await finished(service) for _ in range(MOST_WAITING + 1)]
    for match in matches[:-1]:
        await reviews.ask_for_review(match, ADA.id)
    with pytest.raises(Denied, match=f"You wait for {MOST_WAITING} reviews"):
        await reviews.ask_for_review(matches[-1], ADA.id)
    assert (await reviews.ask_for_review(matches[0], ADA.id)).under_way, "asked for before"
    assert (await reviews.ask_for_review(matches[-1], BEN.id)).under_way
    await Reviewing(service, MadeReviewer(switched_on=False)).release_askers()
    assert (await reviews.ask_for_review(matches[-1], ADA.id)).under_way, "the machine was off"
    await reviews.rest()
    assert len({match for match, _ in reviewer.asked}) == MOST_WAITING + 1, "none is lost"


async def test_a_new_version_of_the_machine_reviews_again_only_if_asked(service: Hosted) -> None:
    match = await finished(service)
    old, new = Reviewing(service, MadeReviewer("1")), Reviewing(service, MadeReviewer("2"))
    await old.ask_for_review(match, ADA.id)
    await old.rest()
    found = await told(new, match, ADA.id)
    assert found.outdated
    again = await new.ask_for_review(match, ADA.id)
    assert again.under_way
    assert again.digest is not None, "the earlier one is there meanwhile"
    await new.rest()
    found = await told(new, match, ADA.id)
    assert found.digest is not None
    assert (found.digest.review.machine, found.outdated) == ("2", False)
    await stopped(service, MadeReviewer("1"), await finished(service), 4)
    newer = MadeReviewer("2")
    await Reviewing(service, newer).rest()
    assert [number for _, number in newer.asked] == [*range(COUNT)], "no pieces of two versions"


async def test_a_failing_review_is_tried_again_later_and_at_last_given_up(service: Hosted) -> None:
    reviewer = MadeReviewer()
    match, other = await finished(service), await finished(service)
    reviewer.broken = True
    reviews = Reviewing(service, reviewer)
    await reviews.ask_for_review(match, ADA.id)
    await reviews.rest()
    assert len(reviewer.asked) == 1
    await reviews.rest()
    assert len(reviewer.asked) == 1, "not at once"
    for _ in range(MOST_FAILURES):
        service.clock.now += 24 * 3600
        await reviews.rest()
    assert len(reviewer.asked) == MOST_FAILURES
    found = await told(reviews, match, ADA.id)
    assert found.gave_up
    reviewer.broken = False
    await reviews.ask_for_review(other, ADA.id)
    await reviews.ask_for_review(match, ADA.id)
    await reviews.rest()
    assert (await told(reviews, match, ADA.id)).digest is not None, "whoever asks again gets it"


async def test_an_imported_record_is_reviewed_and_its_review_goes_with_it(service: Hosted) -> None:
    reviewer = MadeReviewer()
    record = random_record(ALL["prowler"], service.rng)
    imported = await Archive(service).keep_record(ADA.id, record)
    reviews = Reviewing(service, reviewer)
    with pytest.raises(Denied, match="Only its players"):
        await reviews.ask_for_review(imported, BEN.id)
    await reviews.ask_for_review(imported, ADA.id)
    await reviews.rest()
    assert (await told(reviews, imported, ADA.id)).digest is not None
    await Privacy(service).delete_data(ADA.id)
    assert await service.database.read("SELECT match FROM reviews") == []


async def test_a_deletion_takes_the_asker_alone_out_of_a_review(service: Hosted) -> None:
    reviewer, match = MadeReviewer(), await finished(service)
    reviews, work = await under_way(service, reviewer, match, 2)
    exported = (await Privacy(service).export_data(ADA.id)).decode()
    assert '"reviews"' in exported
    assert f'"found": {2}' not in exported
    await Privacy(service).delete_data(ADA.id)
    assert await service.database.column("SELECT player FROM reviews") == [0]
    reviewer.stop_at = -1
    reviewer.free.set()
    await work
    text = str(await service.database.read("SELECT * FROM reviews"))
    assert ADA.name not in text
    assert (await told(reviews, await service.match(match.id), BEN.id)).digest is not None


_T = TypeVar("_T")


class InlineThinkers(Thinkers):
    """Does all work at once, and counts it."""

    def __init__(self, games: Callable[[], Roster] = house_roster) -> None:
        super().__init__(1, games)
        self.done = 0

    async def run_job(
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
    clear = [judgement(3 + at, 1, 0.2 + at / 10, 0.9) for at in range(MAX_PROOFS)]
    assert clear_decisions(review_of(unclear, luck, *clear)) == clear[::-1]
    assert clear_decisions(review_of(unclear, luck, judgement(9, 1))) == [luck]


async def taken(service: Hosted, store: PuzzleStore, match: Match) -> tuple[int, list[Any]]:
    """The work for all decisions near the end of a match, and the puzzles that it gave."""
    thinkers = InlineThinkers()
    end = range(match.ply - 6, match.ply)
    judged = [judgement(ply, match.plays[ply].seat, 1.0, 1.0) for ply in end]
    await MatchPuzzles(service, store, thinkers).prove(match, review_of(*judged))
    rows = await service.database.read("SELECT id FROM puzzles WHERE match = $1", match.id)
    return thinkers.done, rows


async def test_a_private_or_running_match_gives_no_puzzle_and_a_public_one_proved_ones(
    service: Hosted, store: PuzzleStore
) -> None:
    running = await play_on(service, await begin(service), 6)
    wish = service.store.showings.note_wish
    await wish(running.id, ADA.id, public=True)
    match = await finished(service)
    for each in (running, match):
        assert await taken(service, store, each) == (0, [])
    await wish(match.id, ADA.id, public=True)
    done, found = await taken(service, store, match)
    assert len(found) <= done == MAX_PROOFS
    await wish(match.id, BEN.id, public=False)
    assert (await taken(service, store, match))[0] == 0


class Proving(Thinkers):
    """Proves the same puzzle wherever it is asked."""

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(1)
        self._puzzle = puzzle

    async def run_job(self, *_: object, **__: object) -> Any:
        return self._puzzle


async def test_a_puzzle_has_the_best_move_of_its_review_and_hides_with_its_match(
    service: Hosted, store: PuzzleStore
) -> None:
    match, wish = await finished(service), service.store.showings.note_wish
    best = judgement(0, 1, 1.0, 1.0)
    puzzle = replace(shipped_puzzles(GAMES["prowler"])[0], match=match.id)
    await wish(match.id, ADA.id, public=True)
    for solution, stored in (("elsewhere", None), (best.options[0].move, puzzle.id)):
        options = (replace(puzzle.best, move=solution), *puzzle.options[1:])
        proving = Proving(replace(puzzle, options=options, equal=1))
        await MatchPuzzles(service, store, proving).prove(match, review_of(best))
        found = await store.next_puzzle(CLEO.id, "prowler")
        assert (found and found.id) == stored
    assert (await store.find_puzzle(puzzle.id)).match == match.id
    await wish(match.id, BEN.id, public=False)
    assert await store.next_puzzle(CLEO.id, "prowler") is None
    with pytest.raises(NotFound):  # a button of a message from before
        await store.find_puzzle(puzzle.id)


ONE, OTHER = 11, 22


def puzzle(number: int, ease: int = EASE_LOOKS // 2, theme: str = "tie") -> Puzzle:
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


async def test_the_next_puzzle_is_the_nearest_one_not_tried_yet(store: PuzzleStore) -> None:
    added = [puzzle(at, ease) for at, ease in enumerate((0, 3, 4, 6, EASE_LOOKS))]
    await store.add_puzzles(added)
    left = {each.id: each.first_rating.mu for each in added}
    while left:
        found = there(await store.next_puzzle(ONE, "prowler"))
        mu = (await store.standing(ONE, "prowler")).rating.mu
        assert found.id == min(left, key=lambda each: abs(left[each] - mu))
        assert await store.next_puzzle(ONE, "prowler") == found, "it comes until it is tried"
        await enter(store, ONE, int(found.id[1:]), solved=len(left) % 2 == 0)
        del left[found.id]
    assert await store.next_puzzle(ONE, "prowler") is None
    assert await store.next_puzzle(OTHER, "prowler") is not None


async def test_a_puzzle_stays_as_added_and_a_theme_leaves_out_others(store: PuzzleStore) -> None:
    await store.add_puzzles([puzzle(1), puzzle(2, ease=0, theme="statue")])
    await store.add_puzzles([replace(puzzle(1), ease=0)])
    assert await store.find_puzzle("p1") == puzzle(1)
    with pytest.raises(NotFound):
        await store.find_puzzle("p3")
    assert there(await store.next_puzzle(ONE, "prowler", "statue")).id == "p2"
    assert await store.next_puzzle(ONE, "prowler", "quiet") is None
    assert await store.next_puzzle(ONE, "landgrab") is None


async def test_the_first_try_alone_moves_both_ratings(store: PuzzleStore) -> None:
    await store.add_puzzles([puzzle(1)])
    first = there(await store.enter_try(ONE, puzzle(1), "1", solved=False, now=NOON))
    assert first.before == BEGINNER
    assert first.standing.rating.mu < BEGINNER.mu < NEW_RATING.mu < first.puzzle.mu
    assert await store.enter_try(ONE, puzzle(1), "0", solved=True, now=NOON) is None
    assert await store.standing(ONE, "prowler") == PuzzleStanding(first.standing.rating, 1, 0)
    assert await store.standing(OTHER, "prowler") == PuzzleStanding()


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


async def test_a_beginner_gets_easy_puzzles_with_few_moves_among_ten(store: PuzzleStore) -> None:
    few = replace(puzzle(10, 2), options=puzzle(10).options[:2])
    await store.add_puzzles([*(puzzle(at, 7) for at in range(10)), replace(few, id="far", ease=0)])
    assert await store.next_puzzle(ADA.id, "prowler") == puzzle(0, 7), "it is too far away"
    await store.add_puzzles([replace(few, ease=6)])
    assert await store.next_puzzle(ADA.id, "prowler") == puzzle(0, 7), "the eleventh"
    begin = (await store.standing(ADA.id, "prowler")).rating.points
    for number in range(3):
        await enter(store, ADA.id, number, solved=False)
        assert there(await store.next_puzzle(ADA.id, "prowler")).id == "p10"
    assert begin - (await store.standing(ADA.id, "prowler")).rating.points < 120
    for number in (3, 4):
        await enter(store, ADA.id, number, solved=False)
    assert there(await store.next_puzzle(ADA.id, "prowler")).id == "p5"
    eases = (0, 2, 5, EASE_LOOKS, EASE_LOOKS, EASE_LOOKS)
    await store.add_puzzles([puzzle(20 + at, ease) for at, ease in enumerate(eases)])
    assert there(await store.next_puzzle(CLEO.id, "prowler")).ease == EASE_LOOKS


async def test_a_match_is_reviewed_by_the_machine_piece_by_piece() -> None:
    record = random_record(Nim(), random.Random(4))
    thinkers = InlineThinkers(roster)
    reviewer = Reviewer(thinkers)
    count = reviewer.count_pieces(record)
    found = [await reviewer.compute_piece("1", record, number) for number in range(count)]
    review = reviewer.join_pieces(found)
    assert thinkers.done == len(found) == len(review.judgements)
    assert review.machine == reviewer.machine
    assert review.course[-1].ply == len(record.moves)
