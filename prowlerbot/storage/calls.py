"""The SQL of calls: the messages that call players to move, and the reminders that were sent."""

from __future__ import annotations

from dataclasses import dataclass

from prowlerbot.match.match import Match
from prowlerbot.match.reminders import Reminder
from prowlerbot.storage.broken import NOT_ASIDE
from prowlerbot.storage.database import Database


@dataclass(frozen=True, slots=True)
class Call:
    """A message that calls somebody to a match: a seat to its decision that began at ``moment``.

    Seat 0 stands for what concerns the match as a whole.
    """

    match: str
    channel: int
    message: int
    moment: int
    seat: int = 0


class CallStore:
    def __init__(self, database: Database) -> None:
        self._db = database

    async def add(self, call: Call) -> None:
        await self._db.write(
            "INSERT INTO calls (match, channel, message, moment, seat, stale)"
            " VALUES ($1, $2, $3, $4, $5, 0)",
            call.match,
            call.channel,
            call.message,
            call.moment,
            call.seat,
        )

    async def outdate(self, call: Call) -> None:
        """The call is about to be deleted; until it is, it is among the stale ones."""
        await self._db.write(
            "UPDATE calls SET stale = 1 WHERE channel = $1 AND message = $2",
            call.channel,
            call.message,
        )

    async def stale(self) -> list[Call]:
        rows = await self._db.read(
            "SELECT match, channel, message, moment, seat FROM calls WHERE stale = 1"
        )
        return [Call(*row) for row in rows]

    async def remove(self, call: Call) -> None:
        await self._db.write(
            "DELETE FROM calls WHERE channel = $1 AND message = $2", call.channel, call.message
        )

    async def forget(self) -> None:
        """No call stands any more: for a chat that starts empty, as the preview does."""
        await self._db.write("DELETE FROM calls")

    async def claim(self, match: Match, seat: int, reminder: Reminder) -> bool:
        """Whether the reminder of this decision is the caller's to send: True once, for one.

        It is claimed before it is sent, so a crash in between loses it rather than sends it twice.
        """
        decision = match.decision(seat)
        claimed = await self._db.write(
            "INSERT INTO reminders (match, seat, since, moment, reminder)"
            " VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
            match.id,
            seat,
            decision.since,
            decision.moment,
            reminder,
        )
        return claimed == 1

    async def past_half_time(self, now: int) -> list[str]:
        """The running matches whose present move has at most half of its time left."""
        rows = await self._db.read(
            "SELECT m.id FROM matches m WHERE m.phase = 'playing' AND m.due > 0"  # noqa: S608 - constant parts
            f" AND (m.turn_at + m.due) / 2 <= $1 AND {NOT_ASIDE} ORDER BY m.due, m.id",
            now,
        )
        return [match_id for (match_id,) in rows]
