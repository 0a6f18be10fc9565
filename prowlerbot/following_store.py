"""The turning points of a match, and the SQL of follows: users who follow a match of others.

Followers get the news of a change some seconds later. The post of a message is stored together with
the follower's new state, so the outbox sends each message once.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from prowlerbot.core.game import LEAVE
from prowlerbot.core.posts import Post, PostKind, PostName
from prowlerbot.match.timeline import Timeline
from prowlerbot.storage.columns import insert_sql
from prowlerbot.storage.contributions import Deletion, MatchEvents, PersonalData, personal_rows
from prowlerbot.storage.duty_store import due_sql
from prowlerbot.storage.engines.database import Tables, Work, transaction
from prowlerbot.storage.post_store import forget_post, note_latest

FOLLOW_DUTY = "follow"
"""The duty that sends news to the followers of a match."""
KNOWS_END = -1
"""The value of ``covered`` for a follower who knows the end of the match."""
KNOWS_REVIEW = -2
"""The value of ``covered`` after the message about the review: nothing is left to follow."""
MAX_REVIEW_WAIT = 30 * 24 * 60 * 60
"""Seconds after the end of a match in which a follower waits for its review."""
MAX_FOLLOWED = 10
"""Matches that one user can follow at a time."""
_MIN_MOVES_AHEAD = 3  # the moves for which a seat has to stay ahead before it counts as the leader
_MIN_MOVES_APART = 8  # the fewest moves between two changes of the lead
_NEWS_DELAY_SECONDS = 30  # from a change to its news, so that one message covers several changes
FOLLOW_NAMES = "match, player, followed_at, told"
_MAKE_NEWS_DUE = due_sql(FOLLOW_DUTY, "match", "follows WHERE match = $1", at="$2")


class TurningPoint(NamedTuple):
    """After ``at`` plays a seat took the lead with these ``points`` or, without, left."""

    at: int
    seat: int
    points: tuple[int, ...] = ()


def public_turning_points(
    known: Timeline, points: Callable[[Any], Sequence[int]]
) -> list[TurningPoint]:
    """The turning points that everybody may know; they are few, so each is news. ``points`` gives
    the points of all seats in a position, if any.
    """
    turning_points: list[TurningPoint] = []
    leader = ahead = moves_ahead = 0  # a seat that is ahead leads only after some moves
    latest = -_MIN_MOVES_APART
    for at, play in enumerate(known.plays, 1):
        if play.move == LEAVE:
            turning_points.append(TurningPoint(at, play.seat))
        current = points(known.views[at].seen)
        was_ahead, ahead = ahead, _seat_ahead(current)
        moves_ahead = moves_ahead + 1 if ahead == was_ahead else 1
        is_soon = leader > 0 and at - latest < _MIN_MOVES_APART
        if ahead in {0, leader} or moves_ahead < _MIN_MOVES_AHEAD or is_soon:
            continue
        if leader:  # the first lead is no change
            turning_points.append(TurningPoint(at, ahead, tuple(current)))
            latest = at
        leader = ahead
    return turning_points


def _seat_ahead(points: Sequence[int]) -> int:
    """The seat with the most points; 0 for none or several."""
    if len(points) < 2:
        return 0
    best = max(points)
    return points.index(best) + 1 if list(points).count(best) == 1 else 0


@dataclass(frozen=True, slots=True)
class Follow:
    """A player who follows a match."""

    match: str
    player: int
    followed_at: int
    covered: int
    """The public plays that messages cover, sent or about to be; or KNOWS_END, KNOWS_REVIEW."""


def tell_followers(db: Work, match: str, now: int) -> None:
    """Make news to the followers of a match due, within the transaction of the change."""
    db.execute(_MAKE_NEWS_DUE, match, now + _NEWS_DELAY_SECONDS)


class Followers(MatchEvents):
    def match_changed(self, db: Work, match: str, now: int) -> None:
        tell_followers(db, match, now)

    def record_deleted(self, db: Work, match: str) -> None:
        db.execute("DELETE FROM follows WHERE match = $1", match)


class FollowStore(Tables):
    @transaction
    def follow(self, db: Work, match: str, player: int, now: int, covered: int) -> bool:
        """Follow a match, if not followed already; False if the user follows the most possible."""
        db.lock(f"follows {player}")
        rows = db.fetch("SELECT match, told FROM follows WHERE player = $1", player)
        followed = [match_id for match_id, known in rows if known != KNOWS_END]
        if match in followed:
            return True
        if len(followed) >= MAX_FOLLOWED:
            return False
        db.execute(insert_sql("follows", FOLLOW_NAMES), match, player, now, covered)
        tell_followers(db, match, now)  # a change may have come since the match was read
        return True

    @transaction
    def unfollow(self, db: Work, match: str, player: int) -> None:
        db.execute("DELETE FROM follows WHERE match = $1 AND player = $2", match, player)
        forget_post(db, PostKind.FOLLOW, match, str(player))

    async def list_followed(self, player: int) -> list[str]:
        """The running matches that a user follows, the first one first."""
        return await self._db.column(
            "SELECT match FROM follows WHERE player = $1 AND told <> $2"
            " ORDER BY followed_at, match",
            *(player, KNOWS_END),
        )

    async def read_follows(self, match: str) -> list[Follow]:
        sql = f"SELECT {FOLLOW_NAMES} FROM follows WHERE match = $1 ORDER BY player"  # noqa: S608 - constant columns
        return [Follow(*row) for row in await self._db.read(sql, match)]

    @transaction
    def note_news(self, db: Work, follow: Follow, covered: int, post: Post | None) -> bool:
        """Store a follower's new state and the post of its message; True if the caller sends it."""
        noted = db.change(
            "UPDATE follows SET told = $1 WHERE match = $2 AND player = $3 AND told = $4",
            *(covered, follow.match, follow.player, follow.covered),
        )
        return bool(noted) and post is not None and note_latest(db, post)


def follow_name(match: str, player: int, since: int, covered: int) -> PostName:
    """The name of the message to a follower about the plies from one number to another."""
    return PostName(PostKind.FOLLOW, match, str(player), f"{since}.{covered}")


class CoveredPlies(NamedTuple):
    """The plies that a message tells of: those after ``since``, up to ``covered``."""

    since: int
    covered: int


def plies_of(name: PostName) -> CoveredPlies:
    return CoveredPlies(*map(int, name.part.split(".")))


def _delete_person(db: Work, deletion: Deletion) -> None:
    deleted = "DELETE FROM follows WHERE player = $1 RETURNING match"
    for (match,) in db.fetch(deleted, deletion.user):
        forget_post(db, PostKind.FOLLOW, match, str(deletion.user))


PERSONAL = PersonalData(
    stored=(personal_rows("follows", FOLLOW_NAMES, "player = $1", person="player"),),
    posts=(
        "(kind = 'follow' AND key = CAST($1 AS VARCHAR)"
        " AND subject IN (SELECT match FROM follows WHERE player = $1))"
    ),
    delete=_delete_person,
)
