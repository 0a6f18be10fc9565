"""The gate of public posts: all messages that users have the bot post for everybody to see.

Nobody can post through the bot where they could not write themselves, where the server wants no
posts of the bot, or too often.
"""

from __future__ import annotations

import discord

from cogs.board.board_access import check_permissions
from cogs.frame.interaction import AnyInteraction
from cogs.frame.names import Verbatim, lacking
from cogs.frame.rate_limits import Posted
from cogs.frame.visit import visit_of
from prowlerbot.core.errors import Denied
from prowlerbot.core.lists_and_numbers import listed

_WRITING = discord.Permissions(send_messages=True)
_WRITING_IN_THREADS = discord.Permissions(send_messages_in_threads=True)


def check_post(interaction: AnyInteraction, what: Posted = "posts") -> None:
    """Raise Denied unless the asker may have the bot post something here for all.

    ``count_post`` counts the post that follows.
    """
    check_channel(interaction)
    check_writer(interaction)
    check_permissions(interaction)
    visit = visit_of(interaction)
    if visit.guild:
        visit.posts.check(visit.user, visit.channel, what)


def count_post(interaction: AnyInteraction, what: Posted = "posts") -> None:
    """Count the post that follows; raises TooMuch for one post too many."""
    visit = visit_of(interaction)
    if visit.guild:
        visit.posts.take(visit.user, visit.channel, what)


def check_channel(interaction: AnyInteraction) -> None:
    """Raise Denied, with the channels chosen for the bot, if this is none of them."""
    choices = visit_of(interaction).server
    channel, guild = interaction.channel, interaction.guild
    parent = channel.parent_id if isinstance(channel, discord.Thread) else 0
    if guild is None or not choices.channels:
        return
    if {interaction.channel_id, parent} & set(choices.channels):
        return
    there = [each for each in choices.channels if guild.get_channel(each) is not None]
    if not there:
        raise Denied(
            "The channels where I may post no longer exist; an admin of the server can choose"
            " others with `/prowler-admin settings`."
        )
    named = Verbatim(listed([f"<#{each}>" for each in there]))
    raise Denied("I post only in {channels} here, not in this channel.", channels=named)


def check_writer(interaction: AnyInteraction) -> None:
    """Raise Denied for somebody who may not write in this channel of a server.

    In a chat or group everybody writes.
    """
    visit, may, channel = visit_of(interaction), interaction.permissions, interaction.channel
    if not visit.guild:
        return
    needed = _WRITING_IN_THREADS if visit.in_thread else _WRITING
    if missing := lacking(may, needed):
        raise Denied(
            "You cannot post through me in this channel, as you lack a permission in it:"
            " {missing}.",
            missing=missing,
        )
    if isinstance(channel, discord.Thread) and channel.locked and not may.manage_threads:
        raise Denied("You cannot post through me in this thread, as it is locked.")


def may_write(interaction: AnyInteraction) -> bool:
    """Whether the asker may write in this channel."""
    try:
        check_writer(interaction)
    except Denied:
        return False
    return True
