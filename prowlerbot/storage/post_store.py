"""The SQL of posts: messages that the bot sends exactly once, from the note to the deletion.

A deleted message is noted in memory, and that note is written later, so nobody waits for it. After
a crash the bot at worst deletes a message once more.
"""

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Any

from prowlerbot.core.posts import (
    HELD_SECONDS,
    KINDS_OF_MATCHES,
    POST_DUTY,
    Post,
    PostKind,
    PostName,
    PostState,
)
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match.call_rules import CallChange, DueCall
from prowlerbot.storage.columns import Columns, column, insert_sql, row_of, sql_names, to_dict
from prowlerbot.storage.duty_store import due_sql, put_if_sooner
from prowlerbot.storage.engines.database import Row, Tables, Work, transaction

_KEYS = "kind, subject, key, part"
_POST_COLUMNS: Columns = (
    *(column(each, f"name.{each}") for each in ("kind", "subject", "key", "part")),
    *(column(each) for each in ("begun_at", "guild", "channel", "message")),
    column("state", read=PostState),
)
MESSAGE_NAMES = sql_names(_POST_COLUMNS)
_IS_NAMED = "kind = $1 AND subject = $2 AND key = $3 AND part = $4"
IS_NOTED = f"state = '{PostState.NOTED}'"
IS_SENT = f"state = '{PostState.SENT}'"
IS_OUTDATED = f"state = '{PostState.OUTDATED}'"
IS_GONE = f"state = '{PostState.GONE}'"
"""Conditions for a state, which ``SET`` takes too."""
_WAITS = f"state IN ('{PostState.NOTED}', '{PostState.OUTDATED}')"
"""The condition of the index of waiting messages: only statements with the same words use it."""


def read_post(row: Row | list[Any]) -> Post:
    kind, subject, key, part = row[:4]
    return Post(PostName(PostKind(kind), subject, key, part), **to_dict(_POST_COLUMNS[4:], row[4:]))


def note_posts(db: Work, posts: Collection[Post]) -> Callable[[], list[Post]]:
    """Note posts in a transaction; the returned function gives the new ones after it."""
    if not posts:
        return list
    fields = (each for post in posts for each in row_of(_POST_COLUMNS, post))
    rows = db.execute_later(_note_statement(len(posts)), *fields)
    for post in posts:
        if post.state is PostState.NOTED:
            make_posts_due(db, post, post.begun_at + HELD_SECONDS)

    def noted() -> list[Post]:
        names_noted = {tuple(row) for row in rows()}
        return [post for post in posts if post.name in names_noted]

    return noted


@cache
def _note_statement(rows: int) -> str:
    added = insert_sql("messages", MESSAGE_NAMES, rows)
    return f"{added} ON CONFLICT ({_KEYS}) DO NOTHING RETURNING {_KEYS}"


def note_post(db: Work, post: Post) -> bool:
    """Note one post; False if one of that name is noted already."""
    return bool(note_posts(db, [post])())


def note_latest(db: Work, post: Post) -> bool:
    """Note one post and forget its other parts, so that the bot knows the latest one alone."""
    if noted := note_post(db, post):
        others = "kind = $1 AND subject = $2 AND key = $3 AND part <> $4"
        db.execute(f"DELETE FROM messages WHERE {others}", *post.name)  # noqa: S608 - constant parts
    return noted


def forget_post(db: Work, kind: PostKind, subject: str, key: str) -> None:
    """Forget all parts of a post."""
    where = "kind = $1 AND subject = $2 AND key = $3"
    db.execute(f"DELETE FROM messages WHERE {where}", kind, subject, key)  # noqa: S608 - constant parts


def make_posts_due(db: Work, post: Post, at: int) -> None:
    """Have a subject's waiting posts sent or deleted at a time; a match's home is its board's."""
    home = None if post.name.kind in KINDS_OF_MATCHES else post.guild
    put_if_sooner(db, post.name.subject, POST_DUTY, at=at, home=home)


def _make_subjects_due(db: Work, condition: str, at: str, *values: object) -> None:
    """Have the waiting posts of subjects sent or deleted; condition and time are SQL of values."""
    db.execute(due_sql(POST_DUTY, "subject", f"messages WHERE {condition}", at=at), *values)


def outdate_calls(db: Work, matches: str, *values: object) -> None:
    """Mark the calls in some matches for deletion; ``matches`` is a condition in SQL."""
    sent = f"kind = 'call' AND {IS_SENT} AND subject {matches}"
    _make_subjects_due(db, sent, "0", *values)
    db.execute(f"UPDATE messages SET {IS_OUTDATED} WHERE {sent}", *values)  # noqa: S608 - likewise


def outdate_posts(db: Work, posts: Iterable[Post]) -> None:
    """Mark sent messages for deletion, within a transaction."""
    outdated = f"UPDATE messages SET {IS_OUTDATED} WHERE {_IS_NAMED} AND {IS_SENT}"  # noqa: S608 - constant parts
    for post in posts:
        db.execute(outdated, *post.name)
        make_posts_due(db, post, 0)


@dataclass(eq=False)
class PostStore(Tables):
    _gone: list[Post] = field(default_factory=list[Post], init=False)

    async def note_post(self, post: Post, *, alone: bool = False) -> bool:
        """Note a post before its request; True for the caller who sends it. See ``note_latest``."""
        return await self._db.run(partial(note_latest if alone else note_post, post=post))

    async def note_calls(self, match_id: str, calls: Sequence[DueCall]) -> list[Post]:
        """Note calls of a match; returns those that were not noted before."""
        return await self._db.run(lambda db: note_calls(db, match_id, calls)()) if calls else []

    @transaction
    def note_sent(self, db: Work, post: Post) -> bool:
        """Note the message of a post; False if it has to be deleted, as the post is outdated."""
        return note_message(db, post)

    async def posts_in_message(self, post: Post) -> list[Post]:
        """The other posts in the same message."""
        in_message = f"message = $1 AND message <> 0 AND channel = $2 AND {IS_SENT}"
        posts = await self._posts(f"{in_message} ORDER BY {_KEYS}", post.message, post.channel)
        return [each for each in posts if each.name != post.name]

    async def outdate_posts(self, posts: Collection[Post]) -> None:
        await self._db.run(lambda db: outdate_posts(db, posts))

    @transaction
    def note_refused(self, db: Work, post: Post, at: int) -> None:
        """Note that Discord has refused a post, and the time of the next attempt."""
        postpone = f"UPDATE messages SET begun_at = $5 WHERE {_IS_NAMED} AND {IS_NOTED}"  # noqa: S608 - constant parts
        db.execute(postpone, *post.name, at - HELD_SECONDS)
        make_posts_due(db, post, at)

    async def waiting_posts(self, subject: str) -> list[Post]:
        """The posts about a subject that wait to be sent or deleted, the first begun first."""
        return await self._posts(f"subject = $1 AND {_WAITS} ORDER BY begun_at, {_KEYS}", subject)

    async def waiting_calls(self, player: int, until: int) -> list[Post]:
        """The calls in a player's matches that were begun until then and wait to be sent."""
        return await self._posts(
            f"kind = 'call' AND {_WAITS} AND {IS_NOTED}"  # noqa: S608 - constant parts
            " AND subject IN (SELECT match FROM seats WHERE player = $1)"
            f" AND begun_at <= $2 ORDER BY begun_at, {_KEYS}",
            *(player, until),
        )

    async def _posts(self, where: str, *values: object) -> list[Post]:
        """The posts that meet a condition, once the notes of deleted messages are written."""
        await self.write_gone()
        rows = await self._db.read(f"SELECT {MESSAGE_NAMES} FROM messages WHERE {where}", *values)  # noqa: S608 - constant parts
        return [read_post(row) for row in rows]

    def note_gone(self, *posts: Post) -> None:
        """Note that messages have been deleted, or never will be sent."""
        self._gone += posts

    async def write_gone(self, extra: Callable[[Work], None] | None = None) -> None:
        """Write the notes, with other work in their transaction, before the database closes."""
        gone, self._gone = self._gone, []
        if not gone and extra is None:
            return

        def work(db: Work) -> None:
            noted = f"UPDATE messages SET {IS_GONE}, message = 0 WHERE {_IS_NAMED}"  # noqa: S608 - constant parts
            for post in gone:
                db.execute(noted, *post.name)
            if extra is not None:
                extra(db)

        try:
            await self._db.run(work)
        except BaseException:  # a cancelled task may not have written it either
            self._gone += gone
            raise

    async def forget_post(self, post: Post) -> None:
        """Forget a post that Discord has refused, so that it can be noted again."""
        delete = f"DELETE FROM messages WHERE {_IS_NAMED}"  # noqa: S608 - constant parts
        await self.write_gone(lambda db: db.execute(delete, *post.name))

    async def forget_kind(self, kind: PostKind) -> None:
        """Forget all posts of a kind: for a chat that starts empty, as the preview does."""
        await self._db.write("DELETE FROM messages WHERE kind = $1", kind)


_MATCHES_REMEMBERED = 1_000
"""The number of matches whose new calls are kept; calls that nobody takes fall due later."""
_IS_OUTDATED_CALL = (
    f"kind = 'call' AND subject = $1 AND ({IS_NOTED} OR {IS_SENT})"  # noqa: S608 - constant parts
    " AND key NOT IN (SELECT value FROM json_each($2))"
)


def call_post(match_id: str, call: DueCall) -> Post:
    """A call of which nothing is sent yet."""
    return Post(PostName(PostKind.CALL, match_id, str(call.key), str(call.part)), call.at)


class CallStore:
    """New calls in memory, between the change that has noted them and the caller who sends them."""

    def __init__(self) -> None:
        self._new: Recent[str, tuple[Post, ...]] = Recent(_MATCHES_REMEMBERED)

    def hand_over(self, calls: Iterable[Post]) -> None:
        """Keep new calls for the caller of ``take_calls``, who sends them."""
        for post in calls:
            match_id = post.name.subject
            self._new.keep(match_id, (*self.take_calls(match_id), post))

    def take_calls(self, match_id: str) -> tuple[Post, ...]:
        """The new calls of a match, for the first caller alone."""
        calls = self._new.find(match_id) or ()
        if calls:
            self._new.keep(match_id, ())
        return calls


def change_calls(db: Work, change: CallChange, now: int) -> Callable[[], list[Post]]:
    """Note new calls and outdate others; the returned function gives the new ones."""
    keys = change.valid_keys, change.dormant_keys
    valid, dormant = (json.dumps([str(key) for key in each]) for each in keys)
    db.execute(
        "DELETE FROM messages WHERE kind = 'call' AND subject = $1"  # noqa: S608 - constant parts
        f" AND (({IS_GONE} AND key NOT IN (SELECT value FROM json_each($2)))"
        f" OR ({IS_NOTED} AND begun_at > $4 AND key NOT IN (SELECT value FROM json_each($3))))",
        *(change.match, dormant, valid, now),
    )
    _make_subjects_due(db, _IS_OUTDATED_CALL, "$3", change.match, valid, now + HELD_SECONDS)
    outdated = f"UPDATE messages SET {IS_OUTDATED} WHERE {_IS_OUTDATED_CALL}"  # noqa: S608 - constant parts
    db.execute(outdated, change.match, valid)
    needless = (call_post(change.match, call) for call in change.needless)
    note_posts(db, [replace(post, state=PostState.GONE) for post in needless])
    return note_calls(db, change.match, change.due)


def note_calls(db: Work, match_id: str, calls: Iterable[DueCall]) -> Callable[[], list[Post]]:
    """Note calls; the returned function gives the new ones, which the caller sends."""
    return note_posts(db, [call_post(match_id, call) for call in calls])


def note_message(db: Work, post: Post) -> bool:
    """Note the message of a post; False if the post has been outdated meanwhile."""
    rows = db.fetch(
        "UPDATE messages SET channel = $5, message = $6,"  # noqa: S608 - constant parts
        f" state = CASE WHEN {IS_NOTED} THEN '{PostState.SENT}' ELSE state END"
        f" WHERE {_IS_NAMED} AND message IN (0, $6) RETURNING state",
        *(*post.name, post.channel, post.message),
    )
    return rows == [(PostState.SENT,)]
