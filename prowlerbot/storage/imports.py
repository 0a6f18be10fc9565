"""The SQL of records that were imported: a table with no references from or to matches."""

from __future__ import annotations

from dataclasses import dataclass

from prowlerbot.storage.database import Database


@dataclass(frozen=True, slots=True)
class Import:
    """``record`` is JSON text, ``imported_at`` in epoch seconds."""

    id: str
    game: str
    record: str
    imported_at: int


class Imports:
    def __init__(self, database: Database) -> None:
        self._db = database

    async def find(self, import_id: str, user: int) -> Import | None:
        """A record that this user has imported, or that somebody has shown to all."""
        rows = await self._db.read(
            "SELECT id, game, record, imported_at FROM imports"
            " WHERE id = $1 AND (owner = $2 OR shared = 1)",
            import_id,
            user,
        )
        return Import(*rows[0]) if rows else None

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

    async def add(self, user: int, imported: Import, most: int) -> None:
        """Keep a record; with more than ``most`` of this user, the oldest makes room."""
        async with self._db.transaction() as db:
            await db.execute(
                "INSERT INTO imports (id, owner, game, record, imported_at, shared)"
                " VALUES ($1, $2, $3, $4, $5, 0)",
                imported.id,
                user,
                imported.game,
                imported.record,
                imported.imported_at,
            )
            await db.execute(
                "DELETE FROM imports WHERE owner = $1 AND id NOT IN (SELECT id FROM imports"
                " WHERE owner = $1 ORDER BY imported_at DESC, id = $3 DESC, id LIMIT $2)",
                user,
                most,
                imported.id,
            )

    async def share(self, import_id: str) -> None:
        """From now on everybody may see it."""
        await self._db.write("UPDATE imports SET shared = 1 WHERE id = $1", import_id)
