"""Calls where the bot is no member: sent behind its answers, taken back with the next one."""

from __future__ import annotations

import discord

from cogs.frame.interaction import AnyInteraction


class FollowUps:
    """Kept in memory only: Discord lets nobody change them once their interaction is too old."""

    def __init__(self) -> None:
        self._sent: dict[str, list[tuple[AnyInteraction, discord.WebhookMessage]]] = {}

    def keep(
        self, match_id: str, interaction: AnyInteraction, sent: discord.WebhookMessage
    ) -> None:
        self._sent.setdefault(match_id, []).append((interaction, sent))

    def take(self, match_id: str) -> list[discord.WebhookMessage]:
        """The calls of a match that can still be deleted; they are forgotten here."""
        alive = {
            id_: [each for each in sent if not each[0].is_expired()]
            for id_, sent in self._sent.items()
        }
        self._sent = {id_: sent for id_, sent in alive.items() if sent and id_ != match_id}
        return [message for _, message in alive.get(match_id, [])]
