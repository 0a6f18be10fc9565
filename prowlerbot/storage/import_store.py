"""The SQL of imported records, and of the list that shows a user's records and matches together.

Imported records have no references from or to matches. The list of both reads no moves.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from prowlerbot.core.errors import Denied
from prowlerbot.core.game import CHANCE
from prowlerbot.match.match import Player
from prowlerbot.storage import columns
from prowlerbot.storage.contributions import Contributions
from prowlerbot.storage.engines.database import Database, Tables, Work, transaction

MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class Import:
    """An imported record. Lists read its ``plies`` and ``finished``, and not the record."""

    id: str
    game: str
    record: str
    """JSON text in ASCII."""
    imported_at: int
    """In epoch seconds."""
    plies: int = 0
    finished: bool = False
    owner: int = 0
    public: bool = False
    """Whether anyone who knows the id may see it."""


_IMPORT_COLUMNS = (
    *columns.plain_columns("id", "owner", "game", "record", "imported_at"),
    columns.column("shared", "public", write=int, read=bool),
    columns.column("plies"),
    columns.column("finished", write=int, read=bool),
    columns.TableColumn("bytes", "", lambda imported: len(imported.record)),
)
IMPORT_NAMES = columns.sql_names(_IMPORT_COLUMNS)
_ADD_IMPORT = columns.insert_sql("imports", IMPORT_NAMES)
_MAKE_ROOM = (
    "DELETE FROM imports WHERE owner = $1 AND id <> $2 AND id NOT IN"
    " (SELECT id FROM (SELECT id, row_number() OVER newest AS place,"
    " sum(bytes) OVER newest AS so_far FROM imports WHERE owner = $1"
    " WINDOW newest AS (ORDER BY id = $2 DESC, imported_at DESC, id"
    " ROWS UNBOUNDED PRECEDING)) ranked WHERE place <= $3 AND so_far <= $4)"
    " RETURNING id"
)


@dataclass(frozen=True, slots=True)
class Quota:
    """The limits on records: for each user, whose oldest ones make room, and for all together."""

    records: int
    bytes: int
    bytes_of_all: int


@dataclass(eq=False)
class ImportStore(Tables):
    _contributions: Contributions

    async def find_import(self, import_id: str) -> Import | None:
        """A record, from any user."""
        rows = await self._db.read(f"SELECT {IMPORT_NAMES} FROM imports WHERE id = $1", import_id)  # noqa: S608 - constant columns
        return Import(**columns.to_dict(_IMPORT_COLUMNS, rows[0])) if rows else None

    @transaction
    def add_import(self, db: Work, user: int, imported: Import, quota: Quota) -> None:
        """Store a record; the user's oldest make room. Raises Denied if that is not enough."""
        db.lock("imports")
        db.execute(_ADD_IMPORT, *columns.row_of(_IMPORT_COLUMNS, replace(imported, owner=user)))
        for (deleted,) in db.fetch(_MAKE_ROOM, user, imported.id, quota.records, quota.bytes):
            for feature in self._contributions:
                feature.record_deleted(db, deleted)
        ((bytes_of_all,),) = db.fetch("SELECT sum(bytes) FROM imports")
        if bytes_of_all > quota.bytes_of_all:
            raise Denied(
                "There is no room for another imported record: all users together can keep"
                " {most} MB.",
                most=quota.bytes_of_all // MEGABYTE,
            )

    async def share_import(self, import_id: str, *, public: bool) -> None:
        """Let everyone with the id see the record from now on, or not any more."""
        await self._db.write("UPDATE imports SET shared = $1 WHERE id = $2", int(public), import_id)


def forget_in_imports(db: Work, names: Iterable[str]) -> None:
    """Take the names of a forgotten player out of the records that others have imported.

    A record has no ids, so another player with such a name there loses it too. Exports leave out
    what would format a text, so names are compared by their letters and digits.
    """
    for name in names:
        # The longest word of the name selects the records that may have it.
        word = max(_words_of_name(name), key=len, default=name)
        escaped = json.dumps(word)[1:-1].translate({ord(sign): f"!{sign}" for sign in "!%_"})
        candidates = "SELECT id, record FROM imports WHERE record LIKE $1 ESCAPE '!'"
        for import_id, written in db.fetch(candidates, f"%{escaped}%"):
            record = json.loads(written)
            names_before = record.get("players", [])
            players = ["" if _are_same_names(each, name) else each for each in names_before]
            if players != names_before:
                text = json.dumps({**record, "players": players}, separators=(",", ":"))
                change = "UPDATE imports SET record = $1, bytes = $2 WHERE id = $3"
                db.execute(change, text, len(text), import_id)


def _words_of_name(name: str) -> list[str]:
    return re.findall(r"[^\W_]+", name)


def _are_same_names(name: str, other: str) -> bool:
    letters, other_letters = ("".join(_words_of_name(each)) for each in (name, other))
    return (letters == other_letters) if letters or other_letters else name.strip() == other.strip()


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match that has begun, or an imported record; its reader knows ``plies`` of its moves."""

    id: str
    plies: int
    finished: bool
    others: tuple[Player, ...]


async def latest_matches(db: Database, user: int, game: str, limit: int) -> list[ListedMatch]:
    """The matches and records that a user has played or imported, the latest first. The number of
    concealed moves in a running match stays secret too.
    """
    rows = await db.read(
        "WITH latest AS (SELECT m.id, m.changed_at AS at, s.seat, CASE WHEN m.ending IS NULL THEN 0"  # noqa: S608 - a constant
        " ELSE 1 END AS over, NULL AS plies FROM matches m JOIN seats s ON s.match = m.id"
        " WHERE s.player = $1 AND m.game = $2 AND m.setup <> ''"
        " UNION ALL SELECT id, imported_at, NULL, finished, plies FROM imports"
        " WHERE owner = $1 AND game = $2 ORDER BY 2 DESC, 1 LIMIT $3)"
        " SELECT id, COALESCE(plies, (SELECT count(*) FROM plays WHERE match = l.id"
        f" AND seat <> {CHANCE})"
        " - (SELECT COALESCE(sum(concealed), 0) FROM seats WHERE match = l.id"
        " AND seat <> l.seat)), over,"
        " (SELECT json_group_array(json_array(seat, player, name, level)) FROM seats"
        " WHERE match = l.id AND seat <> l.seat) FROM latest l ORDER BY at DESC, id",
        *(user, game, limit),
    )
    matches: list[ListedMatch] = []
    for match_id, plies, finished, seats in rows:
        others = tuple(Player(*player) for _, *player in sorted(json.loads(seats or "[]")))
        matches.append(ListedMatch(match_id, plies, bool(finished), others))
    return matches
