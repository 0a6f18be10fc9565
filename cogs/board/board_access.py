"""The bot's permissions at the place of a match, and the threads in which matches are played."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

import discord

from cogs.frame import replies
from cogs.frame.layout import Content
from cogs.frame.names import missing_permissions
from cogs.frame.outbox import History
from cogs.frame.visit import visit_of
from prowlerbot.core.errors import Denied
from prowlerbot.match.scene import Access

NEEDED = discord.Permissions(view_channel=True, send_messages=True, attach_files=True)
NEEDED_IN_THREAD = discord.Permissions(
    view_channel=True, send_messages_in_threads=True, attach_files=True
)
NEEDED_TO_OPEN_THREADS = discord.Permissions(
    create_public_threads=True, send_messages_in_threads=True, read_message_history=True
)

_ARCHIVED_AFTER: Final = 60
"""Minutes of silence after which Discord archives the thread of a finished match."""


def check_permissions(interaction: replies.AnyInteraction) -> None:
    """Raise Denied with the missing permissions if a board cannot be shown and kept up to date.

    Without membership the bot has the permissions of the asker, and answers the asker alone unless
    the server lets it answer in public.
    """
    visit = visit_of(interaction)
    if not visit.guild:
        return
    needed = NEEDED_IN_THREAD if visit.in_thread else NEEDED
    if visit.access is Access.MEMBER:
        if missing := missing_permissions(visit.permissions, needed):
            raise Denied(
                "I lack permissions in this channel: {missing}. Ask an admin of the server to grant"
                " them, or use another channel.",
                missing=missing,
            )
        return
    # `|=` would change the constant.
    needed_here = needed | discord.Permissions(use_external_apps=True)
    if missing := missing_permissions(visit.permissions, needed_here):
        raise Denied(
            "I am not a member of this server, so I can only do what you may do here. You"
            " lack permissions in this channel: {missing}. Play in your chat with me, or in a"
            " group. You can play the machine here too, in private.",
            missing=missing,
        )


async def archive_within_an_hour(client: discord.Client, channel: int) -> None:
    """Have Discord archive a thread, but not at once: then its rematch button would be dead."""
    thread = own_thread(client, client.get_channel(channel))
    if thread is not None and thread.auto_archive_duration != _ARCHIVED_AFTER:
        with suppress(*replies.LOST):  # Discord archives it later
            await thread.edit(auto_archive_duration=_ARCHIVED_AFTER)


async def rename_thread(
    client: discord.Client, guild: int, channel: int, name: str, view: Callable[[str], Content]
) -> None:
    """Give the thread of a match this name, and its parent message the view for the thread.

    The message changes first, so a right name shows that both are done. Where the bot is not a
    member, it has no threads. Raises one of LOST if Discord did not accept the change.
    """
    if client.get_guild(guild) is None:
        return
    thread = own_thread(client, client.get_channel(channel) or await client.fetch_channel(channel))
    if thread is None or thread.name == name:
        return
    parent = client.get_partial_messageable(thread.parent_id)
    with suppress(discord.NotFound):  # it may be deleted; the two share an id
        await parent.get_partial_message(thread.id).edit(**replies.edit_args(view(thread.mention)))
    await _delete_thread_message(client, parent, thread)
    await thread.edit(name=name, archived=False)


async def _delete_thread_message(
    client: discord.Client, parent: discord.PartialMessageable, thread: discord.Thread
) -> None:
    """Delete Discord's message that the bot opened the thread: it has the thread's first name."""
    opened = thread.created_at or discord.utils.snowflake_time(thread.id)

    def tells_opening(message: discord.Message) -> bool:
        reference = message.reference
        ids = {reference.channel_id, reference.message_id} if reference else set()
        return message.type is discord.MessageType.thread_created and thread.id in ids

    with suppress(discord.Forbidden, discord.NotFound):
        found = await History(client).search(parent.id, int(opened.timestamp()), tells_opening)
        if found.message is not None:
            await found.message.delete()


def own_thread(client: discord.Client, channel: object) -> discord.Thread | None:
    """The channel, if it is a thread of the bot."""
    if client.user is None or not isinstance(channel, discord.Thread):
        return None
    return channel if channel.owner_id == client.user.id else None


async def unarchive_thread(client: discord.Client, channel: int) -> None:
    """Reopen an archived thread; a thread that a moderator has locked stays closed."""
    thread = client.get_channel(channel) or await client.fetch_channel(channel)
    if isinstance(thread, discord.Thread):
        await thread.edit(archived=False)
