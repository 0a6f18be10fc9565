"""The permissions of the bot in a channel, and the powers of users in a server.

This module alone decides who has which power in a server:

- An *admin* has the permission Manage Server. Admins change settings and read the log.
- A *moderator* is an admin, or has the role that the settings of the server name. Moderators bar
  players, end matches without a result and withdraw challenges.
- A moderator can *remove* posts, and so can a user with the permission Manage Messages.

Outside of servers, and where the bot is not a member, nobody has any of these powers.
Their use is stored as an act, for the log of the server.

Nobody can post through the bot where they could not write themselves. Nor can they where the server
wants no posts, or too often.
"""

import discord

from cogs.frame.names import Verbatim
from cogs.frame.rate_limits import Posted
from cogs.frame.replies import AnyInteraction
from cogs.frame.visit import visit_of
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import Marked, listing, mark
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.match.scene import Access

NEEDED_IN_CHANNEL = discord.Permissions(view_channel=True, send_messages=True, attach_files=True)
NEEDED_IN_THREAD = discord.Permissions(
    view_channel=True, send_messages_in_threads=True, attach_files=True
)
NEEDED_TO_OPEN_THREADS = discord.Permissions(
    create_public_threads=True, send_messages_in_threads=True, read_message_history=True
)
_PERMISSION_NAMES = {
    "view_channel": mark("View Channel"),
    "send_messages": mark("Send Messages"),
    "send_messages_in_threads": mark("Send Messages in Threads"),
    "create_public_threads": mark("Create Public Threads"),
    "read_message_history": mark("Read Message History"),
    "use_external_apps": mark("Use External Apps"),
    "attach_files": mark("Attach Files"),
}
"""The names of the permissions in Discord's settings, in each language."""

ADMINS_ONLY = mark("Only members with the permission Manage Server can do that.")
_MODERATORS_ONLY = mark(
    "Only moderators can do that: members with the permission Manage Server, and those with the"
    " role that `/prowler-admin settings` names."
)


def missing_permissions(has: discord.Permissions, need: discord.Permissions) -> tuple[Marked, ...]:
    """The names of missing permissions; discord.py has several names for some of them."""
    missing = need & ~has
    named = _PERMISSION_NAMES.items()
    return tuple(name for permission, name in named if getattr(missing, permission))


def needed_to_post(channel: object) -> discord.Permissions:
    """The permissions that the bot needs to post in a channel or thread."""
    return NEEDED_IN_THREAD if isinstance(channel, discord.Thread) else NEEDED_IN_CHANNEL


def check_permissions(interaction: AnyInteraction) -> None:
    """Raise Denied with the missing permissions if a board cannot be shown and kept up to date.

    Without membership the bot has the permissions of the asker, and answers the asker alone unless
    the server lets it answer in public.
    """
    visit = visit_of(interaction)
    if not visit.guild:
        return
    needed = needed_to_post(interaction.channel)
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


def check_post(interaction: AnyInteraction, kind: Posted = "posts") -> None:
    """Raise Denied unless the asker may have the bot post here for all; see ``count_post``."""
    check_channel(interaction)
    check_writer(interaction)
    check_permissions(interaction)
    visit = visit_of(interaction)
    if visit.guild:
        visit.posts.check_room(visit.user, visit.channel, kind)


def count_post(interaction: AnyInteraction, kind: Posted = "posts") -> None:
    """Count the post that follows; raises TooMuch for one post too many."""
    visit = visit_of(interaction)
    if visit.guild:
        visit.posts.count_post(visit.user, visit.channel, kind)


def check_channel(interaction: AnyInteraction) -> None:
    """Raise Denied, with the channels chosen for the bot, if this is none of them."""
    choices = visit_of(interaction).server
    channel, guild = interaction.channel, interaction.guild
    parent = channel.parent_id if isinstance(channel, discord.Thread) else 0
    if guild is None or not choices.channels:
        return
    if {interaction.channel_id, parent} & set(choices.channels):
        return
    existing = [f"<#{id_}>" for id_ in choices.channels if guild.get_channel(id_) is not None]
    if not existing:
        raise Denied(
            "The channels where I may post no longer exist; an admin of the server can choose"
            " others with `/prowler-admin settings`."
        )
    channels = Verbatim(listing(existing))
    raise Denied("I post only in {channels} here, not in this channel.", channels=channels)


def check_writer(interaction: AnyInteraction) -> None:
    """Raise Denied for somebody who may not write in this channel; outside servers all may."""
    visit, channel = visit_of(interaction), interaction.channel
    if not visit.guild:
        return
    permission = "send_messages_in_threads" if visit.in_thread else "send_messages"
    permissions, needed = interaction.permissions, discord.Permissions(**{permission: True})
    if missing := missing_permissions(permissions, needed):
        raise Denied(
            "You cannot post through me in this channel, as you lack a permission in it:"
            " {missing}.",
            missing=missing,
        )
    if isinstance(channel, discord.Thread) and channel.locked and not permissions.manage_threads:
        raise Denied("You cannot post through me in this thread, as it is locked.")


def may_write(interaction: AnyInteraction) -> bool:
    """Whether the asker may write in this channel."""
    try:
        check_writer(interaction)
    except Denied:
        return False
    return True


def is_admin(interaction: AnyInteraction) -> bool:
    return _is_in_own_server(interaction) and interaction.permissions.manage_guild


def is_moderator(interaction: AnyInteraction) -> bool:
    if not _is_in_own_server(interaction):
        return False
    manages = interaction.permissions.manage_guild
    return manages or _has_role(interaction.user, visit_of(interaction).server)


def _is_in_own_server(interaction: AnyInteraction) -> bool:
    """Whether the place is in a server whose member the bot is."""
    visit = visit_of(interaction)
    return bool(visit.guild) and visit.access is Access.MEMBER


def may_remove(interaction: AnyInteraction) -> bool:
    """Whether the asker can remove what others have posted through the bot in this channel."""
    if is_moderator(interaction):
        return True
    return _is_in_own_server(interaction) and interaction.permissions.manage_messages


def check_admin(interaction: AnyInteraction) -> None:
    if not is_admin(interaction):
        raise Denied(ADMINS_ONLY)


def check_moderator(interaction: AnyInteraction) -> None:
    if not is_moderator(interaction):
        raise Denied(_MODERATORS_ONLY)


def ranks_as_moderator(member: object, server: ServerChoices) -> bool:
    """Whether another user is a member and a moderator of the server with these choices."""
    if not isinstance(member, discord.Member):
        return False
    return member.guild_permissions.manage_guild or _has_role(member, server)


def _has_role(user: object, server: ServerChoices) -> bool:
    if not isinstance(user, discord.Member) or not server.moderators:
        return False
    return any(role.id == server.moderators for role in user.roles)
