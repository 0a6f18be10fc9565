"""The two kept messages of a server: the greeting with all games, and its page.

A server gets the greeting when the bot joins it, or at an admin's request. Admins put the page of
the server into a channel; the bot keeps it up to date.
"""

import logging
from abc import abstractmethod
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, NamedTuple

import discord
from discord import Interaction
from discord.ext import commands

from cogs.admin.server_settings import admins_guild
from cogs.board.rendering import Rendering
from cogs.club.server_page import ServerPage
from cogs.frame import replies
from cogs.frame.duty_loop import DutyLoop
from cogs.frame.features import answers
from cogs.frame.layout import Content
from cogs.frame.outbox import is_by_former_app
from cogs.frame.permissions import NEEDED_IN_CHANNEL, check_post, count_post
from cogs.frame.settings_message import SettingsMessage
from cogs.frame.visit import visit_of
from cogs.hub import Hub
from cogs.presses import PlainPress
from prowlerbot.core.i18n import mark, speaking, tr
from prowlerbot.core.posts import ActKind, Duty
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.service.match_service import Service
from prowlerbot.storage.boards import GREETING_DUTY

log = logging.getLogger(__name__)
_MAX_TRIED_CHANNELS = 3  # channels to try for a greeting; each refusal costs a request


class _MessagePlace(NamedTuple):
    channel: int
    message: int


class _Action(NamedTuple):
    """An action of an admin with a kept message."""

    answer: str
    act: ActKind  # the kind of its act in the log of the server


@dataclass(eq=False)
class SingleMessage(commands.Cog):
    """A message that a server has at most once; a subclass makes its content."""

    field: ClassVar[Literal["greeting", "page"]]  # the field of the choices with its place
    posting: ClassVar[_Action]
    removal: ClassVar[_Action]
    duty: ClassVar[str]  # the duty that brings the message up to date
    redraw_pause: ClassVar[int] = 0  # seconds to the next such duty, while it stands; 0 for never

    _bot: discord.Client
    _service: Service
    _rendering: Rendering
    _settings: SettingsMessage[ServerChoices]
    _duty_loop: DutyLoop

    def __post_init__(self) -> None:
        self._duty_loop.add_handler(self.duty, self._update_message)

    async def _update_message(self, duty: Duty) -> int | None:
        if not await self.redraw_message(int(duty.subject)) or not self.redraw_pause:
            return None
        return self._service.now() + self.redraw_pause

    @abstractmethod
    async def make_content(self, guild: int, channel: int) -> Content:
        """The message for a server and a channel, in the current language."""

    async def _find_place(self, guild: int) -> _MessagePlace | None:
        choices = await self._service.store.choices.choices_of(ServerChoices, guild)
        stored = choices.greeting if self.field == "greeting" else choices.page
        return _MessagePlace(*stored) if stored else None

    async def _note_place(self, guild: int, *place: int) -> None:
        """Store the channel and the message; neither if there is no message."""
        await self._service.store.choices.change(ServerChoices, guild, **{self.field: place})

    async def post_in(self, channel: discord.TextChannel) -> None:
        """Post the message in a channel. Raises one of LOST if Discord refuses it."""
        guild = channel.guild.id
        with speaking(await self._rendering.language(guild)):
            content = await self.make_content(guild, channel.id)
        sent = await channel.send(**replies.send_args(content))
        await self._note_place(guild, channel.id, sent.id)

    async def redraw_message(self, guild: int) -> bool:
        """Bring the message up to date, or post it anew in place of another application's."""
        old = await self._find_place(guild)
        channel = self._bot.get_channel(old.channel) if old else None
        if not old or not isinstance(channel, discord.TextChannel):
            return False
        try:
            with speaking(await self._rendering.language(guild)):
                content = await self.make_content(guild, channel.id)
            await channel.get_partial_message(old.message).edit(**replies.edit_args(content))
        except discord.HTTPException as error:
            if await is_by_former_app(error, self._service):
                await self._note_place(guild)  # stored first: after a crash here there is none
                await self.post_in(channel)
            return not isinstance(error, discord.NotFound)
        return True

    async def _answer_press(self, interaction: Interaction, guild: int, press: PlainPress) -> bool:
        """Post the message at the press of an admin, or remove it; returns whether it stands."""
        if press.name == f"{self.field}:post":
            await self._post_here(interaction, guild)
            return True
        await self._remove_message(interaction, guild)
        return False

    async def _post_here(self, interaction: Interaction, guild: int) -> None:
        """Post the message in the channel of a press, in place of the one that stands."""
        old, channel = await self._find_place(guild), interaction.channel_id or 0
        check_post(interaction)
        with speaking(visit_of(interaction).language):
            content = await self.make_content(guild, channel)
        count_post(interaction)
        await self._show_settings(interaction, channel)
        sent = await replies.show_to_all(interaction, content)
        await self._note_place(guild, channel, sent.message)
        await self._log_act(interaction, self.posting.act)
        await self._delete_message(guild, old)
        await replies.say(interaction, tr(self.posting.answer))

    async def _remove_message(self, interaction: Interaction, guild: int) -> None:
        if old := await self._find_place(guild):
            await self._note_place(guild)
            await self._log_act(interaction, self.removal.act)
        await self._show_settings(interaction)
        await replies.say(interaction, tr(self.removal.answer))
        await self._delete_message(guild, old)

    async def _log_act(self, interaction: Interaction, kind: ActKind) -> None:
        await self._service.store.acts.add_act(visit_of(interaction).act(kind, self._service.now()))

    async def _show_settings(self, interaction: Interaction, *place: int) -> None:
        """Show in the pressed settings whether there is a message to remove."""
        changed: dict[str, Any] = {self.field: place}
        choices = replace(visit_of(interaction).server, **changed)
        await replies.turn_into(interaction, self._settings.page_with(self.field, choices))

    async def _delete_message(self, guild: int, old: _MessagePlace | None) -> None:
        if old is not None:
            with suppress(*replies.LOST):  # it may be deleted already
                channel = self._bot.get_partial_messageable(old.channel, guild_id=guild)
                await channel.get_partial_message(old.message).delete()


@dataclass(eq=False)
class Greeting(SingleMessage):
    _hub: Hub

    field, duty = "greeting", GREETING_DUTY
    posting = _Action(mark("The message with all games is now in this channel."), ActKind.GREETED)
    removal = _Action(mark("The message with all games is removed."), ActKind.UNGREETED)

    async def make_content(self, guild: int, _: int) -> Content:
        return await self._hub.content_for_all(guild)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Greet a new server. Discord may report the same server again, even after a restart. It
        may also report it to two processes while the server passes from one to the other.
        """
        choices = await self._service.store.choices.choices_of(ServerChoices, guild.id)
        channels = _writable_channels(guild, choices.channels)
        # Stored first: after a crash here, the bot sends no greeting rather than two.
        if not channels or not await self._service.store.choices.begin_greeting(guild.id):
            return
        for channel in channels[:_MAX_TRIED_CHANNELS]:
            try:
                await self.post_in(channel)
            except replies.LOST as error:
                log.info("no greeting in channel %d: %s", channel.id, error)
                if not replies.is_refusal(error):
                    return
            else:
                return

    @answers(PlainPress, "greeting")
    async def _press_greeting(self, interaction: Interaction, press: PlainPress) -> None:
        await self._answer_press(interaction, admins_guild(interaction), press)


def _writable_channels(guild: discord.Guild, chosen: Sequence[int]) -> list[discord.TextChannel]:
    """The channels for a greeting: the one where Discord greets members, then those for everybody.
    Channels for rules or news are left out, as are channels that the admins have not allowed.
    """
    reserved = {guild.rules_channel, guild.public_updates_channel}
    allowed = [
        channel
        for channel in guild.text_channels
        if channel.permissions_for(guild.me).is_superset(NEEDED_IN_CHANNEL)
        and not (channel in reserved or channel.is_news())
        and (not chosen or channel.id in chosen)
    ]
    everybody = guild.default_role
    first = [channel for channel in allowed if channel == guild.system_channel]
    public = [it for it in allowed if it.permissions_for(everybody).view_channel]
    return [*first, *(channel for channel in public if channel not in first)]


@dataclass(eq=False)
class PageMessage(SingleMessage):
    _page: ServerPage

    field, duty, redraw_pause = "page", "page", 15 * 60
    posting = _Action(mark("The page of this server is now in this channel."), ActKind.PAGED)
    removal = _Action(mark("The page of this server is removed."), ActKind.UNPAGED)

    async def make_content(self, guild: int, channel: int) -> Content:
        return await self._page.content_for_all(guild, channel)

    @answers(PlainPress, "page")
    async def _press_page(self, interaction: Interaction, press: PlainPress) -> None:
        guild = admins_guild(interaction)
        if await self._answer_press(interaction, guild, press):
            due = {self.duty: self._service.now() + self.redraw_pause}
            await self._service.store.duties.put_duties(str(guild), due, guild)
