"""A message that a server has once, and whose place is stored with the settings of the server."""

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

import discord
from discord import Interaction
from discord.ext import commands

from cogs.board.match_message import Rendering
from cogs.board.shown_messages import check_post, count_post
from cogs.frame.duty_loop import DutyLoop
from cogs.frame.layout import Content
from cogs.frame.options import ChoiceMessage
from cogs.frame.outbox import is_of_another
from cogs.frame.replies import LOST, edit_args, say, send_args, show_to_all, turn_into
from cogs.frame.visit import Trace, visit_of
from cogs.presses.addresses import PlainPress
from prowlerbot.core.i18n import speaking, tr
from prowlerbot.core.posts import Duty, What
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.service.match_service import Service


@dataclass(eq=False)
class KeptMessage(commands.Cog):
    """``field`` is the setting with its place. The ``duty`` brings it up to date, and does so again
    after so many seconds, if there are any, while the message stands. A sentence and an act in the
    log say that it is ``posted``, and that it is ``removed``.
    """

    field: ClassVar[Literal["greeting", "page"]]
    posted: ClassVar[tuple[str, What]]
    removed: ClassVar[tuple[str, What]]
    duty: ClassVar[str]
    every: ClassVar[int] = 0

    _bot: discord.Client
    _service: Service
    _rendering: Rendering
    _trace: Trace
    _settings: ChoiceMessage[ServerChoices]
    _duty_loop: DutyLoop

    def __post_init__(self) -> None:
        self._duty_loop.add_handler(self.duty, self._update)

    async def _update(self, duty: Duty) -> int | None:
        stands = await self.redraw(int(duty.subject))
        return self._service.now() + self.every if stands and self.every else None

    async def draw(self, guild: int, channel: int) -> Content:
        """The message for a server and a channel, in the current language."""
        raise NotImplementedError

    async def place(self, guild: int) -> tuple[int, ...] | None:
        """The channel and the message; empty or None if there is none."""
        choices = await self._service.store.choices.choices_of(ServerChoices, guild)
        return choices.greeting if self.field == "greeting" else choices.page

    async def _stands(self, guild: int, *at: int) -> None:
        await self._service.store.choices.change(ServerChoices, guild, **{self.field: at})

    async def post(self, channel: discord.TextChannel) -> None:
        """Post the message in a channel. Raises one of LOST if Discord refuses it."""
        guild = channel.guild.id
        with speaking(await self._rendering.language(guild)):
            content = await self.draw(guild, channel.id)
        sent = await channel.send(**send_args(content))
        await self._stands(guild, channel.id, sent.id)

    async def redraw(self, guild: int) -> bool:
        """Bring the message up to date, and post it again where another application has posted it;
        False if there is none any more.
        """
        old = await self.place(guild)
        channel = self._bot.get_channel(old[0]) if old else None
        if not old or not isinstance(channel, discord.TextChannel):
            return False
        try:
            with speaking(await self._rendering.language(guild)):
                content = await self.draw(guild, channel.id)
            await channel.get_partial_message(old[1]).edit(**edit_args(content))
        except discord.HTTPException as error:
            if await is_of_another(error, self._service):
                await self._stands(guild)  # stored first: after a crash here there is none
                await self.post(channel)
            return not isinstance(error, discord.NotFound)
        return True

    async def answer(self, interaction: Interaction, guild: int, press: PlainPress) -> bool:
        """Post the message at the press of an admin, or remove it; returns whether it stands."""
        if posts := press.what == f"{self.field}:post":
            await self._post_here(interaction, guild)
        else:
            await self._remove(interaction, guild)
        return posts

    async def _post_here(self, interaction: Interaction, guild: int) -> None:
        """Post the message in the channel of a press, in place of the one that stands."""
        old, channel = await self.place(guild), interaction.channel_id or 0
        check_post(interaction)
        with speaking(visit_of(interaction).language):
            content = await self.draw(guild, channel)
        count_post(interaction)
        await self._show_settings(interaction, channel)
        sent = await show_to_all(interaction, content)
        await self._stands(guild, channel, sent.message)
        await self._trace.record(self._trace.describe(interaction, self.posted[1]))
        await self._delete(guild, old)
        await say(interaction, tr(self.posted[0]))

    async def _remove(self, interaction: Interaction, guild: int) -> None:
        if old := await self.place(guild):
            await self._stands(guild)
            await self._trace.record(self._trace.describe(interaction, self.removed[1]))
        await self._show_settings(interaction)
        await say(interaction, tr(self.removed[0]))
        await self._delete(guild, old)

    async def _show_settings(self, interaction: Interaction, *at: int) -> None:
        """Show in the pressed settings whether there is a message to remove."""
        place: dict[str, Any] = {self.field: at}
        choices = replace(visit_of(interaction).server, **place)
        await turn_into(interaction, self._settings.page_with(self.field, choices))

    async def _delete(self, guild: int, old: tuple[int, ...] | None) -> None:
        if old:
            with suppress(*LOST):  # it may be deleted already
                place = self._bot.get_partial_messageable(old[0], guild_id=guild)
                await place.get_partial_message(old[1]).delete()
