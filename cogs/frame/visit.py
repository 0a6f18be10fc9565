"""Who asks, where, and what the bot may do there: found out once for each interaction."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import discord

from cogs.frame.asker import audiences, viewers
from cogs.frame.interaction import AnyInteraction
from prowlerbot.core.i18n import Language, language_of, spoken
from prowlerbot.match.preferences import PlayerChoices, ServerChoices, Theme
from prowlerbot.match.visibility import Place
from prowlerbot.service.visibility_check import Asker
from prowlerbot.storage.boards import Access, PostPlace

_VISIT = "visit"


@dataclass(frozen=True, slots=True)
class Visit(Asker):
    """``guild`` is 0 outside of servers, ``server`` and ``reader`` have the choices of both.

    ``audience`` is the channel whose viewers see messages in this place, 0 if unknown, and
    ``language`` that of messages for all of them. ``access`` tells whether the bot may write here
    by itself, and ``may`` what it may do; it answers with the permissions of the asker elsewhere.
    """

    name: str
    guild: int
    audience: int
    in_thread: bool
    access: Access
    may: discord.Permissions
    language: Language
    server: ServerChoices
    reader: PlayerChoices

    @property
    def theme(self) -> Theme:
        """The theme of everything that only the asker reads, pictures and emoji alike."""
        return self.server.theme_for(self.reader)

    @property
    def place(self) -> Place:
        """The place as one where a message is about to be shown."""
        return Place(self.guild, self.channel, self.audience)

    @property
    def post_place(self) -> PostPlace:
        """The place of an answer that is about to show a match."""
        return PostPlace(self.guild, self.channel if self.access is Access.MEMBER else 0)


def begin_visit(interaction: AnyInteraction, server: ServerChoices, reader: PlayerChoices) -> Visit:
    """Note with an interaction who asks, and where.

    The kind of installation does not decide whether the bot is a member: a server may have the
    commands without the bot.
    """
    client, channel = interaction.client, interaction.channel_id or 0
    guild = client.get_guild(interaction.guild_id or 0)
    member = guild is not None or (interaction.guild_id is None and interaction.context.dm_channel)
    visit = interaction.extras[_VISIT] = Visit(
        user=interaction.user.id,
        channel=channel,
        home=interaction.guild_id or channel,
        audiences=partial(audiences, client, interaction.user),
        name=interaction.user.display_name,
        guild=interaction.guild_id or 0,
        audience=viewers(interaction.channel, channel) if member else 0,
        in_thread=isinstance(interaction.channel, discord.Thread),
        access=Access.MEMBER if member else Access.INTERACTION,
        may=interaction.app_permissions if member else interaction.permissions,
        language=language_in(guild, server),
        server=server,
        reader=reader,
    )
    return visit


def visit_of(interaction: AnyInteraction) -> Visit:
    """The visit that began with an interaction."""
    visit: Visit = interaction.extras[_VISIT]
    return visit


def language_in(guild: discord.Guild | None, chosen: ServerChoices) -> Language:
    """The language of messages for all in a server; outside of servers, the current one."""
    if chosen.language is not None:
        return chosen.language
    return language_of(str(guild.preferred_locale)) if guild is not None else spoken()
