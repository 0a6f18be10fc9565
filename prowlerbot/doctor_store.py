"""Numbers of matches, boards and competitions, for the doctor and for monitoring."""

import json
from collections import Counter

from prowlerbot.competitions.competition_steps import CompetitionDuty
from prowlerbot.match.lobby import CHALLENGE_SECONDS
from prowlerbot.match.match import Phase
from prowlerbot.storage.boards import IS_BEHIND
from prowlerbot.storage.duty_store import OPEN_PHASES
from prowlerbot.storage.engines.database import Tables


class MonitoringStore(Tables):
    """A count with a ``guild`` covers the matches that are shown in this server, else all."""

    async def count_open_matches(self, guild: int | None = None) -> int:
        return await self._count(f"matches m WHERE m.phase IN {OPEN_PHASES}", guild=guild)

    async def count_boards_behind(
        self, changed_before: int | None = None, *, guild: int | None = None
    ) -> int:
        """The boards with an old revision of their match that the bot could edit."""
        where = f"boards b CROSS JOIN matches m WHERE m.id = b.match AND {IS_BEHIND}"
        if changed_before is None:
            return await self._count(where, guild=guild)
        return await self._count(f"{where} AND m.changed_at <= $1", changed_before, guild=guild)

    async def count_overdue_challenges(self, before: int, guild: int | None) -> int:
        """The challenges that should have expired by then."""
        old = "matches m WHERE m.phase = $1 AND m.created_at <= $2"
        return await self._count(old, Phase.LOBBY, before - CHALLENGE_SECONDS, guild=guild)

    async def count_open_by_game(self) -> Counter[str]:
        sql = f"SELECT game FROM matches WHERE phase IN {OPEN_PHASES}"  # noqa: S608 - a constant part
        return Counter(await self._db.column(sql))

    async def count_competitions_by_game(self) -> Counter[str]:
        """The competitions that are not over."""
        terms = await self._db.column("SELECT terms FROM competitions WHERE ended = 0")
        return Counter(json.loads(text)["game"] for text in terms)

    async def schema_version(self) -> int:
        return await self._db.number("SELECT version FROM schema_version")

    async def count_late_competitions(self, before: int) -> int:
        """The competitions with a step that was due by then."""
        late = "SELECT count(*) FROM duties WHERE what = $1 AND at > 0 AND at <= $2"
        return await self._db.number(late, CompetitionDuty.STEP, before)

    async def _count(self, where: str, *values: object, guild: int | None = None) -> int:
        """The count of what ``where`` selects in SQL, in which ``m`` is a match."""
        if guild is not None:
            values = (*values, guild)
            where += f" AND m.id IN (SELECT match FROM boards WHERE guild = ${len(values)})"  # noqa: S608 - a number alone
        return await self._db.number(f"SELECT count(*) FROM {where}", *values)  # noqa: S608 - constant parts
