"""The leases of processes on the shards of Discord's gateway: how they are shared, and their SQL.

The sharing is pure: it knows the leases and the time, and decides for one process. Processes decide
one after another, each by what the others have left, so shares become even with few moves.

A free shard is taken at once. That of a living process is claimed: the claimant becomes its heir
and connects beside the holder. Once the heir is ready, the holder offers the shard to it.

Leases go by the clock of the database's server. One process at a time reads and changes them. A
file has one process and no leases. Each change of a lease names its number, so a late one fails.
"""

import uuid
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import IntEnum

from prowlerbot.core.errors import Hopeless, StoreError
from prowlerbot.storage import columns
from prowlerbot.storage.duty_store import ChoreStore
from prowlerbot.storage.engines.database import Database, Tables, Work, transaction

REQUESTS_A_SECOND = 50  # Discord's limit for all processes of a bot together
_SPARE_REQUESTS = 10
"""These are divided evenly among the processes, as spares make requests, too."""


class Stage(IntEnum):
    """How far the handover of a shard to its heir is."""

    CLAIMED = 0
    READY = 1
    """The heir is connected and knows all servers."""
    OFFERED = 2
    """The holder begins nothing any more, and waits for the heir to take the shard."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The lease of a process on a shard; a free one has an empty ``holder``."""

    shard: int
    holder: str
    number: int
    """It rises with each new holder."""
    held_until: int
    heir: str = ""
    stage: int = Stage.CLAIMED
    begun: frozenset[int] = frozenset()
    """The interactions that its holder had begun by the time it offered the shard."""

    def is_held(self, now: int) -> bool:
        return self.holder != "" and self.held_until > now

    def can_be_taken(self, heir: str, now: int) -> bool:
        """Whether this process is its heir and may take it now."""
        return self.heir == heir and (not self.is_held(now) or self.stage == Stage.OFFERED)


@dataclass(frozen=True, slots=True)
class Shares:
    """The shards that one process keeps, takes now, and claims from others."""

    keep: frozenset[int]
    take: frozenset[int]
    claim: frozenset[int]
    """Earlier claims too; a claim that is no longer among them is dropped."""
    due: int
    """The number of shards that the process should have."""


def share_shards(
    leases: Sequence[Lease], staying: Collection[str], process: str, now: int
) -> Shares:
    """Decide for a process; ``staying`` are the living ones that are not about to end. Those about
    to end keep their shards until others have claimed and taken them. Where shards cannot be
    divided evenly, the processes with the most keep one more.
    """
    held = {lease.shard for lease in leases if lease.is_held(now) and lease.holder == process}
    if process not in staying:
        return Shares(frozenset(held), frozenset(), frozenset(), 0)
    to_take = {lease.shard for lease in leases if lease.can_be_taken(process, now)}
    owners = {lease.shard: _coming_owner(lease, staying, now) for lease in leases}
    counts = Counter(owners.values())
    even_share, remainder = divmod(len(leases), len(staying))
    by_holdings = sorted(staying, key=lambda other: (-counts[other], other))
    due = {other: even_share + (rank < remainder) for rank, other in enumerate(by_holdings)}
    missing = due[process] - counts[process]
    claims = sorted({shard for shard, owner in owners.items() if owner == process} - held - to_take)
    if missing < 0:  # some claims are dropped
        claims = claims[: max(0, len(claims) + missing)]
    free = [lease.shard for lease in leases if not owners[lease.shard] and not lease.is_held(now)]
    to_take |= {*sorted(free)[: max(0, missing)]}
    claims += _surplus_shards(leases, owners, due, now)[: max(0, missing - len(free))]
    return Shares(frozenset(held), frozenset(to_take), frozenset(claims), due[process])


def _coming_owner(lease: Lease, staying: Collection[str], now: int) -> str:
    """The process that has a shard once all handovers are done; empty if that is unknown."""
    if lease.heir in staying:
        return lease.heir
    return lease.holder if lease.is_held(now) and lease.holder in staying else ""


def _surplus_shards(
    leases: Sequence[Lease], owners: dict[int, str], due: dict[str, int], now: int
) -> list[int]:
    """The held shards that others may claim: all of a process that is about to end come first."""
    holders = {lease.shard: lease.holder for lease in leases if lease.is_held(now)}
    surplus = sorted(shard for shard in holders if not owners[shard])
    for process, count in sorted(due.items()):
        owned = sorted(shard for shard, owner in owners.items() if owner == process)
        surplus += [shard for shard in owned[count:] if holders.get(shard) == process]
    return surplus


def requests_a_second(own_shards: int, shards: int, processes: int) -> int:
    """The part of Discord's limit for a process with this number of ``own_shards``; at least 1. No
    two processes have the same shard at once, so the parts also fit while shards move.
    """
    by_shards = (REQUESTS_A_SECOND - _SPARE_REQUESTS) * own_shards * processes
    return max(1, (by_shards + _SPARE_REQUESTS * shards) // (shards * processes))


_MILLISECONDS = 1_000
"""Milliseconds of a second; leases have times in milliseconds."""
_CLOCK_SQL = "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
_NOW_SQL = f"SELECT {_CLOCK_SQL}"
_LEASE_COLUMNS = (
    *columns.plain_columns("shard", "holder", "number", "held_until", "heir", "stage"),
    columns.column("begun", read=lambda ids: frozenset(map(int, filter(None, ids.split(","))))),
)
_LEASES_SQL = f"SELECT {columns.sql_names(_LEASE_COLUMNS)} FROM shard_leases ORDER BY shard"  # noqa: S608 - constant columns
_NEEDS_RENEWAL = (
    f"SELECT 1 FROM shard_leases WHERE held_until <= {_CLOCK_SQL}"  # noqa: S608 - our clock
    " OR (holder = $1 AND heir <> '' AND stage = $2) OR (heir = $1 AND stage = $3)"
    " OR (heir = '' AND holder IN (SELECT id FROM bot_processes WHERE leaving = 1)) LIMIT 1"
)
_PUT_PROCESS = (
    "INSERT INTO bot_processes (id, seen_until, leaving) VALUES ($1, $2, $3) ON CONFLICT (id)"
    " DO UPDATE SET seen_until = excluded.seen_until, leaving = excluded.leaving"
)
_DROP_CLAIMS = (
    "UPDATE shard_leases SET heir = '', stage = $1"
    " WHERE heir <> '' AND heir NOT IN (SELECT id FROM bot_processes WHERE leaving = 0)"
)
_RENEW_LEASE = "UPDATE shard_leases SET held_until = $1 WHERE shard = $2 AND holder = $3"
_TAKE_LEASE = (
    "UPDATE shard_leases SET held_until = $1, holder = $3, number = number + 1, heir = '',"
    " stage = $4 WHERE shard = $2"
)
_PUT_CLAIM = "UPDATE shard_leases SET heir = $2, stage = $3 WHERE shard = $1"
_OFFER_LEASE = (
    "UPDATE shard_leases SET stage = $4, begun = $5"
    " WHERE shard = $1 AND holder = $2 AND number = $3 AND heir <> ''"
)
_TAKE_BACK_OFFER = (
    "UPDATE shard_leases SET stage = $4, number = number + 1"
    " WHERE shard = $1 AND holder = $2 AND number = $3"
)
_ADD_LEASE = "INSERT INTO shard_leases (shard, holder, number, held_until) VALUES ($1, '', 0, 0)"
_IS_MINE = "SELECT 1 FROM shard_leases WHERE shard = $1 AND holder = $2 AND number = $3"
_NOTE_IDENTIFY = (
    "INSERT INTO identify_times (bucket, last) VALUES ($1, $2) ON CONFLICT (bucket)"
    " DO UPDATE SET last = excluded.last WHERE identify_times.last <= $3"
)

_STARTS_CHORE = "session starts"
"""The chore under which a process stores the number of session starts that are left."""
_FEW_STARTS = 0.1  # the share of the starts of a day below which few are left


class LeaseConflict(StoreError):
    """This process cannot share with the running ones; a restart may help."""


class ShardCountConflict(LeaseConflict, Hopeless):
    """The setting SHARDS differs from that of the running processes; a restart does not help."""


@dataclass(frozen=True, slots=True)
class SessionStarts:
    """How many sessions Discord still lets the bot start today, and how many a day."""

    left: int
    a_day: int

    @property
    def are_few(self) -> bool:
        return self.left < _FEW_STARTS * self.a_day


@dataclass(frozen=True, slots=True)
class ShardSharing:
    """The shards of all processes together; ``free`` ones have none."""

    shards: int
    free: int
    processes: int
    starts: SessionStarts


@dataclass(frozen=True, slots=True)
class HeldLeases:
    """The leases of this process as they are now: the number of each by its shard."""

    numbers: Mapping[int, int]
    due: int
    processes: int
    """The living processes, this one included."""
    staying: int = 1
    """Those of them that are not about to end."""
    claims: frozenset[int] = frozenset()
    """Shards of others that this process is the heir of."""
    claimed: frozenset[int] = frozenset()
    """Shards of this process that have an heir."""
    ready: frozenset[int] = frozenset()
    """Those of them whose heir is ready."""
    begun: Mapping[int, frozenset[int]] = field(default_factory=dict[int, frozenset[int]])
    """For each shard that its last holder has offered, the interactions that it had begun."""


@dataclass(eq=False)
class LeaseStore(Tables):
    """The leases of one process; times are in seconds."""

    def __post_init__(self) -> None:
        self.holder = uuid.uuid4().hex
        self._count = self._schema = 0

    async def settle_count(self, wanted: int, *, fixed: bool) -> int:
        """The number of shards for all processes, which is ``wanted`` if no other process lives. If
        it is ``fixed``, ShardCountConflict is raised where living processes share another number.
        """

        def work(db: Work) -> int:
            now = _lock_leases(db)
            self._schema = _read_schema(db)
            current = len(_read_leases(db))
            others = "SELECT 1 FROM bot_processes WHERE seen_until > $1 AND id <> $2"
            if current in {0, wanted} or not db.fetch(others, now, self.holder):  # not shared
                db.execute("DELETE FROM shard_leases WHERE shard >= $1", wanted)
                for shard in range(current, wanted):
                    db.execute(_ADD_LEASE, shard)
                return wanted
            if fixed:
                raise ShardCountConflict(
                    "SHARDS is {wanted}, but the running processes share {known} shards. Stop them"
                    " all first, or leave SHARDS empty.",
                    wanted=wanted,
                    known=current,
                )
            return current

        self._count = await self._db.run(work)
        return self._count

    @transaction
    def renew(
        self, db: Work, seconds: float, *, complete: Collection[int] = (), leaving: bool = False
    ) -> HeldLeases:
        """Renew the leases of this process for some seconds, take and claim the shards due to it.

        ``complete`` are the shards that it is ready to take. A process that is ``leaving`` takes
        nothing, and lets others claim its shards.

        Raises LeaseConflict if the number of shards or the schema has changed meanwhile.
        """
        now = _lock_leases(db)
        until = now + round(seconds * _MILLISECONDS)
        db.execute(_PUT_PROCESS, self.holder, until, int(leaving))
        db.execute("DELETE FROM bot_processes WHERE seen_until <= $1", now)
        living = db.fetch("SELECT id, leaving FROM bot_processes")
        staying = {str(process) for process, is_leaving in living if not is_leaving}
        db.execute(_DROP_CLAIMS, Stage.CLAIMED)
        leases = _read_leases(db)
        if _read_schema(db) != self._schema:
            raise LeaseConflict("A newer version of the bot has raised the schema of the database.")
        if len(leases) != self._count:
            raise LeaseConflict("The number of shards has changed; this process has to restart.")
        shares = share_shards(leases, staying, self.holder, now)
        for lease in leases:
            self._carry_out_share(db, lease, shares, until, ready=lease.shard in complete)
        return self._read_held(db, now, shares.due, len(living), len(staying))

    def _carry_out_share(
        self, db: Work, lease: Lease, shares: Shares, until: int, *, ready: bool
    ) -> None:
        """Keep, take or claim a shard, or drop the claim, as it was decided."""
        if lease.shard in shares.keep:
            db.execute(_RENEW_LEASE, until, lease.shard, self.holder)
        elif lease.shard in shares.take:
            offered = lease.heir == self.holder and lease.stage == Stage.OFFERED
            stage = Stage.OFFERED if offered else Stage.CLAIMED
            db.execute(_TAKE_LEASE, until, lease.shard, self.holder, stage)
        elif lease.shard in shares.claim:
            stage = Stage.READY if ready else Stage.CLAIMED
            db.execute(_PUT_CLAIM, lease.shard, self.holder, stage)
        elif lease.heir == self.holder:
            db.execute(_PUT_CLAIM, lease.shard, "", Stage.CLAIMED)

    def _read_held(self, db: Work, now: int, due: int, processes: int, staying: int) -> HeldLeases:
        leases = _read_leases(db)
        mine = [lease for lease in leases if lease.is_held(now) and lease.holder == self.holder]
        claimed = [lease for lease in mine if lease.heir]
        return HeldLeases(
            {lease.shard: lease.number for lease in mine},
            due,
            processes,
            staying,
            claims=frozenset(lease.shard for lease in leases if lease.heir == self.holder),
            claimed=frozenset(lease.shard for lease in claimed),
            ready=frozenset(lease.shard for lease in claimed if lease.stage == Stage.READY),
            begun={lease.shard: lease.begun for lease in mine if lease.stage == Stage.OFFERED},
        )

    async def needs_renewal(self) -> bool:
        """Whether a shard is free, or a handover waits for a step of this process."""
        return bool(await self._db.read(_NEEDS_RENEWAL, self.holder, Stage.READY, Stage.OFFERED))

    async def offer_shard(self, shard: int, number: int, begun: Collection[int]) -> bool:
        """Let the heir take a shard, without interactions ``begun`` here; False without an heir."""
        values = shard, self.holder, number, Stage.OFFERED, ",".join(map(str, begun))
        return await self._change_lease(_OFFER_LEASE, *values)

    async def take_back_offer(self, shard: int, number: int) -> bool:
        """Withdraw an offer, also one still under way; False if taken. The number rises by one."""
        return await self._change_lease(_TAKE_BACK_OFFER, shard, self.holder, number, Stage.CLAIMED)

    @transaction
    def _change_lease(self, db: Work, sql: str, *values: object) -> bool:
        _lock_leases(db)
        return bool(db.change(sql, *values))

    async def is_mine(self, shard: int, number: int) -> bool:
        """Whether this process has a shard under this number, also after its lease has ended."""
        return bool(await self._db.read(_IS_MINE, shard, self.holder, number))

    @transaction
    def free_leases(self, db: Work) -> None:
        """Free all leases of this process, which is about to end."""
        _lock_leases(db)
        free_sql = "UPDATE shard_leases SET holder = '', held_until = 0 WHERE holder = $1"
        db.execute(free_sql, self.holder)
        db.execute("DELETE FROM bot_processes WHERE id = $1", self.holder)

    @transaction
    def claim_identify(self, db: Work, bucket: int, period: float) -> bool:
        """Claim the one start of a bucket in a period, over all processes; False if it is taken."""
        ((now,),) = db.fetch(_NOW_SQL)
        return bool(db.change(_NOTE_IDENTIFY, bucket, now, now - round(period * _MILLISECONDS)))

    async def note_starts(self, starts: SessionStarts) -> None:
        await ChoreStore(self._db).note_outcome(_STARTS_CHORE, asdict(starts))


async def sharing_of(database: Database) -> ShardSharing | None:
    """How the shards are shared now; None if no process has begun to share them."""

    def work(db: Work) -> tuple[int, int, int]:
        ((now,),) = db.fetch(_NOW_SQL)
        leases = _read_leases(db)
        free = sum(not lease.is_held(now) for lease in leases)
        living = db.fetch("SELECT id FROM bot_processes WHERE seen_until > $1", now)
        return len(leases), free, len(living)

    starts = await ChoreStore(database).latest_outcome(_STARTS_CHORE)
    counts = await database.run_reading(work)
    return ShardSharing(*counts, SessionStarts(**starts)) if starts else None


def _lock_leases(db: Work) -> int:
    """Keep the other processes from changing leases meanwhile; returns the time."""
    db.lock("shards")
    ((now,),) = db.fetch(_NOW_SQL)
    return int(now)


def _read_schema(db: Work) -> int:
    ((version,),) = db.fetch("SELECT version FROM schema_version")
    return int(version)


def _read_leases(db: Work) -> list[Lease]:
    return [Lease(**columns.to_dict(_LEASE_COLUMNS, row)) for row in db.fetch(_LEASES_SQL)]
