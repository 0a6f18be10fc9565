"""A duty: work that falls due without a press."""

from __future__ import annotations

from dataclasses import dataclass

ANYWHERE = -1
"""The home of duties that any process can do."""


@dataclass(frozen=True, slots=True, order=True)
class Duty:
    """The process that serves the server ``home``, 0 for chats, has to look at ``subject`` at the
    time ``at``. ``what`` is the kind of the duty.
    """

    subject: str
    what: str
    at: int
    number: int
    home: int
