"""Reviews of finished matches, computed in pieces and stored; and other moves tried in them.

The stored pieces are the whole state of a review under way, so any process goes on after them.

A tried move gets the machine's judgement, and its answer. A judgement has the priority of a move of
the machine, as a player waits for it. It stays in memory only, so after a restart the next press
asks again.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass
from functools import partial

from prowlerbot.core.capabilities import Secrets
from prowlerbot.core.errors import Denied, Refused, StoreError
from prowlerbot.core.game import CHANCE
from prowlerbot.core.posts import Duty
from prowlerbot.core.recent_cache import Recent
from prowlerbot.core.record import MadeMove, Record
from prowlerbot.match.machine_help import CHOICE
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.timeline import match_as_of
from prowlerbot.opponent import judgement, reviewing
from prowlerbot.opponent.judge import REPLY, RETRY
from prowlerbot.opponent.pool import Thinkers
from prowlerbot.opponent.task import AppraisalTask, run_piece_order, run_review_piece
from prowlerbot.reviews.review_digest import Digest, Point, make_digest
from prowlerbot.reviews.review_store import ReviewStore, StoredReview
from prowlerbot.service.archive import Archive
from prowlerbot.service.match_service import Service
from prowlerbot.workers.fair_queue import QueuePlace

log = logging.getLogger(__name__)

MOST_WAITING = 3  # reviews that a user can wait for at the same time
RETRY_PAUSE = 120
"""Seconds until the next attempt after a failed piece; each further pause is twice as long."""
MOST_FAILURES = 4
_REVIEWS_REMEMBERED = 64
AfterReview = Callable[[Match, judgement.Review], Awaitable[None]]
"""Is called once a review is stored."""
PRESS_PATIENCE = 1.7  # seconds after which a press is answered without the judgement
_MOVES_REMEMBERED = 256
_TryKey = tuple[str, int, int, str]


@dataclass(eq=False)
class Reviewer:
    """The machine's work at reviews, after all other work: short pieces with texts as results."""

    machine = reviewing.MACHINE
    """The machine's version, as reviews state it."""

    _thinkers: Thinkers

    @property
    def switched_on(self) -> bool:
        return self._thinkers.switched_on

    def check_available(self) -> None:
        """Raise Denied, with the reason, if there are no reviews."""
        self._thinkers.check_available()

    def count_pieces(self, record: Record) -> int:
        """The number of pieces of a review of this record, always the same for one version."""
        return reviewing.piece_count(len(reviewing.find_events(record.game, _match_of(record))))

    async def most_telling_pieces(self, match: str, record: Record) -> Sequence[int]:
        """The numbers of all pieces in the order of the work: those that tell most first."""
        job = partial(run_piece_order, self._thinkers.roster, _match_of(record))
        return await self._thinkers.run_job(match, job, later=True)

    async def compute_piece(self, match: str, record: Record, number: int) -> str:
        """One piece, once its turn in the line comes."""
        job = partial(run_review_piece, self._thinkers.roster, _match_of(record), number)
        return judgement.review_to_text(await self._thinkers.run_job(match, job, later=True))

    def join_pieces(self, pieces: Sequence[str]) -> judgement.Review:
        """The review from all of its pieces in order."""
        return reviewing.join_reviews([judgement.review_from_text(piece) for piece in pieces])


def _match_of(record: Record) -> reviewing.ReviewedMatch:
    return reviewing.ReviewedMatch(record.game.key, record.setup, tuple(record.moves))


@dataclass(frozen=True, slots=True)
class ReviewState:
    """The state of a review, and of the work at another one."""

    digest: Digest | None
    under_way: bool
    pieces: int = 0
    found: int = 0
    """The number of stored pieces of the one under way."""
    outdated: bool = False
    """Whether the review is of an earlier version of the machine."""
    growing: Digest | None = None
    """The digest of what is found so far of a first review."""

    @property
    def gave_up(self) -> bool:
        """Whether there is neither a review nor any work at it."""
        return self.digest is None and not self.under_way


@dataclass(eq=False)
class Reviews:
    _service: Service
    _archive: Archive
    _reviewer: Reviewer
    _after_review: AfterReview | None = None

    def __post_init__(self) -> None:
        store = self._service.store
        self._store = ReviewStore(store.database, store.contributions)
        self._digests: Recent[tuple[str, str], Digest] = Recent(_REVIEWS_REMEMBERED)

    @property
    def switched_on(self) -> bool:
        return self._reviewer.switched_on

    async def find_review(self, match: Match, user: int) -> ReviewState | None:
        """The review of a match for this user; None if nobody has asked for it.

        Raises Denied for a match without reviews, and for a user who may not see it. It also does
        if the host switched the machine off before the review was done, and if a match with the
        same moves is played for a result.
        """
        if match.phase is not Phase.OVER:
            raise Denied("This match still runs; it can be reviewed once it is over.")
        if not match.setup:
            raise Denied("This challenge was not accepted, so there is nothing to review.")
        if not match.plays:
            raise Denied("There was nothing to choose in this match.")
        if not await self._archive.may_review(match, user):
            raise Denied(
                "Only its players can have this match reviewed, as long as they have not made it"
                " public."
            )
        await self._service.fair_help.check_may_help(match, user)
        return await self._stored_review(match)

    async def _stored_review(self, match: Match) -> ReviewState | None:
        if (stored := await self._store.find_review(match.id)) is None:
            return None
        if stored.under_way and not stored.review and not self._reviewer.switched_on:
            self._reviewer.check_available()
        review = await self._find_digest(match, stored)
        outdated = review is not None and review.review.machine != self._reviewer.machine
        under_way = stored.under_way and self._reviewer.switched_on
        growing = None
        if review is None and under_way and stored.found:
            found = await self._store.find_pieces(match.id)
            so_far = await asyncio.to_thread(self._reviewer.join_pieces, found)
            digest = await asyncio.to_thread(digest_of, so_far, match)
            growing = digest if digest.course else None
        progress = stored.pieces, stored.found
        return ReviewState(review, under_way, *progress, outdated=outdated, growing=growing)

    async def _find_digest(self, match: Match, stored: StoredReview) -> Digest | None:
        if not stored.review:
            return None
        key = stored.match, stored.machine
        # While a review is under way, the key is that of the next one.
        digest = None if stored.under_way else self._digests.find(key)
        if digest is None:  # a long one takes a while
            review = await asyncio.to_thread(judgement.review_from_text, stored.review)
            digest = await asyncio.to_thread(digest_of, review, match)
        if not stored.under_way:
            self._digests.keep(key, digest)
        return digest

    async def ask_for_review(self, match: Match, user: int) -> ReviewState:
        """The state of the review, which is requested if this version of the machine has none.
        Raises Denied like ``find_review``, and if the machine is switched off.
        """
        state = await self.find_review(match, user)
        if state is not None and (state.under_way or (state.digest and not state.outdated)):
            return state
        self._reviewer.check_available()
        await self._store.request(
            match.id, user, self._reviewer.machine, self._service.now(), most=MOST_WAITING
        )
        return await self._stored_review(match) or ReviewState(None, under_way=True)

    async def release_askers(self) -> None:
        """While the machine is switched off, waiting reviews do not count for their askers."""
        await self._store.release_askers()

    async def compute(self, duty: Duty, grown: Callable[[Match], None]) -> int | None:
        """Compute and store the missing pieces, calling ``grown``; returns the time of a retry."""
        try:
            await self._compute_pieces(duty, grown)
        except _LostError:
            log.info("another process reviews match %s", duty.subject)
        except StoreError:
            raise
        except Exception as error:
            if isinstance(error, Refused):
                log.warning("the review of match %s failed: %s", duty.subject, error)
            else:
                log.exception("the review of match %s failed", duty.subject)
            failures = await self._store.count_failure(duty, MOST_FAILURES)
            if 0 < failures < MOST_FAILURES:
                return self._service.now() + (RETRY_PAUSE << (failures - 1))
        return None

    async def _compute_pieces(self, duty: Duty, grown: Callable[[Match], None]) -> None:
        stored = await self._store.find_review(duty.subject)
        if stored is None or not stored.under_way:
            return
        match = await self._archive.unchecked_match(duty.subject)
        record, reviewer = self._service.facts.visible_record(match, None), self._reviewer
        count = await asyncio.to_thread(reviewer.count_pieces, record)
        stored_pieces = await self._store.begin_work(duty, reviewer.machine, count)
        if stored_pieces is None:
            raise _LostError
        pieces = dict(stored_pieces)
        for number in await reviewer.most_telling_pieces(duty.subject, record):
            if number not in pieces:
                pieces[number] = await reviewer.compute_piece(duty.subject, record, number)
                if not await self._store.keep_piece(duty, number, pieces[number]):
                    raise _LostError
                grown(match)
        ordered = [pieces[number] for number in range(count)]
        review = await asyncio.to_thread(reviewer.join_pieces, ordered)
        written = await asyncio.to_thread(judgement.review_to_text, review)
        if not await self._store.finish_review(duty, written, self._service.now()):
            raise _LostError
        grown(match)

    async def pass_on(self, duty: Duty) -> None:
        """Pass a stored review on for its further use."""
        stored = await self._store.find_review(duty.subject)
        if self._after_review is None or stored is None or not stored.review:
            return
        try:
            match = await self._archive.unchecked_match(duty.subject)
            review = await asyncio.to_thread(judgement.review_from_text, stored.review)
            await self._after_review(match, review)
        except StoreError:
            raise
        except Exception:  # the review stays
            log.exception("the further use of the review of match %s failed", duty.subject)


def digest_of(review: judgement.Review, match: Match) -> Digest:
    """The digest of a review of a match, with the moves before which a hint told a choice."""
    seats = [play.seat for play in match.plays]
    taken = [hint for hint in match.hints if hint.hint_steps >= CHOICE]
    helped = {seats.index(it.seat, it.ply) for it in taken if it.seat in seats[it.ply :]}
    return make_digest(review, len(match.players), helped)


class _LostError(Exception):
    """Another process has the claim of this review."""


@dataclass(frozen=True, slots=True)
class RetriedMove:
    """The machine's judgement of a move that was tried."""

    option: judgement.JudgedMove
    points: judgement.Estimate
    """The loss."""
    answer: MadeMove | None
    """The expected next move; None if chance or the end follows, or nobody can know it."""


@dataclass(eq=False)
class Retries:
    _service: Service
    _thinkers: Thinkers

    def __post_init__(self) -> None:
        self._asked: Recent[_TryKey, asyncio.Task[RetriedMove]] = Recent(_MOVES_REMEMBERED)

    async def judge_move(
        self, match: Match, digest: Digest, point: Point, move: str, user: int
    ) -> RetriedMove | None:
        """The judgement of a legal move; None while the machine still thinks about it.

        Raises Denied if the machine is switched off or finds nothing, and NoHelp if a match with
        the same moves is played for a result.
        """
        await self._service.fair_help.check_may_help(match, user)
        key = match.id, point.at, point.seat, move
        if (task := self._asked.find(key)) is None:
            task = Context().run(asyncio.create_task, self._judge(match, digest, point, move, user))
            self._asked.keep(key, task)
        if not task.done() and PRESS_PATIENCE:
            await asyncio.wait([task], timeout=PRESS_PATIENCE)
        if not task.done():
            return None
        if task.cancelled() or task.exception() is not None:
            self._asked.drop(key)  # the next press asks again
        return await task

    async def _judge(
        self, match: Match, digest: Digest, point: Point, move: str, user: int
    ) -> RetriedMove:
        options, exact = point.options, point.judgement is not None and point.judgement.exact
        option = next((each for each in options if each.move == move), None)
        if option is None:
            then = match_as_of(match, point.at)
            moves = tuple(self._service.facts.record_of_seat(then, point.seat).moves)
            compared = tuple(dict.fromkeys((options[0].move, move)))
            task = AppraisalTask(match.game, match.setup, moves, point.seat, RETRY, compared)
            appraisal = await self._thinkers.appraise(QueuePlace(user, "try"), task)
            options, exact = appraisal.options, appraisal.exact
            option = appraisal.option(move)
            assert option is not None  # noqa: S101 - it was asked for
        judged = judgement.Judgement(point.at, point.seat, options, move, exact=exact)
        points = digest.given_away(judged)
        answer = None
        with suppress(Denied):  # the judgement is known, even if the machine is switched off
            answer = await self._find_answer(match, point, move, user)
        return RetriedMove(option, points, answer)

    async def _find_answer(
        self, match: Match, point: Point, move: str, user: int
    ) -> MadeMove | None:
        """The machine's answer to a move; nobody knows it in a game with secret plans."""
        known = await self._service.facts.timeline_then(match, point.seat, point.at)
        after = self._service.facts.foresee_move(known.present, point.seat, move)
        seats = after.to_move
        if not seats or CHANCE in seats or isinstance(after.seen, Secrets):
            return None
        seat, then = min(seats), match_as_of(match, point.at)
        moves = (*self._service.facts.record_of_seat(then, seat).moves, MadeMove(point.seat, move))
        task = AppraisalTask(match.game, match.setup, moves, seat, REPLY)
        appraisal = await self._thinkers.appraise(QueuePlace(user, "try"), task)
        return MadeMove(seat, appraisal.options[0].move)
