"""The default game for a command of a player who has not named one."""

from __future__ import annotations

from discord import app_commands

from cogs.contract.manifest import Manifests
from prowlerbot.service.service import Service


class PlayedGames:
    def __init__(self, service: Service, manifests: Manifests) -> None:
        self._service = service
        self._titles = {manifest.key: manifest.title for manifest in manifests.values()}

    @property
    def choices(self) -> list[app_commands.Choice[str]]:
        """All games, as choices of a command option."""
        return [app_commands.Choice(name=title, value=key) for key, title in self._titles.items()]

    @property
    def keys(self) -> list[str]:
        return list(self._titles)

    def title(self, game: str) -> str:
        return self._titles[game]

    async def meant(self, user: int, said: str | None) -> str:
        """The game they named, else the one they played last, else the first in the registry."""
        if said is not None:
            return said
        first = self.keys[0]
        if len(self._titles) == 1:
            return first
        latest = [await self._service.store.latest_match(user, game) for game in self._titles]
        played = [match for match in latest if match is not None]
        return max(played, key=lambda match: match.changed_at).game if played else first
