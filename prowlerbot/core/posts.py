"""Posts: messages that the bot sends exactly once, even if it stops in between.

Each post is noted before its request to Discord, and its message is stored after the answer. After
a crash, the message of such a note may or may not exist.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b
from typing import NamedTuple

ANSWERABLE = 16 * 60
"""Seconds after an interaction in which an answer to it may still appear: Discord accepts answers
for 15 minutes.
"""
HELD = 15
"""Seconds for which only the process that noted a post may send it."""
POST_DUTY = "stand"
"""The duty to go on with the posts about a subject."""


class PostKind(StrEnum):
    BOARD = "board"
    CALL = "call"
    FOLLOW = "follow"
    NEWS = "news"
    DAILY = "daily"
    QUESTION = "question"
    THREAD = "thread"
    LOG = "log"


OF_MATCHES = frozenset({PostKind.CALL, PostKind.FOLLOW})
"""The kinds whose subjects are matches."""


class PostState(StrEnum):
    """A ``noted`` message is due, and may exist already; an ``outdated`` one must be deleted. A
    ``gone`` one does not exist, and is stored so that nothing sends it again.
    """

    NOTED = "noted"
    SENT = "stands"
    OUTDATED = "outdated"
    GONE = "gone"


class PostName(NamedTuple):
    """``subject`` is the id of the match or other thing that a post is about, ``key`` the occasion,
    and ``part`` the number among several messages about the same.
    """

    kind: PostKind
    subject: str
    key: str
    part: str


@dataclass(frozen=True, slots=True)
class Post:
    """``begun_at`` is the time from which the message may exist. Ids are 0 while unknown."""

    name: PostName
    begun_at: int
    guild: int = 0
    channel: int = 0
    message: int = 0
    state: PostState = PostState.NOTED


def nonce(*posts: Post) -> str:
    """The text by which Discord recognises a repeated message of these posts for some minutes."""
    key = "\0".join(part for post in posts for part in (*post.name, str(post.begun_at)))
    return blake2b(key.encode(), digest_size=12).hexdigest()
