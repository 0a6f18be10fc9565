"""The SQL of the messages of competitions, and of the servers that take part in leagues.

Each message is a post of the outbox. The part of a post says where it is. It is empty in the
channel of the competition. Else it is the id of a server or, in a chat, of a player.
"""

import re

from prowlerbot.competitions.competition_record import DRAW_AGAIN
from prowlerbot.competitions.competition_steps import CompetitionDuty
from prowlerbot.competitions.news import NewsKind
from prowlerbot.core.posts import POST_DUTY, Post, PostKind
from prowlerbot.storage import post_store
from prowlerbot.storage.duty_store import due_sql
from prowlerbot.storage.engines.database import Tables, Work, transaction
from prowlerbot.storage.post_store import IS_GONE, IS_NOTED

Posts = dict[tuple[str, str], Post]
"""The posts of a competition by their keys and parts."""
_POST_AGAIN = f"UPDATE competitions SET shown = -1, told = {DRAW_AGAIN} WHERE "  # noqa: S608 - constant parts


class CompetitionPosts(Tables):
    async def posts_of(self, competition_id: str) -> Posts:
        rows = await self._db.read(
            f"SELECT {post_store.MESSAGE_NAMES} FROM messages WHERE kind = $1 AND subject = $2"  # noqa: S608 - constant columns
            " ORDER BY begun_at, key, part",
            *(PostKind.NEWS, competition_id),
        )
        return {(post.name.key, post.name.part): post for post in map(post_store.read_post, rows)}

    @transaction
    def begin(self, db: Work, post: Post, revision: int) -> bool:
        """Record a post before its request to Discord; True for one caller only.

        False if the competition has changed since this revision: the caller reads it again, so a
        player whose data is deleted gets no message.
        """
        subject = post.name.subject
        unchanged = "UPDATE competitions SET revision = $2 WHERE id = $1 AND revision = $2"
        is_new = bool(db.change(unchanged, subject, revision)) and post_store.note_post(db, post)
        db.execute(
            "UPDATE duties SET home = (SELECT guild FROM competitions WHERE id = $1)"
            " WHERE subject = $1 AND what = $2",
            *(subject, POST_DUTY),
        )
        return is_new

    @transaction
    def record_shown(
        self, db: Work, competition_id: str, revision: int, post: Post | None = None
    ) -> None:
        """Record that the main messages show this revision, one of them as this post."""
        if post is not None:
            post_store.note_message(db, post)
        shown = "UPDATE competitions SET shown = $2 WHERE id = $1 AND shown < $2"
        db.execute(shown, competition_id, revision)

    async def record_posted(self, competition_id: str, revision: int) -> None:
        """Record that all news about a competition are posted, if this is still its revision."""
        posted = "UPDATE competitions SET told = $2 WHERE id = $1 AND revision = $2"
        await self._db.write(posted, competition_id, revision)

    async def record_refusal(
        self, competition_id: str, key: str, part: str, *, for_good: bool
    ) -> None:
        """Record that Discord has refused a message; unless ``for_good``, it begins again."""
        change = f"UPDATE messages SET {IS_GONE}" if for_good else "DELETE FROM messages"  # noqa: S608 - constant parts
        await self._db.write(
            f"{change} WHERE kind = $1 AND subject = $2 AND key = $3 AND part = $4 AND {IS_NOTED}",
            *(PostKind.NEWS, competition_id, key, part),
        )

    async def begin_anew(self, post: Post) -> None:
        """Note that a message that stood is sent once more, from the time of the post on."""
        await self._db.write(
            f"UPDATE messages SET {IS_NOTED}, message = 0, begun_at = $5"  # noqa: S608 - likewise
            " WHERE kind = $1 AND subject = $2 AND key = $3 AND part = $4",
            *(*post.name, post.begun_at),
        )

    @transaction
    def forget_message(self, db: Work, competition_id: str, key: str) -> None:
        """Forget a message, so that it can be sent again."""
        post_store.forget_post(db, PostKind.NEWS, competition_id, key)

    @transaction
    def move_to_channel(self, db: Work, competition_id: str, part: str, channel: int) -> None:
        """Move the main message of a part that is in a server to a channel, with messages that are
        only noted. The bot searches that channel for them, and sends the missing ones. News that
        stand in another channel are not repeated.
        """
        of_part = "kind = $1 AND subject = $2 AND part = $3 AND key <> 'event'"
        is_main = f"key = '{NewsKind.MAIN}'"
        values = (PostKind.NEWS, competition_id, part, channel)
        db.execute(
            f"UPDATE messages SET {IS_GONE} WHERE {of_part} AND NOT {is_main}"  # noqa: S608 - constant parts
            f" AND NOT {IS_NOTED} AND channel <> $4",
            *values,
        )
        db.execute(
            f"UPDATE messages SET channel = $4, message = 0, {IS_NOTED},"  # noqa: S608 - likewise
            f" begun_at = begun_at - 60 WHERE {of_part} AND ({is_main} OR {IS_NOTED})",
            *values,
        )
        post_again(db, "id = $1", competition_id)

    @transaction
    def forget_all(self, db: Work) -> None:
        """Forget all messages of running competitions: the chat of the preview starts empty."""
        db.execute("DELETE FROM messages WHERE kind = $1", PostKind.NEWS)
        db.execute(f"{_POST_AGAIN}ended = 0")
        running = "competitions WHERE ended = 0"
        db.execute(due_sql(CompetitionDuty.NEWS, "id", running, home="guild"))


class CompetitionServers(Tables):
    async def channels_of(self, series: str) -> dict[int, int]:
        """The channel of each server that takes part in a league."""
        servers = "SELECT guild, channel FROM competition_servers WHERE series = $1 ORDER BY guild"
        return {int(guild): int(channel) for guild, channel in await self._db.read(servers, series)}

    async def add_server(self, series: str, guild: int, channel: int) -> None:
        """Let a server take part, or change the channel of its messages."""
        await self._db.write(
            "INSERT INTO competition_servers (series, guild, channel) VALUES ($1, $2, $3)"
            " ON CONFLICT (series, guild) DO UPDATE SET channel = excluded.channel",
            *(series, guild, channel),
        )

    async def remove_server(self, series: str, guild: int) -> None:
        delete = "DELETE FROM competition_servers WHERE series = $1 AND guild = $2"
        await self._db.write(delete, series, guild)

    async def forget_server(self, guild: int, channel: int = 0) -> None:
        """Forget a server that the bot has left, or a deleted channel."""
        delete = "DELETE FROM competition_servers WHERE guild = $1 AND ($2 = 0 OR channel = $2)"
        await self._db.write(delete, guild, channel)

    async def leagues_of(self, guild: int, *, ended: bool, most: int) -> list[str]:
        """The latest seasons of the leagues in which a server takes part."""
        return await self._db.column(
            "SELECT c.id FROM competition_servers s JOIN competitions c ON c.series = s.series"
            " WHERE s.guild = $1 AND c.ended = $2 ORDER BY c.created_at DESC, c.id LIMIT $3",
            *(guild, int(ended), most),
        )

    async def open_leagues(self, typed: str, most: int) -> list[str]:
        """The running leagues of all servers whose names or ids contain the typed text.

        Leagues with more servers come first, so nobody can fill the list with leagues of their own.
        If something is typed, leagues without a name come last: only their titles can fit.
        """
        pattern = re.sub(r"([!%_])", r"!\1", typed.strip().lower())
        return await self._db.column(
            "SELECT c.id FROM competitions c WHERE c.guild = 0 AND c.ended = 0 AND (c.name = ''"
            " OR lower(c.name) LIKE $1 ESCAPE '!' OR c.id LIKE $1 ESCAPE '!')"
            " ORDER BY CASE WHEN c.name = '' AND $1 <> '%%' AND c.id NOT LIKE $1 ESCAPE '!'"
            " THEN 1 ELSE 0 END,"
            " (SELECT count(*) FROM competition_servers s WHERE s.series = c.series) DESC,"
            " c.created_at, c.id LIMIT $2",
            *(f"%{pattern}%", most),
        )


def post_again(db: Work, condition: str, *values: object) -> None:
    """Have the messages of the competitions that meet an SQL condition drawn again, or sent."""
    db.execute(f"{_POST_AGAIN}{condition}", *values)
    rows = f"competitions WHERE {condition}"
    db.execute(due_sql(CompetitionDuty.NEWS, "id", rows, home="guild"), *values)


def post_main_anew(db: Work, now: int) -> None:
    """Have the main messages of all running competitions drawn again, one a second."""
    rows = "competitions WHERE ended = 0"
    db.execute("UPDATE competitions SET shown = -1 WHERE ended = 0")
    at = "$1 + ROW_NUMBER() OVER (ORDER BY id)"
    db.execute(due_sql(CompetitionDuty.NEWS, "id", rows, home="guild", at=at), now)
