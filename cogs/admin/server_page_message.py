"""The page of a server as one message in a channel, which the bot keeps up to date."""

from __future__ import annotations

from dataclasses import dataclass

import discord
from discord import Interaction
from discord.ext import commands

from cogs.admin.kept_message import KeptMessage, Words
from cogs.admin.server_settings import admins_guild
from cogs.board.match_message import Rendering
from cogs.club.server_page import ServerPage
from cogs.frame.duty_loop import DutyLoop
from cogs.frame.features import answers
from cogs.frame.options import ChoiceMessage
from cogs.frame.visit import Trace
from cogs.presses.addresses import PlainPress
from prowlerbot.core.i18n import mark
from prowlerbot.core.posts import Duty, What
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.service.match_service import Service

_PAGE = "page"
"""The duty to bring the page of a server up to date."""
_EVERY = 15 * 60
"""Seconds."""


@dataclass(eq=False)
class PageMessage(commands.Cog):
    _bot: discord.Client
    _service: Service
    _rendering: Rendering
    _trace: Trace
    _settings: ChoiceMessage[ServerChoices]
    _page: ServerPage
    _duty_loop: DutyLoop

    def __post_init__(self) -> None:
        self._kept = KeptMessage(
            self._bot,
            self._service,
            self._rendering,
            self._trace,
            self._settings,
            "page",
            self._page.for_all,
            Words(
                mark("The page of this server is now in this channel."),
                mark("The page of this server is removed."),
                mark("The page of this server is shown nowhere."),
                What.PAGED,
                What.UNPAGED,
            ),
        )
        self._duty_loop.add_handler(_PAGE, self._update)

    async def _update(self, duty: Duty) -> int | None:
        """Bring the page up to date, while there is one."""
        stands = await self._kept.redraw(int(duty.subject))
        return self._service.now() + _EVERY if stands else None

    @answers(PlainPress, "page")
    async def _press_page(self, interaction: Interaction, press: PlainPress) -> None:
        guild = admins_guild(interaction)
        if await self._kept.answer(interaction, guild, press):
            due = {_PAGE: self._service.now() + _EVERY}
            await self._service.store.duties.put(str(guild), due, guild)
