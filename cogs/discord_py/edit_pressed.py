"""The answer that changes the pressed message, without requesting an unused reply.

Replaces ``InteractionResponse.edit_message``, which asks Discord for the edited message and creates
objects from it; no parameter prevents that. So this file uses the same parts of discord.py
(``async_context``, ``interaction_message_response_params``, ``Interaction._session``, ``Route``).
If they change, presses fail or differ from discord.py's own requests: the test compares the two.
"""

from __future__ import annotations

from typing import Any

import discord
from discord.http import Route
from discord.webhook.async_ import async_context, interaction_message_response_params


async def edit_pressed(interaction: discord.Interaction[Any], **message: Any) -> None:
    """Answer by replacing the pressed message, without asking Discord for the result.

    ``message`` has those parameters of discord.py's ``edit_message`` that go into the message.
    """
    kind = discord.InteractionResponseType.message_update.value
    usual = interaction.client.allowed_mentions
    route = Route(
        "POST",
        "/interactions/{webhook_id}/{webhook_token}/callback",
        webhook_id=interaction.id,
        webhook_token=interaction.token,
    )
    http = interaction.client.http
    with interaction_message_response_params(
        type=kind, previous_allowed_mentions=usual, **message
    ) as made:
        await async_context.get().request(
            route,
            session=interaction._session,  # noqa: SLF001 - see above
            proxy=http.proxy,
            proxy_auth=http.proxy_auth,
            payload=made.payload,
            multipart=made.multipart,
            files=made.files,
            params={"with_response": "0"},
        )
