"""The SQL of imported records, and of the list of past matches and records.

The table of imported records has no references from or to matches. The list reads no moves.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from prowlerbot.core.errors import Denied
from prowlerbot.core.game import CHANCE
from prowlerbot.match.match import Player
from prowlerbot.storage.columns import Column, attributes, column, insert, names, values
from prowlerbot.storage.contributions import Contributions
from prowlerbot.storage.engines.database import Database, Tables, Work, transaction

MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class Import:
    """``record`` is JSON text in ASCII, ``imported_at`` in epoch seconds.

    The number of its ``plies`` and whether it is ``finished`` are for lists, which read no record.
    Anyone who knows the id of a ``public`` record may see it.
    """

    id: str
    game: str
    record: str
    imported_at: int
    plies: int = 0
    finished: bool = False
    owner: int = 0
    public: bool = False


_COLUMNS = (
    column("id"),
    column("owner"),
    column("game"),
    column("record"),
    column("imported_at"),
    column("shared", "public", write=int, read=bool),
    column("plies"),
    column("finished", write=int, read=bool),
    Column("bytes", "", lambda imported: len(imported.record)),
)
IMPORTS = names(_COLUMNS)
_ADD = insert("imports", IMPORTS)
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
class Imports(Tables):
    _contributions: Contributions

    async def find_import(self, import_id: str) -> Import | None:
        """A record, from any user."""
        rows = await self._db.read(f"SELECT {IMPORTS} FROM imports WHERE id = $1", import_id)  # noqa: S608 - constant columns
        return Import(**attributes(_COLUMNS, rows[0])) if rows else None

    @transaction
    def add(self, db: Work, user: int, imported: Import, quota: Quota) -> None:
        """Keep a record; the user's oldest make room. Raises Denied if that is not enough."""
        db.alone("imports")
        db.execute(_ADD, *values(_COLUMNS, replace(imported, owner=user)))
        gone = db.fetch(_MAKE_ROOM, user, imported.id, quota.records, quota.bytes)
        for (import_id,) in gone:
            for take_effect in self._contributions.record_deleted:
                take_effect(db, import_id)
        ((together,),) = db.fetch("SELECT sum(bytes) FROM imports")
        if together > quota.bytes_of_all:
            raise Denied(
                "There is no room for another imported record: all users together can keep"
                " {most} MB.",
                most=quota.bytes_of_all // MEGABYTE,
            )

    async def publish(self, import_id: str, *, public: bool) -> None:
        """Let everyone with the id see the record from now on, or not any more."""
        await self._db.write("UPDATE imports SET shared = $1 WHERE id = $2", int(public), import_id)


def forget_in_imports(db: Work, names: Iterable[str]) -> None:
    """Take the names of a forgotten player out of the records that others have imported.

    A record has no ids, so whoever else has such a name there loses it too. Exports leave out
    what would format a text, so names are compared by their letters and digits.
    """
    for name in names:
        longest = max(re.findall(r"[^\W_]+", name), key=len, default=name)
        part = json.dumps(longest)[1:-1].translate({ord(sign): f"!{sign}" for sign in "!%_"})
        rows = db.fetch(
            "SELECT id, record FROM imports WHERE record LIKE $1 ESCAPE '!'", f"%{part}%"
        )
        for import_id, written in rows:
            stored = json.loads(written)
            players = ["" if _alike(each, name) else each for each in stored.get("players", ())]
            if players != stored.get("players", []):
                record = json.dumps({**stored, "players": players}, separators=(",", ":"))
                db.execute(
                    "UPDATE imports SET record = $1, bytes = $2 WHERE id = $3",
                    *(record, len(record), import_id),
                )


def _alike(one: str, other: str) -> bool:
    bare, bare_too = ("".join(re.findall(r"[^\W_]+", each)) for each in (one, other))
    return bare == bare_too if bare or bare_too else one.strip() == other.strip()


# ------------------------------------------------------------------------------- the list


@dataclass(frozen=True, slots=True)
class Listed:
    """A match that has begun, or an imported record; ``plies`` is the number of its moves that the
    reader knows.
    """

    id: str
    plies: int
    finished: bool
    others: tuple[Player, ...]


async def latest(db: Database, user: int, game: str, most: int) -> list[Listed]:
    """The matches and records that a user has played or imported, the latest first.

    The number of concealed moves in a running match stays secret too.
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
        user,
        game,
        most,
    )
    return [
        Listed(match_id, plies, bool(over), _players(others))
        for match_id, plies, over, others in rows
    ]


def _players(written: str) -> tuple[Player, ...]:
    """The players of a list, in the order of their seats."""
    return tuple(Player(*rest) for _, *rest in sorted(json.loads(written or "[]")))
