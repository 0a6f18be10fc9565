"""The plans that a PostgreSQL server makes for statements where there are many matches.

A server plans by its statistics. So one database of a run of tests is filled with ten thousand
matches and has statistics about them; statements are planned there, and never run. To read a table
from end to end costs as much there as if it were forty times as long.
"""

import asyncio
import atexit
import fcntl
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.persistence.cluster import new_database
from tests.persistence.home_matches import Kind
from tests.persistence.large_database import Size, fill

FILLED = frozenset(
    {"matches", "seats", "plays", "boards", "showings", "messages", "results", "places"}
)
"""The tables with many rows in the filled database; the others are read from end to end there."""
_SIZE = Size(finished=10_000, open=100, guilds=1_000)
_KINDS = (Kind("prowler", ended=2, given_up=10, open=8, plays=6),)
_NOTE = "plans"

_server: list[Any] = []
"""The connection to that database, once this process has one."""
_chosen: set[str] = set()
"""The indices of chosen rows."""
_planned: dict[str, tuple[str, ...]] = {}


def plan_on_server(run: Path) -> None:
    """Plan statements from now on, on the server of this run; one process fills the database."""
    if _server:
        return
    import psycopg  # noqa: PLC0415 - optional

    note = run / _NOTE
    with (run / f"{_NOTE}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not note.exists():
            url = new_database(run)
            asyncio.run(fill(url, _SIZE, _KINDS))
            note.write_text(url)
    connection = psycopg.connect(note.read_text(), autocommit=True)
    atexit.register(connection.close)
    connection.execute("SET plan_cache_mode = force_generic_plan")
    connection.execute("SET seq_page_cost = 40")
    rows = connection.execute(
        "SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid"
        " WHERE i.indpred IS NOT NULL"
    )
    _chosen.update(name for (name,) in rows)
    _server.append(connection)


def large(sql: str, values: tuple[object, ...]) -> tuple[str, ...]:
    """The large tables that the server would read from end to end."""
    if not _server:
        return ()
    if sql not in _planned:
        _planned[sql] = tuple(sorted(set(_read_whole(_plan(sql, values), "")) & FILLED))
    return _planned[sql]


def _plan(sql: str, values: tuple[object, ...]) -> Any:
    import psycopg  # noqa: PLC0415 - optional

    from prowlerbot.storage.engines.postgres import _translate_sql  # noqa: PLC0415 - needs psycopg

    types = ", ".join("bigint" if isinstance(each, int) else "text" for each in values)
    nothing = ", ".join("NULL" for _ in values)
    try:
        _server[0].execute(f"PREPARE it{f'({types})' if types else ''} AS {_translate_sql(sql)}")
        told = _server[0].execute(
            f"EXPLAIN (FORMAT JSON) EXECUTE it{f'({nothing})' if nothing else ''}"
        )
        ((plan,),) = told.fetchall()
        _server[0].execute("DEALLOCATE it")
    except psycopg.Error:
        return {}
    return plan[0]["Plan"]


def _read_whole(plan: Any, table: str) -> Iterator[str]:
    """The tables that a plan reads from end to end, or whose index it does; ``table`` is above."""
    table, kind = plan.get("Relation Name", table), plan.get("Node Type", "")
    whole = "Index" in kind and "Index Cond" not in plan and "Index Name" in plan
    if kind == "Seq Scan" or (whole and plan["Index Name"] not in _chosen):
        yield table
    for each in plan.get("Plans", ()):
        yield from _read_whole(each, table)
