"""The duties of matches: each does what is due in a match, and updates its board."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial

from cogs.board.absence import Absence
from cogs.board.board_messages import BoardMessages
from cogs.frame.duty_loop import DutyLoop, Handler, Later
from prowlerbot.core.clock import DAY, HOUR
from prowlerbot.core.errors import Stale
from prowlerbot.core.posts import POST_DUTY, Duty
from prowlerbot.match.banks import low_bank
from prowlerbot.match.call_rules import MatchDuty
from prowlerbot.match.clock_starts import end_stage
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.match_service import Service
from prowlerbot.storage.match_store import Store

_GRACES: Mapping[str, int] = {MatchDuty.EXPIRE: HOUR, MatchDuty.OFFER: HOUR, MatchDuty.ABANDON: DAY}
"""The least seconds that players have for these duties after an outage."""

DutyWork = Callable[[str], Awaitable[int | None]]
"""Does the due work on a match, and returns the time of the next work; None for none."""


def spare_damaged(housekeeping: Housekeeping, do_work: DutyWork) -> Handler:
    """The handler that does work on a match; if the match is damaged, it tries again later."""

    async def handler(duty: Duty) -> int | None:
        is_done, next_time = False, None
        async with housekeeping.isolating(duty.subject):
            next_time, is_done = await do_work(duty.subject), True
        if not is_done:
            raise Later
        return next_time

    return handler


@dataclass(eq=False)
class Upkeep:
    """Does the duties of matches, and updates their boards."""

    _service: Service
    _store: Store
    _boards: BoardMessages
    _duty_loop: DutyLoop
    _absence: Absence

    def __post_init__(self) -> None:
        housekeeping = self._housekeeping = Housekeeping(self._service)
        ending_work: dict[str, DutyWork] = {
            MatchDuty.EXPIRE: housekeeping.expire_challenge,
            MatchDuty.ABANDON: housekeeping.end_abandoned,
            MatchDuty.OFFER: housekeeping.close_offers,
            MatchDuty.STOPWATCH: self._end_stage,
            MatchDuty.FLAG: self._end_by_clock,
        }
        other_work: dict[str, DutyWork] = {
            MatchDuty.COMPUTE: housekeeping.compute_duties,
            MatchDuty.REMIND: self._remind,
            MatchDuty.LATE: self._tell_late,
            MatchDuty.AWAITED: self._call_awaited,
            MatchDuty.FORGIVE: self._forgive,
            MatchDuty.DROP: housekeeping.drop_unplayed,
        }
        if self._boards.machines.seats.switched_on:
            check = self._boards.machines.check_match
            other_work[MatchDuty.MACHINE] = partial(check, show=self._boards.refresh)
        for what, work in (ending_work | other_work).items():
            handler = self._spare_match(work, shows=what in ending_work)
            self._duty_loop.add_handler(what, handler, grace=_GRACES.get(what, 0))
        self._duty_loop.add_handler(MatchDuty.BOARD, self._redraw)
        outbox = self._boards.calls.outbox
        self._duty_loop.add_handler(POST_DUTY, lambda duty: outbox.continue_posts(duty.subject))

    def _spare_match(self, work: DutyWork, *, shows: bool) -> Handler:
        """The same handler; with ``shows``, it also updates the board after the last work."""
        spare = spare_damaged(self._housekeeping, work)

        async def handler(duty: Duty) -> int | None:
            next_time = await spare(duty)
            if shows and next_time is None:
                await self._boards.refresh(duty.subject)
            return next_time

        return handler

    async def _end_by_clock(self, match_id: str) -> int | None:
        """End a match for players whose bank is empty."""
        scene = await self._service.scene(match_id)
        kept_out = await self._absence.find_kept_out(scene) if scene.match.terms.rated else ()
        return await self._housekeeping.end_by_flag(scene, kept_out)

    async def _end_stage(self, match_id: str) -> int | None:
        """End a live stage whose time is up."""
        scene, outages = await self._service.scene(match_id), self._service.clocks.outages
        try:
            await self._service.apply(scene.match, end_stage, outages(scene))
        except Stale:  # all finished early, or a move has restarted the clock
            scene = await self._service.scene(match_id)
            return self._service.facts.end_of_stage(scene.match, outages(scene))
        return None

    async def _forgive(self, match_id: str) -> None:
        """Show how much time players have after an outage."""
        if await self._housekeeping.forgive_outage(match_id):
            await self._boards.refresh(match_id, call=False, anyway=True)

    async def _call_awaited(self, match_id: str) -> int | None:
        scene = await self._service.scene(match_id)
        calls, next_time = await self._housekeeping.note_awaited_call(scene)
        for call in calls:
            await self._boards.calls.send_call(scene, call)
        return next_time

    async def _remind(self, match_id: str) -> int | None:
        scene = await self._service.scene(match_id)
        deadline = self._service.clocks.deadline(scene)
        if scene.match.terms.is_timed and deadline is not None:
            if self._service.now() < (warning_at := deadline - low_bank(scene.match)):
                return warning_at
            if warning_at > scene.match.turn_at:  # else the board warns from the start of the turn
                await self._boards.refresh(match_id, call=False, anyway=True)
            return None
        reminders, next_time = self._housekeeping.find_reminders(scene)
        for reminder in reminders:
            await self._boards.calls.remind(scene, reminder)
        return next_time

    async def _redraw(self, duty: Duty) -> None:
        match_id = duty.subject
        if await self._store.boards.is_behind(match_id) and not await self._refresh_board(match_id):
            raise Later

    async def _refresh_board(self, match_id: str) -> bool:
        """Update a board without a call, as another duty calls; False if that did not succeed."""
        results: list[bool] = []  # stays empty for a damaged match
        async with self._housekeeping.isolating(match_id):
            results.append(await self._boards.refresh(match_id, call=False))
        return any(results)

    async def _tell_late(self, match_id: str) -> int | None:
        """Offer a claim on the board, and tell the players who wait."""
        scene = await self._service.scene(match_id)
        calls, next_time = self._housekeeping.find_claim_calls(scene)
        if self._service.clocks.late_seats(scene):
            await self._boards.refresh(match_id, call=False, anyway=True)
        for post in await self._store.outbox.note_calls(match_id, calls):
            await self._boards.calls.send_call(scene, post)
        return next_time

    async def repair(self, guild: int | None = None) -> None:
        """Do all due duties, and redraw the outdated boards of one server or of all servers."""
        await self._duty_loop.do_what_is_due()
        outdated = await self._store.boards.outdated_matches(guild)
        for match_id in await self._service.matches_served_here(outdated):
            await self._refresh_board(match_id)
