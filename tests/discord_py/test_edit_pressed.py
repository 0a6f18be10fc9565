"""The answer to a press is what discord.py itself would send, without asking for a reply."""

from __future__ import annotations

import io
from typing import Any

import discord
import pytest
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from cogs.discord_py.timed_response import TimedResponse
from cogs.frame.layout import Button, Picture, layout
from cogs.frame.replies import NOBODY
from tests.discord_py.client import Watched, bot, interaction, press


class Sent:
    """Takes what an adapter would send, and answers as Discord does."""

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []

    async def request(self, route: Any, **request: Any) -> Any:
        files = [(each.filename, each.fp.read()) for each in request.pop("files", None) or ()]
        for part in request.get("multipart") or ():
            if "filename" in part:
                del part["value"]  # a stream, whose bytes have been read
        told = {"url": route.url, "method": route.method, "files": files, **request}
        self.requests.append({name: value for name, value in told.items() if value})
        return {"interaction": {"id": "1", "type": 3}}

    def create_interaction_response(self, *arguments: Any, **named: Any) -> Any:
        made: Any = AsyncWebhookAdapter.create_interaction_response
        return made(self, *arguments, **named)


@pytest.mark.parametrize("files", [0, 1, 2])
async def test_an_edit_of_the_pressed_message_is_what_discord_py_sends(files: int) -> None:
    client = bot(allowed_mentions=discord.AllowedMentions.none())
    client.http._HTTPClient__session = object()
    pressed, sent, watched = interaction(client, press()), Sent(), Watched()
    view = layout("A board", [Picture("0.png", b"", "alt")], [[Button("1", "m:abc:0:1")]])
    responses = [discord.InteractionResponse(pressed), TimedResponse(pressed, watched)]
    token = async_context.set(sent)  # type: ignore[arg-type]  # it has all that is asked of it
    try:
        for response in responses:
            attached = [discord.File(io.BytesIO(b"png"), f"{at}.png") for at in range(files)]
            await response.edit_message(view=view, attachments=attached, allowed_mentions=NOBODY)
            assert response.is_done()
            assert response.type is discord.InteractionResponseType.message_update
            with pytest.raises(discord.InteractionResponded):
                await response.edit_message(view=view)
    finally:
        async_context.reset(token)
    theirs, ours = sent.requests
    assert theirs.pop("params") == {"with_response": "1"}
    assert ours.pop("params") == {"with_response": "0"}, "nothing that nobody reads is asked for"
    assert ours == theirs
    assert ours["session"] is client.http._HTTPClient__session
    assert len(ours.get("files", ())) == files
    assert watched.told == ["answered"]
