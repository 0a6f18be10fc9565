"""Answers leave in a new context as in the one before."""

from __future__ import annotations

from contextvars import Context, copy_context

import discord
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from cogs.discord_py.interactions import take_adapter_along


def test_a_new_context_answers_by_the_adapter_of_the_context_that_made_it() -> None:
    replaced, later = AsyncWebhookAdapter(), Context()  # type: ignore[no-untyped-call]
    present = copy_context()
    present.run(async_context.set, replaced)
    present.run(take_adapter_along, later)
    assert later[async_context] is replaced


def test_a_follow_up_leaves_by_the_adapter_in_the_variable() -> None:
    """A variable that nobody reads any more would take nothing along."""
    names = discord.Webhook.edit_message.__code__.co_names
    assert "async_context" in names
    assert "async_context" in discord.Interaction.edit_original_response.__code__.co_names
