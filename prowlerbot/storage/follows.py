"""The SQL of follows: who wants to hear of a match that others play.

A change of a match makes its follows due. What a follower is told is noted with the post of the
message, so the outbox sends it once.
"""

from __future__ import annotations

from dataclasses import dataclass

from prowlerbot.core.posts import Post, PostKind, PostName
from prowlerbot.storage.broken import NOT_ASIDE
from prowlerbot.storage.columns import column, names
from prowlerbot.storage.engines.database import Tables, Work
from prowlerbot.storage.outbox import forget_post, note_alone

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
    due: int = 0


_COLUMNS = tuple(column(each) for each in ("match", "player", "followed_at", "told", "due"))
FOLLOWS = names(_COLUMNS)
FOLLOWS_DUE = "UPDATE follows SET due = 1 WHERE match = $1"


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
            # A change that came since the match was read is told too.
            db.execute(
                f"INSERT INTO follows ({FOLLOWS}) VALUES ($1, $2, $3, $4, 1)",  # noqa: S608 - constant columns
                match,
                player,
                now,
                told,
            )
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

    async def prune(self, now: int) -> None:
        """Forget the follows of matches that nobody has had reviewed for long."""
        rows = await self._db.read(
            "SELECT f.match, f.player FROM follows f WHERE f.told < 0 AND EXISTS"
            " (SELECT 1 FROM matches m WHERE m.id = f.match AND m.changed_at <= $1)",
            now - LEFT_ALONE,
        )
        for match, player in rows:
            await self.remove(match, player)

    async def due(self) -> list[str]:
        """The matches that have changed since their followers were told."""
        return await self._db.column(
            "SELECT DISTINCT f.match FROM follows f CROSS JOIN matches m WHERE m.id = f.match"  # noqa: S608 - constant parts
            f" AND f.due = 1 AND {NOT_ASIDE} ORDER BY f.match"
        )

    async def of(self, match: str) -> list[Follow]:
        """The due follows of a match."""
        rows = await self._db.read(
            f"SELECT {FOLLOWS} FROM follows WHERE match = $1 AND due = 1 ORDER BY player",  # noqa: S608 - constant columns
            match,
        )
        return [Follow(*row) for row in rows]

    async def tell(self, follow: Follow, told: int, revision: int, post: Post | None) -> bool:
        """Note what a follower knows by a match of that revision, and the post that tells it; True
        if that is the caller's to send. A change that came meanwhile is told next.
        """

        def work(db: Work) -> bool:
            noted = db.change(
                "UPDATE follows SET told = $1, due = CASE WHEN EXISTS (SELECT 1 FROM matches"
                " WHERE id = $2 AND revision = $5) THEN 0 ELSE 1 END"
                " WHERE match = $2 AND player = $3 AND told = $4",
                *(told, follow.match, follow.player, follow.told, revision),
            )
            return bool(noted) and post is not None and note_alone(db, post)

        return await self._db.run(work)


def follow_name(match: str, player: int, since: int, told: int) -> PostName:
    """The name of the message that tells a follower what happened from one ply to another."""
    return PostName(PostKind.FOLLOW, match, str(player), f"{since}.{told}")
