"""Calls where the bot is no member: sent behind its answers, taken back with the next one."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import discord

from cogs.frame.interaction import AnyInteraction


class CallKey(NamedTuple):
    """What a call is about: a seat's decision that began at ``moment``, with seat 0 a question to
    all, with the seat below zero the end of the match.
    """

    seat: int
    moment: int


class _Sent(NamedTuple):
    key: CallKey
    interaction: AnyInteraction
    message: discord.WebhookMessage


class FollowUps:
    """Kept in memory only: Discord lets nobody change them once their interaction is too old."""

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
        """What players have been called to in a match."""
        return {sent.key for sent in self._alive().get(match_id, [])}

    def take(
        self, match_id: str, which: Callable[[CallKey], bool] = lambda _: True
    ) -> list[discord.WebhookMessage]:
        """Those calls of a match that can still be deleted; they are forgotten here."""
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
