"""Work for exactly one of several processes, which a claim in the database chooses."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from prowlerbot.storage.engines.database import Database, Work

_AGES = 100 * 365 * 24 * 60 * 60


class Chores:
    def __init__(self, database: Database) -> None:
        self._db = database

    async def claim(
        self, name: str, now: int, *, lasts: int, early: bool = False, longest: int = _AGES
    ) -> int | None:
        """Take a chore that is due, or with ``early`` any free one; None if there is none.

        A chore whose time is more than ``longest`` seconds ahead is due as well: the clock was
        wrong as that was stored, or the chore has come to be done more often. A claim ends after
        ``lasts`` seconds, in case its holder has died.
        """

        def work(db: Work) -> int:
            db.execute(
                "INSERT INTO chores VALUES ($1, 0, 0, '{}') ON CONFLICT (name) DO NOTHING", name
            )
            return db.change(
                "UPDATE chores SET busy = $1 WHERE name = $2 AND busy <= $3"
                " AND (due <= $4 OR due > $5)",
                now + lasts,
                name,
                now,
                now + _AGES if early else now,
                now + longest,
            )

        return now + lasts if await self._db.run(work) else None

    async def free(self) -> None:
        """End all claims: for a file, whose earlier processes have all died at a start."""
        await self._db.write("UPDATE chores SET busy = 0 WHERE busy > 0")

    async def finish(self, name: str, claim: int, due: int, outcome: Mapping[str, Any]) -> None:
        """Record the outcome of a chore and when it is due again, unless the claim has ended."""
        await self._db.write(
            "UPDATE chores SET due = $1, busy = 0, told = $2 WHERE name = $3 AND busy = $4",
            due,
            json.dumps(outcome),
            name,
            claim,
        )

    async def note(self, name: str, now: int, outcome: Mapping[str, Any]) -> None:
        """Replace the stored outcome for other processes."""
        await self._db.write(
            "INSERT INTO chores VALUES ($1, $2, 0, $3) ON CONFLICT (name)"
            " DO UPDATE SET due = excluded.due, told = excluded.told",
            name,
            now,
            json.dumps(outcome),
        )

    async def latest(self, name: str) -> Mapping[str, Any]:
        """The latest outcome of a chore; empty if it was never done."""
        rows = await self._db.read("SELECT told FROM chores WHERE name = $1", name)
        return dict(json.loads(rows[0][0])) if rows else {}
