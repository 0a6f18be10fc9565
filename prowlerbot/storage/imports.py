"""The SQL of records that were imported: a table with no references from or to matches."""

from __future__ import annotations

from dataclasses import dataclass

from prowlerbot.storage.database import Database


@dataclass(frozen=True, slots=True)
class Import:
    """``record`` is JSON text, ``imported_at`` in epoch seconds. What is ``public`` anybody may see
    who knows its id.
    """

    id: str
    owner: int
    game: str
    record: str
    imported_at: int
    public: bool = False


class Imports:
    def __init__(self, database: Database) -> None:
        self._db = database

    async def find(self, import_id: str) -> Import | None:
        """A record, whoever has imported it."""
        rows = await self._db.read(
            "SELECT owner, game, record, imported_at, shared FROM imports WHERE id = $1",
            import_id,
        )
        if not rows:
            return None
        owner, game, record, imported_at, shared = rows[0]
        return Import(import_id, owner, game, record, imported_at, bool(shared))

    async def recent(self, user: int, game: str, most: int) -> list[str]:
        """The ids of what a user has played or imported, the latest first; challenges are none."""
        rows = await self._db.read(
            "SELECT m.id, m.changed_at FROM matches m JOIN seats s ON s.match = m.id"
            " WHERE s.player = $1 AND m.game = $2 AND m.setup <> ''"
            " UNION ALL SELECT id, imported_at FROM imports WHERE owner = $1 AND game = $2"
            " ORDER BY 2 DESC, 1 LIMIT $3",
            user,
            game,
            most,
        )
        return [each for each, _ in rows]

    async def add(self, imported: Import, most: int) -> None:
        """Keep a record; with more than ``most`` of its owner, the oldest makes room."""
        async with self._db.transaction() as db:
            await db.execute(
                "INSERT INTO imports (id, owner, game, record, imported_at, shared)"
                " VALUES ($1, $2, $3, $4, $5, 0)",
                imported.id,
                imported.owner,
                imported.game,
                imported.record,
                imported.imported_at,
            )
            await db.execute(
                "DELETE FROM imports WHERE owner = $1 AND id NOT IN (SELECT id FROM imports"
                " WHERE owner = $1 ORDER BY imported_at DESC, id = $3 DESC, id LIMIT $2)",
                imported.owner,
                most,
                imported.id,
            )

    async def publish(self, import_id: str, *, public: bool) -> None:
        """From now on whoever knows its id may see it, or not any more."""
        await self._db.write("UPDATE imports SET shared = $1 WHERE id = $2", int(public), import_id)
