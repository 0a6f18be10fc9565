"""The powers of users in a server beyond playing, and the record of what they do with them.

This module alone decides who has which power, by the command or press of the user.

- An *admin* has the permission Manage Server. Admins change settings and read the log.
- A *moderator* is an admin, or has the role that the settings of the server name. Moderators bar
  players, end matches without a result and withdraw challenges.
- Whoever can *remove* posts is a moderator, or has the permission Manage Messages in that channel:
  Discord lets them delete the bot's messages there anyway.

Outside of servers, and where the bot is not a member, nobody has any of these powers.
"""

from __future__ import annotations

from dataclasses import dataclass

import discord

from cogs.frame.interaction import AnyInteraction
from cogs.frame.visit import visit_of
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark
from prowlerbot.core.posts import NOBODY, Act, Person, What
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.match.scene import Access
from prowlerbot.service.match_service import Service

ADMINS_ONLY = mark("Only members with the permission Manage Server can do that.")
_MODERATORS_ONLY = mark(
    "Only moderators can do that: members with the permission Manage Server, and those with the"
    " role that `/prowler-admin settings` names."
)


def is_admin(interaction: AnyInteraction) -> bool:
    """Whether the asker manages this server."""
    return interaction.guild_id is not None and interaction.permissions.manage_guild


def is_moderator(interaction: AnyInteraction) -> bool:
    """Whether the asker is a moderator of this server."""
    visit = visit_of(interaction)
    if not visit.guild or visit.access is not Access.MEMBER:
        return False
    return is_admin(interaction) or _has_role(interaction.user, visit.server)


def may_remove(interaction: AnyInteraction) -> bool:
    """Whether the asker can remove what others have posted through the bot in this channel."""
    if is_moderator(interaction):
        return True
    visit = visit_of(interaction)
    here = bool(visit.guild) and visit.access is Access.MEMBER
    return here and interaction.permissions.manage_messages


def check_admin(interaction: AnyInteraction) -> None:
    if not is_admin(interaction):
        raise Denied(ADMINS_ONLY)


def check_moderator(interaction: AnyInteraction) -> None:
    if not is_moderator(interaction):
        raise Denied(_MODERATORS_ONLY)


def ranks_as_moderator(member: object, server: ServerChoices) -> bool:
    """Whether another user is a moderator of the server with these choices.

    Only a member of the server can be one.
    """
    if not isinstance(member, discord.Member):
        return False
    return member.guild_permissions.manage_guild or _has_role(member, server)


def _has_role(user: object, server: ServerChoices) -> bool:
    if not isinstance(user, discord.Member) or not server.moderators:
        return False
    return any(role.id == server.moderators for role in user.roles)


@dataclass(eq=False)
class Trace:
    """Records what admins, moderators and hosts do, for the log of their server."""

    _service: Service

    def describe(
        self,
        interaction: AnyInteraction,
        what: What,
        *,
        target: Person = NOBODY,
        subject: str = "",
        detail: str = "",
        reason: str = "",
    ) -> Act:
        """The act of the asker in this server."""
        user = interaction.user
        return Act(
            interaction.guild_id or 0,
            what,
            Person(user.id, user.display_name),
            target,
            subject,
            detail,
            reason,
            at=self._service.now(),
        )

    async def record(
        self,
        interaction: AnyInteraction,
        what: What,
        *,
        target: Person = NOBODY,
        subject: str = "",
        detail: str = "",
    ) -> None:
        """Record what the asker has just done in this server."""
        act = self.describe(interaction, what, target=target, subject=subject, detail=detail)
        if act.guild:
            await self._service.store.acts.put(act)
