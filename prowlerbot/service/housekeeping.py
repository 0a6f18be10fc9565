"""Work that falls due without a press: expiry, reminders and missing results."""

import logging
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from prowlerbot.core.clock import DAY, HOUR, forgive_outages
from prowlerbot.core.errors import Denied, GameMissing, NotFound, Refused, Stale, Unusable
from prowlerbot.core.posts import Post
from prowlerbot.match import call_rules, closing, leaving, lobby
from prowlerbot.match.call_rules import DueCall, MatchDuty
from prowlerbot.match.deadlines import MAX_IDLE_SECONDS, end_abandoned, is_abandoned
from prowlerbot.match.machine_help import NoHelp
from prowlerbot.match.match import Context, Match, Phase
from prowlerbot.match.ratings import result_of
from prowlerbot.match.scene import Scene
from prowlerbot.service.match_service import Service
from prowlerbot.storage.duty_store import ChoreStore

log = logging.getLogger(__name__)

_RESULTS_CHORE = "results"  # the chore under which it is noted that no result is missing
_LATEST_AWAITED_CALL = 15 * 60
"""Seconds after which a match that an older version stored calls no awaited player any more."""


@dataclass(eq=False)
class Housekeeping:
    """The work of the duties of a match. Most methods return the time of the next check."""

    _service: Service

    async def compute_duties(self, match_id: str) -> None:
        """Write the duties of a match that an older version of the bot has stored."""
        match = await self._service.match(match_id)
        duties: dict[str, int | None] = {MatchDuty.COMPUTE: None}
        duties |= call_rules.duties_of_match(match) | self._service.facts.stopwatch_duty(match)
        if (duties.get(MatchDuty.AWAITED) or 0) < self._service.now() - _LATEST_AWAITED_CALL:
            duties[MatchDuty.AWAITED] = None
        await self._service.store.duties.put_duties_of_match(match, duties)

    async def expire_challenge(self, match_id: str) -> int | None:
        """End a challenge that nobody has answered in time."""
        scene, now = await self._service.scene(match_id), self._service.now()
        match, outages = scene.match, self._service.clocks.outages(scene)
        expires_at = forgive_outages(lobby.expiry_of(match), outages, HOUR)
        if match.phase is not Phase.LOBBY:
            return None
        if now < expires_at:
            return expires_at
        await self._service.store.commit(match, lobby.expire_challenge(match, now))
        return None

    async def end_abandoned(self, match_id: str) -> int | None:
        """End a match that nobody has touched for long."""
        scene, now = await self._service.scene(match_id), self._service.now()
        match, due = scene.match, self._service.clocks.deadline(scene)
        if not is_abandoned(match, due, now):
            at = now if due is None else max(due, match.changed_at)
            return min(at + MAX_IDLE_SECONDS, now + DAY)  # a player who is away may return earlier
        await self._service.commit(match, end_abandoned(match, due, now))
        return None

    async def end_late(self, scene: Scene, kept_out: Collection[int]) -> None:
        """End a match for its late players as ``closing.end_late`` does; Denied if none is late."""
        outages = self._service.clocks.outages(scene)

        def transition(match: Match, context: Context) -> Match:
            late = self._service.clocks.overdue_seats(match, outages)
            if late and scene.was_never_seen:
                return closing.end_unseen(match, context)
            return closing.end_late(match, context, late, kept_out)

        await self._service.apply(scene.match.id, transition)

    async def end_by_flag(self, scene: Scene, kept_out: Collection[int]) -> int | None:
        """End a match as ``end_late`` if its clock has run out; returns the time of a next look."""
        with suppress(Denied):  # it is too early, or another change came first
            await self.end_late(scene, kept_out)
        return self._service.clocks.next_claim(await self._service.scene(scene.match.id))

    async def drop_unplayed(self, match_id: str) -> int | None:
        """Drop a match of one player that was hardly played. If it plays on from a match that still
        counts, it waits: without it the machine would help in the next branch of that match.
        """
        scene, now = await self._service.scene(match_id), self._service.now()
        at = call_rules.duties_of_match(scene.match).get(MatchDuty.DROP)
        if at is None or now < at:
            return at
        if scene.match.origin is not None:
            try:
                await self._service.fair_help.check_may_help(scene.match)
            except NoHelp:
                return now + DAY
        return None if await self._service.store.dropped.drop_match(scene) else now

    async def forgive_outage(self, match_id: str) -> bool:
        """Plan the reminders again after an outage; returns whether it has moved the deadline."""
        scene = await self._service.scene(match_id)
        if self._service.clocks.forgiving_outage(scene) is None:
            return False
        await self._service.store.duties.put_duties_of_match(
            scene.match, {MatchDuty.REMIND: self._service.now()} if scene.match.terms.pace else {}
        )
        return True

    async def close_offers(self, match_id: str) -> int | None:
        """Hand the seats that nobody has taken in time to the machine."""
        try:
            await self._service.apply(match_id, leaving.close_offers)
        except Stale:
            match = await self._service.match(match_id)
            return min((each.offered for each in match.players if each.offered), default=None)
        return None

    async def enter_missing_results(self) -> None:
        """Enter the results of matches that ended under an older version of the bot. The search for
        them reads every finished match, so it stops for good once none is missing.
        """
        chores = ChoreStore(self._service.store.database)
        if await chores.latest_outcome(_RESULTS_CHORE):
            return
        if not (missing := await self._service.store.results.missing_results()):
            await chores.note_outcome(_RESULTS_CHORE, {"missing": 0})
        for match_id in missing:
            async with self.isolating(match_id):
                match = await self._service.match(match_id)
                if result := result_of(match, self._service.facts.game(match)):
                    await self._service.store.results.add_result(result)

    async def free_claims(self) -> None:
        """Take over the duties that an earlier process had claimed when it died. This is right for
        a file, which has one process; those of a database server may still run.
        """
        if not self._service.store.database.remote:
            await self._service.store.duties.free_claims()

    @asynccontextmanager
    async def isolating(self, match_id: str) -> AsyncIterator[None]:
        """Keep the error of a match that cannot be read or replayed from others; report it once."""
        try:
            yield
        except Unusable:
            raise  # the same for all of them
        except (Denied, NotFound, GameMissing) as denied:
            # Nothing is wrong with the match: another change came first, it was dropped, or it
            # waits for its game.
            log.debug("match %s is left as it is: %s", match_id, denied)
        except Exception as error:  # noqa: BLE001 - a broken record may raise anything
            problem = str(error) if isinstance(error, Refused) else repr(error)
            broken = self._service.store.broken
            if await broken.note_problem(match_id, problem, self._service.now()):
                log.error(  # noqa: TRY400 - a traceback would not help the host
                    "match “%s” cannot be used and is left out: %s (the doctor can set it aside)",
                    match_id,
                    problem,
                )

    def find_reminders(self, scene: Scene) -> tuple[list[DueCall], int | None]:
        """The reminders that are due now, and the time to look for the next one."""
        to_move = self._service.facts.to_move(scene.match)
        outages = self._service.clocks.outages(scene)
        return call_rules.due_reminders(scene, to_move, self._service.now(), outages)

    def find_claim_calls(self, scene: Scene) -> tuple[list[DueCall], int | None]:
        """The calls to the players who can claim late moves, and the time of the next look."""
        service, now = self._service, self._service.now()
        to_move, late = service.facts.to_move(scene.match), service.clocks.late_seats(scene)
        due, next_look = call_rules.claim_calls(scene, to_move, late, now)
        deadlines = (service.clocks.deadline(scene, seat) for seat in to_move - late)
        # A player who is away may return earlier.
        looks = [next_look, *(at and min(at, now + DAY) for at in deadlines)]
        return due, min(filter(None, looks), default=None)

    async def note_other_reminders(self, player: int, known: str) -> list[tuple[Scene, Post]]:
        """Note the reminders that are due in all matches of a player but the ``known`` one."""
        noted, store = list[tuple[Scene, Post]](), self._service.store
        due_matches = await store.duties.matches_due(player, MatchDuty.REMIND, self._service.now())
        others = [match_id for match_id in due_matches if match_id != known]
        for match_id in await self._service.matches_served_here(others):
            async with self.isolating(match_id):
                scene = await self._service.scene(match_id)
                seat = scene.match.seat_of(player)
                due = [call for call in self.find_reminders(scene)[0] if call.key.seat == seat]
                noted += [(scene, post) for post in await store.outbox.note_calls(match_id, due)]
        return noted

    async def note_awaited_call(self, scene: Scene) -> tuple[list[Post], int | None]:
        """Note the call to the seat that all others wait for; with the time of the next check."""
        match, now = scene.match, self._service.now()
        due = call_rules.awaited_calls(scene, self._service.facts.to_move(match), now)
        noted = await self._service.store.outbox.note_calls(match.id, due)
        at = call_rules.end_of_call_pause(match)
        return noted, at if at > now else None
