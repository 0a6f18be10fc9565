"""The SQL of follows: who wants to hear of a match that others play.

A change of a match makes its follows due. ``claim`` takes a due one for one caller; the message is
sent after that, and ``done`` notes it. A claim without it is left by a kill or a failure.
"""

from __future__ import annotations

from dataclasses import dataclass

from prowlerbot.storage.broken import NOT_ASIDE
from prowlerbot.storage.columns import column, names
from prowlerbot.storage.engines.database import Database, Work

ENDED = -1
"""In place of the plays that a follower knows of: they know how the match ended."""
LEFT_ALONE = 30 * 24 * 60 * 60
"""Seconds after the end of a match for which a follow waits for its review."""
MOST_FOLLOWED = 10
"""Matches that one user can follow at a time."""


@dataclass(frozen=True, slots=True)
class Follow:
    """``told`` is the number of public plays that the follower knows of; ``sending`` is the time at
    which a message to them was begun, 0 for none.
    """

    match: str
    player: int
    followed_at: int
    told: int
    due: int = 0
    sending: int = 0


_COLUMNS = tuple(
    column(each) for each in ("match", "player", "followed_at", "told", "due", "sending")
)
FOLLOWS = names(_COLUMNS)
FOLLOWS_DUE = "UPDATE follows SET due = 1 WHERE match = $1"


class FollowStore:
    def __init__(self, database: Database) -> None:
        self._db = database

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
                f"INSERT INTO follows ({FOLLOWS}) VALUES ($1, $2, $3, $4, 1, 0)",  # noqa: S608 - constant columns
                match,
                player,
                now,
                told,
            )
            return True

        return await self._db.run(work)

    async def remove(self, match: str, player: int) -> None:
        await self._db.write("DELETE FROM follows WHERE match = $1 AND player = $2", match, player)

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
        await self._db.write(
            "DELETE FROM follows WHERE told < 0 AND EXISTS"
            " (SELECT 1 FROM matches m WHERE m.id = follows.match AND m.changed_at <= $1)",
            now - LEFT_ALONE,
        )

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

    async def interrupted(self, before: int) -> list[Follow]:
        """The follows with a message that was begun before that time and not noted as sent."""
        rows = await self._db.read(
            f"SELECT {FOLLOWS} FROM follows WHERE sending > 0 AND sending <= $1"  # noqa: S608 - constant columns
            " ORDER BY sending, match, player",
            before,
        )
        return [Follow(*row) for row in rows]

    async def claim(self, follow: Follow, now: int) -> bool:
        """Take a due follow, before its match is read: True for one caller."""
        claimed = await self._db.write(
            "UPDATE follows SET due = 0, sending = $1 WHERE match = $2 AND player = $3"
            " AND due = 1 AND sending = 0",
            now,
            follow.match,
            follow.player,
        )
        return claimed == 1

    async def done(self, follow: Follow, told: int) -> None:
        """Note that the follower knows of so many plays."""
        await self._db.write(
            "UPDATE follows SET told = $1, sending = 0 WHERE match = $2 AND player = $3",
            told,
            follow.match,
            follow.player,
        )

    async def retry(self, follow: Follow) -> None:
        """Note that the message that was begun did not arrive."""
        await self._db.write(
            "UPDATE follows SET due = 1, sending = 0 WHERE match = $1 AND player = $2",
            follow.match,
            follow.player,
        )
