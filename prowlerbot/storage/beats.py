"""The SQL of beats: the last one of each shard, with its outages, and what follows an outage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from prowlerbot.match.match_duties import MatchDuty
from prowlerbot.storage.contributions import Contributions
from prowlerbot.storage.duty_store import at_once
from prowlerbot.storage.engines.database import Tables, Work
from prowlerbot.storage.last_runs import Chores

_SHARD = "alive "
"""The beginning of the name of the chore of each shard."""
_CLOCKS = (
    at_once(MatchDuty.FORGIVE, "m.id", "matches m WHERE m.due > 0 AND m.phase = 'playing'"),
    at_once(MatchDuty.FORGIVE, "d.subject", f"duties d WHERE d.what = '{MatchDuty.STOPWATCH}'"),
)
"""Look at the clocks of matches."""


@dataclass(eq=False)
class BeatStore(Tables):
    _contributions: Contributions

    async def all(self) -> dict[int, Mapping[str, Any]]:
        """What was noted last of each shard."""
        found = await Chores(self._db).all(_SHARD)
        return {int(name.removeprefix(_SHARD)): it for name, it in found.items()}

    async def note(self, told: Mapping[int, Mapping[str, Any]], *, ended: bool) -> None:
        """Note it of some shards, and whether an outage of one has ended with that."""
        named = {f"{_SHARD}{shard}": it for shard, it in told.items()}
        await Chores(self._db).note_all(named, self._look_at_clocks if ended else None)

    async def look_at_clocks(self) -> None:
        """Have everything with a clock looked at after an outage, as players may have more time."""
        await self._db.run(self._look_at_clocks)

    def _look_at_clocks(self, db: Work) -> None:
        for statement in _CLOCKS:
            db.execute(statement)
        for take_effect in self._contributions.outage_ended:
            take_effect(db)
