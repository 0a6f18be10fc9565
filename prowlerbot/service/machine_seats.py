"""The seats of the machine in matches: where it may play, and its moves.

The due moves of the machine follow from the match, so nothing can be lost. No process claims a
search for itself, which would cost two writes a move. Instead, a search that had to wait checks
whether its move is still due. If two processes search at once, the commit accepts one move.
"""

import time
from dataclasses import dataclass, replace

from prowlerbot.core.errors import Denied, Stale
from prowlerbot.match.match import Context, Decision, Match
from prowlerbot.match.play import move_of_machine
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.match.stage_clock import finish_full_seats
from prowlerbot.opponent.pool import Thinkers
from prowlerbot.opponent.task import MoveTask
from prowlerbot.service.match_service import Service
from prowlerbot.workers.line import QueuePlace

_FRESH_SECONDS = 1.0
"""Seconds after the request for which a move is still due without a check."""


@dataclass(frozen=True, slots=True)
class MachineMove:
    """A move of the machine, with the decision that it answers."""

    match: str
    seat: int
    decision: Decision
    move: str


@dataclass(eq=False)
class MachineSeats:
    _service: Service
    _thinkers: Thinkers

    @property
    def switched_on(self) -> bool:
        """Whether the host lets the machine play."""
        return self._thinkers.switched_on

    def check_allowed(self, server: ServerChoices) -> None:
        """Raise Denied, with the reason, if no match with the machine can begin."""
        self._thinkers.admit()
        if not server.machine:
            raise Denied("The machine does not play in this server; its admins have turned it off.")

    def admits_machine(self, server: ServerChoices) -> bool:
        return self.switched_on and server.machine

    def count_ahead(self, match: Match) -> int:
        """The number of other matches that the machine serves before this one."""
        return self._thinkers.count_ahead(_queue_place(match))

    async def search_move(self, match: Match, seat: int) -> MachineMove:
        """Search for a move with the knowledge of the seat. Raises Stale if the match has moved on,
        NoHelp if the same line is being played for a result, and Denied if the search has no
        result.
        """
        await self._service.fair_help.check_may_help(match)
        decision, asked = match.decision(seat), time.monotonic()
        moves = tuple(self._service.facts.record_of_seat(match, seat).moves)
        level, seed = match.player(seat).level or "easy", self._service.rng.getrandbits(32)
        task = MoveTask(match.game, match.setup, moves, seat=seat, level=level, seed=seed)

        async def check() -> None:
            if time.monotonic() - asked < _FRESH_SECONDS:
                return
            present = await self._service.match(match.id)
            due = self._service.facts.machines_to_move(present)
            if seat not in due or present.decision(seat) != decision:
                raise Stale("The match moved on while the machine was thinking.")

        async def search(seed: int | None) -> str:
            steady = task if seed is None else replace(task, seed=seed, steady=True)
            return await self._thinkers.move(_queue_place(match), steady, check)

        store = self._service.store
        for feature in store.contributions if match.terms.day else ():
            move = await feature.fixed_reply(store.database, match, seat, moves, search)
            if move is not None:
                return MachineMove(match.id, seat, decision, move)
        return MachineMove(match.id, seat, decision, await search(None))

    async def make_move(self, chosen: MachineMove) -> Match:
        """Make the move once, even if several processes have one. Raises Stale if it is late."""

        def transition(match: Match, context: Context) -> Match:
            made = move_of_machine(match, context, chosen.seat, chosen.decision, chosen.move)
            return finish_full_seats(made, context) if self._service.facts.is_live(made) else made

        return await self._service.apply(chosen.match, transition)

    async def close(self) -> None:
        await self._thinkers.close()


def _queue_place(match: Match) -> QueuePlace:
    """The place of a match in the machine's line, under the lowest id of its people."""
    return QueuePlace(min(match.people, default=0), match.id)
