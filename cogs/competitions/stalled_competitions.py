"""Competitions whose next step waits, as the bot lacks permissions in their channel: the host is
told of it once, and they go on as soon as the permissions are there.
"""

from __future__ import annotations

from collections.abc import Sequence

import discord

from cogs.board.board_access import NEEDED, NEEDED_IN_THREAD
from cogs.board.views.common_buttons import competition_button
from cogs.competitions.competition_news import News
from cogs.competitions.news_keys import WAITS
from cogs.competitions.views.competition_text import title
from cogs.frame.layout import Content, layout
from cogs.frame.names import lacking
from cogs.presses.addresses import CompetitionPress
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.core.i18n import tr
from prowlerbot.core.lists_and_numbers import listed

Channel = discord.TextChannel | discord.Thread


def needed_to_tell(channel: object) -> discord.Permissions:
    """The permissions that the bot needs in the channel of a competition."""
    needed = NEEDED_IN_THREAD if isinstance(channel, discord.Thread) else NEEDED
    return discord.Permissions(needed.value, read_message_history=True)


def lacking_in(channel: Channel) -> Sequence[str]:
    """The names of those that it lacks."""
    return lacking(channel.permissions_for(channel.guild.me), needed_to_tell(channel))


def can_write_in(channel: Channel) -> bool:
    may = channel.permissions_for(channel.guild.me)
    thread = isinstance(channel, discord.Thread)
    return may.view_channel and (may.send_messages_in_threads if thread else may.send_messages)


def waits(stored: Stored, channel: Channel) -> News:
    """Ask the host for the permissions that the bot lacks."""
    told = tr(
        "{name} waits, as I lack permissions in {channel}: {missing}. It goes on by itself"
        " once they are granted.",
        name=title(stored),
        channel=f"<#{stored.channel}>",
        missing=listed([tr(each) for each in lacking_in(channel)]),
    )
    if can_write_in(channel) and stored.host > 0:
        told = f"<@{stored.host}> {told}"
    rules = competition_button(tr("Rules"), CompetitionPress("rules", stored.id, place=WAITS))
    return News(Content(layout(told, rows=[[rules]])), [stored.host])
