"""The SQL of follows: who wants to hear of a match that others play.

The followers of a match hear of a change some seconds later. A follower's knowledge is noted with
the post of the message, so the outbox sends it once.
"""

from __future__ import annotations

from dataclasses import dataclass

from prowlerbot.core.posts import Post, PostKind, PostName
from prowlerbot.storage.columns import column, insert, names
from prowlerbot.storage.duty_store import at_once
from prowlerbot.storage.engines.database import Tables, Work
from prowlerbot.storage.personal_data import Deletion, PersonalData, without
from prowlerbot.storage.post_store import forget_post, note_alone

FOLLOW = "follow"
"""The duty to tell the followers of a match."""
ENDED = -1
"""In place of the plays that a follower knows of: they know how the match ended."""
LEFT_ALONE = 30 * 24 * 60 * 60
"""Seconds after the end of a match for which a follow waits for its review."""
MOST_FOLLOWED = 10
"""Matches that one user can follow at a time."""


@dataclass(frozen=True, slots=True)
class Follow:
    """``told`` is the number of public plays that the follower knows of, or is about to."""

    match: str
    player: int
    followed_at: int
    told: int


_COLUMNS = tuple(column(each) for each in ("match", "player", "followed_at", "told"))
FOLLOWS = names(_COLUMNS)
_TELL = at_once(FOLLOW, "match", "follows WHERE match = $1", at="$2")
_TOLD_AFTER = 30
"""Seconds after a change; what comes meanwhile is told with it."""


def tell_followers(db: Work, match: str, now: int) -> None:
    """Have those who follow a match told of a change, within its transaction."""
    db.execute(_TELL, match, now + _TOLD_AFTER)


class FollowStore(Tables):
    async def add(self, match: str, player: int, now: int, told: int) -> bool:
        """Follow a match; False if the user follows as many as possible. Once more is no change."""

        def work(db: Work) -> bool:
            db.alone(f"follows {player}")
            rows = db.fetch("SELECT match, told FROM follows WHERE player = $1", player)
            followed = [each for each, known in rows if known != ENDED]
            if match in followed:
                return True
            if len(followed) >= MOST_FOLLOWED:
                return False
            db.execute(insert("follows", FOLLOWS), match, player, now, told)
            tell_followers(db, match, now)  # a change may have come since the match was read
            return True

        return await self._db.run(work)

    async def remove(self, match: str, player: int) -> None:
        def work(db: Work) -> None:
            db.execute("DELETE FROM follows WHERE match = $1 AND player = $2", match, player)
            forget_post(db, PostKind.FOLLOW, match, str(player))

        await self._db.run(work)

    async def followed(self, player: int) -> list[str]:
        """The running matches that a user follows, the first one first."""
        return await self._db.column(
            "SELECT match FROM follows WHERE player = $1 AND told <> $2"
            " ORDER BY followed_at, match",
            player,
            ENDED,
        )

    async def of(self, match: str) -> list[Follow]:
        rows = await self._db.read(
            f"SELECT {FOLLOWS} FROM follows WHERE match = $1 ORDER BY player",  # noqa: S608 - constant columns
            match,
        )
        return [Follow(*row) for row in rows]

    async def tell(self, follow: Follow, told: int, post: Post | None) -> bool:
        """Note what a follower knows now, and the post that tells it; True if that is the caller's
        to send.
        """

        def work(db: Work) -> bool:
            noted = db.change(
                "UPDATE follows SET told = $1 WHERE match = $2 AND player = $3 AND told = $4",
                *(told, follow.match, follow.player, follow.told),
            )
            return bool(noted) and post is not None and note_alone(db, post)

        return await self._db.run(work)


def follow_name(match: str, player: int, since: int, told: int) -> PostName:
    """The name of the message that tells a follower what happened from one ply to another."""
    return PostName(PostKind.FOLLOW, match, str(player), f"{since}.{told}")


def _delete(db: Work, it: Deletion) -> None:
    for (match,) in db.fetch("DELETE FROM follows WHERE player = $1 RETURNING match", it.user):
        forget_post(db, PostKind.FOLLOW, match, str(it.user))


PERSONAL = PersonalData(
    stored={"follows": (without(FOLLOWS), "player = $1")},
    posts=(
        "(kind = 'follow' AND key = CAST($1 AS VARCHAR)"
        " AND subject IN (SELECT match FROM follows WHERE player = $1))"
    ),
    delete=_delete,
)
