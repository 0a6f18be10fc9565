"""The positions of a match as they are: what the service keeps to itself, tests may know."""

from __future__ import annotations

from prowlerbot.core.game import AnyState
from prowlerbot.match import play
from prowlerbot.match.match import Match
from prowlerbot.service.service import Service


def states(service: Service, match: Match) -> list[AnyState]:
    """The position at the start and after each play."""
    return play.states(match, service.game(match))
