"""The SQL of matches that cannot be read or replayed: reported once, set aside by the host."""

from __future__ import annotations

from dataclasses import dataclass

from prowlerbot.storage.engines.database import Tables

NOT_ASIDE = "m.id NOT IN (SELECT match FROM broken WHERE aside = 1)"
"""A condition for the matches ``m`` that the bot handles by itself."""


@dataclass(frozen=True, slots=True)
class Broken:
    match: str
    problem: str
    aside: bool


class BrokenMatches(Tables):
    async def note(self, match_id: str, problem: str, now: int) -> bool:
        """Remember the problem of a match; False if it was known."""
        noted = await self._db.write(
            "INSERT INTO broken (match, problem, noticed_at, aside) VALUES ($1, $2, $3, 0)"
            " ON CONFLICT (match) DO NOTHING",
            match_id,
            problem,
            now,
        )
        return noted == 1

    async def all(self) -> list[Broken]:
        rows = await self._db.read("SELECT match, problem, aside FROM broken ORDER BY match")
        return [Broken(match, problem, bool(aside)) for match, problem, aside in rows]

    async def set_aside(self) -> int:
        """Set all known broken matches aside from now on; returns their number."""
        return await self._db.write("UPDATE broken SET aside = 1 WHERE aside = 0")

    async def forget(self, match_id: str) -> None:
        """Forget the problem of a match that works again."""
        await self._db.write("DELETE FROM broken WHERE match = $1", match_id)
