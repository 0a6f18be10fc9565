"""The schema of the database: numbered migrations, run in order, in one transaction."""

import logging
import re
from collections.abc import Callable, Collection, Sequence
from functools import cache
from importlib import resources

from prowlerbot.core.errors import BadDatabase, StoreError
from prowlerbot.storage.engines.database import Database, Row, Work

log = logging.getLogger(__name__)
_MIGRATION_NAME = re.compile(r"(\d{4})_[a-z_]+(?:\.(sqlite|postgres))?\.sql")


@cache
def migrations(kind: str = "sqlite") -> Sequence[str]:
    """The numbered migrations; migration n raises the schema from version n - 1 to n. One file
    serves both kinds of database, or a pair of files has one for each kind.
    """
    files = sorted((resources.files("prowlerbot.storage") / "migrations").iterdir(), key=str)
    named = ((_MIGRATION_NAME.fullmatch(file.name), file) for file in files)
    found = [(int(name[1]), file) for name, file in named if name and name[2] in {None, kind}]
    if not found or [number for number, _ in found] != list(range(1, len(found) + 1)):
        raise StoreError("The migrations of this installation are not numbered one by one.")
    return tuple(file.read_text(encoding="utf-8") for _, file in found)


def newest_version(database: Database) -> int:
    """The version of the schema that this version of the bot uses."""
    return len(migrations("postgres" if database.remote else "sqlite"))


def was_raised(database: Database) -> bool:
    """Whether this process has found an older schema and raised it."""
    return 0 < database.schema_before < newest_version(database)


def raise_schema(db: Work, steps: Sequence[str], place: object) -> int:
    """Bring the schema up to date within a transaction; returns the version before, 0 for none."""
    db.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER)")
    if not (rows := db.fetch("SELECT version FROM schema_version")):
        db.execute("INSERT INTO schema_version VALUES (0)")
    before = int(rows[0][0]) if rows else 0
    refuse_newer(place, before, len(steps))
    for number, script in enumerate(steps[before:], before + 1):
        for statement in _statements(script):
            db.execute(statement)
        db.execute("UPDATE schema_version SET version = $1", number)
    if not before:
        log.info("new database made, schema %d", len(steps))
    elif before < len(steps):
        log.info("database schema raised from version %d to %d", before, len(steps))
    return before


def stated_version(
    place: object, tables: Collection[str], fetch: Callable[[str], list[Row]], known: int
) -> int:
    """The version that a database with these tables states, 0 for one without any. Raises
    BadDatabase for a database of another program, or newer than the ``known`` version.
    """
    if not tables:
        return 0
    if {"schema_version", "matches"} <= {*tables}:
        match fetch("SELECT * FROM schema_version"):
            case [(int(version),)] if version > 0:
                refuse_newer(place, version, known)
                return version
    raise BadDatabase("{path} is a database of another program.", path=place)


def refuse_newer(place: object, version: int, known: int) -> None:
    """Raise BadDatabase for a version newer than the ``known`` one."""
    if version > known:
        raise BadDatabase(
            "{path} was written by a newer version of the bot (schema {version}, this one knows "
            "{known}); update the bot, the file was left as it is.",
            path=place,
            version=version,
            known=known,
        )


def _statements(script: str) -> list[str]:
    """The statements of a migration; none of them has a semicolon inside."""
    lines = re.sub(r"^\s*--.*$", "", script, flags=re.MULTILINE)
    return [statement.strip() for statement in lines.split(";") if statement.strip()]
