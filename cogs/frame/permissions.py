"""Discord's permissions by the names that an admin finds in Discord, in each language."""

from __future__ import annotations

import discord

from prowlerbot.core.i18n import Marked, mark

_NAMES = {
    "view_channel": mark("View Channel"),
    "send_messages": mark("Send Messages"),
    "send_messages_in_threads": mark("Send Messages in Threads"),
    "create_public_threads": mark("Create Public Threads"),
    "read_message_history": mark("Read Message History"),
    "use_external_apps": mark("Use External Apps"),
    "attach_files": mark("Attach Files"),
}


def lacking(has: discord.Permissions, needed: discord.Permissions) -> tuple[Marked, ...]:
    """The names of the permissions that are missing.

    discord.py is not asked for names: one permission has several with it, and it tells another
    one than stands here.
    """
    missing = needed & ~has
    return tuple(name for permission, name in _NAMES.items() if getattr(missing, permission))
