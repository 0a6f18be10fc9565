"""Calls where the bot can only answer: they are sent behind an answer, and deleted by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import discord

from cogs.frame.interaction import AnyInteraction
from prowlerbot.match.calls import CallKey


class FollowUp(NamedTuple):
    match: str
    key: CallKey
    interaction: AnyInteraction
    message: discord.WebhookMessage


class FollowUps:
    """Calls without membership: follow-ups to the bot's answers, deleted with the next one.

    They are kept in memory only, because nobody can change them once their interaction expires.
    """

    def __init__(self) -> None:
        self._sent: list[FollowUp] = []

    def keep(self, sent: FollowUp) -> None:
        self._sent.append(sent)

    def standing(self, match_id: str) -> set[CallKey]:
        """The subjects of the calls in a match."""
        return {it.key for it in self._alive() if it.match == match_id}

    def take(
        self, match_id: str, which: Callable[[CallKey], bool] = lambda _: True
    ) -> list[discord.WebhookMessage]:
        """Remove and return those calls of a match that can still be deleted."""
        alive = self._alive()
        taken = [it for it in alive if it.match == match_id and which(it.key)]
        self._sent = [it for it in alive if it not in taken]
        return [it.message for it in taken]

    def _alive(self) -> list[FollowUp]:
        return [it for it in self._sent if not it.interaction.is_expired()]
