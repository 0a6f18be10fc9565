"""The games of the house; none of them knows another."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from prowlerbot.core.errors import NotFound
from prowlerbot.core.game import Game
from prowlerbot.games.prowler import Prowler

_HOUSE: tuple[Game, ...] = (Prowler(),)

GAMES: Mapping[str, Game] = MappingProxyType({each.key: each for each in _HOUSE})
"""The registry, by key. The core takes it as an argument, so a test can bring games of its own."""


def game(key: str, games: Mapping[str, Game] = GAMES) -> Game:
    """The game of that key; raises NotFound, naming the ones that there are."""
    if key not in games:
        known = ", ".join(sorted(games))
        raise NotFound("There is no game “{key}” here; there is: {known}.", key=key, known=known)
    return games[key]
