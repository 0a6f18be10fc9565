"""The database in a file, which only the bot's own user can read.

A file is checked before it is opened, and brought to the newest schema.
"""

import contextlib
import errno
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar
from urllib.parse import unquote

from prowlerbot.core.errors import BadDatabase, Refused, StoreError, Unusable
from prowlerbot.storage.engines import database, schema
from prowlerbot.storage.engines.database import Row, Work
from prowlerbot.storage.engines.schema import migrations

if sys.platform != "win32":
    import pwd

_FILE_MODE, _FOLDER_MODE = 0o600, 0o700
_MIN_FREE_BYTES = 256 * 1024
"""Bytes of free space; with fewer, SQLite may fail to open a database."""


def make_file(path: Path) -> None:
    """Create a file closed to others, whatever the umask; an existing one stays. SQLite gives the
    files beside a database the rights of the database.
    """
    if path.exists():
        return
    handle = os.open(path, os.O_RDWR | os.O_CREAT, _FILE_MODE)
    try:
        if sys.platform != "win32":
            os.fchmod(handle, _FILE_MODE)
    finally:
        os.close(handle)
    give_to_owner_of_folder(path)


def make_folder(path: Path) -> None:
    """Create a folder and its parents, closed to others; existing ones stay."""
    missing = [each for each in (path, *path.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir(exist_ok=True)
        each.chmod(_FOLDER_MODE)
        give_to_owner_of_folder(each)
    if not path.is_dir():
        path.mkdir(parents=True)  # its error names the obstacle


def give_to_owner_of_folder(path: Path) -> None:
    """Give a file or folder that root has made in the shell to the user of the bot's service."""
    if sys.platform != "win32" and os.geteuid() == 0:
        folder = path.parent.stat()
        os.chown(path, folder.st_uid, folder.st_gid, follow_symlinks=False)


def user_name(number: int) -> str:
    """The name of a user of this machine, or the number of one without a name."""
    if sys.platform != "win32":
        with contextlib.suppress(KeyError):
            return pwd.getpwuid(number).pw_name
    return str(number)


_SCHEME = "sqlite:///"
_FIRST_BYTES = b"SQLite format 3\0"  # the first bytes of each file of SQLite
_LOCK_SECONDS = 0.02
"""Seconds that a writer waits for another process before readers get the thread."""
_ROWS_ANALYSED = 400
"""Rows of each index that an analysis looks at: some milliseconds, however large the table is."""
_BEGIN_SQL = {database.WorkKind.READING: "BEGIN", database.WorkKind.WRITING: "BEGIN IMMEDIATE"}

_T = TypeVar("_T")


class NoDatabase(BadDatabase):
    """A file that is not a database, or is too broken to be opened as one."""


def is_server(url: str) -> bool:
    """Whether an address names a database on a PostgreSQL server, and not a file."""
    return url.startswith(("postgresql://", "postgres://"))


def database_path(url: str) -> Path:
    """The file of a ``sqlite:///`` address (four slashes for an absolute path)."""
    if is_server(url):
        raise StoreError(
            "DATABASE_URL must name a file here. PostgreSQL has pg_dump and pg_restore instead;"
            " move-database puts the backup of a file onto a server."
        )
    quoted_path = url.removeprefix(_SCHEME)
    path = unquote(quoted_path, errors="surrogateescape")
    names_a_file = path.rpartition("/")[2] not in {"", ".", ".."}
    if not url.startswith(_SCHEME) or not names_a_file or path.startswith(":memory:"):
        raise StoreError(
            "DATABASE_URL must name a file, such as sqlite:///data/prowler.db, or a database on a"
            " server, such as postgresql://host/prowler."
        )
    if "?" in quoted_path or "\0" in path:
        raise StoreError("DATABASE_URL must be the name of a file and nothing after it, no “?”.")
    return Path(path)


def check_file(path: Path) -> int:
    """The schema version of a database file, 0 for a new one; reads without changing a byte. Raises
    BadDatabase for one that does not belong to this bot or comes from a newer version.
    """
    try:
        if path.is_dir():
            raise BadDatabase("{path} is a folder; DATABASE_URL must name a file.", path=path)
        if not path.exists() or path.stat().st_size == 0:
            return 0
        # An ordinary read leaves a log beside a file, so a file without one is opened as immutable.
        # That fails if another process begins to write just then; the second read does not.
        wal = path.with_name(f"{path.name}-wal")
        if not wal.exists():
            with contextlib.suppress(sqlite3.DatabaseError):
                return _read_version(path, "immutable=1")
        return _read_version(path, "mode=ro" if wal.exists() else "immutable=1")
    except (sqlite3.OperationalError, OSError) as error:
        raise _as_refusal(path, error) from error
    except sqlite3.DatabaseError as error:
        if begins_as_database(path):
            raise NoDatabase("{path} is damaged: {error}.", path=path, error=error) from error
        raise NoDatabase("{path} is not a database.", path=path) from error
    except Refused:
        raise
    except Exception as error:  # such as a byte of the schema that is not text
        raise NoDatabase("{path} is damaged: it cannot be read.", path=path) from error


def begins_as_database(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(_FIRST_BYTES)) == _FIRST_BYTES


def _read_version(path: Path, parameter: str) -> int:
    address = f"{path.absolute().as_uri()}?{parameter}"
    connection = sqlite3.connect(address, uri=True, timeout=database.DATABASE_PATIENCE)
    with contextlib.closing(connection) as db:
        tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
        return schema.stated_version(
            path, tables, lambda sql: db.execute(sql).fetchall(), len(migrations())
        )


class SqliteWork(Work):
    def __init__(self, file: sqlite3.Connection) -> None:
        self._file = file

    def change(self, sql: str, *values: object) -> int:
        return self._file.execute(sql, _name_values(values)).rowcount

    def execute(self, sql: str, *values: object) -> None:
        self.change(sql, *values)

    def fetch(self, sql: str, *values: object) -> list[Row]:
        return self._file.execute(sql, _name_values(values)).fetchall()

    def lock(self, name: str) -> None:
        """Do nothing: SQLite lets one writer at a time in."""

    def keep_writers_out(self, *tables: str) -> None:
        """Do nothing, for the same reason."""


class SqliteConnection(database.Connection):
    """An open file, made with its folder if it is missing."""

    def __init__(self, path: Path) -> None:
        self.place = self._path = path
        try:
            make_folder(path.parent)
            make_file(path)
        except OSError as error:
            raise BadDatabase(
                "The database {path} cannot be made: {why}. DATABASE_URL says where it is.",
                path=path,
                why=error.strerror,
            ) from error
        with _as_store_error(path):
            self.file = sqlite3.connect(
                path,
                isolation_level=None,
                timeout=_LOCK_SECONDS,
                cached_statements=256,
                check_same_thread=False,  # its thread begins after this
            )

    def transact(self, manner: database.WorkKind, work: Callable[[Work], _T]) -> _T:
        db = SqliteWork(self.file)
        with _as_store_error(self._path):
            if manner is database.WorkKind.STATEMENT:
                return work(db)
            db.execute(_BEGIN_SQL[manner])
            try:
                result = work(db)
                db.execute("COMMIT")
            except BaseException:
                self.file.rollback()
                raise
            return result

    def raise_schema(self) -> int:
        try:
            with _as_store_error(self._path):
                self._set_up()
            steps = migrations()
            before = self.transact(
                database.WorkKind.WRITING, lambda db: schema.raise_schema(db, steps, self._path)
            )
            if 0 < before < len(steps):
                with contextlib.suppress(sqlite3.OperationalError):  # another process reads it
                    self.file.execute("VACUUM")  # older versions left deleted data in the file
            # Where another process writes, the next start does it.
            with contextlib.suppress(database.DatabaseAway):
                if self.file.execute("SELECT 1 FROM matches LIMIT 1").fetchall():
                    self.refresh_statistics()
        except Unusable as error:
            if isinstance(error.__cause__, (sqlite3.Error, OSError)):
                raise _as_refusal(self._path, error.__cause__) from error
            raise
        except (Refused, database.DatabaseAway):
            raise
        except Exception as error:
            raise NoDatabase("{path} is damaged: it cannot be read.", path=self._path) from error
        return before

    def _set_up(self) -> None:
        if self.file.execute("PRAGMA journal_mode=WAL").fetchall() != [("wal",)]:
            raise BadDatabase(
                "{path} lies where SQLite cannot keep a write-ahead log, perhaps on a network "
                "drive; choose a place on this machine.",
                path=self._path,
            )
        self.file.execute("PRAGMA synchronous=FULL")
        self.file.execute("PRAGMA foreign_keys=ON")
        self.file.execute("PRAGMA secure_delete=ON")  # deleted data is gone from the raw file too

    def version(self) -> int:
        return check_file(self._path)

    def columns(self) -> list[tuple[str, str]]:
        with _as_store_error(self._path):
            return self.file.execute(
                "SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c"
                " WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY 1, c.cid"
            ).fetchall()

    def refresh_statistics(self) -> None:
        with _as_store_error(self._path):
            self.file.execute(f"PRAGMA analysis_limit={_ROWS_ANALYSED}")
            self.file.execute("ANALYZE")

    def erase_overwritten(self) -> None:
        """Empty the log too, except for parts that are being read."""
        with _as_store_error(self._path):
            self.file.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def size(self) -> int:
        files = (self._path, self._path.with_name(f"{self._path.name}-wal"))
        return sum(file.stat().st_size for file in files if file.exists())

    def close(self) -> None:
        self.file.close()


def _name_values(values: tuple[object, ...]) -> dict[str, object]:
    return {str(number): value for number, value in enumerate(values, 1)}


@contextlib.contextmanager
def _as_store_error(path: Path) -> Iterator[None]:
    """Raise one of the errors of storage for an error of the operating system or SQLite."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise database.KeyViolation(str(error)) from error
    except (sqlite3.Error, OSError, UnicodeError) as error:
        refusal = _unusable(path, error)
        busy_codes = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}  # another process is writing
        if isinstance(error, sqlite3.OperationalError) and _sqlite_code(error) in busy_codes:
            raise database.DatabaseAway(refusal) from error
        raise refusal from error


def _as_refusal(path: Path, error: sqlite3.Error | OSError) -> StoreError:
    """The error for a file that cannot be opened: BadDatabase if a retry cannot help."""
    code = _sqlite_code(error)
    is_undecodable = isinstance(error, sqlite3.Error) and not code
    if is_undecodable or code in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}:
        return NoDatabase("{path} is damaged: {error}.", path=path, error=error)
    no_access = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM}
    if is_full(path, error) or not (isinstance(error, OSError) or code in no_access):
        return _unusable(path, error)
    if sys.platform != "win32":
        files = (path.with_name(f"{path.name}{end}") for end in ("", "-wal", "-shm"))
        rights_of_file = os.R_OK | os.W_OK
        needed = {path.parent: rights_of_file | os.X_OK, **dict.fromkeys(files, rights_of_file)}
        for place, rights in needed.items():
            if os.access(place, os.F_OK) and not os.access(place, rights):
                return BadDatabase(
                    "The bot, which runs as {user}, may not write to {place}, which belongs to"
                    " {owner}; or the disk is read-only.",
                    place=place,
                    owner=user_name(place.stat().st_uid),
                    user=user_name(os.geteuid()),
                )
    why = error.strerror if isinstance(error, OSError) else error
    return BadDatabase("{path} cannot be opened: {why}.", path=path, why=why)


def _unusable(path: Path, error: Exception) -> Unusable:
    if is_full(path, error):
        return Unusable("The disk is full, so the database {path} cannot be used.", path=path)
    return Unusable("The database {path} cannot be used: {error}.", path=path, error=error)


def is_full(path: Path, error: Exception) -> bool:
    """Whether a full disk caused an error, which SQLite often calls one of input or output."""
    if getattr(error, "errno", 0) == errno.ENOSPC or _sqlite_code(error) == sqlite3.SQLITE_FULL:
        return True
    codes = {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN}
    with contextlib.suppress(OSError):
        free = shutil.disk_usage(path.parent).free
        return _sqlite_code(error) in codes and free < _MIN_FREE_BYTES
    return False


def _sqlite_code(error: Exception) -> int:
    """SQLite's primary code of an error; 0 for any other error."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF
