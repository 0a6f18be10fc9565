"""What can be looked at again: the matches of a player, over or not."""

from __future__ import annotations

from prowlerbot.game import NotFound
from prowlerbot.match import Match
from prowlerbot.service import Service

_LISTED = 25
"""As many as a list of suggestions has room for."""


class Archive:
    def __init__(self, service: Service) -> None:
        self._service = service
        self._db = service.store.database

    async def find(self, match_id: str) -> Match:
        return await self._service.match(match_id)

    async def choose(self, user: int, game: str, match_id: str | None) -> Match:
        """The match that is meant: the one named, or the one that the user touched last."""
        if match_id is not None:
            match = await self.find(match_id)
            if match.game != game:
                raise NotFound("There is no match “{match}” of this game.", match=match_id)
            return match
        recent = await self.recent(user, game)
        if not recent:
            raise NotFound("You have no match yet; challenge somebody to one.")
        return recent[0]

    async def recent(self, user: int, game: str) -> list[Match]:
        """What a user has played, the latest first; challenges are none of it."""
        async with self._db.reading() as db:
            rows = await db.fetch(
                "SELECT m.id FROM matches m JOIN seats s ON s.match = m.id"
                " WHERE s.player = $1 AND m.game = $2 AND m.setup <> ''"
                " ORDER BY m.changed_at DESC, m.id LIMIT $3",
                user,
                game,
                _LISTED,
            )
        return [await self.find(match_id) for (match_id,) in rows]
