"""Calls without membership: follow-ups to the bot's answers, deleted with the next one."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import discord

from cogs.frame.interaction import AnyInteraction


class CallKey(NamedTuple):
    """The subject of a call: a seat's decision that began at ``moment``; seat 0 stands for a
    question to all, a negative seat for the end of the match.
    """

    seat: int
    moment: int


class _Sent(NamedTuple):
    key: CallKey
    interaction: AnyInteraction
    message: discord.WebhookMessage


class FollowUps:
    """Keeps follow-ups in memory only: they cannot be changed once their interaction expires."""

    def __init__(self) -> None:
        self._sent: dict[str, list[_Sent]] = {}

    def keep(
        self,
        match_id: str,
        key: CallKey,
        interaction: AnyInteraction,
        message: discord.WebhookMessage,
    ) -> None:
        self._sent.setdefault(match_id, []).append(_Sent(key, interaction, message))

    def standing(self, match_id: str) -> set[CallKey]:
        """The subjects of the calls in a match."""
        return {sent.key for sent in self._alive().get(match_id, [])}

    def take(
        self, match_id: str, which: Callable[[CallKey], bool] = lambda _: True
    ) -> list[discord.WebhookMessage]:
        """Remove and return those calls of a match that can still be deleted."""
        self._sent = self._alive()
        sent = self._sent.pop(match_id, [])
        if stay := [each for each in sent if not which(each.key)]:
            self._sent[match_id] = stay
        return [each.message for each in sent if which(each.key)]

    def _alive(self) -> dict[str, list[_Sent]]:
        alive = {
            match_id: [each for each in sent if not each.interaction.is_expired()]
            for match_id, sent in self._sent.items()
        }
        return {match_id: sent for match_id, sent in alive.items() if sent}
