"""What came last of the bot's own work, for other processes and after a restart."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from prowlerbot.storage.engines.database import Tables

_NOTE = "INSERT INTO chores VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET told = excluded.told"


class Chores(Tables):
    async def note(self, name: str, outcome: Mapping[str, Any]) -> None:
        """Replace the stored outcome of a chore."""
        await self._db.write(_NOTE, name, json.dumps(outcome))

    async def latest(self, name: str) -> Mapping[str, Any]:
        """The latest outcome of a chore; empty if it was never done."""
        rows = await self._db.read("SELECT told FROM chores WHERE name = $1", name)
        return dict(json.loads(rows[0][0])) if rows else {}
