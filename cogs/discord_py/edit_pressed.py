"""The answer that changes the pressed message, without a reply that nobody reads.

Replaces ``InteractionResponse.edit_message``. It asks Discord for the message that the answer has
made and makes objects of it; no parameter of it prevents that. So its own parts (``async_context``,
``interaction_message_response_params``, ``Interaction._session``, ``Route``) are used here as it
uses them. If they change, presses fail, or differ from what discord.py sends: the test compares.
"""

from __future__ import annotations

from typing import Any

import discord
from discord.http import Route
from discord.webhook.async_ import async_context, interaction_message_response_params


async def edit_pressed(interaction: discord.Interaction[Any], **message: Any) -> None:
    """Answer by putting a message in place of the pressed one; Discord is asked for nothing back.

    ``message`` is what discord.py's ``edit_message`` takes, as far as it goes into the message.
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
