"""Askers without a Discord: the test says which channels they can see."""

from __future__ import annotations

from collections.abc import Collection
from types import SimpleNamespace
from typing import cast

from discord import Interaction

from prowlerbot.match.timeline import Place
from prowlerbot.service.visibility_check import Asker


def asker(user: int, channel: int = 900, sees: Collection[int] = ()) -> Asker:
    """A user in a channel outside of servers who can see these audiences."""

    async def audiences(places: Collection[Place]) -> frozenset[int]:
        return frozenset(place.audience for place in places) & frozenset(sees)

    return Asker(user, channel, channel, audiences)


def asked_by(user: int, guild: int | None = 1) -> Interaction:
    """As much of an interaction as decides about a place in a line."""
    return cast("Interaction", SimpleNamespace(user=SimpleNamespace(id=user), guild_id=guild))
