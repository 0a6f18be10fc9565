"""Lists of finished matches read the rows of their player, whatever else a server has."""

from __future__ import annotations

import pytest

from prowlerbot.storage.engines.database import Database
from prowlerbot.storage.results import Results


class Plans:
    """A database that tells how it would find the rows of each statement."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.steps: list[str] = []

    async def read(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        rows = await self._database.look(lambda db: db.fetch(f"EXPLAIN QUERY PLAN {sql}", *values))
        self.steps += [str(step) for *_, step in rows]
        return []

    async def number(self, sql: str, *values: object) -> int:
        await self.read(sql, *values)
        return 0


@pytest.mark.parametrize("analysed", [False, True])
async def test_a_place_is_looked_up_by_match_not_by_home(
    database: Database, *, analysed: bool
) -> None:
    if analysed:
        await database.run(
            lambda db: db.execute(
                "INSERT INTO showings SELECT 1, value, 9, 0, 'board', 'm' || value, 0, 'played', 0"
                " FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n"
                " WHERE value < 3000) SELECT value FROM n)"
            )
        )
        await database.refresh_statistics()
        found = await database.look(lambda db: db.fetch("SELECT DISTINCT tbl FROM sqlite_stat1"))
        assert ("showings",) in found
    plans = Plans(database)
    results = Results(plans)  # type: ignore[arg-type] # as much of a database as it asks
    await results.history("prowler", 1, home=9)
    await results.count("prowler", 1, home=9)
    await results.between("prowler", 1, 2, home=9)
    await results.played_in(["m"], 9)
    showings = [step for step in plans.steps if step.startswith(("SEARCH w ", "SCAN w"))]
    assert len(showings) == 4
    assert all("(match=?)" in step for step in showings), showings
