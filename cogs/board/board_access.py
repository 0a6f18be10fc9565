"""The bot's access to the place of a match.

In a server of which the bot is a member, it writes by itself. Elsewhere (another server, a group, a
chat of two), the bot is there through a player's account, and can only answer. There it can change
a message when somebody presses it, or for a quarter of an hour through the interaction that has
shown it.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Final

import discord

from cogs.frame.interaction import AnyInteraction, is_answerable
from cogs.frame.layout import Content
from cogs.frame.names import lacking
from cogs.frame.outbox import History, Outbox
from cogs.frame.replies import LOST, delete_answer, edit_answer, edited, surely_refused
from cogs.frame.visit import visit_of
from prowlerbot.core.errors import Denied
from prowlerbot.match.scene import Access

log = logging.getLogger(__name__)

NEEDED = discord.Permissions(view_channel=True, send_messages=True, attach_files=True)
NEEDED_IN_THREAD = discord.Permissions(
    view_channel=True, send_messages_in_threads=True, attach_files=True
)
NEEDED_TO_OPEN_THREADS = discord.Permissions(
    create_public_threads=True, send_messages_in_threads=True, read_message_history=True
)


_AN_HOUR: Final = 60
"""Minutes of silence after which Discord archives a thread."""


def check_permissions(interaction: AnyInteraction) -> None:
    """Raise Denied with the missing permissions if a board cannot be shown and kept up to date.

    Without membership the bot has the permissions of the asker, and answers the asker alone unless
    the server lets it answer in public.
    """
    visit = visit_of(interaction)
    if not visit.guild:
        return
    needed = NEEDED_IN_THREAD if visit.in_thread else NEEDED
    if visit.access is Access.MEMBER:
        if missing := lacking(visit.may, needed):
            raise Denied(
                "I lack permissions in this channel: {missing}. Ask an admin of the server to grant"
                " them, or use another channel.",
                missing=missing,
            )
        return
    # Not `|=`, which changes the constant.
    if missing := lacking(visit.may, needed | discord.Permissions(use_external_apps=True)):
        raise Denied(
            "I am not a member of this server, so I can only do what you may do here. You"
            " lack permissions in this channel: {missing}. Play in your chat with me, or in a"
            " group.",
            missing=missing,
        )


@dataclass(eq=False)
class Answers:
    """The unexpired interactions of this process that have shown a message."""

    _posts: Outbox

    def __post_init__(self) -> None:
        self._by_message: dict[int, tuple[AnyInteraction, bool]] = {}

    def keep(self, message: int, interaction: AnyInteraction, *, first: bool = True) -> None:
        """Remember the interaction that showed a message as its ``first`` answer or a later one."""
        self._by_message.pop(message, None)
        self._by_message[message] = interaction, first
        for oldest, (kept, _) in list(islice(self._by_message.items(), 2)):
            if not is_answerable(kept):  # each answer removes more entries than it adds
                del self._by_message[oldest]

    def reach(self, message: int) -> bool:
        """Whether a message can still be edited through its interaction."""
        interaction, _ = self._by_message.get(message, (None, False))
        return interaction is not None and is_answerable(interaction)

    async def edit(self, message: int, content: Content) -> bool:
        """Edit a message through the interaction that showed it; False if that did not succeed."""
        if not self.reach(message):
            return False
        interaction, first = self._by_message[message]
        try:
            await edit_answer(interaction, 0 if first else message, content)
        except LOST as error:
            log.info("message %d stays as it was: %s", message, error)
            if surely_refused(error) and self._by_message.get(message) == (interaction, first):
                del self._by_message[message]  # the bot does not try again
            return False
        return True

    async def remove(self, message: int) -> bool:
        """Remove a message, which its reader may have dismissed; False if that did not succeed."""
        if not (delete := self.deletion(message)):
            return False
        channel = self._by_message[message][0].channel_id or 0
        return await self._posts.remove(channel, message, delete)

    def deletion(self, message: int) -> Callable[[], Awaitable[None]] | None:
        """The request that removes a message; None if no interaction reaches the message."""
        if not self.reach(message):
            return None
        interaction, first = self._by_message[message]
        return partial(delete_answer, interaction, 0 if first else message)


async def archive_within_an_hour(client: discord.Client, channel: int) -> None:
    """Have Discord archive a thread of the bot after an hour of silence.

    Not at once: buttons in an archived thread are dead, including the rematch button.
    """
    thread = own_thread(client, client.get_channel(channel))
    if thread is not None and thread.auto_archive_duration != _AN_HOUR:
        with suppress(*LOST):  # Discord archives it later
            await thread.edit(auto_archive_duration=_AN_HOUR)


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
        await parent.get_partial_message(thread.id).edit(**edited(view(thread.mention)))
    await _delete_note(client, parent, thread)
    await thread.edit(name=name, archived=False)


async def _delete_note(
    client: discord.Client, parent: discord.PartialMessageable, thread: discord.Thread
) -> None:
    """Delete Discord's message that the bot opened the thread: it has the thread's first name."""
    opened = thread.created_at or discord.utils.snowflake_time(thread.id)

    def tells(message: discord.Message) -> bool:
        reference = message.reference
        about = {reference.channel_id, reference.message_id} if reference else set()
        return message.type is discord.MessageType.thread_created and thread.id in about

    with suppress(discord.Forbidden, discord.NotFound):
        note = await History(client).find_message(parent.id, int(opened.timestamp()), tells)
        if note is not None:
            await note.delete()


def own_thread(client: discord.Client, channel: object) -> discord.Thread | None:
    """The channel, if it is a thread of the bot."""
    if client.user is None or not isinstance(channel, discord.Thread):
        return None
    return channel if channel.owner_id == client.user.id else None


async def unarchive(client: discord.Client, channel: int) -> None:
    """Reopen an archived thread; a thread that a moderator has locked stays closed."""
    thread = client.get_channel(channel) or await client.fetch_channel(channel)
    if isinstance(thread, discord.Thread):
        await thread.edit(archived=False)
