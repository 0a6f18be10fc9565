"""The SQL of the messages about competitions, and of the servers that take part in leagues.

Each message is a post of the outbox. The part of a post says where it is: it is empty in the
channel of the competition, else it is the id of a server or, in a chat, of a player.
"""

from __future__ import annotations

import re

from prowlerbot.competitions.due_steps import CompetitionDuty
from prowlerbot.core.posts import POST_DUTY, Post, PostKind
from prowlerbot.storage.duty_store import at_once
from prowlerbot.storage.engines.database import Tables, Work, transaction
from prowlerbot.storage.post_store import MESSAGES, forget_post, note, read_post

MAIN = "main"
"""The key of the message that shows a competition; news have other keys."""
Posts = dict[tuple[str, str], Post]
"""The posts of a competition by their keys and parts."""
DRAW_AGAIN = -2
"""Takes the place of the revision whose news are posted, if all of them must be drawn again."""
_AGAIN = f"UPDATE competitions SET shown = -1, told = {DRAW_AGAIN} WHERE "  # noqa: S608 - constant parts


class CompetitionPosts(Tables):
    async def of(self, competition_id: str) -> Posts:
        rows = await self._db.read(
            f"SELECT {MESSAGES} FROM messages WHERE kind = $1 AND subject = $2"  # noqa: S608 - constant columns
            " ORDER BY begun_at, key, part",
            *(PostKind.NEWS, competition_id),
        )
        return {(post.name.key, post.name.part): post for post in map(read_post, rows)}

    @transaction
    def begin(self, db: Work, post: Post, revision: int) -> bool:
        """Record a post before its request to Discord; True for one caller only.

        False if the competition has changed since this revision: the caller reads it again, so a
        player whose data is deleted gets no message.
        """
        subject = post.name.subject
        unchanged = "UPDATE competitions SET revision = $2 WHERE id = $1 AND revision = $2"
        is_new = bool(db.change(unchanged, subject, revision)) and note(db, post)
        db.execute(
            "UPDATE duties SET home = (SELECT guild FROM competitions WHERE id = $1)"
            " WHERE subject = $1 AND what = $2",
            *(subject, POST_DUTY),
        )
        return is_new

    async def record_shown(self, competition_id: str, revision: int) -> None:
        """Record that the main messages of a competition show this revision."""
        await self._db.write(
            "UPDATE competitions SET shown = $2 WHERE id = $1 AND shown < $2",
            *(competition_id, revision),
        )

    async def record_posted(self, competition_id: str, revision: int) -> None:
        """Record that all news about a competition are posted, if this is still its revision."""
        await self._db.write(
            "UPDATE competitions SET told = $2 WHERE id = $1 AND revision = $2",
            *(competition_id, revision),
        )

    async def record_refusal(
        self, competition_id: str, key: str, part: str, *, for_good: bool
    ) -> None:
        """Record that Discord has refused a message; unless ``for_good``, it begins again."""
        change = "UPDATE messages SET state = 'gone'" if for_good else "DELETE FROM messages"
        await self._db.write(
            f"{change} WHERE kind = $1 AND subject = $2 AND key = $3 AND part = $4"
            " AND state = 'noted'",
            *(PostKind.NEWS, competition_id, key, part),
        )

    async def forget_message(self, competition_id: str, key: str) -> None:
        """Forget a message, so that it can be sent again."""
        await self._db.run(lambda db: forget_post(db, PostKind.NEWS, competition_id, key))

    @transaction
    def move_to_channel(self, db: Work, competition_id: str, part: str, channel: int) -> None:
        """Move the main message of a part that is in a server to a channel, with those that are
        only noted: the bot searches that channel for them, and sends those that are missing. News
        that stand in another channel are not repeated.
        """
        which = "kind = $1 AND subject = $2 AND part = $3 AND key <> 'event'"
        values = (PostKind.NEWS, competition_id, part, channel)
        db.execute(
            f"UPDATE messages SET state = 'gone' WHERE {which} AND key <> '{MAIN}'"  # noqa: S608 - constant parts
            " AND state <> 'noted' AND channel <> $4",
            *values,
        )
        db.execute(
            "UPDATE messages SET channel = $4, message = 0, state = 'noted',"  # noqa: S608 - likewise
            f" begun_at = begun_at - 60 WHERE {which} AND (key = '{MAIN}' OR state = 'noted')",
            *values,
        )
        post_again(db, "id = $1", competition_id)

    @transaction
    def forget_all(self, db: Work) -> None:
        """Forget all messages of running competitions: the chat of the preview starts empty."""
        db.execute("DELETE FROM messages WHERE kind = $1", PostKind.NEWS)
        db.execute(f"{_AGAIN}ended = 0")
        db.execute(at_once(CompetitionDuty.NEWS, "id", "competitions WHERE ended = 0", "guild"))


class CompetitionServers(Tables):
    async def channels_of(self, series: str) -> dict[int, int]:
        """The channel of each server that takes part in a league."""
        rows = await self._db.read(
            "SELECT guild, channel FROM competition_servers WHERE series = $1 ORDER BY guild",
            series,
        )
        return {int(guild): int(channel) for guild, channel in rows}

    async def join(self, series: str, guild: int, channel: int) -> None:
        """Let a server take part, or change the channel of its messages."""
        await self._db.write(
            "INSERT INTO competition_servers (series, guild, channel) VALUES ($1, $2, $3)"
            " ON CONFLICT (series, guild) DO UPDATE SET channel = excluded.channel",
            series,
            guild,
            channel,
        )

    async def leave(self, series: str, guild: int) -> None:
        await self._db.write(
            "DELETE FROM competition_servers WHERE series = $1 AND guild = $2", series, guild
        )

    async def forget(self, guild: int, channel: int = 0) -> None:
        """Forget a server that the bot has left, or a deleted channel."""
        await self._db.write(
            "DELETE FROM competition_servers WHERE guild = $1 AND ($2 = 0 OR channel = $2)",
            guild,
            channel,
        )

    async def leagues_of(self, guild: int, *, ended: bool, most: int) -> list[str]:
        """The latest seasons of the leagues in which a server takes part."""
        return await self._db.column(
            "SELECT c.id FROM competition_servers s JOIN competitions c ON c.series = s.series"
            " WHERE s.guild = $1 AND c.ended = $2 ORDER BY c.created_at DESC, c.id LIMIT $3",
            guild,
            int(ended),
            most,
        )

    async def open_leagues(self, typed: str, most: int) -> list[str]:
        """The running leagues of all servers whose names or ids contain the typed text.

        Leagues with more servers come first, so nobody can fill the list with leagues of their own.
        If something is typed, leagues without a name come last: only their titles can fit.
        """
        part = re.sub(r"([!%_])", r"!\1", typed.strip().lower())
        return await self._db.column(
            "SELECT c.id FROM competitions c WHERE c.guild = 0 AND c.ended = 0 AND (c.name = ''"
            " OR lower(c.name) LIKE $1 ESCAPE '!' OR c.id LIKE $1 ESCAPE '!')"
            " ORDER BY CASE WHEN c.name = '' AND $1 <> '%%' AND c.id NOT LIKE $1 ESCAPE '!'"
            " THEN 1 ELSE 0 END,"
            " (SELECT count(*) FROM competition_servers s WHERE s.series = c.series) DESC,"
            " c.created_at, c.id LIMIT $2",
            f"%{part}%",
            most,
        )


def post_again(db: Work, which: str, *values: object) -> None:
    """Have the messages of some competitions drawn again, and missing ones sent."""
    db.execute(f"{_AGAIN}{which}", *values)
    of = f"competitions WHERE {which}"
    db.execute(at_once(CompetitionDuty.NEWS, "id", of, home="guild"), *values)


def forget_posts(db: Work, competition_id: str, player: int) -> None:
    """Forget the messages to a player."""
    db.execute(
        "DELETE FROM messages WHERE kind = $1 AND subject = $2 AND part = $3",
        *(PostKind.NEWS, competition_id, str(player)),
    )
