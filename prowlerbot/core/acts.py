"""What admins, moderators and hosts do in a server, kept for a while so that others can see it; and
who is barred from the bot there.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

KEPT = 90 * 24 * 60 * 60
"""Seconds for which an act is kept."""
LONGEST_REASON = 200
"""Characters of a reason, which is one sentence."""
PAGE = 10
"""Acts on one page."""
SWEEP = "sweep"
"""The duty of a server to forget its oldest acts."""
BAR = "bar"
"""The duty to take a barred player out of what is open in a server."""


class What(StrEnum):
    """The values are in storage, so they never change."""

    SETTING = "setting"
    GREETED = "greeted"
    UNGREETED = "ungreeted"
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


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody by their id and the name that they had then; the id is 0 for nobody, and for one who
    has deleted their data.
    """

    id: int = 0
    name: str = ""


NOBODY = Person()


@dataclass(frozen=True, slots=True)
class Act:
    """``actor`` has done it, to the ``target`` if it is about a person. ``subject`` is the id of a
    match or competition or the name of a setting, and ``detail`` what else there is to say: the
    name of a competition, the end of a bar, the new value of a setting as JSON.
    """

    guild: int
    what: What
    actor: Person
    target: Person = NOBODY
    subject: str = ""
    detail: str = ""
    reason: str = ""
    at: int = 0
    number: int = 0


@dataclass(frozen=True, slots=True)
class Bar:
    """Somebody who is barred in a server. ``until`` is 0 for good; the player has a ``deleted_id``
    once their data is deleted.
    """

    guild: int
    player: int
    name: str
    since: int
    until: int = 0
    reason: str = ""

    def holds(self, now: int) -> bool:
        return not self.until or now < self.until
