"""A duty: what falls due without a press."""

from __future__ import annotations

from dataclasses import dataclass

ANYWHERE = -1
"""The home of duties that any process can do."""


@dataclass(frozen=True, slots=True, order=True)
class Duty:
    """Somebody is to look at a subject, ``at`` that time; ``home`` is the server whose process does
    it, 0 for chats.
    """

    subject: str
    what: str
    at: int
    number: int
    home: int
