"""The seats of the machine: its due moves, the search for each, and its commit.

The due moves follow from the match, so nothing else is stored and nothing can be lost. No process
claims a search for itself: that would cost two writes a move, and after a crash a claim would have
to expire. Instead, a search that had to wait checks whether its move is still due. If two processes
search at the same time, the commit accepts one move.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from prowlerbot.core.errors import Denied, Stale
from prowlerbot.match.deadlines import stopped_if_full
from prowlerbot.match.decisions import Decision
from prowlerbot.match.match import Context, Match
from prowlerbot.match.play import move_of_machine
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.opponent.pool import Thinkers
from prowlerbot.opponent.task import Task
from prowlerbot.service.fair_help_check import FairHelp
from prowlerbot.service.match_service import Service
from prowlerbot.workers.line import Place

_FRESH = 1.0
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

    def admit(self, server: ServerChoices) -> None:
        """Raise Denied, with the reason, if no match with the machine can begin."""
        self._thinkers.admit()
        if not server.machine:
            raise Denied("The machine does not play in this server; its admins have turned it off.")

    def admitted(self, server: ServerChoices) -> bool:
        """Whether the machine plays in a server at all."""
        return self.switched_on and server.machine

    def ahead(self, match: Match) -> int:
        """The number of other matches that the machine serves before this one."""
        return self._thinkers.ahead(_place(match))

    async def search_move(self, match: Match, seat: int) -> MachineMove:
        """Search for a move with the knowledge of the seat.

        Raises Stale if the match has moved on, NoHelp if the same line is being played for a
        result, and Denied if the search has no result.
        """
        await FairHelp(self._service).check(match)
        decision, asked = match.decision(seat), time.monotonic()
        moves = tuple(self._service.record_of_seat(match, seat).moves)
        task = Task(
            game=match.game,
            setup=match.setup,
            moves=moves,
            seat=seat,
            level=match.player(seat).level or "easy",
            seed=self._service.seed(),
        )

        async def check() -> None:
            if time.monotonic() - asked < _FRESH:
                return
            present = await self._service.match(match.id)
            due = self._service.machines_to_move(present)
            if seat not in due or present.decision(seat) != decision:
                raise Stale("The match moved on while the machine was thinking.")

        async def search(seed: int | None) -> str:
            steady = task if seed is None else replace(task, seed=seed, steady=True)
            return await self._thinkers.move(_place(match), steady, check)

        store = self._service.store
        for reply in store.contributions.replies:
            move = await reply(store.database, match, seat, moves, search)
            if move is not None:
                return MachineMove(match.id, seat, decision, move)
        return MachineMove(match.id, seat, decision, await search(None))

    async def make_move(self, chosen: MachineMove) -> Match:
        """Make the move once, even if several processes have one. Raises Stale if it is late."""

        def transition(match: Match, context: Context) -> Match:
            made = move_of_machine(match, context, chosen.seat, chosen.decision, chosen.move)
            return stopped_if_full(made, context)

        return await self._service.apply(chosen.match, transition)

    async def close(self) -> None:
        await self._thinkers.close()


def _place(match: Match) -> Place:
    """The place of a match in the machine's line, under the lowest id of its people."""
    return Place(min(match.people, default=0), match.id)
