"""The SQL of reviews: the requested reviews, and the pieces that are computed so far."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark
from prowlerbot.core.posts import ANYWHERE, Duty
from prowlerbot.storage import contributions
from prowlerbot.storage.columns import column, insert_sql, plain_columns, sql_names, to_dict
from prowlerbot.storage.contributions import Contributions, Deletion, MatchEvents, PersonalData
from prowlerbot.storage.duty_store import holds_claim, postpone_duties, put_duties
from prowlerbot.storage.engines.database import Tables, Work, transaction

_REVIEW_COLUMNS = (
    *plain_columns("match", "machine", "player"),
    column("under_way", write=int, read=bool),
    *plain_columns("failed", "pieces", "review"),
)
REVIEW_NAMES = sql_names(_REVIEW_COLUMNS)
PIECE_NAMES = "match, number, found"
_COUNT_PIECES = "(SELECT count(*) FROM review_pieces p WHERE p.match = reviews.match)"
_ADD_PIECE = f"{insert_sql('review_pieces', PIECE_NAMES)} ON CONFLICT (match, number) DO NOTHING"
_CLOSE_REQUEST = "under_way = 0, player = 0, failed = 0"
_OWN_PIECES = f"match {contributions.IN_RECORDS}"
_OWN = f"{_OWN_PIECES} OR (player = $1 AND player <> 0)"


class ReviewDuty(StrEnum):
    """The work at a review that is under way, and the further use of a stored one."""

    WORK = "review"
    USE = "use review"


@dataclass(frozen=True, slots=True)
class StoredReview:
    """The review of a match, and the work at another one."""

    match: str
    machine: str
    """The version of the machine."""
    player: int
    """The asker; 0 for none."""
    under_way: bool
    failed: int
    """The failures in a row."""
    pieces: int
    """0 until a process has begun the work, and after it has failed for good."""
    review: str
    """The JSON of the last finished review; empty without one."""
    found: int = 0
    """The number of stored pieces."""


def _drop_pieces(db: Work, match: str) -> None:
    db.execute("DELETE FROM review_pieces WHERE match = $1", match)


@dataclass(eq=False)
class ReviewStore(Tables):
    _contributions: Contributions

    async def find_review(self, match: str) -> StoredReview | None:
        sql = f"SELECT {REVIEW_NAMES}, {_COUNT_PIECES} FROM reviews WHERE match = $1"  # noqa: S608 - constant columns
        if not (rows := await self._db.read(sql, match)):
            return None
        return StoredReview(**to_dict(_REVIEW_COLUMNS, rows[0]), found=rows[0][-1])

    @transaction
    def request(
        self, db: Work, match: str, user: int, machine: str, now: int, *, most: int
    ) -> None:
        """Ask for a review unless one is under way. Raises Denied beyond ``most`` waiting ones."""
        db.lock(f"reviews of {user}")
        if db.fetch("SELECT 1 FROM reviews WHERE match = $1 AND under_way = 1", match):
            return
        asked = "SELECT count(*) FROM reviews WHERE player = $1 AND player <> 0"
        ((waiting,),) = db.fetch(asked, user)
        if waiting >= most:
            words = mark(
                "You wait for {count} reviews already; ask again when one of them is there."
            )
            raise Denied(words, count=waiting)
        added = db.change(
            "INSERT INTO reviews (match, machine, player, under_way) VALUES ($1, $2, $3, 1)"
            " ON CONFLICT (match) DO UPDATE SET machine = excluded.machine,"
            " player = excluded.player, under_way = 1, failed = 0, pieces = 0"
            " WHERE reviews.under_way = 0",
            *(match, machine, user),
        )
        if added:
            _drop_pieces(db, match)
            put_duties(db, match, {ReviewDuty.WORK: now}, ANYWHERE)

    @transaction
    def begin_work(
        self, db: Work, duty: Duty, machine: str, pieces: int
    ) -> Mapping[int, str] | None:
        """The pieces by this version of the machine so far; None if the claim has ended."""
        if not holds_claim(db, duty):
            return None
        if db.fetch("SELECT machine FROM reviews WHERE match = $1", duty.subject) != [(machine,)]:
            _drop_pieces(db, duty.subject)
        changed = "UPDATE reviews SET machine = $2, pieces = $3 WHERE match = $1"
        db.execute(changed, duty.subject, machine, pieces)
        found = "SELECT number, found FROM review_pieces WHERE match = $1"
        return dict(db.fetch(found, duty.subject))

    async def find_pieces(self, match: str) -> list[str]:
        """The pieces that are found so far, in the order of the match."""
        pieces = "SELECT found FROM review_pieces WHERE match = $1 ORDER BY number"
        return [found for (found,) in await self._db.read(pieces, match)]

    @transaction
    def keep_piece(self, db: Work, duty: Duty, number: int, found: str) -> bool:
        """Store a piece; False if the claim has ended."""
        if not holds_claim(db, duty):
            return False
        db.execute("UPDATE reviews SET failed = 0 WHERE match = $1", duty.subject)
        db.execute(_ADD_PIECE, duty.subject, number, found)
        return True

    @transaction
    def finish_review(self, db: Work, duty: Duty, review: str, now: int) -> bool:
        """Store the review, and delete its pieces and asker; False if the claim has ended. People
        take turns: the asker's other reviews go to the end of the line.
        """
        if not holds_claim(db, duty):
            return False
        others = db.fetch(
            "SELECT match FROM reviews WHERE player <> 0 AND match <> $1"
            " AND player = (SELECT player FROM reviews WHERE match = $1)",
            duty.subject,
        )
        postpone_duties(db, [match for (match,) in others], ReviewDuty.WORK, until=now)
        stored = f"UPDATE reviews SET review = $2, {_CLOSE_REQUEST} WHERE match = $1"  # noqa: S608 - constant
        db.execute(stored, duty.subject, review)
        _drop_pieces(db, duty.subject)
        put_duties(db, duty.subject, {ReviewDuty.USE: now}, ANYWHERE)
        for feature in self._contributions:
            feature.match_changed(db, duty.subject, now)
        return True

    @transaction
    def count_failure(self, db: Work, duty: Duty, most: int) -> int:
        """Count a failure; returns their number, and gives up after ``most``."""
        failed = "UPDATE reviews SET failed = failed + 1 WHERE match = $1 RETURNING failed"
        rows = db.fetch(failed, duty.subject) if holds_claim(db, duty) else []
        failures = int(rows[0][0]) if rows else 0
        if failures >= most:
            closed = f"UPDATE reviews SET {_CLOSE_REQUEST}, pieces = 0 WHERE match = $1"  # noqa: S608 - constant
            db.execute(closed, duty.subject)
            _drop_pieces(db, duty.subject)
        return failures

    async def release_askers(self) -> None:
        """Remove the askers from all requests, so that none counts for its asker."""
        await self._db.write("UPDATE reviews SET player = 0 WHERE player <> 0")


class ReviewEvents(MatchEvents):
    def record_deleted(self, db: Work, match: str) -> None:
        db.execute("DELETE FROM reviews WHERE match = $1", match)
        _drop_pieces(db, match)
        put_duties(db, match, dict.fromkeys(ReviewDuty))


def _delete(db: Work, deletion: Deletion) -> None:
    db.execute("UPDATE reviews SET player = 0 WHERE player = $1 AND player <> 0", deletion.user)


PERSONAL = PersonalData(
    stored=(
        contributions.personal_rows("reviews", REVIEW_NAMES, _OWN, person="player"),
        contributions.personal_rows("review_pieces", PIECE_NAMES, _OWN_PIECES),
    ),
    delete=_delete,
)
