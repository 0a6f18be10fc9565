"""The message that shows the games to a server: when the bot joins it, or at an admin's request.

A server has one such message at a time. Its buttons outlive restarts; its place is stored with the
server's settings.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

import discord
from discord import Interaction
from discord.ext import commands

from cogs.admin.server_settings import admins_guild
from cogs.board.board_access import NEEDED
from cogs.board.match_message import Rendering
from cogs.board.shown_messages import check_post, count_post
from cogs.frame.features import answers
from cogs.frame.replies import LOST, say, sending, show_to_all, surely_refused
from cogs.frame.visit import Trace, visit_of
from cogs.hub.hub_commands import Hub
from cogs.presses.addresses import PlainPress
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import speaking, tr
from prowlerbot.core.posts import What
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.storage.match_store import Store

log = logging.getLogger(__name__)

_TRIES = 3
"""Channels to try; each refusal costs a request."""


@dataclass(eq=False)
class Greeting(commands.Cog):
    _bot: commands.AutoShardedBot
    _store: Store
    _rendering: Rendering
    _hub: Hub
    _trace: Trace

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a new server.

        Discord may report the same server again, even after a restart. It may also report it to two
        processes while the server passes from one to the other.
        """
        channels = list(_channels(guild, await self._store.choices.of(ServerChoices, guild.id)))
        # Stored first: after a crash here, the bot sends no greeting rather than two.
        if not channels or not await self._store.choices.begin_greeting(guild.id):
            return
        for channel in channels[:_TRIES]:
            try:
                await self.post(channel)
            except LOST as error:
                log.info("no greeting in channel %d: %s", channel.id, error)
                if not surely_refused(error):
                    return
            else:
                return

    async def post(self, channel: discord.TextChannel) -> None:
        """Show the games in a channel. Raises one of LOST if Discord refuses the message."""
        guild = channel.guild.id
        with speaking(await self._rendering.language(guild)):
            content = await self._hub.for_all(guild)
        sent = await channel.send(**sending(content))
        await self._stands(guild, channel.id, sent.id)

    async def _stands(self, guild: int, *at: int) -> None:
        await self._store.choices.change(ServerChoices, guild, greeting=at)

    @answers(PlainPress, "greeting")
    async def _pressed(self, interaction: Interaction, press: PlainPress) -> None:
        guild = admins_guild(interaction)
        old = (await self._store.choices.of(ServerChoices, guild)).greeting
        if press.what == "greeting:post":
            check_post(interaction)
            with speaking(visit_of(interaction).language):
                content = await self._hub.for_all(guild)
            count_post(interaction)
            sent = await show_to_all(interaction, content)
            await self._stands(guild, interaction.channel_id or 0, sent.message)
            await self._trace.record(interaction, What.GREETED)
        else:
            if not old:
                raise Denied("The games are shown nowhere in this server.")
            await self._stands(guild)
            await self._trace.record(interaction, What.UNGREETED)
            await say(interaction, tr("The message with all games is removed."))
        if old:
            channel, message = old
            with suppress(*LOST):  # it may be deleted already
                place = self._bot.get_partial_messageable(channel, guild_id=guild)
                await place.get_partial_message(message).delete()
        if press.what == "greeting:post":
            await say(interaction, tr("The message with all games is now in this channel."))


def _channels(guild: discord.Guild, chosen: ServerChoices) -> Iterator[discord.TextChannel]:
    """The channels for a greeting: the one where Discord greets members, then those for everybody.

    Channels for rules or news are left out, as are channels that the admins have not allowed.
    """
    reserved = {guild.rules_channel, guild.public_updates_channel}
    system = guild.system_channel
    able = [
        each
        for each in guild.text_channels
        if each.permissions_for(guild.me).is_superset(NEEDED)
        and not (each in reserved or each.is_news())
        and (not chosen.channels or each.id in chosen.channels)
    ]
    open_to_all = [it for it in able if it.permissions_for(guild.default_role).view_channel]
    if system in able:
        yield system
    yield from (each for each in open_to_all if each != system)
