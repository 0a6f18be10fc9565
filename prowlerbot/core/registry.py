"""The games, by key.

Nothing below the entry points has its own registry: the registry is an argument, so a test can use
other games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from prowlerbot.core.errors import NotFound
from prowlerbot.core.game import Game


class Registry(Mapping[str, Game]):
    """An immutable mapping of the games."""

    def __init__(self, games: Iterable[Game]) -> None:
        self._games = {game.key: game for game in games}

    def __getitem__(self, key: str) -> Game:
        return self._games[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)

    def named(self, key: str) -> Game:
        """The game of that key; raises NotFound, which names the existing ones."""
        if key not in self._games:
            known = ", ".join(sorted(self._games))
            raise NotFound("There is no game “{key}” here. Games: {known}.", key=key, known=known)
        return self._games[key]
