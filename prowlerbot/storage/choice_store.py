"""The SQL of the choices of players and servers."""

import json
from collections.abc import Collection
from dataclasses import asdict, dataclass, replace
from typing import Any, TypeVar, get_args

from prowlerbot.core.posts import Bar
from prowlerbot.match.call_rules import MatchDuty
from prowlerbot.match.preferences import PlayerChoices, ServerChoices, Theme
from prowlerbot.storage.columns import insert_sql
from prowlerbot.storage.contributions import Contributions
from prowlerbot.storage.duty_store import due_sql
from prowlerbot.storage.engines.database import Row, Tables, Work, transaction
from prowlerbot.storage.results import PLAYERS_CHOICES, set_bounds

_C = TypeVar("_C", PlayerChoices, ServerChoices)

_CHOICES = "SELECT chosen FROM preferences WHERE kind = $1 AND id = $2"
_CHOICES_AND_BARS = (
    "SELECT chosen, kind, 0, 0, 0 FROM preferences"
    " WHERE kind = $1 AND id = $2 OR kind = $3 AND id = $4"
    " UNION ALL SELECT reason, 'bar', player, since, until FROM bars"
    " WHERE guild = $2 AND (player = $4 OR player < 0)"
)
PUT_CHOICES = (
    f"{insert_sql('preferences', 'kind, id, chosen')}"
    " ON CONFLICT (kind, id) DO UPDATE SET chosen = excluded.chosen"
)
_REMINDER_CHOICES = {"calls", "quiet_from", "quiet_to", "timezone", "away_until"}
"""The choices of a player on which the times of reminders depend."""
_CHECK_REMINDERS = due_sql(
    MatchDuty.REMIND,
    "m.id",
    "seats s JOIN matches m ON m.id = s.match"
    " WHERE s.player = $1 AND m.due > 0 AND m.phase = 'playing'",
)
"""Check at once whether a player has to be reminded of a match."""


def chosen_pattern(choice: str, value: str) -> str:
    """A pattern for LIKE that matches stored choices with this value."""
    return f"%{json.dumps({choice: value})[1:-1]}%"


@dataclass(eq=False)
class ChoiceStore(Tables):
    _contributions: Contributions

    async def choices_of(self, choices: type[_C], owner: int) -> _C:
        return _read_rows(choices, await self._db.read(_CHOICES, choices.kind, owner))

    async def choices_in_server(
        self, guild: int, player: int
    ) -> tuple[ServerChoices, PlayerChoices, tuple[Bar, ...]]:
        """The choices of a server and of a player, and the bars that may hold for the player."""
        kinds = ServerChoices.kind, PlayerChoices.kind
        rows = await self._db.read(_CHOICES_AND_BARS, kinds[0], guild, kinds[1], player)
        server, reader = ([row for row in rows if row[1] == kind] for kind in kinds)
        bars = tuple(
            Bar(guild, barred, name="", since=since, until=until, reason=reason)
            for reason, kind, barred, since, until in rows
            if kind == "bar"
        )
        return _read_rows(ServerChoices, server), _read_rows(PlayerChoices, reader), bars

    async def choices_of_players(self, players: Collection[int]) -> dict[int, PlayerChoices]:
        rows = await self._db.read(PLAYERS_CHOICES, PlayerChoices.kind, json.dumps(sorted(players)))
        stored = {int(player): PlayerChoices.read(json.loads(chosen)) for player, chosen in rows}
        return {player: stored.get(player, PlayerChoices()) for player in players}

    async def chosen_themes(self) -> list[Theme]:
        themes: tuple[Theme, ...] = get_args(Theme)
        sql = "SELECT 1 FROM preferences WHERE kind = $1 AND chosen LIKE $2 LIMIT 1"
        return [
            theme
            for theme in themes
            if await self._db.read(sql, ServerChoices.kind, chosen_pattern("theme", theme))
        ]

    async def change(self, choices: type[_C], owner: int, **changes: Any) -> _C:
        """Change some of the choices; the others stay, even if they change meanwhile."""
        moves_reminders = choices is PlayerChoices and not _REMINDER_CHOICES.isdisjoint(changes)
        changes_lists = choices is PlayerChoices and "seen" in changes

        def work(db: Work) -> _C:
            db.lock(f"choices {choices.kind} {owner}")
            chosen = replace(read_choices(db, choices, owner), **changes)
            db.execute(PUT_CHOICES, chosen.kind, owner, json.dumps(chosen.as_json()))
            if moves_reminders:
                db.execute(_CHECK_REMINDERS, owner)
            if changes_lists:
                set_bounds(db, owner)
            for feature in self._contributions:
                feature.choices_changed(db, choices, owner, changes)
            return chosen

        return await self._db.run(work)

    @transaction
    def begin_greeting(self, db: Work, guild: int) -> bool:
        """Note that a server is greeted; False if it has been, perhaps by another process."""
        db.lock(f"choices {ServerChoices.kind} {guild}")
        chosen = read_choices(db, ServerChoices, guild)
        if chosen.greeting is not None:
            return False
        greeted = replace(chosen, greeting=())
        db.execute(PUT_CHOICES, chosen.kind, guild, json.dumps(greeted.as_json()))
        return True

    async def put_choices(self, owner: int, chosen: PlayerChoices | ServerChoices) -> None:
        choices: type[Any] = type(chosen)
        await self.change(choices, owner, **asdict(chosen))


def read_choices(db: Work, choices: type[_C], owner: int) -> _C:
    """The choices of a player or server, within a transaction."""
    return _read_rows(choices, db.fetch(_CHOICES, choices.kind, owner))


def _read_rows(choices: type[_C], rows: list[Row]) -> _C:
    return choices.read(json.loads(rows[0][0])) if rows else choices()
