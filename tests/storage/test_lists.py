"""Lists of matches read what they show, whatever else a player or a server has."""

from __future__ import annotations

import pytest

from prowlerbot.core.errors import Denied
from prowlerbot.feature_list import open_store
from prowlerbot.match.lobby import accept
from prowlerbot.match.terms import Terms
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from prowlerbot.storage.columns import names
from prowlerbot.storage.engines.database import Database, Work
from prowlerbot.storage.match_rows import MATCH, PLAYS, SEATS
from prowlerbot.storage.match_store import MOST_OPEN
from prowlerbot.storage.results import Results
from tests.askers import asker
from tests.persistence.matches import ADA, ALL, BEN, CLEO, Clock

PILED = 10_000


def pile_up(db: Work, match: str, copies: int = PILED) -> None:
    """Copies of a match, each with an id of its own."""
    for table, columns, key in (
        ("matches", names(MATCH), "id"),
        ("seats", SEATS, "match"),
        ("plays", PLAYS, "match"),
    ):
        copied = ", ".join(f"n || {key}" if each == key else each for each in columns.split(", "))
        db.execute(
            "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers"  # noqa: S608 - constant columns
            f" WHERE n < {copies}) INSERT INTO {table} ({columns})"
            f" SELECT {copied} FROM {table} CROSS JOIN numbers WHERE {key} = $1",
            match,
        )


async def test_an_account_with_ten_thousand_open_matches_has_a_few_read(database: Database) -> None:
    service = Service(open_store(database), games=ALL, clock=Clock())
    lobby = Lobby(service)
    asked = await lobby.challenge("prowler", [ADA, BEN], {}, Terms(pace=3600))
    urgent = await service.apply(asked.id, accept, BEN.id)
    asked = await lobby.challenge("prowler", [ADA, BEN], {})
    piled = await service.apply(asked.id, accept, BEN.id)
    other = await lobby.challenge("prowler", [CLEO, BEN], {})
    await database.run(lambda db: pile_up(db, piled.id))
    found = await service.store.open_matches(ADA.id, "prowler")
    assert len(found) == MOST_OPEN
    assert urgent.id in {scene.match.id for scene in found}
    assert [it.match.id for it in await service.store.open_matches(CLEO.id)] == [other.id]
    with pytest.raises(Denied, match="several matches"):
        await service.choose(asker(ADA.id), "prowler", None)


# ------------------------------------------------------------------ finished ones


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
                "INSERT INTO showings SELECT 1, value, 9, 0, 'board', 'm' || value, 0, 'played', 0,"
                " 0, ''"
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
    await results.matches_between("prowler", 1, 2)
    await results.played_in(["m"], 9)
    showings = [step for step in plans.steps if step.startswith(("SEARCH w ", "SCAN w"))]
    assert len(showings) == 3
    assert all("(match=?)" in step for step in showings), showings
