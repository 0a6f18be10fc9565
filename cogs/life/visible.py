"""How much of a match somebody may look at again."""

from __future__ import annotations

from collections.abc import Sequence

from prowlerbot.core.errors import Denied
from prowlerbot.core.game import AnyState
from prowlerbot.match.match import Match, Phase, is_imported
from prowlerbot.service.service import Service


def visible_states(service: Service, match: Match, user: int | None) -> Sequence[AnyState]:
    """The whole replay, as far as a user may know it; after the match there are no secrets.

    Raises Denied for a challenge, which has none.
    """
    if not match.setup:
        raise Denied("This challenge was not accepted, so there is nothing to replay.")
    states = service.states(match)
    if match.phase is Phase.OVER or is_imported(match.id):
        return states
    seat = None if user is None else match.seat_of(user)
    return [state.view(seat).seen for state in states]
