"""The work that outlives a process: posts and duties, and the acts and bars in a server.

The bot sends a post exactly once, even if it stops in between. It notes each post before the
request to Discord, and stores the message after the answer. After a crash, the message of such a
note may or may not exist. A duty is work that falls due without a press.

Acts of admins, moderators and hosts are stored for ``ACT_SECONDS``, so that others can see them.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

ANSWER_SECONDS = 16 * 60
"""Seconds in which an answer to an interaction may appear: Discord takes it for 15 minutes."""
HELD_SECONDS = 15
"""Seconds for which only the process that noted a post may send it."""
POST_DUTY = "stand"
"""The duty to go on with the posts about a subject."""
ANYWHERE = -1
"""The home of duties that any process can do."""
ACT_SECONDS = 90 * 24 * 60 * 60
"""Seconds for which an act is kept."""
MAX_REASON_LENGTH = 200
"""Characters of a reason, which is one sentence."""
ACTS_A_PAGE, MAX_MATCHES_NAMED = 10, 10
"""Acts on a page of the log, and open matches that the note of a bar names."""
SWEEP_DUTY = "sweep"
"""The duty of a server to forget its oldest acts."""
BAR_DUTY = "bar"
"""The duty to take a barred player out of all open matches and competitions of a server."""


class PostKind(StrEnum):
    BOARD = "board"
    CALL = "call"
    FOLLOW = "follow"
    NEWS = "news"
    DAILY = "daily"
    QUESTION = "question"
    THREAD = "thread"
    LOG = "log"
    OPENED = "opened"


KINDS_OF_MATCHES = frozenset({PostKind.CALL, PostKind.FOLLOW})
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
    """``subject`` is the id of the match or other thing that a post is about. ``key`` is the
    occasion, and ``part`` the number among several messages about the same.
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


@dataclass(frozen=True, slots=True, order=True)
class Duty:
    """Work on ``subject`` at a time. ``home`` is the server whose process does it, 0 for chats."""

    subject: str
    kind: str
    at: int
    number: int
    home: int


class ActKind(StrEnum):
    """The kinds of acts. The values are in storage, so they never change."""

    SETTING = "setting"
    GREETED = "greeted"
    UNGREETED = "ungreeted"
    PAGED = "paged"
    UNPAGED = "unpaged"
    BARRED = "barred"
    LIFTED = "lifted"
    ENDED = "ended"
    WITHDRAWN = "withdrawn"
    DELETED = "deleted"
    CREATED = "created"
    EDITED = "edited"
    REMOVED = "removed"
    PROLONGED = "prolonged"
    ROUND_ENDED = "round-ended"
    CANCELLED = "cancelled"
    LOST = "lost"
    HOSTING = "hosting"


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody by their id and the name that they had then; the id is 0 for nobody, and for one who
    has deleted their data. An actor who has done that keeps a ``deleted_id``, and as name a number
    among all such actors of the server.
    """

    id: int = 0
    name: str = ""


NO_PERSON = Person()


@dataclass(frozen=True, slots=True)
class Act:
    """An act of an admin, a moderator or a host in a server."""

    guild: int
    kind: ActKind
    actor: Person
    target: Person = NO_PERSON
    """The person that it concerns."""
    subject: str = ""
    """The id of a match or competition, a setting's name, or the ids of matches open at a bar."""
    detail: str = ""
    """The name of a competition, the end of a bar, or the new value of a setting as JSON."""
    reason: str = ""
    at: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True)
class Bar:
    """A player who is barred in a server; ``until`` is 0 if the bar has no end. After the deletion
    of the player's data, ``player`` is a ``deleted_id``.
    """

    guild: int
    player: int
    name: str
    since: int
    until: int = 0
    reason: str = ""

    def holds(self, now: int) -> bool:
        return not self.until or now < self.until
