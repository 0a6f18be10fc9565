"""The page of a server as one message in a channel, which the bot keeps up to date."""

from __future__ import annotations

from dataclasses import dataclass

from discord import Interaction

from cogs.admin.kept_message import KeptMessage, Words
from cogs.admin.server_settings import admins_guild
from cogs.club.server_page import ServerPage
from cogs.frame.duty_loop import DutyLoop
from cogs.frame.features import answers
from cogs.frame.layout import Content
from cogs.presses.addresses import PlainPress
from prowlerbot.core.i18n import mark
from prowlerbot.core.posts import Duty, What

_PAGE = "page"
"""The duty to bring the page of a server up to date."""
_EVERY = 15 * 60
"""Seconds."""


@dataclass(eq=False)
class PageMessage(KeptMessage):
    _page: ServerPage
    _duty_loop: DutyLoop

    field = "page"
    words = Words(
        mark("The page of this server is now in this channel."),
        mark("The page of this server is removed."),
        mark("The page of this server is shown nowhere."),
        What.PAGED,
        What.UNPAGED,
    )

    def __post_init__(self) -> None:
        self._duty_loop.add_handler(_PAGE, self._update)

    async def draw(self, guild: int, channel: int) -> Content:
        return await self._page.for_all(guild, channel)

    async def _update(self, duty: Duty) -> int | None:
        """Bring the page up to date, while there is one."""
        stands = await self.redraw(int(duty.subject))
        return self._service.now() + _EVERY if stands else None

    @answers(PlainPress, "page")
    async def _press_page(self, interaction: Interaction, press: PlainPress) -> None:
        guild = admins_guild(interaction)
        if await self.answer(interaction, guild, press):
            due = {_PAGE: self._service.now() + _EVERY}
            await self._service.store.duties.put(str(guild), due, guild)
