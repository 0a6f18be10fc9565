"""The work on matches that needs no press: their duties, and updates of outdated boards."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from cogs.board.board_messages import BoardMessages
from cogs.frame.duty_loop import DutyLoop, Handler, Later
from prowlerbot.core.clock import DAY, HOUR
from prowlerbot.core.errors import Stale
from prowlerbot.core.posts import POST_DUTY, Duty
from prowlerbot.match.call_rules import MatchDuty
from prowlerbot.match.deadlines import stop
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.match_service import Service
from prowlerbot.storage.match_store import Store

log = logging.getLogger(__name__)

_GRACES: Mapping[str, int] = {
    MatchDuty.EXPIRE: HOUR,
    MatchDuty.OFFER: HOUR,
    MatchDuty.ABANDON: DAY,
}
Look = Callable[[str], Awaitable[int | None]]
"""Does the due work on a match, and returns the time of the next work; None for none."""


def sparing(housekeeping: Housekeeping, look: Look) -> Handler:
    """The handler that does work on a match; if the match is damaged, it tries again later."""

    async def handler(duty: Duty) -> int | None:
        done, again = False, None
        async with housekeeping.sparing(duty.subject):
            again, done = await look(duty.subject), True
        if not done:
            raise Later
        return again

    return handler


@dataclass(eq=False)
class Upkeep:
    _service: Service
    _store: Store
    _boards: BoardMessages
    _duty_loop: DutyLoop

    def __post_init__(self) -> None:
        self._housekeeping = Housekeeping(self._service)
        house = self._housekeeping
        ending: dict[str, Look] = {
            MatchDuty.EXPIRE: house.expire,
            MatchDuty.ABANDON: house.abandon,
            MatchDuty.OFFER: house.close_offers,
            MatchDuty.STOPWATCH: self._stop,
        }
        others: dict[str, Look] = {
            MatchDuty.COMPUTE: house.compute,
            MatchDuty.REMIND: self._remind,
            MatchDuty.AWAITED: self._call_awaited,
            MatchDuty.FORGIVE: self._forgive,
            MatchDuty.DROP: house.drop,
        }
        if self._boards.machines.seats.switched_on:
            others[MatchDuty.MACHINE] = self._boards.machines.look
        for what, look in (ending | others).items():
            grace = _GRACES.get(what, 0)
            self._duty_loop.add_handler(
                what, self._sparing(look, shows=what in ending), grace=grace
            )
        self._duty_loop.add_handler(MatchDuty.BOARD, self._redraw)
        self._duty_loop.add_handler(
            POST_DUTY, lambda duty: self._boards.calls.posts.continue_posts(duty.subject)
        )

    # ------------------------------------------------------------------ duties

    def _sparing(self, look: Look, *, shows: bool) -> Handler:
        """The same handler; with ``shows``, it also updates the board after the last work."""
        looking = sparing(self._housekeeping, look)

        async def handler(duty: Duty) -> int | None:
            again = await looking(duty)
            if shows and again is None:
                await self._boards.refresh(duty.subject)
            return again

        return handler

    async def _stop(self, match_id: str) -> int | None:
        """End a live stage whose time is up."""
        scene = await self._service.scene(match_id)
        try:
            await self._service.apply(scene.match, stop, self._service.outages(scene))
        except Stale:  # all finished early, or a move has restarted the clock
            scene = await self._service.scene(match_id)
            return self._service.stopwatch(scene.match, self._service.outages(scene))
        return None

    async def _forgive(self, match_id: str) -> None:
        """Show how much time players have after an outage."""
        if await self._housekeeping.forgive(match_id):
            await self._boards.refresh(match_id, call=False, anyway=True)

    async def _call_awaited(self, match_id: str) -> int | None:
        scene = await self._service.scene(match_id)
        calls, again = await self._housekeeping.awaited(scene)
        for call in calls:
            await self._boards.calls.send(scene, call)
        return again

    async def _remind(self, match_id: str) -> int | None:
        scene = await self._service.scene(match_id)
        reminders, again = self._housekeeping.reminders(scene)
        for seat, word in reminders:
            await self._boards.calls.remind(scene, seat, word)
        return again

    async def _redraw(self, duty: Duty) -> None:
        """Redraw a board that is behind."""
        if await self._store.boards.is_behind(duty.subject) and not await self._refreshed(
            duty.subject
        ):
            raise Later

    async def _refreshed(self, match_id: str) -> bool:
        shown: list[bool] = []
        async with self._housekeeping.sparing(match_id):
            shown.append(await self._boards.refresh(match_id, call=False))  # another duty calls
        return any(shown)

    async def repair(self, guild: int | None = None) -> None:
        """Do all due duties, and redraw the outdated boards of one server or of all servers.

        Boards that failed earlier are among them.
        """
        await self._duty_loop.do_what_is_due()
        for match_id in await self._service.mine(await self._store.boards.behind(guild)):
            await self._refreshed(match_id)
