"""The log of a server: what its admins, moderators and hosts have done, as a private message by
pages, and as messages in a channel where the settings name one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import ClassVar

import discord
from discord import Interaction

from cogs.admin.server_settings import admins_guild
from cogs.board.rendering import Rendering
from cogs.board.views.act_lines import act_lines
from cogs.board.views.common_buttons import page_of, page_rows
from cogs.frame.choices import ChoiceMessage
from cogs.frame.duty_loop import DutyLoop
from cogs.frame.features import answers
from cogs.frame.layout import Button, Content, layout
from cogs.frame.outbox import Outbox, custom_ids
from cogs.frame.replies import LOST, NOBODY, say, surely_refused, turn_into
from cogs.presses.addresses import LogPress
from prowlerbot.core.acts import PAGE, SWEEP, Act
from prowlerbot.core.duty import Duty
from prowlerbot.core.i18n import speaking, tr
from prowlerbot.core.posts import Post, PostKind, PostState
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.service.match_service import Service


@dataclass(eq=False)
class Log:
    _bot: discord.Client
    _service: Service
    _rendering: Rendering
    _settings: ChoiceMessage[ServerChoices]
    _duty_loop: DutyLoop
    _outbox: Outbox

    kind: ClassVar[PostKind] = PostKind.LOG
    twice: ClassVar[bool] = True

    def __post_init__(self) -> None:
        self._acts = self._service.store.acts
        self._outbox.add_kind(self)
        self._duty_loop.add_handler(SWEEP, self._sweep)

    async def _sweep(self, duty: Duty) -> int | None:
        return await self._acts.sweep(int(duty.subject), self._service.now())

    # ------------------------------------------------------------------ to read

    async def show(self, interaction: Interaction) -> None:
        await say(interaction, await self._page(admins_guild(interaction), 0))

    @answers(LogPress, "log")
    async def _turn(self, interaction: Interaction, press: LogPress) -> None:
        view = await self._page(admins_guild(interaction), press.page)
        await turn_into(interaction, Content(view))

    async def _page(self, guild: int, page: int) -> discord.ui.LayoutView:
        acts, count = await self._acts.page(guild, page)
        shown, pages = page_of(page, count, PAGE)
        if shown != page:
            return await self._page(guild, shown)
        heading = f"### {tr('Log of this server')}"
        hint = f"-# {tr('Kept for 90 days; only you see this message.')}"
        lines = [act_lines(each, self._setting) for each in acts]
        text = "\n".join([heading, hint, *(lines or [tr("Nothing so far.")])])
        return layout(text, rows=page_rows(LogPress, page, pages))

    def _setting(self, act: Act) -> str:
        """How a setting was changed: its heading, and its value before and after."""
        changed = json.loads(act.detail or "{}")
        was, now = (
            self._settings.value_in_words(act.subject, changed.get(it, {})) for it in ("was", "is")
        )
        heading = self._settings.heading_of(act.subject)
        return f"{heading}: {was} → {now}" if was != now else heading

    # ------------------------------------------------------------------ in a channel

    async def finish(self, post: Post) -> None:
        """Post an act; redraw it once somebody in it is forgotten; delete it once it is too old.

        Raises one of LOST if the outcome is unknown.
        """
        if post.state is not PostState.NOTED:
            await self._outbox.delete(post)
            return
        server = self._bot.get_guild(post.guild)
        if server is None or server.unavailable:
            return  # the outbox tries again
        channel = server.get_channel(post.channel)
        act = await self._acts.one(post.guild, int(post.name.key))
        if act is None or not isinstance(channel, discord.TextChannel):
            self._service.store.outbox.note_gone(post)
            return
        press = str(LogPress(0, str(act.number)))
        with speaking(await self._rendering.language(post.guild)):
            whole = Button(tr("Whole log"), press)
            view = layout(act_lines(act, self._setting), rows=[[whole]])
        try:
            if post.message:
                await channel.get_partial_message(post.message).edit(
                    view=view, allowed_mentions=NOBODY
                )
                await self._service.store.outbox.stands(post)
            else:
                content = {"view": view, "allowed_mentions": NOBODY}
                await self._outbox.send(
                    post, content, lambda sent: press in custom_ids(sent.components)
                )
        except LOST as error:
            if not surely_refused(error):
                raise
            self._service.store.outbox.note_gone(post)
