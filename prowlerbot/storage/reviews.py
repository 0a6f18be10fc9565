"""The SQL of reviews: what is asked for, which process has it, and the pieces found so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from prowlerbot.core.errors import Denied
from prowlerbot.storage.columns import attributes, column, names
from prowlerbot.storage.engines.database import Database, Work
from prowlerbot.storage.follows import FOLLOWS_DUE

_COLUMNS = (
    column("match"),
    column("machine"),
    column("player"),
    column("asked_at"),
    column("under_way", write=int, read=bool),
    column("busy"),
    column("failed"),
    column("pieces"),
    column("review"),
)
REVIEWS = names(_COLUMNS)
PIECES = "match, number, found"
_COUNTED = "(SELECT count(*) FROM review_pieces p WHERE p.match = reviews.match)"
_CANDIDATES = 5
_KEPT = "match = $1 AND under_way = 1 AND busy = $2"
"""The review that a process still has under its claim."""
_CLOSED = "under_way = 0, player = 0, busy = 0, failed = 0"


@dataclass(frozen=True, slots=True)
class StoredReview:
    """``review`` is its JSON; while another is ``under_way``, the one before, if any.

    ``found`` of its ``pieces`` are there; it has 0 pieces until a process has begun it, and again
    once the machine has ``failed`` for good.
    """

    match: str
    machine: str
    player: int
    asked_at: int
    under_way: bool
    busy: int
    failed: int
    pieces: int
    review: str
    found: int = 0


@dataclass(frozen=True, slots=True)
class Claim:
    """A review that this process may work at; ``until`` proves it, as no other claim has it."""

    match: str
    until: int


class ReviewStore:
    def __init__(self, database: Database) -> None:
        self._db = database

    async def find(self, match: str) -> StoredReview | None:
        rows = await self._db.read(
            f"SELECT {REVIEWS}, {_COUNTED} FROM reviews WHERE match = $1",  # noqa: S608 - constant columns
            match,
        )
        if not rows:
            return None
        return StoredReview(**attributes(_COLUMNS, rows[0]), found=rows[0][-1])

    async def ask(self, match: str, user: int, machine: str, now: int, most: int) -> None:
        """Ask for a review, unless one is under way.

        Raises Denied if the user waits for ``most`` others already.
        """

        def work(db: Work) -> None:
            db.alone(f"reviews of {user}")
            if db.fetch("SELECT 1 FROM reviews WHERE match = $1 AND under_way = 1", match):
                return
            ((waiting,),) = db.fetch(
                "SELECT count(*) FROM reviews WHERE player = $1 AND player <> 0", user
            )
            if waiting >= most:
                raise Denied(
                    "You wait for {count} reviews already; ask again when one of them is there.",
                    count=waiting,
                )
            added = db.change(
                "INSERT INTO reviews (match, machine, player, asked_at, under_way)"
                " VALUES ($1, $2, $3, $4, 1) ON CONFLICT (match) DO UPDATE SET"
                " machine = excluded.machine, player = excluded.player,"
                " asked_at = excluded.asked_at, under_way = 1, busy = 0, failed = 0, pieces = 0"
                " WHERE reviews.under_way = 0",
                match,
                machine,
                user,
                now,
            )
            if added:
                db.execute("DELETE FROM review_pieces WHERE match = $1", match)

        await self._db.run(work)

    async def claim(self, now: int, lasts: int) -> Claim | None:
        """Take the review that has waited longest; None if there is none, or others have them all.

        A claim ends after ``lasts`` seconds, in case its holder has died.
        """

        def work(db: Work) -> Claim | None:
            rows = db.fetch(
                "SELECT match FROM reviews WHERE under_way = 1 AND busy <= $1"
                " ORDER BY asked_at, match LIMIT $2",
                now,
                _CANDIDATES,
            )
            for (match,) in rows:
                if db.change(
                    "UPDATE reviews SET busy = $1"
                    " WHERE match = $2 AND under_way = 1 AND busy <= $3",
                    now + lasts,
                    match,
                    now,
                ):
                    return Claim(match, now + lasts)
            return None

        return await self._db.run(work)

    async def begin(self, claim: Claim, machine: str, pieces: int) -> Mapping[int, str] | None:
        """The pieces found so far by this version of the machine; None if the claim has ended."""

        def work(db: Work) -> Mapping[int, str] | None:
            rows = db.fetch(f"SELECT machine FROM reviews WHERE {_KEPT}", claim.match, claim.until)  # noqa: S608 - constant parts
            if not rows:
                return None
            if rows[0][0] != machine:
                db.execute("DELETE FROM review_pieces WHERE match = $1", claim.match)
            db.execute(
                f"UPDATE reviews SET machine = $3, pieces = $4 WHERE {_KEPT}",  # noqa: S608 - likewise
                *(claim.match, claim.until, machine, pieces),
            )
            found = "SELECT number, found FROM review_pieces WHERE match = $1"
            return dict(db.fetch(found, claim.match))

        return await self._db.run(work)

    async def renew(self, claim: Claim, now: int, lasts: int) -> Claim | None:
        """The same claim for longer; None if it has ended and another process has the review."""
        kept = await self._db.write(
            f"UPDATE reviews SET busy = $3 WHERE {_KEPT}",  # noqa: S608 - constant parts
            *(claim.match, claim.until, now + lasts),
        )
        return Claim(claim.match, now + lasts) if kept else None

    async def keep(self, claim: Claim, number: int, found: str) -> None:
        """Store a piece; one that another process was faster with stays as it is."""

        def work(db: Work) -> None:
            if db.change(f"UPDATE reviews SET failed = 0 WHERE {_KEPT}", claim.match, claim.until):  # noqa: S608 - constant parts
                db.execute(
                    "INSERT INTO review_pieces VALUES ($1, $2, $3)"
                    " ON CONFLICT (match, number) DO NOTHING",
                    *(claim.match, number, found),
                )

        await self._db.run(work)

    async def finish(self, claim: Claim, review: str, now: int) -> bool:
        """Store the whole review; its pieces and the name of its asker go.

        People take turns: what else the asker waits for goes to the end of the line.
        """

        def work(db: Work) -> bool:
            db.execute(
                "UPDATE reviews SET asked_at = $2 WHERE player <> 0 AND player ="
                " (SELECT player FROM reviews WHERE match = $1) AND match <> $1",
                *(claim.match, now),
            )
            done = db.change(
                f"UPDATE reviews SET review = $3, {_CLOSED} WHERE {_KEPT}",  # noqa: S608 - constant parts
                *(claim.match, claim.until, review),
            )
            if done:
                db.execute("DELETE FROM review_pieces WHERE match = $1", claim.match)
                db.execute(FOLLOWS_DUE, claim.match)
            return bool(done)

        return await self._db.run(work)

    async def fail(self, claim: Claim, again: int, most: int) -> None:
        """Leave a review until a later time or, after ``most`` failures, for good."""

        def work(db: Work) -> None:
            db.execute(
                f"UPDATE reviews SET failed = failed + 1, busy = $3 WHERE {_KEPT}",  # noqa: S608 - constant parts
                *(claim.match, claim.until, again),
            )
            given_up = db.change(
                f"UPDATE reviews SET {_CLOSED}, pieces = 0 WHERE {_KEPT} AND failed >= $3",  # noqa: S608 - likewise
                *(claim.match, again, most),
            )
            if given_up:
                db.execute("DELETE FROM review_pieces WHERE match = $1", claim.match)

        await self._db.run(work)

    async def release_askers(self) -> None:
        """Take the names off all requests, so that none counts among those of its asker."""
        await self._db.write("UPDATE reviews SET player = 0 WHERE player <> 0")

    async def release(self, claim: Claim) -> None:
        """Give a review back at once, for another process to go on with."""
        await self._db.write(
            f"UPDATE reviews SET busy = 0 WHERE {_KEPT}",  # noqa: S608 - constant parts
            *(claim.match, claim.until),
        )

    async def free(self) -> None:
        """Give all reviews back: for a file, whose earlier processes have all died at a start.

        One that has failed keeps its pause, which the same column holds.
        """
        await self._db.write("UPDATE reviews SET busy = 0 WHERE under_way = 1 AND failed = 0")


def drop_review(db: Work, match: str) -> None:
    """Delete what belongs to an imported record that goes."""
    db.execute("DELETE FROM reviews WHERE match = $1", match)
    db.execute("DELETE FROM review_pieces WHERE match = $1", match)
