"""The addresses of the messages that show matches, for users with access to them."""

from __future__ import annotations

from collections.abc import Collection

import discord

from cogs.frame.asker import asker_of, is_open
from prowlerbot.match.visibility import Place
from prowlerbot.service.service import Service
from prowlerbot.storage.boards import Board


class Links:
    def __init__(self, client: discord.Client, service: Service) -> None:
        self._client = client
        self._service = service

    async def of(
        self, interaction: discord.Interaction, matches: Collection[str]
    ) -> dict[str, str]:
        """The addresses of the messages that show these matches, if visible to the asker."""
        boards = await self._service.visibility.boards(asker_of(interaction), matches)
        return {match: link_to(*board) for match, board in boards.items()}

    async def one(self, interaction: discord.Interaction, match_id: str) -> str | None:
        """The address of the message that shows a match, if visible to the asker."""
        return (await self.of(interaction, [match_id])).get(match_id)

    async def public(self, channel: int, match_id: str) -> str | None:
        """The same for a public message in a channel, if visible to everybody there."""
        found = (await self._service.store.showings.boards([match_id])).get(match_id)
        if found is None:
            return None
        place, message = found
        if place.channel != channel and not is_open(self._client, place):
            return None
        return link_to(place, message)


def link_to(place: Place | Board, message: int) -> str:
    """The address of a message; its readers should have access to that place."""
    return f"https://discord.com/channels/{place.guild or '@me'}/{place.channel}/{message}"
