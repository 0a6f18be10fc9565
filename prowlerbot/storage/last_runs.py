"""The SQL of the latest outcome of each chore of the bot, for other processes and after a restart.

One chore is the beat of a shard, or of a game. It is stored with the outages of these.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from prowlerbot.match.call_rules import MatchDuty
from prowlerbot.storage.contributions import Contributions
from prowlerbot.storage.duty_store import at_once
from prowlerbot.storage.engines.database import Tables, Work, transaction

COMMANDS = "commands"
"""The chore of registering the commands, with the parts that Discord has ``refused``."""
_NOTE = "INSERT INTO chores VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET told = excluded.told"


class Chores(Tables):
    async def note(self, name: str, outcome: Mapping[str, Any]) -> None:
        """Replace the stored outcome of a chore."""
        await self.note_all({name: outcome})

    @transaction
    def note_all(
        self,
        db: Work,
        outcomes: Mapping[str, Mapping[str, Any]],
        also: Callable[[Work], None] | None = None,
    ) -> None:
        """Replace the stored outcomes of chores, of all or none, in one transaction with more."""
        if also is not None:
            also(db)
        for name, outcome in sorted(outcomes.items()):
            db.execute(_NOTE, name, json.dumps(outcome))

    async def latest(self, name: str) -> Mapping[str, Any]:
        """The latest outcome of a chore; empty if it was never done."""
        return (await self.all(name)).get(name, {})

    async def all(self, begins: str) -> dict[str, Mapping[str, Any]]:
        """The latest outcomes of the chores whose names begin so."""
        sql = "SELECT name, told FROM chores WHERE substr(name, 1, length($1)) = $1"
        return {name: json.loads(told) for name, told in await self._db.read(sql, begins)}


_SHARD = "alive "
"""The beginning of the name under which the beat of a shard is stored."""
_GAME = "played "
"""The same for a game that is installed."""
_CLOCKS = (
    at_once(MatchDuty.FORGIVE, "m.id", "matches m WHERE m.due > 0 AND m.phase = 'playing'"),
    at_once(MatchDuty.FORGIVE, "d.subject", f"duties d WHERE d.what = '{MatchDuty.STOPWATCH}'"),
)
"""Check the clocks of matches at once."""


@dataclass(eq=False)
class BeatStore(Tables):
    _contributions: Contributions

    async def all(self) -> dict[int, Mapping[str, Any]]:
        """The latest beat of each shard, with its outages."""
        stored = await Chores(self._db).all(_SHARD)
        return {int(name.removeprefix(_SHARD)): beat for name, beat in stored.items()}

    async def of_games(self) -> dict[str, Mapping[str, Any]]:
        """The latest beat of each game, with its outages."""
        stored = await Chores(self._db).all(_GAME)
        return {name.removeprefix(_GAME): beat for name, beat in stored.items()}

    async def note(
        self,
        beats: Mapping[int, Mapping[str, Any]],
        games: Mapping[str, Mapping[str, Any]],
        *,
        ended: bool,
    ) -> None:
        """Store the beats of some shards and games, and whether one of them has ended an outage."""
        named = {f"{_SHARD}{shard}": beat for shard, beat in beats.items()}
        named |= {f"{_GAME}{game}": beat for game, beat in games.items()}
        await Chores(self._db).note_all(named, self.look_at_clocks if ended else None)

    def look_at_clocks(self, db: Work) -> None:
        """Have all clocks checked after an outage, as players may have more time."""
        for statement in _CLOCKS:
            db.execute(statement)
        for take_effect in self._contributions.outage_ended:
            take_effect(db)
