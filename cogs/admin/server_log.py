"""The log of a server: the acts of its admins, moderators and hosts.

The log is a private message with pages. If the settings name a channel, the bot also posts each act
there.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass

import discord
from discord import Interaction
from discord.ext import commands

from cogs.admin.server_settings import admins_guild
from cogs.board.match_message import Rendering
from cogs.board.views.common_buttons import page_of, page_rows
from cogs.board.views.results_text import reason_line
from cogs.frame.duty_loop import DutyLoop
from cogs.frame.features import answers
from cogs.frame.layout import Button, Content, layout
from cogs.frame.names import safe_name
from cogs.frame.options import ChoiceMessage
from cogs.frame.outbox import Outbox, carries
from cogs.frame.replies import edit_args, say, send_args, turn_into
from cogs.presses.addresses import LogPress
from prowlerbot.core.i18n import listing, mark, speaking, tr
from prowlerbot.core.posts import PAGE, SWEEP, Act, Person, Post, PostKind, PostState, What
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.service.match_service import Service

_LONGEST_DETAIL = 100
_SENTENCES: dict[What, str] = {
    What.SETTING: mark("{actor} changed a setting. {setting}"),
    What.GREETED: mark("{actor} posted the message with all games."),
    What.UNGREETED: mark("{actor} removed the message with all games."),
    What.PAGED: mark("{actor} posted the page of this server."),
    What.UNPAGED: mark("{actor} removed the page of this server."),
    What.LIFTED: mark("{actor} lifted the bar of {target}."),
    What.ENDED: mark("{actor} ended match {subject} ({detail}) without a result."),
    What.WITHDRAWN: mark("{actor} withdrew challenge {subject} of {target}."),
    What.DELETED: mark("{actor} removed a message that {target} had posted."),
    What.CREATED: mark("{actor} created {detail} ({subject})."),
    What.EDITED: mark("{actor} changed the name or text of {detail} ({subject})."),
    What.REMOVED: mark("{actor} took {target} out of {detail} ({subject})."),
    What.PROLONGED: mark("{actor} set another end of the round of {detail} ({subject})."),
    What.ROUND_ENDED: mark("{actor} ended a round of {detail} ({subject})."),
    What.CANCELLED: mark("{actor} ended {detail} ({subject}) early."),
    What.LOST: mark(
        "Challenge {subject} of {target} was withdrawn, as its message was deleted in Discord."
    ),
    What.HOSTING: mark("{target} is barred, and {detail} ({subject}) goes on without its host."),
}
_BARRED = mark("{actor} barred {target} for good.")
_BARRED_UNTIL = mark("{actor} barred {target} until {date}.")


@dataclass(eq=False)
class ServerLog(commands.Cog):
    _bot: discord.Client
    _service: Service
    _rendering: Rendering
    _settings: ChoiceMessage[ServerChoices]
    _duty_loop: DutyLoop
    _outbox: Outbox

    def __post_init__(self) -> None:
        self._acts = self._service.store.acts
        self._outbox.add_kind(PostKind.LOG, self.finish, twice=True)
        self._duty_loop.add_handler(
            SWEEP, lambda duty: self._acts.sweep(int(duty.subject), self._service.now())
        )

    async def show(self, interaction: Interaction) -> None:
        await say(interaction, await self._page(admins_guild(interaction), 0))

    @answers(LogPress, "log")
    async def _turn(self, interaction: Interaction, press: LogPress) -> None:
        view = await self._page(admins_guild(interaction), press.page)
        await turn_into(interaction, view)

    async def _page(self, guild: int, page: int) -> Content:
        acts, count = await self._acts.page(guild, page)
        shown, pages = page_of(page, count, PAGE)
        if shown != page:
            return await self._page(guild, shown)
        heading = f"### {tr('Log of this server')}"
        hint = f"-# {tr('Kept for 90 days; only you see this message.')}"
        lines = [_act_lines(each, self._setting) for each in acts]
        text = "\n".join([heading, hint, *(lines or [tr("Nothing so far.")])])
        return layout(text, rows=page_rows(LogPress, page, pages))

    def _setting(self, act: Act) -> str:
        """The change of a setting: its heading, and its value before and after."""
        changed, words = json.loads(act.detail or "{}"), self._settings.value_in_words
        was, now = (words(act.subject, changed.get(it, {})) for it in ("was", "is"))
        heading = self._settings.heading_of(act.subject)
        return f"{heading}: {was} → {now}" if was != now else heading

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
        act = await self._acts.act(post.guild, int(post.name.key))
        if act is None or not isinstance(channel, discord.TextChannel):
            self._service.store.outbox.note_gone(post)
            return
        press = str(LogPress(0, str(act.number)))
        with speaking(await self._rendering.language(post.guild)):
            whole = Button(tr("Whole log"), press)
            content = layout(_act_lines(act, self._setting), rows=[[whole]])
        async with self._outbox.giving_up_if_refused(post):
            if post.message:
                await channel.get_partial_message(post.message).edit(**edit_args(content))
                await self._service.store.outbox.note_sent(post)
            else:
                await self._outbox.send(post, send_args(content), carries(press))


def _act_lines(act: Act, setting: Callable[[Act], str]) -> str:
    """An act with its time and reason; ``setting`` has the words for the change of a setting."""
    sentence, until = _SENTENCES.get(act.what, _BARRED), 0
    if act.what is What.BARRED and (until := int(act.detail or 0)):
        sentence = _BARRED_UNTIL
    text = tr(
        sentence,
        actor=f"**{_person_words(act.actor)}**",
        target=f"**{_person_words(act.target)}**",
        subject=safe_name(act.subject),
        detail=safe_name(act.detail, _LONGEST_DETAIL),
        date=f"<t:{until}:f>",
        setting=setting(act) if act.what is What.SETTING else "",
    )
    lines = [f"<t:{act.at}:f> {text}"]
    if act.what is What.BARRED and act.subject:
        named = listing(act.subject.split())
        lines.append(f"-# {tr('Open matches then: {matches}', matches=named)}")
    if act.reason:
        lines.append(f"-# {reason_line(act.reason)}")
    return "\n".join(lines)


def _person_words(person: Person) -> str:
    """The name of a person at that time, and a mention of the present user."""
    if person.id < 0:
        return f"{tr('somebody who has deleted their data')} ({person.name})"
    return f"{safe_name(person.name)} (<@{person.id}>)" if person.id else safe_name(person.name)
