"""Plays the machine's seats: decides when it begins to think and when its move is shown.

The machine moves as soon as this process has shown a board with its turn. A duty does the same for
boards that another process left. The machine waits a moment, so that the move before can be seen.
"""

import asyncio
import logging
from dataclasses import dataclass
from typing import Protocol

from discord.ext import commands

from cogs.frame.replies import press_context
from cogs.frame.router import refusal_sentence
from prowlerbot.core.errors import Denied, GameFailed, Refused, Stale, StoreError
from prowlerbot.core.i18n import tr, trn
from prowlerbot.match.machine_help import NoHelp
from prowlerbot.match.match import Match
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.service.machine_service import MachineMove, MachineSeats
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)

MOVE_SECONDS = 1.2  # seconds for which a move stays readable before the machine makes the next one
_MAX_UNTOLD = 3  # matches ahead in the queue up to which the players get no notice at once
_QUEUE_SECONDS = 5  # seconds between checks of the queue; the players see its progress
_WATCHING_SECONDS = 60  # seconds for which a presser still watches and needs no call
_CHECK_SECONDS = 30
"""Seconds after which a match in which the machine is still to move is looked at again."""


class ShowMatch(Protocol):
    """Updates the board of a match, as ``BoardMessages.refresh`` does."""

    async def __call__(
        self, match_id: str, caller: int = 0, *, call: bool = True, anyway: bool = False
    ) -> bool: ...


@dataclass(slots=True)
class _Work:
    """The machine's work in a match: while it plays there, and while its last try has failed."""

    match: str
    show: ShowMatch
    task: asyncio.Task[None] | None = None
    is_woken: bool = False
    """Whether the match was shown while the task was playing, so it has to look again."""
    presser: int = 0  # the latest presser, if a press has led to this work
    pressed_at: int = 0
    waits_since: int | None = None  # the time at which the present search has begun
    is_logged: bool = False  # whether the failure is in the log
    refused: Refused | None = None
    """Why the machine may not move in the match, as its board says it."""


@dataclass(eq=False)
class Machines(commands.Cog):
    """Plays the machine's seats, one move at a time in each match."""

    _service: Service
    seats: MachineSeats

    def __post_init__(self) -> None:
        self.pace = MOVE_SECONDS
        self._work: dict[str, _Work] = {}  # the work by match

    def can_begin(self, game: str, server: ServerChoices) -> bool:
        """Whether a player can begin a match here without waiting for another player."""
        return self.seats.admits_machine(server) or 1 in self._service.games[game].seats

    def notice(self, match: Match) -> str:
        """The notice to players who wait for the machine; empty if they do not wait."""
        if not self._service.facts.machines_to_move(match):
            return ""
        if not self.seats.switched_on:
            return tr("🤖 The host of this bot has switched the machine off.")
        if not self._service.facts.only_machines_to_move(match):
            return ""
        work = self._work.get(match.id)
        if work is not None and work.refused is not None:
            return f"🤖 {refusal_sentence(work.refused)}"
        ahead, now = self.seats.count_ahead(match), self._service.now()
        waits_since = work.waits_since if work is not None else None
        waited_seconds = 0 if waits_since is None else now - waits_since
        if ahead > _MAX_UNTOLD or (ahead and waited_seconds >= _QUEUE_SECONDS):
            return trn(
                "🤖 The machine is thinking; {count} match ahead of this one.",
                "🤖 The machine is thinking; {count} matches ahead of this one.",
                ahead,
            )
        return tr("🤖 The machine is thinking.")

    def wake_machine(self, match: Match, show: ShowMatch, presser: int = 0) -> None:
        """Play on if the match waits for the machine, as it was just shown."""
        if not self._service.facts.machines_to_move(match) or not self.seats.switched_on:
            self._forget_failure(match.id)
            return
        work = self._work.setdefault(match.id, _Work(match.id, show))
        if presser:
            work.presser, work.pressed_at = presser, self._service.now()
        if work.task is None:
            # The machine's move keeps the language of the press, which is answered by now.
            work.task = press_context().run(asyncio.create_task, self._play(work))
        elif work.task is not asyncio.current_task():
            work.is_woken = True

    async def check_match(self, match_id: str, show: ShowMatch) -> int | None:
        """Have the machine play where it should; returns the time to look again, None for never."""
        next_check = self._service.now() + _CHECK_SECONDS
        if (work := self._work.get(match_id)) is not None and work.task is not None:
            return next_check
        match = await self._service.match(match_id)
        self.wake_machine(match, show)
        if not self._service.facts.machines_to_move(match):
            return None
        work = self._work.get(match_id)
        # The check whether it may move takes a while.
        if work is not None and work.refused is not None and work.task is not None:
            await asyncio.wait([work.task])
        return next_check

    async def wait_until_idle(self) -> None:
        """Wait until no machine's move is due."""
        while playing := self._tasks():
            await asyncio.wait(playing)

    def _tasks(self) -> list[asyncio.Task[None]]:
        return [work.task for work in self._work.values() if work.task is not None]

    async def cog_unload(self) -> None:
        """Drop running moves; they are due again at the next start."""
        playing = self._tasks()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await self.seats.close()

    async def _play(self, work: _Work) -> None:
        """Make all due moves of a match, and survive each failure."""
        try:
            await self._make_moves(work)
        except (NoHelp, GameFailed) as refusal:
            self._log_failure(work, refusal)
            # The board says once why the machine does not move; a duty tries again until it may.
            if work.refused is None:
                work.refused = refusal
                await self._show_match(work, anyway=True)
        except Exception as error:  # noqa: BLE001 - logged; a duty tries again
            self._log_failure(work, error)
        else:
            self._forget_failure(work.match)
        finally:
            work.task, work.is_woken, work.presser = None, False, 0
            self._drop_done(work)

    async def _make_moves(self, work: _Work) -> None:
        """Make the machine's moves one after another, until none is due."""
        loop = asyncio.get_running_loop()
        shown_at = loop.time()
        while True:
            work.is_woken = False
            match = await self._service.match(work.match)
            if not (seats := self._service.facts.machines_to_move(match)):
                if work.is_woken:
                    continue
                return
            try:
                move = await self._search_move(match, seats[0], work)
                await asyncio.sleep(shown_at + self.pace - loop.time())
                new_match = await self.seats.make_move(move)
            except Stale:  # a take-back, a resignation, or another process
                continue
            await self._show_match(work)
            if new_match.moment != match.moment:  # a secret step shows nothing new
                shown_at = loop.time()

    async def _search_move(self, match: Match, seat: int, work: _Work) -> MachineMove:
        """Find the machine's move; meanwhile the players see the length of the queue."""
        work.waits_since = self._service.now()
        notice = self.notice(match)
        search = asyncio.create_task(self.seats.search_move(match, seat))
        try:
            while not (await asyncio.wait([search], timeout=_QUEUE_SECONDS))[0]:
                if notice != (notice := self.notice(match)):
                    await self._show_match(work, anyway=True)
            with self._service.facts.asking_game(match):
                return await search
        finally:
            search.cancel()
            work.waits_since = None

    def _forget_failure(self, match_id: str) -> None:
        if (work := self._work.get(match_id)) is not None:
            work.is_logged, work.refused = False, None
            self._drop_done(work)

    def _drop_done(self, work: _Work) -> None:
        """Drop the work in a match once nothing is left of it."""
        if work.task is None and not work.is_logged and work.refused is None:
            del self._work[work.match]

    async def _show_match(self, work: _Work, *, anyway: bool = False) -> None:
        caller = work.presser if self._service.now() < work.pressed_at + _WATCHING_SECONDS else 0
        try:
            await work.show(work.match, caller, call=not anyway, anyway=anyway)
        except (StoreError, asyncio.CancelledError):
            raise
        except Exception:  # a duty shows it later
            log.exception("match %s cannot be shown", work.match)

    def _log_failure(self, work: _Work, error: Exception) -> None:
        """Log the failure of a match once; a duty tries again."""
        if isinstance(error, GameFailed) or work.is_logged:
            return
        work.is_logged = True
        if isinstance(error, Denied | StoreError):
            log.warning("the machine has not moved in match %s: %s", work.match, error)
        else:
            log.error("the machine cannot move in match %s", work.match, exc_info=error)
