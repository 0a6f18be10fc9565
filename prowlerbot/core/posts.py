"""Posts: messages of the bot that shall stand once, whatever stops it meanwhile.

A post is noted before Discord is asked for it, and its message is stored after that. A note without
a message is finished after a kill: the message may stand, or may not.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from hashlib import blake2b
from typing import NamedTuple

ANSWERABLE = 16 * 60
"""Seconds after an interaction in which an answer to it may still appear: Discord takes one for 15
minutes.
"""
HELD = 15
"""Seconds for which whoever notes a post has it for itself."""
STAND = "stand"
"""The duty to go on with the posts about a subject."""


class PostKind(StrEnum):
    BOARD = "board"
    CALL = "call"
    FOLLOW = "follow"
    NEWS = "news"
    DAILY = "daily"
    QUESTION = "question"
    THREAD = "thread"


OF_MATCHES = frozenset({PostKind.CALL, PostKind.FOLLOW})
"""The kinds whose subjects are matches."""


class PostState(StrEnum):
    """``noted`` shall stand and may do so already, ``outdated`` shall be deleted; ``gone`` stands
    no more or never will, and is kept so that it does not come again.
    """

    NOTED = "noted"
    STANDS = "stands"
    OUTDATED = "outdated"
    GONE = "gone"


class PostName(NamedTuple):
    """``subject`` is the id of what a post is about; its ``key`` says what about that, and the
    ``part`` which of several messages about the same.
    """

    kind: PostKind
    subject: str
    key: str
    part: str


@dataclass(frozen=True, slots=True)
class Post:
    """``begun_at`` is the time from which on the message may stand. Ids are 0 while unknown."""

    name: PostName
    begun_at: int
    guild: int = 0
    channel: int = 0
    message: int = 0
    state: PostState = PostState.NOTED


def nonce(*posts: Post) -> str:
    """By this Discord knows a message of these posts if it is sent again within some minutes."""
    key = "\0".join(part for post in posts for part in (*post.name, str(post.begun_at)))
    return blake2b(key.encode(), digest_size=12).hexdigest()
