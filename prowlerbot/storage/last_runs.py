"""What came last of the bot's own work, for other processes and after a restart."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from prowlerbot.storage.engines.database import Tables, Work

_NOTE = "INSERT INTO chores VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET told = excluded.told"


class Chores(Tables):
    async def note(self, name: str, outcome: Mapping[str, Any]) -> None:
        """Replace the stored outcome of a chore."""
        await self.note_all({name: outcome})

    async def note_all(
        self, outcomes: Mapping[str, Mapping[str, Any]], also: Callable[[Work], None] | None = None
    ) -> None:
        """Replace the stored outcomes of chores, of all or none, in one transaction with more."""

        def work(db: Work) -> None:
            if also is not None:
                also(db)
            for name, outcome in sorted(outcomes.items()):
                db.execute(_NOTE, name, json.dumps(outcome))

        await self._db.run(work)

    async def latest(self, name: str) -> Mapping[str, Any]:
        """The latest outcome of a chore; empty if it was never done."""
        return (await self.all(name)).get(name, {})

    async def all(self, begins: str) -> dict[str, Mapping[str, Any]]:
        """The latest outcomes of the chores whose names begin so."""
        sql = "SELECT name, told FROM chores WHERE substr(name, 1, length($1)) = $1"
        return {name: json.loads(told) for name, told in await self._db.read(sql, begins)}
