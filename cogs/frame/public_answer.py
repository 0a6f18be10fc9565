"""Answering with a message that everybody here sees, and knowing which message that became."""

from __future__ import annotations

import logging
from typing import NamedTuple

import discord

from cogs.discord_py.timed_response import TimedResponse
from cogs.frame.layout import Content
from cogs.frame.replies import LOST, NOBODY, surely_refused
from prowlerbot.core.errors import Refused
from prowlerbot.core.i18n import mark

log = logging.getLogger(__name__)

_UNCONFIRMED = mark(
    "Discord did not confirm that. If nothing appears here within two minutes, please try again."
)
_NOT_POSTED = mark("Discord did not take that message; please try again.")


class Unconfirmed(Refused):
    """Discord may have taken a message or not."""

    def __init__(self) -> None:
        super().__init__(_UNCONFIRMED)


class NotPosted(Refused):
    """Discord has not taken a message, as it says itself."""

    def __init__(self) -> None:
        super().__init__(_NOT_POSTED)


class Sent(NamedTuple):
    """The id of a message, and whether it was the ``first`` answer or one behind that."""

    message: int
    first: bool


async def show_to_all(
    interaction: discord.Interaction,
    content: Content,
    mentions: discord.AllowedMentions = NOBODY,
) -> Sent:
    """Show a message to everybody here.

    Raises NotPosted, Unconfirmed, or what Discord has refused it with.
    """
    response = interaction.response
    if isinstance(response, TimedResponse):
        await response.settle()
    first = not response.is_done()
    try:
        send = _send_first if first else _send_behind
        return Sent(await send(interaction, content, mentions), first)
    except LOST as error:
        if surely_refused(error):
            raise
        log.warning("a message may or may not be shown: %s", error)
        raise Unconfirmed from error


async def _send_first(
    interaction: discord.Interaction, content: Content, mentions: discord.AllowedMentions
) -> int:
    lost: Exception | None = None
    try:
        sent: (
            discord.InteractionCallbackResponse[discord.Client] | None
        ) = await interaction.response.send_message(
            view=content.view, files=content.files(), allowed_mentions=mentions
        )
    except LOST as error:
        if surely_refused(error):
            raise
        sent, lost = None, error
    if sent is not None and sent.message_id is not None:
        return sent.message_id
    try:
        return (await interaction.original_response()).id
    except discord.NotFound:
        raise NotPosted from lost


async def _send_behind(
    interaction: discord.Interaction, content: Content, mentions: discord.AllowedMentions
) -> int:
    sent = await interaction.followup.send(
        view=content.view, files=content.files(), allowed_mentions=mentions, wait=True
    )
    return sent.id
