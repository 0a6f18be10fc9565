"""The SQL of calls: the messages that call players to move, and the reminders sent so far.

The deletion of a call is noted in memory and written behind, so nobody waits for it. After a crash
a call is at worst deleted once more.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from prowlerbot.match.deadlines import Reminder
from prowlerbot.match.match import Match
from prowlerbot.storage.columns import column, insert, names, values
from prowlerbot.storage.engines.database import Database, Work

FREE = 100
"""Above the number of every seat; see Call."""


@dataclass(frozen=True, slots=True)
class Call:
    """A message that calls a seat of a match to its decision that began at ``moment``.

    Seat 0 stands for a question to all; a seat below zero learns that the match is over. A number
    above FREE tells everybody that a seat is free.
    """

    match: str
    channel: int
    message: int
    moment: int
    seat: int = 0


_COLUMNS = (
    column("match"),
    column("channel"),
    column("message"),
    column("moment"),
    column("seat"),
)
CALL = names(_COLUMNS)
_ADD = f"{insert('calls', f'{CALL}, stale')} ON CONFLICT DO NOTHING"
_NOTE = (
    "INSERT INTO reminders (match, seat, since, moment, reminder)"
    " VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING"
)
_NOTED = "WHERE match = $1 AND seat = $2 AND since = $3 AND moment = $4 AND reminder = $5"
_BEGUN = " begun"


class CallStore:
    def __init__(self, database: Database) -> None:
        self._db = database
        self._removed: list[Call] = []

    async def add(self, call: Call, outdated: Collection[Call] = ()) -> None:
        """Remember a call that replaces others."""

        def work(db: Work) -> None:
            db.execute(_ADD, *values(_COLUMNS, call), 0)
            _outdate(db, outdated)

        await self._db.run(work)

    async def outdate(self, calls: Collection[Call]) -> None:
        """Mark calls for deletion; until they are deleted, they count as stale."""
        await self._db.run(lambda db: _outdate(db, calls))

    async def stale(self) -> list[Call]:
        await self.write_removed()
        rows = await self._db.read(f"SELECT {CALL} FROM calls WHERE stale = 1")  # noqa: S608 - constant columns
        return [Call(*row) for row in rows]

    def note_removed(self, call: Call) -> None:
        """Note that an outdated call has been deleted."""
        self._removed.append(call)

    async def write_removed(self) -> None:
        """Write the noted deletions; call it soon after, and before the database is closed."""
        removed, self._removed = self._removed, []
        if not removed:
            return

        def work(db: Work) -> None:
            for call in removed:
                db.execute(
                    "DELETE FROM calls WHERE channel = $1 AND message = $2",
                    call.channel,
                    call.message,
                )

        try:
            await self._db.run(work)
        except BaseException:  # a cancelled task may not have written it either
            self._removed += removed
            raise

    async def forget(self) -> None:
        """Forget all calls: for a chat that starts empty, as the preview does."""
        await self._db.write("DELETE FROM calls")

    async def claim(self, match: Match, seat: int, reminder: Reminder) -> bool:
        """Whether the caller is to send the reminder of this decision: True once, for one caller.

        It is claimed before it is sent, so a crash in between loses it rather than sends it twice.
        """
        return await self._db.run(lambda db: claim(db, match, seat, reminder))

    async def begin(self, match: Match, seat: int, reminder: Reminder) -> bool:
        """The same for a call that is noted as begun until it has ``ended``: one that a dead
        process has begun is given out once more.
        """
        begun = (match.id, seat, *_key(match, seat), f"{reminder}{_BEGUN}")

        def work(db: Work) -> bool:
            if claim(db, match, seat, reminder):
                db.execute(_NOTE, *begun)
                return True
            return bool(db.fetch(f"SELECT 1 FROM reminders {_NOTED}", *begun))  # noqa: S608 - constant parts

        return await self._db.run(work)

    async def release(self, match: Match, seat: int, reminder: Reminder) -> None:
        """Give a call back that was begun and refused: the next one who claims it gets it."""
        key = match.id, seat, *_key(match, seat)

        def work(db: Work) -> None:
            for noted in (reminder, f"{reminder}{_BEGUN}"):
                db.execute(f"DELETE FROM reminders {_NOTED}", *key, noted)  # noqa: S608 - constant parts

        await self._db.run(work)

    async def ended(self, match: Match, seat: int, reminder: Reminder) -> None:
        """Note that a call which was begun has been sent, or never will be."""
        begun = (match.id, seat, *_key(match, seat), f"{reminder}{_BEGUN}")
        await self._db.write(f"DELETE FROM reminders {_NOTED}", *begun)  # noqa: S608 - constant parts


def _outdate(db: Work, calls: Collection[Call]) -> None:
    for call in calls:
        db.execute(
            "UPDATE calls SET stale = 1 WHERE channel = $1 AND message = $2",
            call.channel,
            call.message,
        )


def claim(db: Work, match: Match, seat: int, reminder: Reminder) -> bool:
    """The same within a transaction."""
    return db.change(_NOTE, match.id, seat, *_key(match, seat), reminder) == 1


def _key(match: Match, seat: int) -> tuple[int, int]:
    decision = match.decision(seat)
    return decision.since, decision.moment
