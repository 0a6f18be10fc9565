"""Lists of matches read what they show, whatever else a player or a server has."""

import pytest

from prowlerbot.core.errors import Denied
from prowlerbot.feature_list import CONTRIBUTIONS, open_store
from prowlerbot.match.terms import Terms
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from prowlerbot.storage.columns import sql_names
from prowlerbot.storage.engines.database import Database, Work
from prowlerbot.storage.match_store import MATCH_COLUMNS, MOST_OPEN, PLAY_NAMES, SEAT_NAMES
from prowlerbot.storage.player_matches import MEGABYTE, Import, ImportStore, Quota, latest_matches
from prowlerbot.storage.results import Results
from tests.persistence.matches import ADA, ALL, BEN, CLEO, NOON, Clock, asker, begin, opened

PILED = 10_000


def pile_up(db: Work, match: str) -> None:
    """Copies of a match, each with an id of its own."""
    for table, columns, key in (
        ("matches", sql_names(MATCH_COLUMNS), "id"),
        ("seats", SEAT_NAMES, "match"),
        ("plays", PLAY_NAMES, "match"),
    ):
        copied = ", ".join(f"n || {key}" if each == key else each for each in columns.split(", "))
        db.execute(
            "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers"  # noqa: S608 - constant columns
            f" WHERE n < {PILED}) INSERT INTO {table} ({columns})"
            f" SELECT {copied} FROM {table} CROSS JOIN numbers WHERE {key} = $1",
            match,
        )


async def test_an_account_with_ten_thousand_open_matches_has_a_few_read(database: Database) -> None:
    service = Service(open_store(database), games=ALL, clock=Clock())
    lobby = Lobby(service)
    urgent = await begin(service, terms=Terms(pace=3600))
    piled = await begin(service)
    other = await lobby.make_challenge("prowler", [CLEO, BEN], {})
    await database.run(lambda db: pile_up(db, piled.id))
    found = await service.store.open_matches(ADA.id, "prowler")
    assert len(found) == MOST_OPEN
    assert urgent.id in {scene.match.id for scene in found}
    assert [it.match.id for it in await service.store.open_matches(CLEO.id)] == [other.id]
    with pytest.raises(Denied, match="several matches"):
        await service.choose_match(asker(ADA.id), "prowler", None)


class Plans:
    """A database that tells how it would find the rows of each statement."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.steps: list[str] = []

    async def read(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        rows = await self._database.run_reading(
            lambda db: db.fetch(f"EXPLAIN QUERY PLAN {sql}", *values)
        )
        self.steps += [str(step) for *_, step in rows]
        return []

    async def number(self, sql: str, *values: object) -> int:
        await self.read(sql, *values)
        return 0

    column = read


@pytest.mark.parametrize("analysed", [False, True])
async def test_a_place_is_looked_up_by_match(database: Database, *, analysed: bool) -> None:
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
        found = await database.run_reading(
            lambda db: db.fetch("SELECT DISTINCT tbl FROM sqlite_stat1")
        )
        assert ("showings",) in found
    plans = Plans(database)
    results = Results(plans)  # type: ignore[arg-type] # as much of a database as it asks
    await results.finished_matches("prowler", 1, home=9)
    await results.count_finished("prowler", 1, home=9)
    await results.matches_between("prowler", 1, 2)
    await results.played_in(["m"], 9)
    showings = [step for step in plans.steps if step.startswith(("SEARCH w ", "SCAN w"))]
    assert len(showings) == 3
    assert all("(match=?)" in step for step in showings), showings


PLENTY = Quota(records=20, bytes=MEGABYTE, bytes_of_all=100 * MEGABYTE)


def record(number: int, size: int = 10) -> Import:
    return Import(f"i{number}", "prowler", "x" * size, NOON + number)


class Imports(ImportStore):
    """The ids of all that is kept, the oldest first."""

    async def kept(self) -> list[str]:
        return await self._db.column("SELECT id FROM imports ORDER BY imported_at")


@pytest.fixture
def imports(database: Database) -> Imports:
    return Imports(database, CONTRIBUTIONS)


@pytest.mark.both_databases
async def test_the_newest_records_of_a_user_are_kept_in_number_and_bytes(imports: Imports) -> None:
    few, small = Quota(2, MEGABYTE, MEGABYTE), Quota(20, 100, MEGABYTE)
    await imports.add_import(BEN.id, record(0), few)
    for number in range(1, 5):
        await imports.add_import(ADA.id, record(number), few)
    assert await imports.kept() == ["i0", "i3", "i4"]
    for number, size in enumerate((40, 30, 30), 5):
        await imports.add_import(CLEO.id, record(number, size), small)
    assert await imports.kept() == ["i0", "i3", "i4", "i5", "i6", "i7"]
    await imports.add_import(CLEO.id, record(8, 41), small)
    assert await imports.kept() == ["i0", "i3", "i4", "i7", "i8"]
    await imports.add_import(CLEO.id, record(9, 101), small)
    assert await imports.kept() == ["i0", "i3", "i4", "i9"], "the newest one, whatever its size"
    await imports.add_import(CLEO.id, record(1), Quota(1, MEGABYTE, MEGABYTE))
    assert await imports.kept() == ["i0", "i1", "i3", "i4"], "though an older one has a later time"


@pytest.mark.both_databases
async def test_what_all_users_have_together_is_limited(imports: Imports) -> None:
    tight = Quota(1, MEGABYTE, 2 * MEGABYTE)
    await imports.add_import(ADA.id, record(0, MEGABYTE), tight)
    await imports.add_import(BEN.id, record(1, MEGABYTE), tight)
    with pytest.raises(Denied, match="all users together can keep 2 MB"):
        await imports.add_import(CLEO.id, record(2, 1), tight)
    await imports.add_import(ADA.id, record(3, MEGABYTE), tight)
    assert await imports.kept() == ["i1", "i3"], "their own oldest makes room first"
    with pytest.raises(Denied, match="can keep 0 MB"):
        await imports.add_import(ADA.id, record(4), Quota(20, MEGABYTE, 0))


@pytest.mark.both_databases
async def test_a_list_has_the_latest_first_with_all_it_takes_to_name_them(url: str) -> None:
    async with opened(url) as service:
        match = await begin(service, ADA, BEN)
        (seat,) = service.to_move(match)
        view = service.position_to_move(match, match.player(seat).id, 0)
        match = await service.make_move(match.id, match.player(seat).id, 0, str(view.moves()[0]))
        await Lobby(service).make_challenge("prowler", [ADA, CLEO], {})
        database = service.store.database
        finished = Import("i1", "prowler", "no record at all", NOON + 9, 27, finished=True)
        await ImportStore(database, CONTRIBUTIONS).add_import(ADA.id, finished, PLENTY)
        await ImportStore(database, CONTRIBUTIONS).add_import(BEN.id, record(2), PLENTY)
        imported, played = await latest_matches(database, ADA.id, "prowler", 25)
        assert (imported.id, imported.plies, imported.finished) == ("i1", 27, True)
        assert imported.others == ()
        assert (played.id, played.plies, played.finished) == (match.id, 1, False)
        assert [each.name for each in played.others] == ["Ben"]
        assert len(await latest_matches(database, ADA.id, "prowler", 1)) == 1
        assert await latest_matches(database, ADA.id, "tell", 25) == []


@pytest.mark.both_databases
async def test_a_list_does_not_even_count_what_others_have_concealed(url: str) -> None:
    async with opened(url) as service:
        match = await begin(service, ADA, BEN, CLEO, game="tell")
        move = str(service.position_to_move(match, ADA.id, match.moment).moves()[0])
        match = await service.make_move(match.id, ADA.id, match.moment, move)
        for user in (ADA, BEN):
            (known,) = await latest_matches(service.store.database, user.id, "tell", 25)
            assert known.plies == service.timeline(match, user.id).ply == (user is ADA)
