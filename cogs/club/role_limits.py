"""Which roles the bot may give in a server."""

import discord

from prowlerbot.core.errors import Denied
from prowlerbot.match.preferences import ServerChoices

_MODERATING = discord.Permissions(
    administrator=True,
    manage_guild=True,
    manage_roles=True,
    manage_channels=True,
    manage_messages=True,
    manage_threads=True,
    manage_webhooks=True,
    manage_nicknames=True,
    manage_events=True,
    manage_expressions=True,
    kick_members=True,
    ban_members=True,
    moderate_members=True,
    mute_members=True,
    deafen_members=True,
    move_members=True,
    mention_everyone=True,
    view_audit_log=True,
)


def why_not_given(role: discord.Role, server: ServerChoices) -> Denied | None:
    """The reason why the bot must not or cannot give a role; None if it can."""
    own, name = role.guild.me, role.name
    if role.is_default() or role.managed:
        return Denied("Discord gives the role “{role}” by itself; choose another one.", role=name)
    if role.id == server.moderators or role.permissions.value & _MODERATING.value:
        return Denied("The role “{role}” may moderate, so I do not give it.", role=name)
    if not own.guild_permissions.manage_roles:
        return Denied("I lack the permission Manage Roles, so I cannot give “{role}”.", role=name)
    if role >= own.top_role:
        return Denied("The role “{role}” is above my own; put mine above it.", role=name)
    return None
