"""The page of a server as one message in a channel, which the bot keeps up to date."""

from dataclasses import dataclass

from discord import Interaction

from cogs.admin.kept_message import KeptMessage
from cogs.admin.server_settings import admins_guild
from cogs.club.server_page import ServerPage
from cogs.frame.features import answers
from cogs.frame.layout import Content
from cogs.presses.addresses import PlainPress
from prowlerbot.core.i18n import mark
from prowlerbot.core.posts import What


@dataclass(eq=False)
class PageMessage(KeptMessage):
    _page: ServerPage

    field, duty, every = "page", "page", 15 * 60
    posted = mark("The page of this server is now in this channel."), What.PAGED
    removed = mark("The page of this server is removed."), What.UNPAGED

    async def draw(self, guild: int, channel: int) -> Content:
        return await self._page.for_all(guild, channel)

    @answers(PlainPress, "page")
    async def _press_page(self, interaction: Interaction, press: PlainPress) -> None:
        guild = admins_guild(interaction)
        if await self.answer(interaction, guild, press):
            due = {self.duty: self._service.now() + self.every}
            await self._service.store.duties.put(str(guild), due, guild)
