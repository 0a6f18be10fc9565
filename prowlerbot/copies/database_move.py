"""The move of all stored data from one database to another, of the same kind or not."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import partial
from itertools import chain

from prowlerbot.copies.backup import Report, is_in_use
from prowlerbot.copies.record_check import replay_records
from prowlerbot.core.errors import BadDatabase, StoreError
from prowlerbot.core.game import Registry
from prowlerbot.feature_list import open_store
from prowlerbot.storage.columns import insert_sql
from prowlerbot.storage.engines.address import existing_database, open_database
from prowlerbot.storage.engines.database import Database, Row, Work
from prowlerbot.storage.engines.sqlite import database_path, is_server
from prowlerbot.storage.leases import sharing_of

_TABLE_KEYS = {
    "matches": "rowid",  # their order in the database counts
    "seats": "match, seat",
    "former_players": "match, seat",
    "plays": "match, ply",
    "takebacks": "match, number",
    "rematches": "match",
    "results": "number",
    "places": "match, seat",
    "ratings": "game, player",
    "bounds": "game, step",
    "boards": "match",
    "messages": "kind, subject, key, part",
    "publicity": "match, player",
    "showings": "match, player, channel, message",
    "imports": "id",
    "reviews": "match",
    "review_pieces": "match, number",
    "preferences": "kind, id",
    "daily_secrets": "name",
    "daily_days": "game, day",
    "daily_tries": "match",
    "daily_replies": "game, day, seat, line",
    "daily_deleted": "day, key",
    "competitions": "id",
    "competition_events": "competition, number",
    "competition_players": "competition, player",
    "competition_matches": "competition, pairing",
    "competition_servers": "series, guild",
    "broken": "match",
    "puzzles": "id",
    "puzzle_tries": "player, puzzle",
    "puzzle_ratings": "player, game",
    "wishes": "player",
    "proposals": "id",
    "proposal_seats": "proposal, player",
    "avoided": "player, other",
    "bars": "guild, player",
    "acts": "guild, number",
    "follows": "match, player",
    "told": "player, guild, subject",
    "duties": "subject, what",
    "chores": "name",
}
"""The columns of each table's key, by which it is read; a table follows those that it refers to.

Leases of shards belong to the processes that run, so they stay where they are.
"""
_MOVE_CHORE = "move"
"""The chore in a target whose move is not complete yet."""
_BOT_RUNS = "A bot is using {path}; stop it first."
_ROWS_READ, _ROWS_ADDED = 2_000, 200
"""Rows of one statement; PostgreSQL takes 65,535 values with it, SQLite 32,766."""


@dataclass(frozen=True, slots=True)
class Counts:
    """The numbers of replayed matches and of rows."""

    matches: int
    rows: int


async def move_data(source_url: str, target_url: str, games: Registry, report: Report) -> Counts:
    """Copy all data into an empty database, and prove that all of it has arrived. No bot may be
    running on either. A target with an interrupted move is emptied first.
    """
    if source_url == target_url:
        raise StoreError("Both addresses name the same database.")
    for url in (source_url, target_url):
        if not is_server(url) and is_in_use(path := database_path(url)):
            raise StoreError(_BOT_RUNS, path=path)
    async with existing_database(source_url) as (source, _):
        await source.raise_schema()
        if source.remote and (sharing := await sharing_of(source)) and sharing.processes:
            raise StoreError(_BOT_RUNS, path=source.place)
        await refuse_unfinished(source)
        target = await open_database(target_url)
        try:
            return await _move_rows(source, target, games, report)
        finally:
            await target.close()


async def _move_rows(source: Database, target: Database, games: Registry, report: Report) -> Counts:
    """Copy all rows and compare them, then replay the records of the target."""
    tables = await target.tables()
    columns = {table: tables[table] for table in _TABLE_KEYS}
    await target.run(partial(_mark_target, place=target.place))
    counts = {table: await source.number(_count_sql(table)) for table in _TABLE_KEYS}
    rows, done = sum(counts.values()), 0

    def report_rows(more: int) -> None:
        nonlocal done
        done += more
        report(done, 2 * rows)  # each row is copied, and compared

    for table, names in columns.items():
        async for chunk in _read_rows(source, table, names):
            await target.run(partial(_add_rows, table=table, columns=", ".join(names), rows=chunk))
            report_rows(len(chunk))
    for table, names in columns.items():
        await _compare_rows(source, target, table, names, report_rows)
        if await source.number(_count_sql(table)) != counts[table]:
            raise StoreError("{path} has changed; stop the bot first.", path=source.place)
    replayed = await replay_records(open_store(target), games, report)
    replayed.refuse_broken(target.place)
    await target.write("DELETE FROM chores WHERE name = $1", _MOVE_CHORE)
    return Counts(replayed.records, rows)


async def _compare_rows(
    source: Database,
    target: Database,
    table: str,
    columns: list[str],
    report_rows: Callable[[int], None],
) -> None:
    old, new = _read_rows(source, table, columns), _read_rows(target, table, columns)
    while (chunk := await anext(old, None)) == await anext(new, None):
        if chunk is None:
            return
        report_rows(len(chunk))
    raise StoreError("The rows of {table} differ after the move.", table=table)


def _count_sql(table: str) -> str:
    return f"SELECT count(*) FROM {table}"  # noqa: S608 - our tables


def _add_rows(db: Work, table: str, columns: str, rows: list[Row]) -> None:
    for first in range(0, len(rows), _ROWS_ADDED):
        batch = rows[first : first + _ROWS_ADDED]
        db.execute(insert_sql(table, columns, len(batch)), *chain.from_iterable(batch))


def _mark_target(db: Work, place: object) -> None:
    """Mark an empty database as the target of a move; an interrupted one is emptied first."""
    if db.fetch("SELECT 1 FROM chores WHERE name = $1", _MOVE_CHORE):
        for table in reversed(_TABLE_KEYS):
            db.execute(f"DELETE FROM {table}")  # noqa: S608 - our tables
    for table in _TABLE_KEYS:
        if db.fetch(f"SELECT 1 FROM {table} LIMIT 1"):  # noqa: S608 - our tables
            raise StoreError("{path} is not empty; name another target.", path=place)
    db.execute("INSERT INTO chores VALUES ($1, '{}')", _MOVE_CHORE)


async def refuse_unfinished(database: Database) -> None:
    """Raise BadDatabase for a database with an interrupted move, which lacks data."""
    if await database.read("SELECT 1 FROM chores WHERE name = $1", _MOVE_CHORE):
        raise BadDatabase(
            "A move into {path} broke off; run move-database again, which empties it and fills it"
            " again.",
            path=database.place,
        )


async def _read_rows(database: Database, table: str, names: list[str]) -> AsyncIterator[list[Row]]:
    """All rows but the mark of ``_mark_target``, in chunks, in the order of their key."""
    key = _TABLE_KEYS[table]
    columns = ", ".join((*names, key))
    condition = f"name <> '{_MOVE_CHORE}'" if table == "chores" else "true"
    last_key: Row = ()
    while True:
        numbers = ", ".join(f"${number}" for number, _ in enumerate(last_key, 1))
        beyond = f" AND ({key}) > ({numbers})" if last_key else ""
        rows = await database.read(
            f"SELECT {columns} FROM {table} WHERE {condition}{beyond}"  # noqa: S608 - our tables and columns
            f" ORDER BY {key} LIMIT {_ROWS_READ}",
            *last_key,
        )
        if not rows:
            return
        yield [row[: len(names)] for row in rows]
        last_key = rows[-1][len(names) :]
