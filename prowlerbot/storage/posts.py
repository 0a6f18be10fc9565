"""The SQL of unfinished messages and threads: noted beforehand, so that none is lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from prowlerbot.match.match import Phase
from prowlerbot.storage.columns import column, names, put, values
from prowlerbot.storage.engines.database import Tables


class PostPlace(NamedTuple):
    """A channel where the bot may look for its own messages; ``guild`` is 0 for a private chat."""

    guild: int
    channel: int


@dataclass(frozen=True, slots=True)
class UnfinishedPost:
    """A message that is to show a match, or with a ``root`` a thread for it.

    The root is the message at which the thread begins; the thread gets its id.
    """

    match: str
    place: PostPlace
    began_at: int
    root: int = 0


_COLUMNS = (
    column("match"),
    column("guild", "place.guild"),
    column("channel", "place.channel"),
    column("root"),
    column("began_at"),
)
POSTS = names(_COLUMNS)
NOTE_POST = put("unfinished_posts", _COLUMNS, "match", "channel", "root")
POST_FINISHED = (
    "DELETE FROM unfinished_posts WHERE match = $1 AND (root = $2 OR (root = 0 AND channel = $2))"
)
"""For a match whose board is now in a channel, or in the thread of that id."""


class UnfinishedPosts(Tables):
    async def begin(self, post: UnfinishedPost) -> None:
        """Note a post before the request to Discord; setting the board removes the note."""
        await self._db.write(NOTE_POST, *values(_COLUMNS, post))

    async def end(self, post: UnfinishedPost) -> None:
        """Remove the note of a post that has left nothing to find."""
        await self._db.write(
            "DELETE FROM unfinished_posts WHERE match = $1 AND channel = $2 AND root = $3",
            *(post.match, post.place.channel, post.root),
        )

    async def begun_before(self, before: int) -> list[UnfinishedPost]:
        """The posts begun at that time or earlier, threads last: they depend on messages."""
        rows = await self._db.read(
            f"SELECT {POSTS} FROM unfinished_posts"  # noqa: S608 - constant columns
            " WHERE began_at <= $1 ORDER BY root <> 0, began_at, match",
            before,
        )
        return [
            UnfinishedPost(match, PostPlace(guild, channel), began_at, root)
            for match, guild, channel, root, began_at in rows
        ]

    async def unseen(self, since: int, until: int) -> list[str]:
        """The challenges of that time which no message shows, and none is on its way."""
        return await self._db.column(
            "SELECT m.id FROM matches m WHERE m.phase = $1 AND m.created_at > $2"
            " AND m.created_at <= $3 AND NOT EXISTS (SELECT 1 FROM boards WHERE match = m.id)"
            " AND NOT EXISTS (SELECT 1 FROM unfinished_posts WHERE match = m.id)",
            *(Phase.LOBBY, since, until),
        )

    async def is_unfinished(self, post: UnfinishedPost) -> bool:
        return post in await self.begun_before(post.began_at)

    async def forget(self) -> None:
        """Forget all posts: for a chat that starts empty, as the preview does."""
        await self._db.write("DELETE FROM unfinished_posts")
