"""What discord.py does around every press, and nobody needs: left out.

It makes objects of all the buttons of the message that was pressed, and asks Discord for the
message that the answer has made, to make objects of that as well. Where discord.py has no way
around it, its own parts are used here as it uses them; the tests hold them to what it sends itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import discord
from discord.http import Route
from discord.webhook.async_ import async_context, interaction_message_response_params

_EVENT = "INTERACTION_CREATE"


def read_lean(client: discord.Client, let_in: Callable[[Any], bool]) -> None:
    """Have interactions read only if they are let in, as they come from Discord.

    Presses come in without the components of their message: custom_ids carry it all.
    """
    parsers: dict[str, Callable[[Any], None]] = client._connection.parsers  # noqa: SLF001 - see above
    parse = parsers[_EVENT]

    def parse_lean(data: Any) -> None:
        if not let_in(data):
            return
        message = data.get("message")
        parse({**data, "message": {**message, "components": []}} if message else data)

    parsers[_EVENT] = parse_lean


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
