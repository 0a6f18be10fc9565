"""The log of a server: the acts of admins, moderators and hosts, as a private message with pages.

If the settings name a channel, the bot also posts each act there.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass

import discord
from discord import Interaction
from discord.ext import commands

from cogs.admin.server_settings import admins_guild
from cogs.board.rendering import Rendering
from cogs.board.views.results_text import reason_line
from cogs.frame.duty_loop import DutyLoop
from cogs.frame.features import answers
from cogs.frame.layout import Button, Content, layout, nearest_page, page_rows
from cogs.frame.names import safe_name
from cogs.frame.outbox import Outbox, carries
from cogs.frame.replies import edit_args, say, send_args, turn_into
from cogs.frame.settings_message import SettingsMessage
from cogs.presses import LogPress
from prowlerbot.core import posts
from prowlerbot.core.i18n import listing, mark, speaking, tr
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.service.match_service import Service

_MAX_DETAIL_LETTERS = 100
_ACT_SENTENCES: dict[posts.ActKind, str] = {
    posts.ActKind.SETTING: mark("{actor} changed a setting. {setting}"),
    posts.ActKind.GREETED: mark("{actor} posted the message with all games."),
    posts.ActKind.UNGREETED: mark("{actor} removed the message with all games."),
    posts.ActKind.PAGED: mark("{actor} posted the page of this server."),
    posts.ActKind.UNPAGED: mark("{actor} removed the page of this server."),
    posts.ActKind.LIFTED: mark("{actor} lifted the bar of {target}."),
    posts.ActKind.ENDED: mark("{actor} ended match {subject} ({detail}) without a result."),
    posts.ActKind.WITHDRAWN: mark("{actor} withdrew challenge {subject} of {target}."),
    posts.ActKind.DELETED: mark("{actor} removed a message that {target} had posted."),
    posts.ActKind.CREATED: mark("{actor} created {detail} ({subject})."),
    posts.ActKind.EDITED: mark("{actor} changed the name or text of {detail} ({subject})."),
    posts.ActKind.REMOVED: mark("{actor} took {target} out of {detail} ({subject})."),
    posts.ActKind.PROLONGED: mark("{actor} set another end of the round of {detail} ({subject})."),
    posts.ActKind.ROUND_ENDED: mark("{actor} ended a round of {detail} ({subject})."),
    posts.ActKind.CANCELLED: mark("{actor} ended {detail} ({subject}) early."),
    posts.ActKind.LOST: mark(
        "Challenge {subject} of {target} was withdrawn, as its message was deleted in Discord."
    ),
    posts.ActKind.HOSTING: mark(
        "{target} is barred, and {detail} ({subject}) goes on without its host."
    ),
}
_BARRED = mark("{actor} barred {target} for good.")
_BARRED_UNTIL = mark("{actor} barred {target} until {date}.")


@dataclass(eq=False)
class ServerLog(commands.Cog):
    _bot: discord.Client
    _service: Service
    _rendering: Rendering
    _settings: SettingsMessage[ServerChoices]
    _duty_loop: DutyLoop
    _outbox: Outbox

    def __post_init__(self) -> None:
        self._acts = self._service.store.acts
        self._outbox.add_kind(posts.PostKind.LOG, self.finish_post, repeatable=True)
        self._duty_loop.add_handler(
            posts.SWEEP_DUTY,
            lambda duty: self._acts.forget_old(int(duty.subject), self._service.now()),
        )

    async def show(self, interaction: Interaction) -> None:
        await say(interaction, await self._page_content(admins_guild(interaction), 0))

    @answers(LogPress, "log")
    async def _turn_page(self, interaction: Interaction, press: LogPress) -> None:
        view = await self._page_content(admins_guild(interaction), press.page)
        await turn_into(interaction, view)

    async def _page_content(self, guild: int, page: int) -> Content:
        acts, count = await self._acts.acts_page(guild, page)
        shown, pages = nearest_page(page, count, posts.ACTS_A_PAGE)
        if shown != page:
            return await self._page_content(guild, shown)
        heading = f"### {tr('Log of this server')}"
        hint = f"-# {tr('Kept for 90 days; only you see this message.')}"
        lines = [_act_text(act, self._setting_words) for act in acts]
        text = "\n".join([heading, hint, *(lines or [tr("Nothing so far.")])])
        return layout(text, rows=page_rows(LogPress, page, pages))

    def _setting_words(self, act: posts.Act) -> str:
        """The change of a setting: its heading, and its value before and after."""
        choices, value_in_words = json.loads(act.detail or "{}"), self._settings.value_in_words
        before = value_in_words(act.subject, choices.get("was", {}))
        after = value_in_words(act.subject, choices.get("is", {}))
        heading = self._settings.heading_of(act.subject)
        return f"{heading}: {before} → {after}" if before != after else heading

    async def finish_post(self, post: posts.Post) -> None:
        """Post, redraw or delete an act by its record. Raises one of LOST if it is unsure."""
        if post.state is not posts.PostState.NOTED:
            await self._outbox.delete_post(post)
            return
        server = self._bot.get_guild(post.guild)
        if server is None or server.unavailable:
            return  # the outbox tries again
        channel = server.get_channel(post.channel)
        act = await self._acts.find_act(post.guild, int(post.name.key))
        if act is None or not isinstance(channel, discord.TextChannel):
            self._service.store.outbox.note_gone(post)
            return
        press = str(LogPress(0, str(act.number)))
        with speaking(await self._rendering.language(post.guild)):
            whole = Button(tr("Whole log"), press)
            content = layout(_act_text(act, self._setting_words), rows=[[whole]])
        async with self._outbox.giving_up_if_refused(post):
            if post.message:
                await channel.get_partial_message(post.message).edit(**edit_args(content))
                await self._service.store.outbox.note_sent(post)
            else:
                await self._outbox.send(post, send_args(content), carries(press))


def _act_text(act: posts.Act, setting_words: Callable[[posts.Act], str]) -> str:
    """An act with its time and reason. The act of a bar has its end in ``detail``, and its open
    matches in ``subject``.
    """
    sentence, until = _ACT_SENTENCES.get(act.kind, _BARRED), 0
    if act.kind is posts.ActKind.BARRED and (until := int(act.detail or 0)):
        sentence = _BARRED_UNTIL
    text = tr(
        sentence,
        actor=f"**{_person_words(act.actor)}**",
        target=f"**{_person_words(act.target)}**",
        subject=safe_name(act.subject),
        detail=safe_name(act.detail, _MAX_DETAIL_LETTERS),
        date=f"<t:{until}:f>",
        setting=setting_words(act) if act.kind is posts.ActKind.SETTING else "",
    )
    lines = [f"<t:{act.at}:f> {text}"]
    if act.kind is posts.ActKind.BARRED and act.subject:
        named = listing(act.subject.split())
        lines.append(f"-# {tr('Open matches then: {matches}', matches=named)}")
    if act.reason:
        lines.append(f"-# {reason_line(act.reason)}")
    return "\n".join(lines)


def _person_words(person: posts.Person) -> str:
    """The name of a person at that time, and a mention of the present user."""
    if person.id < 0:
        return f"{tr('somebody who has deleted their data')} ({person.name})"
    return f"{safe_name(person.name)} (<@{person.id}>)" if person.id else safe_name(person.name)
