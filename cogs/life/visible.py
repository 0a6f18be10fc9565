"""The part of a match that a person may look back at."""

from __future__ import annotations

from prowlerbot.core.errors import Denied
from prowlerbot.match.match import Match
from prowlerbot.match.timeline import Timeline
from prowlerbot.service.service import Service


def visible(service: Service, match: Match, user: int | None) -> Timeline:
    """The whole replay, as far as a user (None: everybody) may see it.

    Raises Denied for a challenge, which has no replay.
    """
    if not match.setup:
        raise Denied("This challenge was not accepted, so there is nothing to replay.")
    return service.timeline(match, user)
