"""Other moves at a decision of a finished match: the machine's judgement, and its answer.

A judgement has the priority of a move of the machine, as a player waits for it. It stays in memory
only, so after a restart the next press asks again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass

from prowlerbot.core.capabilities import Secrets
from prowlerbot.core.errors import Denied
from prowlerbot.core.game import CHANCE
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match.match import Match
from prowlerbot.match.timeline import as_it_stood
from prowlerbot.opponent.judge import REPLY, RETRY, Effort
from prowlerbot.opponent.judgement import Estimate, Judgement, Option
from prowlerbot.opponent.pool import Thinkers
from prowlerbot.opponent.task import AppraisalTask
from prowlerbot.reviews.review_digest import Digest, Point
from prowlerbot.service.fair_help_check import FairHelp
from prowlerbot.service.match_service import Service
from prowlerbot.workers.line import Place

WAIT = 1.7
"""Seconds after which a press is answered without the judgement."""
_REMEMBERED = 256

_Try = tuple[str, int, int, str]


@dataclass(frozen=True, slots=True)
class Tried:
    """The machine's judgement of a move with a loss of ``points``. ``answer`` is the next seat and
    move that the machine expects; None if chance or the end follows, or nobody can know it.
    """

    option: Option
    points: Estimate
    answer: tuple[int, str] | None


@dataclass(eq=False)
class Retries:
    _service: Service
    _thinkers: Thinkers

    def __post_init__(self) -> None:
        self._asked: Recent[_Try, asyncio.Task[Tried]] = Recent(_REMEMBERED)

    async def judged(
        self, match: Match, digest: Digest, point: Point, move: str, user: int
    ) -> Tried | None:
        """The judgement of a legal move; None while the machine still thinks about it.

        Raises Denied if the machine is switched off or finds nothing, and NoHelp if a match with
        the same moves is played for a result.
        """
        await FairHelp(self._service).check(match, user)
        key = match.id, point.at, point.seat, move
        task = self._asked.find(key)
        if task is None:
            judging = self._judge(match, digest, point, move, user)
            task = Context().run(asyncio.create_task, judging)
            self._asked.keep(key, task)
        if not task.done() and WAIT:
            await asyncio.wait([task], timeout=WAIT)
        if not task.done():
            return None
        if task.cancelled() or task.exception() is not None:
            self._asked.drop(key)  # the next press asks again
        return await task

    async def _judge(
        self, match: Match, digest: Digest, point: Point, move: str, user: int
    ) -> Tried:
        options, exact = point.options, point.judgement is not None and point.judgement.exact
        option = _named(options, move)
        if option is None:
            task = self._task(
                as_it_stood(match, point.at), point.seat, RETRY, (options[0].move, move)
            )
            appraisal = await self._thinkers.appraise(Place(user, "try"), task)
            options, exact = appraisal.options, appraisal.exact
            option = _named(options, move)
            assert option is not None  # noqa: S101 - it was asked for
        points = digest.given_away(Judgement(point.at, point.seat, options, move, exact=exact))
        answer = None
        with suppress(Denied):  # the judgement is known, even if the machine is switched off
            answer = await self._answer(match, point, move, user)
        return Tried(option, points, answer)

    async def _answer(
        self, match: Match, point: Point, move: str, user: int
    ) -> tuple[int, str] | None:
        """The machine's answer to a move; nobody knows it in a game with secret plans."""
        known = await self._service.known_then(match, point.seat, point.at)
        after = self._service.foreseen(known.present, point.seat, move)
        seats = after.to_move
        if not seats or CHANCE in seats or isinstance(after.seen, Secrets):
            return None
        seat = min(seats)
        then = as_it_stood(match, point.at)
        task = self._task(then, seat, REPLY, (), ((point.seat, move),))
        appraisal = await self._thinkers.appraise(Place(user, "try"), task)
        return seat, appraisal.options[0].move

    def _task(
        self,
        then: Match,
        seat: int,
        effort: Effort,
        also: tuple[str, ...],
        more: tuple[tuple[int, str], ...] = (),
    ) -> AppraisalTask:
        """A request with the seat's knowledge at that time, and with ``more`` moves."""
        record = self._service.record_of_seat(then, seat)
        return AppraisalTask(
            game=then.game,
            setup=then.setup,
            moves=(*record.moves, *more),
            seat=seat,
            effort=effort,
            also=tuple(dict.fromkeys(also)),
        )


def _named(options: Sequence[Option], move: str) -> Option | None:
    return next((each for each in options if each.move == move), None)
