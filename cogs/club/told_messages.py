"""“Tell me”: a role or a direct message for those who wait for the next competition.

A server that has chosen a role gets one message with a mention of it for each new competition.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import dataclass, field

import discord
from discord import Interaction
from discord.ext import commands

from cogs.board.views.common_buttons import competition_buttons, daily_button
from cogs.club.role_limits import why_not_given
from cogs.competitions.views import competition_text as words
from cogs.frame.duty_loop import DutyLoop
from cogs.frame.features import answers
from cogs.frame.layout import Button, Content, Row, layout
from cogs.frame.outbox import Outbox, carries
from cogs.frame.replies import LOST, PING_ROLES, say, send_args, surely_refused
from cogs.frame.visit import channel_in, sees, visit_of
from cogs.presses.addresses import CompetitionPress, TellPress
from prowlerbot.club.told_store import DAILY, TOLD, ToldStore, Waiting, next_day
from prowlerbot.competitions.competition_record import Stored
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_steps import CompetitionDuty
from prowlerbot.core.clock import DAY, HOUR
from prowlerbot.core.errors import Denied, NotFound
from prowlerbot.core.i18n import get_language, language_of, speaking, tr
from prowlerbot.core.posts import Duty, Post, PostKind, PostName
from prowlerbot.match.deadlines import in_peace, next_look
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)

_APART = DAY - 2 * HOUR
"""Seconds between two messages to a player; less than a day, as each waits for the loop."""
_PAUSE = 6
"""Seconds between two messages to anybody: ten a minute."""
_LATE = DAY
"""Seconds after which a new competition is told of no more."""
_OPENED = "opened"


@dataclass(eq=False)
class ToldMessages(commands.Cog):
    _client: discord.Client
    _service: Service
    _competitions: Competitions
    _duty_loop: DutyLoop
    _outbox: Outbox
    _free_at: int = field(default=0, init=False)
    _sent_at: int = field(default=0, init=False)
    _turns: dict[int, int] = field(default_factory=dict[int, int], init=False)

    def __post_init__(self) -> None:
        self._told = ToldStore(self._service.store.database)
        self._duty_loop.add_handler(TOLD, self._tell, at_once=1)
        self._duty_loop.add_handler(CompetitionDuty.OPENED, self._open)
        self._outbox.add_kind(PostKind.OPENED, self.finish, twice=False)

    # ------------------------------------------------------------------ the button

    @answers(TellPress, "told")
    async def _switch(self, interaction: Interaction, press: TellPress) -> None:
        user, guild, visit = interaction.user, interaction.guild, visit_of(interaction)
        if press.way == "stop":
            await self._told.stop(user.id)
            await say(interaction, tr("These messages stop."))
            return
        if guild is None or not isinstance(user, discord.Member) or not press.subject.isalnum():
            raise Denied("Press this in the server that should tell you.")
        if not visit.server.tells:
            raise Denied("The admins of this server have switched this off.")
        if role := guild.get_role(visit.server.told_role):
            if refused := why_not_given(role, visit.server):
                raise refused
            has_it = role in user.roles
            await (user.remove_roles if has_it else user.add_roles)(role)
            gone = tr("You no longer have the role {role}.", role=role.mention)
            given = tr("You have the role {role}: it is pinged when one opens.", role=role.mention)
            await say(interaction, gone if has_it else given)
            return
        if visit.reader.language != get_language():  # the messages are in this language
            language = get_language()
            await self._service.store.choices.change(PlayerChoices, user.id, language=language)
        now = self._service.now()
        if await self._told.switch(user.id, guild.id, press.subject, now):
            given = tr(
                "I write to you when the next one opens: once a day at most, and not in your quiet"
                " hours. Press again to stop that."
            )
            await say(interaction, given)
        else:
            await say(interaction, tr("I no longer write to you when the next one opens."))

    # ------------------------------------------------------------------ what opens

    async def _open(self, duty: Duty) -> None:
        """Have players told of a new competition, and mention the role in its server."""
        stored, now = await self._competitions.get(duty.subject), self._service.now()
        server = await self._service.server(stored.guild)
        if stored.course.ended or not server.tells or now > stored.created_at + _LATE:
            return
        if stored.guild and server.told_role:
            # Else a member who creates and cancels competitions pings it again and again.
            if stored.by_member and await self._told.has_hosted(
                stored.guild, stored.host, stored.series, stored.created_at
            ):
                return
            name = PostName(PostKind.OPENED, stored.id, "", "")
            post = Post(name, now, stored.guild, stored.channel)
            if await self._service.store.outbox.note_post(post):
                with suppress(*LOST):  # the outbox tries again
                    await self.finish(post)
        else:
            kind, series = str(stored.format.kind), stored.series
            await self._told.open(stored.id, stored.guild, kind, series, now)

    async def finish(self, post: Post) -> None:
        """Mention the role below a new competition. Raises one of LOST if it may have arrived."""
        stored = await self._competitions.get(post.name.subject)
        server = await self._service.server(post.guild)
        channel = channel_in(self._client, post.guild, post.channel)
        if stored.course.ended or channel is None or not server.told_role:
            self._service.store.outbox.note_gone(post)
            return
        language = server.language or language_of(str(channel.guild.preferred_locale))
        with speaking(language):
            text = f"<@&{server.told_role}> " + tr("{name} is open.", name=words.title(stored))
            row = competition_buttons(stored.id, _OPENED, "join", "rules")
        press = str(CompetitionPress("join", stored.id, place=_OPENED))
        async with self._outbox.giving_up_if_refused(post):
            content = send_args(layout(text, rows=[row]), PING_ROLES)
            await self._outbox.send(post, content, carries(press))

    # ------------------------------------------------------------------ direct messages

    async def _tell(self, duty: Duty) -> int | None:
        """Write to a player of all that has opened, unless it is too soon for that."""
        player, now = int(duty.subject), self._service.now()
        waiting = await self._told.read_waiting(player)
        daily = any(each.subject == DAILY for each in waiting)
        again = next_day(now) if daily else None
        today = daily and min(it.told_at for it in waiting if it.subject == DAILY) < now - now % DAY
        opened = await self._worth_telling(player, waiting)
        if not opened and not today:
            return again
        last = max(each.told_at for each in waiting)
        if not today and (daily or now < last + _APART):  # all of a day is one message
            return again or last + _APART
        choices = await self._service.player(player)
        if in_peace(choices, now):
            return next_look(choices, now)
        if (at := self._turn_of(player, now)) > now:
            return at
        await self._told.note_told(player, now)  # stored first: a crash here sends none, not two
        with speaking(choices.language or get_language()):
            content = self._message(opened, daily=bool(today))
        try:
            chat = await self._client.create_dm(discord.Object(player))
            await chat.send(**send_args(content))
        except LOST as error:
            log.info("a player is not told what has opened: %s", error)
            if surely_refused(error):
                await self._told.stop(player)
                return None
        return again

    def _turn_of(self, player: int, now: int) -> int:
        """The time at which it is the turn of a player, in the order of asking."""
        at = self._turns.pop(player, 0) or max(now, self._free_at)
        self._free_at = max(self._free_at, at + _PAUSE)
        if (at := max(at, self._sent_at + _PAUSE)) > now:
            self._turns[player] = at
        else:
            self._sent_at = now
        return at

    async def _worth_telling(self, player: int, waiting: list[Waiting]) -> list[Stored]:
        """The competitions that a player can enter and sees, of those that have opened."""
        found = list[Stored]()
        for competition_id in dict.fromkeys(it for each in waiting for it in each.opened):
            with suppress(NotFound):
                stored = await self._competitions.get(competition_id)
                known = {stored.host, *stored.course.entries}
                seen = stored.is_wide or await sees(
                    self._client, player, stored.guild, stored.channel
                )
                if seen and not stored.course.ended and player not in known:
                    found.append(stored)
        return found

    def _message(self, opened: list[Stored], *, daily: bool) -> Content:
        title_of = self._service.games.title_of
        lines = [f"### 🔔 {tr('New for you')}"]
        lines += [words.link_line(each, title_of(each.terms.game)) for each in opened]
        lines += [f"- {tr('The challenges of the day')}"] if daily else []
        stop = Button(tr("Stop these messages"), TellPress("stop"), emoji="🔕")
        row: Row = [daily_button(), stop] if daily else [stop]
        return layout("\n".join(lines), rows=[row])
