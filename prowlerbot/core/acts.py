"""Acts of admins, moderators and hosts in a server, and bars of players from the bot there.

An act is stored for a while, so that others can see it.
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
MOST_NAMED = 10
"""Open matches that the note of a bar names."""
SWEEP = "sweep"
"""The duty of a server to forget its oldest acts."""
BAR = "bar"
"""The duty to take a barred player out of all open matches and competitions of a server."""


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


NOBODY = Person()


@dataclass(frozen=True, slots=True)
class Act:
    """An act of ``actor``. ``target`` is the person that it concerns, if any. ``subject`` is the id
    of a match or competition, the name of a setting, or the ids of the matches that were open at a
    bar. ``detail`` is the name of a competition, the end of a bar, or the new value of a setting as
    JSON.
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
