"""The SQL of leases: which process holds which shard, by the clock of the database's server.

One process at a time looks at the leases and changes them. A file has one process and no leases.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from prowlerbot.core.errors import StoreError
from prowlerbot.storage.chores import Chores
from prowlerbot.storage.engines.database import Database, Work
from prowlerbot.storage.shares import Lease, share

_CLOCK = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
_NOW = f"SELECT {_CLOCK}"
_FREE = f"SELECT 1 FROM shard_leases WHERE held_until <= {_CLOCK} LIMIT 1"  # noqa: S608 - our clock
_LEASES = "SELECT shard, holder, number, held_until FROM shard_leases ORDER BY shard"
_SEEN = (
    "INSERT INTO bot_processes (id, seen_until) VALUES ($1, $2)"
    " ON CONFLICT (id) DO UPDATE SET seen_until = excluded.seen_until"
)
_KEEP = "UPDATE shard_leases SET held_until = $1 WHERE shard = $2 AND holder = $3"
_TAKE = "UPDATE shard_leases SET held_until = $1, holder = $3, number = number + 1 WHERE shard = $2"
_IDENTIFIED = (
    "INSERT INTO identify_times (bucket, last) VALUES ($1, $2) ON CONFLICT (bucket)"
    " DO UPDATE SET last = excluded.last WHERE identify_times.last <= $3"
)

_STARTS = "session starts"
"""The chore under which a process notes how many are left."""
_FEW = 0.1


class Misfit(StoreError):
    """This process cannot share with the running ones; a restart may help."""


@dataclass(frozen=True, slots=True)
class Starts:
    """How many sessions Discord still lets the bot start today, and how many a day."""

    left: int
    a_day: int

    @property
    def are_few(self) -> bool:
        return self.left < _FEW * self.a_day


@dataclass(frozen=True, slots=True)
class Sharing:
    """The shards of all processes together; ``free`` ones have none."""

    shards: int
    free: int
    processes: int
    starts: Starts


@dataclass(frozen=True, slots=True)
class Held:
    """The leases of this process as they are now: the number of each by its shard."""

    numbers: Mapping[int, int]
    give_back: frozenset[int]
    due: int
    """The number of shards that the process should have."""
    processes: int


class Leases:
    """The leases of one process; times are in seconds."""

    def __init__(self, database: Database) -> None:
        self._db = database
        self.holder = uuid.uuid4().hex
        self._count = self._schema = 0

    async def settle(self, wanted: int, *, fixed: bool) -> int:
        """The number of shards for all processes, which is ``wanted`` if no other process lives.

        Raises Misfit if it has to be as wanted, but others live by another one.
        """

        def work(db: Work) -> int:
            now = _begin(db)
            self._schema = _schema(db)
            known = len(db.fetch(_LEASES))
            if known in {0, wanted} or not _others(db, self.holder, now):
                db.execute("DELETE FROM shard_leases WHERE shard >= $1", wanted)
                for shard in range(known, wanted):
                    db.execute("INSERT INTO shard_leases VALUES ($1, '', 0, 0)", shard)
                return wanted
            if fixed:
                raise Misfit(
                    "SHARDS is {wanted}, but the running processes share {known} shards. Stop them"
                    " all first, or leave SHARDS empty.",
                    wanted=wanted,
                    known=known,
                )
            return known

        self._count = await self._db.run(work)
        return self._count

    async def renew(self, lasts: float) -> Held:
        """Renew the leases of this process, and take free ones up to its share.

        Raises Misfit if the number of shards has changed since it was settled, or the schema.
        """

        def work(db: Work) -> Held:
            now = _begin(db)
            until = now + round(lasts * 1000)
            db.execute(_SEEN, self.holder, until)
            leases = [Lease(*row) for row in db.fetch(_LEASES)]
            if _schema(db) != self._schema:
                raise Misfit("A newer version of the bot has raised the schema of the database.")
            if len(leases) != self._count:
                raise Misfit("The number of shards has changed; this process has to restart.")
            others = _others(db, self.holder, now)
            shares = share(leases, {self.holder, *others}, self.holder, now)
            for shard in sorted(shares.keep):
                db.execute(_KEEP, until, shard, self.holder)
            for shard in sorted(shares.take):
                db.execute(_TAKE, until, shard, self.holder)
            numbers = {each.shard: each.number for each in leases if each.shard in shares.keep}
            taken = {each.shard: each.number + 1 for each in leases if each.shard in shares.take}
            return Held(numbers | taken, shares.give_back, shares.due, len(others) + 1)

        return await self._db.run(work)

    async def are_free(self) -> bool:
        """Whether any shard has no holder."""
        return bool(await self._db.read(_FREE))

    async def give_back(self, numbers: Mapping[int, int]) -> None:
        """Free these leases, unless somebody else has got them meanwhile."""

        def work(db: Work) -> None:
            _begin(db)
            for shard, number in sorted(numbers.items()):
                db.execute(
                    "UPDATE shard_leases SET holder = '', held_until = 0"
                    " WHERE shard = $1 AND holder = $2 AND number = $3",
                    shard,
                    self.holder,
                    number,
                )

        await self._db.run(work)

    async def leave(self) -> None:
        """Free all leases of this process, which is about to end."""

        def work(db: Work) -> None:
            _begin(db)
            db.execute(
                "UPDATE shard_leases SET holder = '', held_until = 0 WHERE holder = $1", self.holder
            )
            db.execute("DELETE FROM bot_processes WHERE id = $1", self.holder)

        await self._db.run(work)

    async def identify(self, bucket: int, every: float) -> bool:
        """Whether a shard of this bucket may identify now: one in each period, over all processes.

        A true answer uses up the period.
        """

        def work(db: Work) -> bool:
            ((now,),) = db.fetch(_NOW)
            return bool(db.change(_IDENTIFIED, bucket, now, now - round(every * 1000)))

        return await self._db.run(work)

    async def note_starts(self, starts: Starts) -> None:
        await Chores(self._db).note(_STARTS, 0, {"left": starts.left, "a_day": starts.a_day})


async def sharing_of(database: Database) -> Sharing | None:
    """How the shards are shared now; None if no process has begun to share them."""

    def work(db: Work) -> tuple[int, int, int]:
        ((now,),) = db.fetch(_NOW)
        leases = [Lease(*row) for row in db.fetch(_LEASES)]
        free = sum(not each.is_held(now) for each in leases)
        living = db.fetch("SELECT id FROM bot_processes WHERE seen_until > $1", now)
        return len(leases), free, len(living)

    starts = await Chores(database).latest(_STARTS)
    return Sharing(*await database.look(work), Starts(**starts)) if starts else None


def _begin(db: Work) -> int:
    """Keep the other processes from changing leases meanwhile; returns the time."""
    db.alone("shards")
    ((now,),) = db.fetch(_NOW)
    return int(now)


def _schema(db: Work) -> int:
    ((version,),) = db.fetch("SELECT version FROM schema_version")
    return int(version)


def _others(db: Work, me: str, now: int) -> set[str]:
    """The other processes that are alive; forgets the rest."""
    db.execute("DELETE FROM bot_processes WHERE seen_until <= $1", now)
    return {each for (each,) in db.fetch("SELECT id FROM bot_processes WHERE id <> $1", me)}
