"""The SQL of what competitions tell: the messages about each, as posts of the outbox.

The part of a post says where it stands: it is empty in the channel of the competition, else the id
of a server or, for a chat, of a player.
"""

from __future__ import annotations

from prowlerbot.competitions.due_steps import CompetitionDuty
from prowlerbot.core.posts import STAND, Post, PostKind
from prowlerbot.storage.duty_store import at_once
from prowlerbot.storage.engines.database import Tables, Work
from prowlerbot.storage.post_store import MESSAGES, forget_post, note, read_post

MAIN = "main"
"""The key of the message that shows a competition; announcements have others."""
Posts = dict[tuple[str, str], Post]
"""The posts of a competition by their keys and parts."""
ANEW = -2
"""In place of the revision of which all news stand: all of them are to be drawn again."""
_AGAIN = f"UPDATE competitions SET shown = -1, told = {ANEW} WHERE "  # noqa: S608 - constant parts


class CompetitionPosts(Tables):
    async def of(self, competition_id: str) -> Posts:
        rows = await self._db.read(
            f"SELECT {MESSAGES} FROM messages WHERE kind = $1 AND subject = $2"  # noqa: S608 - constant columns
            " ORDER BY begun_at, key, part",
            *(PostKind.NEWS, competition_id),
        )
        return {(post.name.key, post.name.part): post for post in map(read_post, rows)}

    async def begin(self, post: Post, revision: int) -> bool:
        """Note a post before the request to Discord: True once, for one caller. A competition that
        has changed is read again first, so nobody is written to who has been forgotten.
        """
        subject = post.name.subject

        def work(db: Work) -> bool:
            unchanged = "UPDATE competitions SET revision = $2 WHERE id = $1 AND revision = $2"
            noted = bool(db.change(unchanged, subject, revision)) and note(db, post)
            db.execute(
                "UPDATE duties SET home = (SELECT guild FROM competitions WHERE id = $1)"
                " WHERE subject = $1 AND what = $2",
                *(subject, STAND),
            )
            return noted

        return await self._db.run(work)

    async def note_shown(self, competition_id: str, revision: int) -> None:
        """Note that the messages which show a competition show this revision of it."""
        await self._db.write(
            "UPDATE competitions SET shown = $2 WHERE id = $1 AND shown < $2",
            *(competition_id, revision),
        )

    async def note_told(self, competition_id: str, revision: int) -> None:
        """Note that all news about a competition stand, if this is still its revision."""
        await self._db.write(
            "UPDATE competitions SET told = $2 WHERE id = $1 AND revision = $2",
            *(competition_id, revision),
        )

    async def refused(self, competition_id: str, key: str, part: str, *, for_good: bool) -> None:
        """Note that Discord has refused a message, which is begun once more unless ``for_good``."""
        change = "UPDATE messages SET state = 'gone'" if for_good else "DELETE FROM messages"
        await self._db.write(
            f"{change} WHERE kind = $1 AND subject = $2 AND key = $3 AND part = $4"
            " AND state = 'noted'",
            *(PostKind.NEWS, competition_id, key, part),
        )

    async def end(self, competition_id: str, key: str) -> None:
        """Forget a message, so that it can come again."""
        await self._db.run(lambda db: forget_post(db, PostKind.NEWS, competition_id, key))

    async def move(self, competition_id: str, guild: int, channel: int) -> None:
        """Have what stands in a server stand in this channel: it is looked for there, and sent if
        it does not stand.
        """

        def work(db: Work) -> None:
            db.execute(
                "UPDATE messages SET channel = $4, message = 0, state = 'noted',"
                " begun_at = begun_at - 60 WHERE kind = $1 AND subject = $2 AND part = $3",
                *(PostKind.NEWS, competition_id, str(guild), channel),
            )
            tell_again(db, "id = $1", competition_id)

        await self._db.run(work)

    async def forget(self) -> None:
        """Forget all messages of what goes on: for a chat that starts empty, as the preview."""

        def work(db: Work) -> None:
            db.execute("DELETE FROM messages WHERE kind = $1", PostKind.NEWS)
            db.execute(f"{_AGAIN}ended = 0")
            db.execute(at_once(CompetitionDuty.TELL, "id", "competitions WHERE ended = 0", "guild"))

        await self._db.run(work)


def tell_again(db: Work, which: str, *values: object) -> None:
    """Have all that stands about some competitions drawn again, and what is missing sent."""
    db.execute(f"{_AGAIN}{which}", *values)
    of = f"competitions WHERE {which}"
    db.execute(at_once(CompetitionDuty.TELL, "id", of, home="guild"), *values)


def forget_posts(db: Work, competition_id: str, player: int) -> None:
    """Forget the messages to a player."""
    db.execute(
        "DELETE FROM messages WHERE kind = $1 AND subject = $2 AND part = $3",
        *(PostKind.NEWS, competition_id, str(player)),
    )
