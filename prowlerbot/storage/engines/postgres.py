"""The database on a PostgreSQL server, reached with psycopg.

A transaction is sent as a pipeline: statements whose results are not read yet are sent together. So
a change of a match takes two round trips to the server. Transactions are READ COMMITTED. The guards
of a change, keys and advisory locks replace the single writer of SQLite.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import LiteralString, NoReturn, TypeVar, cast

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.types.numeric import Int8Dumper
from psycopg.types.string import TextLoader

from prowlerbot.core.errors import BadDatabase, StoreError, Unusable
from prowlerbot.storage.engines import database, schema
from prowlerbot.storage.engines.database import Row, Work
from prowlerbot.storage.engines.schema import migrations

_DEFAULT_PARAMETERS = {
    "application_name": "prowlerbot",
    "connect_timeout": 2,
    "tcp_user_timeout": 5_000,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "options": "-c lock_timeout=5s -c idle_in_transaction_session_timeout=60s",
}
"""The timeouts of a silent server, unless DATABASE_URL states others."""
_CONNECTION_STATES = ("08", "57P")
"""The beginnings of PostgreSQL's codes for a lost connection and for a server that shuts down."""
_BEGIN_SQL = {
    database.WorkKind.READING: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    database.WorkKind.WRITING: "BEGIN",
}
_COLUMNS_SQL = (
    "SELECT c.table_name, c.column_name FROM information_schema.columns c"
    " JOIN information_schema.tables t USING (table_schema, table_name)"
    " WHERE table_schema = current_schema() AND t.table_type = 'BASE TABLE'"
    " ORDER BY 1, c.ordinal_position"
)
_DIALECT_PATTERNS = (
    (re.compile(r"\bjson_group_array\("), "json_agg("),
    (re.compile(r"\bjson_array\("), "json_build_array("),
    (re.compile(r"\bjson_each\((\$\d+)\)"), r"json_array_elements_text(\1::json)"),
    (re.compile(r"\bjson_each\((\w+\.\w+)\)"), r"json_each_text(\1::json)"),
    # The order of the server's language would change with updates of its system.
    (re.compile(r"\bTEXT\b"), 'TEXT COLLATE "C"'),
)
"""Patterns of SQLite's dialect, each with its replacement for PostgreSQL."""

_T = TypeVar("_T")


@lru_cache(1_000)
def _translate_sql(sql: str) -> LiteralString:
    for sqlite, postgres in _DIALECT_PATTERNS:
        sql = sqlite.sub(postgres, sql)
    return sql


class PostgresWork(Work):
    def __init__(
        self, cursor: psycopg.RawCursor[Row], pipeline: psycopg.Pipeline | None = None
    ) -> None:
        self._cursor = cursor
        self._pipeline = pipeline

    def execute(self, sql: str, *values: object) -> None:
        self._cursor.execute(_translate_sql(sql), values)

    def change(self, sql: str, *values: object) -> int:
        self._send(sql, values)
        return self._cursor.rowcount

    def fetch(self, sql: str, *values: object) -> list[Row]:
        self._send(sql, values)
        return self._cursor.fetchall() if self._cursor.description else []

    def execute_later(self, sql: str, *values: object) -> Callable[[], list[Row]]:
        cursor = self._cursor.connection.cursor()  # a cursor of its own keeps the rows for later
        cursor.execute(_translate_sql(sql), values)
        return cursor.fetchall

    def _send(self, sql: str, values: tuple[object, ...]) -> None:
        """Run a statement and wait for its result, and for those of all before it."""
        self._cursor.execute(_translate_sql(sql), values)
        if self._pipeline is not None:
            self._pipeline.sync()

    def lock(self, name: str) -> None:
        self.execute("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", name)

    def keep_writers_out(self, *tables: str) -> None:
        self.execute(f"LOCK TABLE {', '.join(tables)} IN SHARE ROW EXCLUSIVE MODE")


_AMBIGUOUS_URL = re.compile(r"//[^/?#]*(?:@[^/?#]*@|[/?#].*@)")
"""A second @ before the host, or an @ after the end of the host."""


class PostgresConnection(database.Connection):
    """A connection that is made when it is first needed, and again when it was lost."""

    remote = True

    def __init__(self, url: str) -> None:
        if _AMBIGUOUS_URL.search(url):  # else parts of the password are taken for a host, and shown
            raise StoreError(
                "DATABASE_URL needs @ written as %40, / as %2F, ? as %3F, # as %23 in its user and"
                " password; or put the password into DATABASE_PASSWORD."
            )
        try:
            self._parameters = {**_DEFAULT_PARAMETERS, **conninfo_to_dict(url)}
        except psycopg.ProgrammingError:
            raise StoreError("DATABASE_URL is not an address of a PostgreSQL database.") from None
        parts = [self._parameters.get(part) for part in ("host", "port", "dbname")]
        self.place = f"PostgreSQL ({', '.join(str(part) for part in parts if part is not None)})"
        self._cursor: psycopg.RawCursor[Row] | None = None
        self._prepare_threshold: int | None = 0

    def transact(self, manner: database.WorkKind, work: Callable[[Work], _T]) -> _T:
        committing = False
        try:
            cursor = self._open_cursor()
            if manner is database.WorkKind.STATEMENT:
                return work(PostgresWork(cursor))
            with cursor.connection.pipeline() as pipeline:
                db = PostgresWork(cursor, pipeline)
                db.execute(_BEGIN_SQL[manner])
                result = work(db)
                committing = manner is database.WorkKind.WRITING
                db.execute("COMMIT")
                pipeline.sync()
        except (psycopg.Error, OSError, UnicodeError) as error:
            self._roll_back()
            self._raise_store_error(error, committing=committing)
        except BaseException:
            self._roll_back()
            raise
        return result

    def _open_cursor(self) -> psycopg.RawCursor[Row]:
        if self._cursor is None or self._cursor.connection.closed:
            connection = psycopg.Connection.connect(
                **self._parameters,  # type: ignore[arg-type]  # psycopg types each parameter it knows
                autocommit=True,
                prepare_threshold=self._prepare_threshold,
                cursor_factory=psycopg.RawCursor,
                client_encoding="utf8",
            )
            connection.prepared_max = 1_000
            connection.adapters.register_dumper(int, Int8Dumper)  # one type, one prepared statement
            connection.adapters.register_loader("json", TextLoader)
            self._cursor = cast("psycopg.RawCursor[Row]", connection.cursor())
        return self._cursor

    def _roll_back(self) -> None:
        """Leave no transaction open; a connection that refuses this is of no use any more."""
        if self._cursor is not None and not self._cursor.connection.closed:
            try:
                self._cursor.connection.rollback()
            except psycopg.Error:
                self._cursor.connection.close()

    def _raise_store_error(self, error: Exception, *, committing: bool) -> NoReturn:
        """Raise one of the errors of storage for an error of PostgreSQL or on the way there."""
        if isinstance(error, psycopg.IntegrityError):
            raise database.KeyViolation(str(error)) from error
        message = next(iter(str(error).splitlines()), type(error).__name__).removesuffix(".")
        refusal = Unusable(
            "The database {path} cannot be used: {error}.", path=self.place, error=message
        )
        if not isinstance(error, (psycopg.OperationalError, OSError)):
            self.close()  # another process may have raised the schema that statements are for
            raise refusal from error
        state = getattr(error, "sqlstate", None)
        if committing and (state is None or state.startswith(_CONNECTION_STATES)):
            raise database.UncertainCommit(refusal.template, **refusal.fields) from error
        raise database.DatabaseAway(refusal) from error

    def raise_schema(self) -> int:
        steps = migrations("postgres")

        def work(db: Work) -> int:
            db.execute("SET LOCAL lock_timeout = 0")
            db.lock("schema")
            self._check_schema(db)
            return schema.raise_schema(db, steps, self.place)

        self._prepare_threshold = None  # statements prepared for the old schema are of no use
        try:
            return self.transact(database.WorkKind.WRITING, work)
        finally:
            self._prepare_threshold = 0
            self.close()

    def version(self) -> int:
        return self.transact(database.WorkKind.READING, self._check_schema)

    def _check_schema(self, db: Work) -> int:
        """The version of the schema of a database that may be used."""
        if db.fetch("SHOW server_encoding") != [("UTF8",)]:
            raise BadDatabase("{path} must have the encoding UTF8.", path=self.place)
        tables = {table for table, _ in db.fetch(_COLUMNS_SQL)}
        return schema.stated_version(self.place, tables, db.fetch, len(migrations("postgres")))

    def columns(self) -> list[tuple[str, str]]:
        return self.transact(
            database.WorkKind.STATEMENT,
            lambda db: [(table, name) for table, name in db.fetch(_COLUMNS_SQL) if name != "rowid"],
        )

    def size(self) -> int:
        ((size,),) = self.transact(
            database.WorkKind.STATEMENT,
            lambda db: db.fetch("SELECT pg_database_size(current_database())"),
        )
        return int(size)

    def refresh_statistics(self) -> None:
        """The server does that in its own time."""

    def erase_overwritten(self) -> None:
        """The server removes deleted rows in its own time: VACUUM, and the end of its log."""

    def close(self) -> None:
        if self._cursor is not None:
            self._cursor.connection.close()
