"""What is stored about a person: to hand it out, and to forget it.

Forgetting leaves the records of finished matches as they are, since they are the opponents' too,
and takes the person out of them: all their seats go to one nameless player with a negative id, a
new one each time. So the opponents' ratings stay, and come out the same when they are worked out
again, and nothing leads back to who it was.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass

from prowlerbot.core.errors import Denied, StoreError
from prowlerbot.match.match import SOMEONE, Phase
from prowlerbot.service.service import Service
from prowlerbot.storage.database import Database

_MINE = "IN (SELECT match FROM seats WHERE player = $1)"
_MATCH = (
    "id, game, options, terms, setup, phase, ending, ended_by, revision, created_at, changed_at,"
    " turn_at, due, challenger, question, origin"
)

STORED: dict[str, tuple[str, str]] = {
    "preferences": ("chosen", "kind = 'player' AND id = $1"),
    "ratings": ("game, mu, sigma, matches", "player = $1"),
    "seats": (
        "match, seat, name, level, joined, choice, since, moment, own, concealed",
        "player = $1",
    ),
    "matches": (_MATCH, f"id {_MINE}"),
    "plays": ("match, ply, seat, move, played_at, moment, own", f"match {_MINE}"),
    "boards": ("match, guild, channel, message, shown, reach", f"match {_MINE}"),
    "calls": ("match, channel, message, moment, seat, stale", f"match {_MINE}"),
    "reminders": ("match, seat, since, moment, reminder", f"match {_MINE}"),
    "takebacks": ("match, number, ply, seat, move, taken_at", f"match {_MINE}"),
    "rematches": ("match, rematch", f"match {_MINE}"),
    "results": ("number, match, game, ended_at, verdict", f"match {_MINE}"),
    "imports": ("id, game, record, imported_at, shared", "owner = $1"),
    "places": (
        "match, seat, rank, total, mu_before, sigma_before, mu, sigma",
        f"match {_MINE}",
    ),
}
"""For each table with something about people, its columns and which rows concern one of them."""

NOT_ABOUT_PEOPLE = {"schema_version", "chores"}
_JSON = {"chosen", "options", "terms", "record"}
_TRIES = 5


@dataclass(frozen=True, slots=True)
class Amount:
    """How much is stored: matches that are over, open ones, and anything at all."""

    finished: int
    open: int
    anything: bool


@dataclass(frozen=True, slots=True)
class Forgotten:
    """The matches whose boards have to be drawn anew: those ended just now, and the others."""

    ended: tuple[str, ...]
    others: tuple[str, ...]


class Privacy:
    def __init__(self, service: Service) -> None:
        self._service = service
        self._db = service.store.database

    async def amount(self, user: int) -> Amount:
        async with self._db.reading() as db:
            matches = await _matches(db, user)
            found = [
                len(await _rows(db, table, user)) for table in ("preferences", "ratings", "imports")
            ]
        unfinished = sum(phase is not Phase.OVER for phase in matches.values())
        return Amount(len(matches) - unfinished, unfinished, bool(matches) or any(found))

    async def export(self, user: int) -> str:
        """Everything stored about somebody as JSON, from one moment; other people left out."""
        async with self._db.reading() as db:
            tables = {table: await _rows(db, table, user) for table in STORED}
        told = {"player": user, "exported_at": self._service.now(), **tables}
        return json.dumps(told, ensure_ascii=False, indent=1) + "\n"

    async def forget(self, user: int) -> Forgotten:
        """End the open matches of somebody, then forget them in one transaction."""
        ended: list[str] = []
        for _ in range(_TRIES):
            ended += await self._end_matches(user)
            async with self._db.transaction() as db:
                matches = await _matches(db, user)
                if all(phase is Phase.OVER for phase in matches.values()):
                    await _forget(db, user)
                    others = tuple(match for match in matches if match not in ended)
                    break
        else:
            raise Denied("You are being challenged all the time; please try again in a minute.")
        with suppress(StoreError):  # else it stays in the log of the database for a while
            await self._db.scrub()
        return Forgotten(tuple(ended), others)

    async def _end_matches(self, user: int) -> list[str]:
        """Resign, decline or cancel whatever is open; returns what ended by that."""
        await self._service.expire()
        async with self._db.reading() as db:
            matches = await _matches(db, user)
        ended: list[str] = []
        for match_id, phase in matches.items():
            if phase is Phase.OVER:
                continue
            match = await self._service.match(match_id)
            if match.phase is Phase.PLAYING:
                await self._service.resign(match_id, user)
            elif match.seat_of(user) == match.challenger:
                await self._service.cancel(match_id, user)
            else:
                await self._service.decline(match_id, user)
            ended.append(match_id)
        return ended


async def _matches(db: Database, user: int) -> dict[str, Phase]:
    rows = await db.fetch(
        "SELECT m.id, m.phase FROM matches m JOIN seats s ON s.match = m.id WHERE s.player = $1"
        " ORDER BY m.changed_at DESC, m.id",
        user,
    )
    return {match: Phase(phase) for match, phase in rows}


async def _rows(db: Database, table: str, user: int) -> list[dict[str, object]]:
    columns, which = STORED[table]
    names = columns.split(", ")
    rows = await db.fetch(f"SELECT {columns} FROM {table} WHERE {which}", user)  # noqa: S608 - constant parts
    return [
        {
            name: json.loads(value) if name in _JSON else value
            for name, value in zip(names, row, strict=True)
        }
        for row in rows
    ]


async def _forget(db: Database, user: int) -> None:
    """Within a transaction: nothing with the id or a name of this person is left."""
    ((lowest,),) = await db.fetch("SELECT COALESCE(MIN(player), 0) FROM seats")
    nobody = min(lowest, 0) - 1
    await db.execute(f"UPDATE matches SET revision = revision + 1 WHERE id {_MINE}", user)  # noqa: S608 - constant parts
    await db.execute(f"UPDATE calls SET stale = 1 WHERE match {_MINE}", user)  # noqa: S608 - likewise; calls have names in them
    await db.execute("DELETE FROM preferences WHERE kind = 'player' AND id = $1", user)
    await db.execute("DELETE FROM imports WHERE owner = $1", user)
    await db.execute("UPDATE ratings SET player = $1 WHERE player = $2", nobody, user)
    await db.execute(
        "UPDATE seats SET player = $1, name = $2 WHERE player = $3", nobody, SOMEONE, user
    )
