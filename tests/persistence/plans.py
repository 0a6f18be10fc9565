"""No statement of the product reads all of a large table: seen wherever a test runs one.

Each statement is looked at once in a process, as soon as any test has the product run it, so a new
one cannot escape. SQLite has no statistics of the bot's database, so a plan follows from the schema
alone; for PostgreSQL see ``server_plans``. Statements that a test itself makes up are left alone.
"""

import re
import sqlite3
import sys
from collections.abc import Callable, Collection
from functools import cache
from importlib.util import find_spec
from types import FrameType
from typing import Any

from prowlerbot.storage.engines.database import Database, Work
from prowlerbot.storage.engines.schema import migrations
from prowlerbot.storage.engines.sqlite import SqliteWork
from tests.persistence import server_plans

LARGE = server_plans.FILLED | {
    "takebacks",
    "publicity",
    "rematches",
    "ratings",
    "preferences",
    "reviews",
    "review_pieces",
    "puzzles",
    "puzzle_tries",
    "puzzle_ratings",
    "competitions",
    "competition_events",
    "competition_players",
    "competition_matches",
    "competition_servers",
    "wishes",
    "avoided",
    "bars",
    "acts",
}
"""The tables that grow with every match or player."""
READ_ALL = {
    "prowlerbot.copies.": "a move, a rebuild and the test of a backup read everything",
    "prowlerbot.storage.match_store.Store.match_ids": "tests of backups replay all these records",
    "prowlerbot.storage.results.ResultStore.missing_results": "once in a database, at a start",
    "prowlerbot.storage.boards.BoardStore.mark_all_behind": "a restore redraws all open boards",
    "prowlerbot.storage.boards.ApplicationStore.take_application": "likewise, once in years",
    "prowlerbot.competitions.competition_post_store.post_main_anew": "likewise, of all that run",
    "prowlerbot.storage.boards.BoardStore.forget_all": "the preview begins with an empty chat",
    "prowlerbot.storage.post_store.PostStore.forget_kind": "the preview begins with an empty chat",
    "prowlerbot.competitions.competition_post_store.CompetitionPosts.forget_all": "likewise",
    "prowlerbot.doctor_store.MonitoringStore.": "the doctor counts all that is open",
    "prowlerbot.competitions.competition_store.CompetitionMatches.count_running": "likewise",
    "prowlerbot.daily.daily_store.DailyStore.count_running": "at a start without the feature",
    "prowlerbot.storage.choice_store.ChoiceStore.chosen_themes": "once at a start, of all servers",
}
"""The functions that have to read all of a table or of its open matches, each with its reason."""

_LOOKED_AT = {"SELECT", "WITH", "INSERT", "UPDATE", "DELETE"}
_DEEP = 4  # frames between a function of the product and the statement
_ENGINE = ("prowlerbot.storage.engines.", __name__)
_TABLE = re.compile(rf"\b({'|'.join(sorted(LARGE))})\b(?: AS)?(?: (\w+))?")
_ALL = re.compile(
    r"(?:SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?"
    r"|SEARCH (\w+) USING (?:COVERING )?INDEX (\w+) \((?:phase|game|kind)=\?(?: AND player>\?)?\))$"
)
"""A step that reads all; to search for nothing but a phase, a game or a kind finds most rows."""
_MADE = re.compile(r"(?:CO-ROUTINE|MATERIALIZE) (\w+)")
"""A table that the statement itself makes."""


class ReadsAll(AssertionError):
    """A statement would read all of a large table."""


def watch_plans() -> None:
    """Look at the plan of each statement from now on."""
    for name in ("read", "write"):
        setattr(Database, name, _watched_request(getattr(Database, name)))
    kinds: list[type[Work]] = [SqliteWork]
    if find_spec("psycopg"):
        from prowlerbot.storage.engines.postgres import PostgresWork  # noqa: PLC0415 - optional

        kinds.append(PostgresWork)
    for kind in kinds:
        for name in ("change", "execute", "fetch"):
            setattr(kind, name, _watched_work(getattr(kind, name), remote=kind is not SqliteWork))


def _watched_request(send: Callable[..., Any]) -> Callable[..., Any]:
    async def watched(self: Database, sql: str, *values: object) -> Any:
        _look(sql, values, sys._getframe(1), remote=self.remote)
        return await send(self, sql, *values)

    return watched


def _watched_work(send: Callable[..., Any], *, remote: bool) -> Callable[..., Any]:
    def watched(self: Work, sql: str, *values: object) -> Any:
        _look(sql, values, sys._getframe(1), remote=remote)
        return send(self, sql, *values)

    return watched


def _look(
    sql: object, values: tuple[object, ...], frame: FrameType | None, *, remote: bool
) -> None:
    if not isinstance(sql, str) or sql.lstrip().split(" ", 1)[0] not in _LOOKED_AT:
        return
    found = _in_file(sql) or (remote and server_plans.large(sql, values))
    if not found:
        return
    asked = _asking(frame)
    if asked.startswith(("prowlerbot.", "cogs.")) and not asked.startswith(tuple(READ_ALL)):
        raise ReadsAll(f"{asked} reads all of a large table: {found}: {sql}")


def _asking(frame: FrameType | None) -> str:
    """The function that has made a statement; empty if it cannot be found."""
    for _ in range(_DEEP):
        if frame is None:
            break
        name = f"{frame.f_globals['__name__']}.{frame.f_code.co_qualname}"
        if not name.startswith(_ENGINE):
            return name
        frame = frame.f_back
    return ""


@cache
def _schema() -> tuple[sqlite3.Connection, frozenset[str]]:
    """An empty database at the newest schema, and its indices of chosen rows."""
    db = sqlite3.connect(":memory:", check_same_thread=False)
    db.executescript(";\n".join(migrations()))
    rows = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index'").fetchall()
    return db, frozenset(name for name, sql in rows if "WHERE" in (sql or ""))


@cache
def _in_file(sql: str) -> tuple[str, ...]:
    """The steps in which SQLite would read a large table from end to end."""
    names = dict.fromkeys(LARGE, "") | {alias: table for table, alias in _TABLE.findall(sql)}
    db, chosen = _schema()
    try:
        steps = [
            step
            for *_, step in db.execute(
                f"EXPLAIN QUERY PLAN {sql}", dict.fromkeys(re.findall(r"\$(\d+)", sql))
            )
        ]
    except sqlite3.Error:
        return ()  # of another schema, as only tests have
    made = {found[1] for step in steps if (found := _MADE.match(step))}
    return tuple(step for step in steps if _is_large(step, names.keys() - made, chosen))


def _is_large(step: str, names: Collection[str], chosen: Collection[str]) -> bool:
    """Whether a step reads all of a table of these names, and by none of the chosen indices."""
    if not (found := _ALL.match(step)):
        return False
    return (found[1] or found[3]) in names and (found[2] or found[4]) not in chosen
