"""Reviews of finished matches: asked for once, found in pieces, and stored.

The stored pieces are all that a review under way has, so a restart or another process goes on after
the last of them. A process holds a review by a claim that it renews before each piece. Whoever has
lost its claim, frozen or cut off from the database, stores nothing more.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextvars import Context
from dataclasses import dataclass
from typing import Protocol

from prowlerbot.core.errors import Denied, Refused, StoreError
from prowlerbot.core.recent import Recent
from prowlerbot.core.record import Record
from prowlerbot.match.match import Match, Phase
from prowlerbot.opponent.pool import Check
from prowlerbot.review.digest import Digest, digest
from prowlerbot.review.judgement import Review
from prowlerbot.review.review_json import from_text, to_text
from prowlerbot.service.archive import Archive
from prowlerbot.service.fair_help import FairHelp
from prowlerbot.service.service import Service
from prowlerbot.storage.reviews import Claim, StoredReview

log = logging.getLogger(__name__)

MOST_WAITING = 3
"""Reviews that a user can wait for at the same time."""
LASTS = 60
"""Seconds of a claim; a piece takes about two, and its turn in the line is not counted."""
PAUSE = 120
"""Seconds until the next attempt at a review whose piece has failed; then twice as long."""
MOST_FAILURES = 4
MOST_FOLLOWED = 20
"""Finished reviews whose further use can wait; that of more is left out."""
_REMEMBERED = 64


class Reviewer(Protocol):
    """The machine as it reviews: each piece of work takes a moment, and its result is a text."""

    @property
    def machine(self) -> str:
        """The version of the machine, as reviews state it."""

    @property
    def switched_on(self) -> bool: ...

    def admit(self) -> None:
        """Raise Denied, with the reason, where there are no reviews."""

    def pieces(self, record: Record) -> int:
        """The number of pieces of a review of this record, always the same for one version."""

    async def piece(self, match: str, record: Record, number: int, check: Check) -> str:
        """One piece, after its turn in the line; ``check`` runs right before it is begun."""

    def review(self, record: Record, pieces: Sequence[str]) -> Review:
        """The review from all of its pieces in order."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The state of a review: its ``digest``, if there is one, and the work at another one.

    ``outdated`` is a review of an earlier version of the machine. The machine ``gave_up`` where
    there is neither a review nor any work at it.
    """

    digest: Digest | None
    under_way: bool
    pieces: int = 0
    found: int = 0
    outdated: bool = False

    @property
    def gave_up(self) -> bool:
        return self.digest is None and not self.under_way


Then = Callable[[Match, Review], Awaitable[None]]
"""Is called with each review once it is stored, one after another, beside the work at the next
reviews.
"""


@dataclass(eq=False)
class Reviews:
    _service: Service
    _archive: Archive
    _reviewer: Reviewer
    _then: Then | None = None

    def __post_init__(self) -> None:
        self._store = self._service.store.reviews
        self._read: Recent[tuple[str, str], Digest] = Recent(_REMEMBERED)
        self._work: asyncio.Task[None] | None = None
        self._finished: deque[tuple[Match, Review]] = deque()
        self._following: asyncio.Task[None] | None = None
        self._released = False
        self._woken = False
        self._claim: Claim | None = None

    # ------------------------------------------------------------------ asking and looking

    async def find(self, match: Match, user: int) -> Asked | None:
        """The review of a match for this user; None if nobody has asked for it.

        Raises Denied for a match without reviews, for a user who may see none of it, where the
        host has switched the machine off before there was one, and where the same line is being
        played for a result.
        """
        if match.phase is not Phase.OVER:
            raise Denied("This match still runs; it can be reviewed once it is over.")
        if not match.setup:
            raise Denied("This challenge was not accepted, so there is nothing to review.")
        if not await self._archive.may_review(match, user):
            raise Denied(
                "Only its players can have this match reviewed, as long as they have not made it"
                " public."
            )
        await FairHelp(self._service).check(match, user)
        return await self._stored(match)

    async def _stored(self, match: Match) -> Asked | None:
        stored = await self._store.find(match.id)
        if stored is None:
            return None
        if stored.under_way and not stored.review and not self._reviewer.switched_on:
            self._reviewer.admit()
        return await self._asked(match, stored)

    async def ask(self, match: Match, user: int) -> Asked:
        """The review as it stands; it is asked for if there is none of this version of the
        machine. Raises Denied like ``find``, and where the host has switched the machine off.
        """
        found = await self.find(match, user)
        if found is not None and (found.under_way or (found.digest and not found.outdated)):
            self.wake()
            return found
        self._reviewer.admit()
        await self._store.ask(
            match.id, user, self._reviewer.machine, self._service.now(), MOST_WAITING
        )
        self.wake()
        return await self._stored(match) or Asked(None, under_way=True)

    async def _asked(self, match: Match, stored: StoredReview) -> Asked:
        key, found = (stored.match, stored.machine), None
        if stored.review:
            # While one is under way, the key is that of the next one.
            found = None if stored.under_way else self._read.find(key)
            if found is None:  # a long one takes a while
                found = await asyncio.to_thread(_read, stored.review, len(match.players))
            if not stored.under_way:
                self._read.keep(key, found)
        outdated = found is not None and found.review.machine != self._reviewer.machine
        under_way = stored.under_way and self._reviewer.switched_on
        return Asked(found, under_way, stored.pieces, stored.found, outdated)

    # ------------------------------------------------------------------ the work

    def wake(self) -> None:
        """Go on with what waits, here or since another process has died.

        Where the machine is switched off, it keeps waiting, but no longer counts for its askers.
        """
        if not self._reviewer.switched_on and self._released:
            return
        self._woken = True
        if self._work is None or self._work.done():
            # The press that asks is soon answered; the work has neither its language nor its hurry.
            self._work = Context().run(asyncio.create_task, self._go_on())

    async def rest(self) -> None:
        """Wait until this process has nothing more to review."""
        while tasks := [each for each in self._tasks() if not each.done()]:
            await asyncio.wait(tasks)

    async def close(self) -> None:
        """Stop; another process, or this one after its restart, goes on after the last piece."""
        tasks, claim = self._tasks(), self._claim
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if claim is not None:
            try:
                await self._store.release(claim)
            except StoreError as error:
                log.warning("a review is free for others in a minute only: %s", error)

    def _tasks(self) -> list[asyncio.Task[None]]:
        return [each for each in (self._work, self._following) if each is not None]

    async def _go_on(self) -> None:
        try:
            if not self._reviewer.switched_on:
                await self._store.release_askers()
                self._released = True
                return
            while self._woken:
                self._woken = False
                while claim := await self._store.claim(self._service.now(), LASTS):
                    self._claim = claim
                    await self._review(claim.match)
                    self._claim = None
        except StoreError as error:
            log.warning("reviews go on later: %s", error)
        except Exception:
            log.exception("reviews go on later")

    async def _review(self, match_id: str) -> None:
        try:
            await self._find_pieces(match_id)
        except _LostError:
            log.info("another process reviews match %s", match_id)
        except StoreError:
            raise
        except Refused as error:
            log.warning("match %s is not reviewed: %s", match_id, error)
            await self._fail(match_id)
        except Exception:  # the other matches can still be reviewed
            log.exception("match %s cannot be reviewed", match_id)
            await self._fail(match_id)

    async def _find_pieces(self, match_id: str) -> None:
        match = await self._archive.kept(match_id)
        record = self._service.visible_record(match, None)
        reviewer, machine = self._reviewer, self._reviewer.machine
        count = await asyncio.to_thread(reviewer.pieces, record)
        found = await self._store.begin(self._held(), machine, count)
        if found is None:
            raise _LostError
        pieces = dict(found)
        for number in range(count):
            if number not in pieces:
                pieces[number] = await reviewer.piece(match_id, record, number, self._renew)
                await self._renew()
                await self._store.keep(self._held(), number, pieces[number])
        ordered = [pieces[number] for number in range(count)]
        review = await asyncio.to_thread(reviewer.review, record, ordered)
        written = await asyncio.to_thread(to_text, review)
        if not await self._store.finish(self._held(), written, self._service.now()):
            raise _LostError
        self._follow(match, review)

    def _follow(self, match: Match, review: Review) -> None:
        if self._then is None:
            return
        if len(self._finished) >= MOST_FOLLOWED:
            log.info(
                "too many reviews wait for further use; that of match %s is left out", match.id
            )
            return
        self._finished.append((match, review))
        if self._following is None or self._following.done():
            self._following = asyncio.create_task(self._follow_all(self._then))

    async def _follow_all(self, then: Callable[[Match, Review], Awaitable[None]]) -> None:
        while self._finished:
            match, review = self._finished.popleft()
            try:
                await then(match, review)
            except Exception:  # the review stands, and others follow
                log.exception("the review of match %s is of no further use", match.id)

    def _held(self) -> Claim:
        if self._claim is None:
            raise _LostError
        return self._claim

    async def _renew(self) -> None:
        """Raise _LostError if another process has the review by now."""
        self._claim = await self._store.renew(self._held(), self._service.now(), LASTS)
        self._held()

    async def _fail(self, match_id: str) -> None:
        stored = await self._store.find(match_id)
        if self._claim is not None and stored is not None:
            again = self._service.now() + PAUSE * 2**stored.failed
            await self._store.fail(self._claim, again, MOST_FAILURES)


def _read(text: str, seats: int) -> Digest:
    return digest(from_text(text), seats)


class _LostError(Exception):
    """Another process has this review by now."""
