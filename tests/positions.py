"""The raw positions of a match: the service keeps them to itself, but tests may know them."""

from __future__ import annotations

from prowlerbot.core.game import AnyState
from prowlerbot.match import play
from prowlerbot.match.match import Match
from prowlerbot.service.match_service import Service


def states(service: Service, match: Match) -> list[AnyState]:
    """The position at the start and after each play."""
    return play.states(match, service.game(match))
