"""Work that falls due without a press: expiry, reminders, missed calls and missing results."""

from __future__ import annotations

import logging
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from contextlib import asynccontextmanager
from functools import partial

from prowlerbot.core.errors import Denied, Refused, Unusable
from prowlerbot.match import lobby, offers
from prowlerbot.match.attention import is_there, last_awaited
from prowlerbot.match.deadlines import (
    LEFT_ALONE,
    Reminder,
    abandon,
    abandoned,
    due_reminder,
    in_peace,
    next_reminder,
)
from prowlerbot.match.match import Match
from prowlerbot.match.ratings import result_of
from prowlerbot.service.service import Service
from prowlerbot.storage.chores import Chores
from prowlerbot.storage.scenes import Scene

log = logging.getLogger(__name__)

_CALLED_BY = 60
"""Seconds after which a call to a turn has gone out or never will."""
_ENDED_AT_ONCE = 50
"""The most matches that expire in one round of upkeep."""
_REMINDED_AGAIN = 60
"""The least seconds after which a reminder that could not be sent is sent again."""
_TRIES_LEFT = 10
"""The part of the time left after which it is: ever sooner, and not often where days are left."""
_RESULTS = "results"
"""The chore under which it is noted that no result is missing."""
_CALLED_LATEST = 15 * 60
"""Seconds after which a missed call to a turn is no longer sent; reminders come anyway."""


def called(scene: Scene, seat: int) -> bool:
    """Whether a message calls this seat, or all seats, to the present decision."""
    moment = scene.match.decision(seat).moment
    return any(call.moment == moment and call.seat in {0, seat} for call in scene.calls)


def _callable(scene: Scene, seats: Iterable[int]) -> list[int]:
    """The seats whose players want calls."""
    return [
        seat
        for seat in sorted(seats)
        if scene.match.player(seat).is_person and scene.choices_of(seat).calls != "off"
    ]


class Housekeeping:
    """Each task from here is given out once, to the process that serves its server."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._store = service.store
        self._settled: dict[str, int] = {}

    async def expire(self, *, everywhere: bool = False) -> list[Match]:
        """End the challenges without an answer in time, and the abandoned matches.

        Returns the matches that this call ended. It ends a few, those longest untouched first, as
        presses wait for each commit; with ``everywhere`` all, those of other processes too.
        """
        now = self._service.now()
        ended: list[Match] = []
        unanswered = await self._store.challenges_before(now - lobby.CHALLENGE_LASTS)
        overdue = await self._store.due_before(now - LEFT_ALONE)
        if not everywhere:
            unanswered, overdue = [await self._service.mine(it) for it in (unanswered, overdue)]
        most = math.inf if everywhere else _ENDED_AT_ONCE
        for match_id in unanswered:
            if len(ended) >= most:
                break
            async with self.sparing(match_id):
                match = await self._service.match(match_id)
                if not lobby.expired(match, now):  # answered since the list was made
                    continue
                over = lobby.expire(match, now)
                if await self._store.commit(match, over):
                    ended.append(over)
        for match_id in overdue:
            if len(ended) >= most:
                break
            async with self.sparing(match_id):
                scene = await self._service.scene(match_id)
                match, due = scene.match, self._service.deadline(scene)
                if abandoned(match, due, now):
                    over = abandon(match, due, now)
                    if await self._service.commit(match, over):
                        ended.append(over)
        return ended

    async def close_offers(self) -> None:
        """Hand the left seats that nobody has taken in time to the machine."""
        due = await self._store.offers_before(self._service.now())
        for match_id in await self._service.mine(due):
            async with self.sparing(match_id):
                await self._service.apply(match_id, offers.close)

    async def enter_missing_results(self) -> None:
        """Enter the results of matches that ended under an older version of the bot.

        The search for them reads every finished match, so it ends once it has found none.
        """
        chores = Chores(self._store.database)
        if await chores.latest(_RESULTS):
            return
        missing = await self._store.results.missing()
        if not missing:
            await chores.note(_RESULTS, self._service.now(), {"missing": 0})
        for match_id in missing:
            async with self.sparing(match_id):
                match = await self._service.match(match_id)
                if result := result_of(match, self._service.game(match)):
                    await self._store.results.add(result)

    async def free_claims(self) -> None:
        """Take over at once what an earlier process on a file had claimed as it died.

        A file has one process; a server may have others that live.
        """
        if not self._store.database.remote:
            await Chores(self._store.database).free()
            await self._store.reviews.free()

    @asynccontextmanager
    async def sparing(self, match_id: str) -> AsyncIterator[None]:
        """Let the other matches go on if one cannot be read or replayed; it is reported once."""
        try:
            yield
        except Unusable:
            raise  # the same for all of them
        except Denied as denied:  # nothing is wrong with the match: another change came first
            log.debug("match %s went on meanwhile: %s", match_id, denied)
        except Exception as error:  # noqa: BLE001 - a broken record may raise anything
            problem = str(error) if isinstance(error, Refused) else repr(error)
            if await self._store.broken.note(match_id, problem, self._service.now()):
                log.error(  # noqa: TRY400 - one line; what may be in a traceback is no matter here
                    "match “%s” cannot be used and is left out: %s (the doctor can set it aside)",
                    match_id,
                    problem,
                )

    async def reminders(self, *, left: bool = False) -> list[tuple[Scene, int, Reminder]]:
        """The reminders to send now, each with the seat of the player.

        Each is noted as begun until it is ``reminded``; with ``left``, one that a dead process has
        begun is given out once more. Players who are away or in quiet hours get theirs right
        after, if there is still time.
        """
        now = self._service.now()
        looked: list[tuple[Match, int]] = []

        def due(scene: Scene) -> Iterator[tuple[int, Reminder]]:
            again: set[int] = set()
            for seat in _callable(scene, self._service.to_move(scene.match)):
                by, choices = self._service.deadline(scene, seat), scene.choices_of(seat)
                if by is None or by <= now:
                    continue
                if in_peace(choices, now):
                    again.add(now)
                    continue
                again.add(next_reminder(scene.match, seat, choices, now))
                reminder = due_reminder(scene.match, seat, choices, now)
                if reminder is not None:
                    yield seat, reminder
            looked.append((scene.match, min(again - {0}, default=0)))

        begin = partial(self._store.calls.begin, left=left)
        found = await self._claimed(await self._store.calls.to_remind(now), due, begin)
        sending = {scene.match.id for scene, _, _ in found}
        for match, at in looked:
            soon = now + _REMINDED_AGAIN if match.id in sending else at
            await self._store.calls.remind_again(match, min(at or soon, soon))
        return found

    async def reminded(self, scene: Scene, seat: int, reminder: Reminder, *, sent: bool) -> None:
        """Note that a reminder has been sent, or that Discord refused it: then it is due again
        after a part of the time left, ever sooner.
        """
        calls, match, now = self._store.calls, scene.match, self._service.now()
        if sent:
            await calls.ended(match, seat, reminder)
            return
        by = self._service.deadline(scene, seat) or now
        await calls.release(match, seat, reminder)
        await calls.remind_again(match, now + max(_REMINDED_AGAIN, (by - now) // _TRIES_LEFT))

    async def uncalled(self, since: int | None = None) -> list[tuple[Scene, int, Reminder]]:
        """The seats whose turn began a while ago, or whose match ended, without a call to them, and
        those for whom alone all others wait; also ``since`` then, for work that another process has
        left.

        The player was there when the turn began, the bot was stopped between the move and the call,
        or Discord refused the call. A call that has been claimed as needless is not among them.
        """
        now = self._service.now()
        recent, latest = now - _CALLED_LATEST, now - _CALLED_BY
        earliest = recent if since is None else min(recent, since)

        def turns(scene: Scene) -> Iterator[tuple[int, Reminder]]:
            for seat in _callable(scene, self._service.to_move(scene.match)):
                if (scene.match.id, seat) in alone:
                    continue  # one call is enough
                since, there = scene.match.decision(seat).since, is_there(scene.match, seat, now)
                if earliest <= since <= latest and not there and not called(scene, seat):
                    yield seat, Reminder.TURN

        def awaited(scene: Scene) -> Iterator[tuple[int, Reminder]]:
            last = last_awaited(scene.match, self._service.to_move(scene.match), now)
            if scene.match.open_question is None:
                for seat in _callable(scene, {last} - {0}):
                    yield seat, Reminder.AWAITED

        def ends(scene: Scene) -> Iterator[tuple[int, Reminder]]:
            match = scene.match
            told = {-call.seat for call in scene.calls if call.moment == match.moment}
            for seat in _callable(scene, {*match.seats} - match.left - told):
                yield seat, Reminder.OVER

        late = await self._claimed(await self._store.planned_between(earliest, latest), awaited)
        alone = {(scene.match.id, seat) for scene, seat, _ in late}
        begin = partial(self._store.calls.begin, left=since is not None)
        return [
            *late,
            *await self._claimed(await self._store.turns_between(earliest, latest), turns, begin),
            *await self._claimed(await self._store.ended_between(earliest, latest), ends, begin),
        ]

    async def _claimed(
        self,
        matches: list[str],
        due: Callable[[Scene], Iterator[tuple[int, Reminder]]],
        claim: Callable[[Match, int, Reminder], Awaitable[bool]] | None = None,
    ) -> list[tuple[Scene, int, Reminder]]:
        """What is ``due`` in these matches; each of it is given out once, to one process."""
        claim = claim or self._store.calls.claim
        found: list[tuple[Scene, int, Reminder]] = []
        for match_id in await self._service.mine(matches):
            async with self.sparing(match_id):
                scene = await self._service.scene(match_id)
                for seat, reminder in due(scene):
                    if await claim(scene.match, seat, reminder):
                        found.append((scene, seat, reminder))
        return found

    async def with_settled_calls(self, since: int | None = None) -> list[str]:
        """The matches without recent events that still have calls, each once after each change;
        changed ``since`` then, for work that another process has left.
        """
        now = self._service.now()
        recent = now - _CALLED_LATEST
        earliest = recent if since is None else min(recent, since)
        settled = await self._store.calls.settled(earliest, now - _CALLED_BY)
        fresh = [it for it, revision in settled if self._settled.get(it) != revision]
        self._settled = dict(settled)
        return await self._service.mine(fresh)
