"""Plays the machine's seats: decides when it begins to think and when its move is shown.

The machine moves as soon as this process has shown a board with its turn. A duty does the same for
boards that another process left. The machine waits a moment, because an answer within milliseconds
would hide the previous move.
"""

import asyncio
import logging
from dataclasses import dataclass, field
from typing import Protocol

from discord.ext import commands

from cogs.frame.replies import own_context
from cogs.frame.router import refusal_sentence
from prowlerbot.core.errors import Denied, GameFailed, Refused, Stale, StoreError
from prowlerbot.core.i18n import tr, trn
from prowlerbot.match.machine_help import NoHelp
from prowlerbot.match.match import Match
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.service.machine_seats import MachineMove, MachineSeats
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)

MOVE_SECONDS = 1.2
"""Seconds for which a move stays readable before the machine makes the next one."""
_MANY_AHEAD = 3
"""Matches ahead in the queue up to which the players get no notice."""
_QUEUE_SECONDS = 5
"""Seconds between checks of the queue; the players see its progress."""
_PRESSER_WATCHES = 60
"""Seconds for which a presser still watches and needs no call."""
_NEXT_CHECK = 30
"""Seconds after which a match in which the machine is still to move is looked at again."""


class ShowMatch(Protocol):
    """Updates the board of a match, as ``BoardMessages.refresh`` does."""

    async def __call__(
        self, match_id: str, caller: int = 0, *, call: bool = True, anyway: bool = False
    ) -> bool: ...


@dataclass(eq=False)
class Machines(commands.Cog):
    """Plays the machine's seats, one move at a time in each match."""

    _service: Service
    seats: MachineSeats
    show: ShowMatch = field(init=False)
    """BoardMessages sets it, as each of the two needs the other."""

    def __post_init__(self) -> None:
        self.pace = MOVE_SECONDS
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._woken: set[str] = set()
        """Matches that were shown while their task was playing, so it has to look again."""
        self._pressers: dict[str, tuple[int, int]] = {}
        """The latest presser by match, and the time of the press."""
        self._waits_since: dict[str, int] = {}
        self._failed: set[str] = set()
        """Matches whose failure is in the log."""
        self._refused: dict[str, Refused] = {}
        """Why the machine may not move in a match, as its board says it."""

    def can_begin(self, game: str, server: ServerChoices) -> bool:
        """Whether a player can begin a match here without waiting for another player."""
        return self.seats.admits_machine(server) or 1 in self._service.games[game].seats

    def notice(self, match: Match) -> str:
        """The notice to players who wait for the machine; empty if they do not wait."""
        if not self._service.machines_to_move(match):
            return ""
        if not self.seats.switched_on:
            return tr("🤖 The host of this bot has switched the machine off.")
        if not self._service.only_machines_to_move(match):
            return ""
        if (refused := self._refused.get(match.id)) is not None:
            return f"🤖 {refusal_sentence(refused)}"
        ahead, now = self.seats.count_ahead(match), self._service.now()
        waited = now - self._waits_since.get(match.id, now)
        if ahead > _MANY_AHEAD or (ahead and waited >= _QUEUE_SECONDS):
            return trn(
                "🤖 The machine is thinking; {count} match ahead of this one.",
                "🤖 The machine is thinking; {count} matches ahead of this one.",
                ahead,
            )
        return tr("🤖 The machine is thinking.")

    def wake_machine(self, match: Match, presser: int = 0) -> None:
        """Play on if the match waits for the machine, as it was just shown."""
        if not self._service.machines_to_move(match) or not self.seats.switched_on:
            return
        if presser:
            self._pressers[match.id] = presser, self._service.now()
        if (playing := self._playing.get(match.id)) is None:
            # The machine's move keeps the language of the press, which is answered by now.
            self._playing[match.id] = own_context().run(asyncio.create_task, self._play(match.id))
        elif playing is not asyncio.current_task():
            self._woken.add(match.id)

    async def check_match(self, match_id: str) -> int | None:
        """Have the machine play where it should; returns the time to look again, None for never."""
        again = self._service.now() + _NEXT_CHECK
        if match_id in self._playing:
            return again
        match = await self._service.match(match_id)
        if not self._service.machines_to_move(match):
            self._forget(match_id)
            return None
        self.wake_machine(match)
        playing = self._playing.get(match_id)
        # The check whether it may move takes a while.
        if match_id in self._refused and playing is not None:
            await asyncio.wait([playing])
        return again

    async def wait_until_idle(self) -> None:
        """Wait until no machine's move is due."""
        while self._playing:
            await asyncio.wait([*self._playing.values()])

    async def cog_unload(self) -> None:
        """Drop running moves; they are due again at the next start."""
        playing = [*self._playing.values()]
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await self.seats.close()

    async def _play(self, match_id: str) -> None:
        try:
            await self._play_on(match_id)
        except (NoHelp, GameFailed) as refused:
            self._log_failure(match_id, refused)
            # The board says once why the machine does not move; a duty tries again until it may.
            if self._refused.get(match_id) is None:
                self._refused[match_id] = refused
                await self._show_match(match_id, anyway=True)
        except Exception as error:  # noqa: BLE001 - logged; a duty tries again
            self._log_failure(match_id, error)
        else:
            self._forget(match_id)
        finally:
            del self._playing[match_id]
            self._pressers.pop(match_id, None)
            self._woken.discard(match_id)

    async def _play_on(self, match_id: str) -> None:
        """Make the machine's moves one after another, until none is due."""
        loop = asyncio.get_running_loop()
        shown = loop.time()
        while True:
            self._woken.discard(match_id)
            match = await self._service.match(match_id)
            if not (seats := self._service.machines_to_move(match)):
                if match_id in self._woken:
                    continue
                return
            try:
                move = await self._searched_move(match, seats[0])
                await asyncio.sleep(shown + self.pace - loop.time())
                after = await self.seats.make_move(move)
            except Stale:  # a take-back, a resignation, or another process
                continue
            await self._show_match(match_id)
            if after.moment != match.moment:  # a secret step shows nothing new
                shown = loop.time()

    async def _searched_move(self, match: Match, seat: int) -> MachineMove:
        """The machine's move; while it waits, the players see the length of the queue."""
        self._waits_since[match.id] = self._service.now()
        notice = self.notice(match)
        search = asyncio.create_task(self.seats.search_move(match, seat))
        try:
            while not (await asyncio.wait([search], timeout=_QUEUE_SECONDS))[0]:
                if notice != (notice := self.notice(match)):
                    await self._show_match(match.id, anyway=True)
            with self._service.asking_game(match):
                return await search
        finally:
            search.cancel()
            del self._waits_since[match.id]

    def _forget(self, match_id: str) -> None:
        self._failed.discard(match_id)
        self._refused.pop(match_id, None)

    async def _show_match(self, match_id: str, *, anyway: bool = False) -> None:
        presser, at = self._pressers.get(match_id, (0, 0))
        caller = presser if self._service.now() - at < _PRESSER_WATCHES else 0
        try:
            await self.show(match_id, caller, call=not anyway, anyway=anyway)
        except (StoreError, asyncio.CancelledError):
            raise
        except Exception:  # a duty shows it later
            log.exception("match %s cannot be shown", match_id)

    def _log_failure(self, match_id: str, error: Exception) -> None:
        """Log the failure of a match once; a duty tries again."""
        if isinstance(error, GameFailed) or match_id in self._failed:
            return
        self._failed.add(match_id)
        if isinstance(error, Denied | StoreError):
            log.warning("the machine has not moved in match %s: %s", match_id, error)
        else:
            log.error("the machine cannot move in match %s", match_id, exc_info=error)
