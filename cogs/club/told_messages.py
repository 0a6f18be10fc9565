"""“Tell me”: a role or a direct message for those who wait for the next competition.

A server that has chosen a role gets one message with a mention of it for each new competition.
"""

import logging
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain

import discord
from discord import Interaction
from discord.ext import commands

from cogs.board.views.match_views import daily_button
from cogs.club.reward_roles import why_not_given
from cogs.competitions import competition_text as words
from cogs.competitions.formats.format_face import competition_buttons
from cogs.frame.duty_loop import DutyLoop
from cogs.frame.features import answers
from cogs.frame.layout import Button, Content, Row, layout
from cogs.frame.outbox import Outbox, carries
from cogs.frame.replies import LOST, PING_ROLES, say, send_args, surely_refused, turn_into
from cogs.frame.visit import channel_in, sees, visit_of
from cogs.presses import CompetitionPress, TellPress
from prowlerbot.club_store import DAILY_SUBJECT, TELL_DUTY, ToldStore, Waiting, next_day
from prowlerbot.competitions.competition_record import Stored
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_steps import CompetitionDuty
from prowlerbot.core.clock import DAY, HOUR
from prowlerbot.core.errors import Denied, NotFound
from prowlerbot.core.i18n import get_language, speaking, tr
from prowlerbot.core.posts import Duty, Post, PostKind, PostName
from prowlerbot.match.preferences import PlayerChoices, end_of_peace, is_in_peace
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)

_SECONDS_TO_NEXT = DAY - 2 * HOUR  # to a player's next message: under a day, as each waits a while
_SECONDS_BETWEEN = 6  # seconds between two messages to anybody: ten a minute
_RETRY_SECONDS, _ANNOUNCING_SECONDS = 60, DAY  # seconds; older competitions are not announced
_OPENED_PLACE = "opened"  # the place of the presses below an announcement


@dataclass(eq=False)
class ToldMessages(commands.Cog):
    _client: discord.Client
    _service: Service
    _competitions: Competitions
    _duty_loop: DutyLoop
    _outbox: Outbox

    def __post_init__(self) -> None:
        self._turns = SendingTurns()
        self._told = ToldStore(self._service.store.database)
        self._duty_loop.add_handler(TELL_DUTY, self._tell_player, at_once=1)
        self._duty_loop.add_handler(CompetitionDuty.OPENED, self._announce_competition)
        self._outbox.add_kind(PostKind.OPENED, self.finish_post, repeatable=False)

    @answers(TellPress, "told")
    async def _press_tell(self, interaction: Interaction, press: TellPress) -> None:
        user, guild, visit = interaction.user, interaction.guild, visit_of(interaction)
        if press.way == "stop":
            await self._told.remove_waits(user.id)
            await say(interaction, tr("These messages stop."))
            return
        if guild is None or not isinstance(user, discord.Member) or not press.subject.isalnum():
            raise Denied("Press this in the server that should tell you.")
        role = guild.get_role(visit.server.told_role)
        if press.way == "off":
            await self._told.remove_wait(user.id, guild.id, press.subject)
            if role is not None:
                await user.remove_roles(role)
            await turn_into(interaction, tr("“Tell me” is off: nothing tells you of the next one."))
            return
        if not visit.server.tells:
            raise Denied("The admins of this server have switched this off.")
        if role is not None:
            if refusal := why_not_given(role, visit.server):
                raise refusal
            await user.add_roles(role)
            text = tr(
                "“Tell me” is on: you have the role {role}. It is pinged for new competitions and"
                " the day's challenge.",
                role=role.mention,
            )
        else:
            if visit.reader.language != get_language():  # the messages are in this language
                language = get_language()
                await self._service.store.choices.change(PlayerChoices, user.id, language=language)
            await self._told.add_wait(user.id, guild.id, press.subject, self._service.now())
            text = tr(
                "“Tell me” is on: I write to you when the next one opens, once a day at most, and"
                " not in your quiet hours."
            )
        switch_off = Button(tr("Switch it off"), TellPress("off", press.subject), emoji="🔕")
        await say(interaction, layout(text, rows=[[switch_off]]))

    async def _announce_competition(self, duty: Duty) -> int | None:
        """Have players told of a new competition; returns the time of another attempt."""
        stored, now = await self._competitions.get(duty.subject), self._service.now()
        server = await self._service.server(stored.guild)
        guild = self._client.get_guild(stored.guild)
        if stored.course.ended or not server.tells or now > stored.created_at + _ANNOUNCING_SECONDS:
            return None
        if stored.guild and (guild is None or guild.unavailable):
            return now + _RETRY_SECONDS
        if guild is not None and guild.get_role(server.told_role) is not None:
            await self._ping_role(stored)
        else:
            told, kind, series = self._told, str(stored.format.kind), stored.series
            await told.note_opened(stored.id, now, guild=stored.guild, kind=kind, series=series)
        return None

    async def _ping_role(self, stored: Stored) -> None:
        """Post the mention of the role, unless it was pinged for much the same before."""
        if stored.format.has_seasons and stored.season > 1:
            return  # players of the last season are called by name
        hosted = stored.guild, stored.host, stored.series, stored.created_at
        if stored.by_member and await self._told.has_hosted(*hosted):
            return  # a member may create and cancel competitions again and again
        name = PostName(PostKind.OPENED, stored.id, "", "")
        post = Post(name, self._service.now(), stored.guild, stored.channel)
        if await self._service.store.outbox.note_post(post):
            with suppress(*LOST):  # the outbox tries again
                await self.finish_post(post)

    async def finish_post(self, post: Post) -> None:
        """Mention the role below a new competition. Raises one of LOST if it may have arrived."""
        stored = await self._competitions.get(post.name.subject)
        server = await self._service.server(post.guild)
        channel = channel_in(self._client, post.guild, post.channel)
        role = channel.guild.get_role(server.told_role) if channel is not None else None
        if stored.course.ended or channel is None or role is None:
            self._service.store.outbox.note_gone(post)
            return
        with speaking(server.language_in(channel.guild.preferred_locale)):
            text = f"{role.mention} " + tr("{name} is open.", name=words.title(stored))
            row = competition_buttons(stored.id, _OPENED_PLACE, "join", "rules")
        press = str(CompetitionPress("join", stored.id, place=_OPENED_PLACE))
        async with self._outbox.giving_up_if_refused(post):
            content = send_args(layout(text, rows=[row]), PING_ROLES)
            await self._outbox.send(post, content, carries(press))

    async def _tell_player(self, duty: Duty) -> int | None:
        """Write to a player of all that has opened, unless it is too soon for that; returns the
        time of the next attempt.
        """
        player, now = int(duty.subject), self._service.now()
        waits = await self._told.read_waiting(player)
        waits_daily = any(wait.subject == DAILY_SUBJECT for wait in waits)
        next_daily = next_day(now) if waits_daily else None
        waits = [wait for wait in waits if await self._writes_for(wait.guild)]
        today = now - now % DAY
        tells_day = any(wait.subject == DAILY_SUBJECT and wait.told_at < today for wait in waits)
        opened = await self._worth_telling(player, waits)
        if not opened and not tells_day:
            return next_daily
        last_told_at = max(wait.told_at for wait in waits)
        # All news of a day are one message, with that of the day's challenge if it is awaited.
        if not tells_day and (waits_daily or now < last_told_at + _SECONDS_TO_NEXT):
            return next_daily or last_told_at + _SECONDS_TO_NEXT
        choices = await self._service.player(player)
        if is_in_peace(choices, now):
            return end_of_peace(choices, now)
        if (turn_time := self._turns.turn_of(player, now)) > now:
            return turn_time
        await self._told.note_told(player, now)  # stored first: a crash here sends none, not two
        with speaking(choices.language or get_language()):
            content = self._message_content(opened, daily=tells_day)
        try:
            chat = await self._client.create_dm(discord.Object(player))
            await chat.send(**send_args(content))
        except LOST as error:
            log.info("a player is not told what has opened: %s", error)
            if surely_refused(error):
                await self._told.remove_waits(player)
                return None
        return next_daily

    async def _writes_for(self, guild: int) -> bool:
        """Whether players are told by direct messages in a server, and not by a role."""
        server, known_guild = await self._service.server(guild), self._client.get_guild(guild)
        has_role = bool(server.told_role)
        if known_guild is not None:
            has_role = known_guild.get_role(server.told_role) is not None
        return server.tells and not has_role

    async def _worth_telling(self, player: int, waits: list[Waiting]) -> list[Stored]:
        """The competitions that a player can enter and sees, of those that have opened."""
        news = list[Stored]()
        for competition_id in dict.fromkeys(chain.from_iterable(wait.opened for wait in waits)):
            with suppress(NotFound):
                stored = await self._competitions.get(competition_id)
                takes_part = player in {stored.host, *stored.course.entries}
                place = stored.guild, stored.channel
                is_visible = stored.is_wide or await sees(self._client, player, *place)
                if is_visible and not stored.course.ended and not takes_part:
                    news.append(stored)
        return news

    def _message_content(self, opened: list[Stored], *, daily: bool) -> Content:
        title_of = self._service.games.title_of
        lines = [f"### 🔔 {tr('New for you')}"]
        lines += [words.link_line(stored, title_of(stored.terms.game)) for stored in opened]
        lines += [f"- {tr('The challenges of the day')}"] if daily else []
        stop = Button(tr("Stop these messages"), TellPress("stop"), emoji="🔕")
        row: Row = [daily_button(), stop] if daily else [stop]
        return layout("\n".join(lines), rows=[row])


class SendingTurns:
    """Spreads messages: players get turns in the order of asking, ``_SECONDS_BETWEEN``."""

    def __init__(self) -> None:
        self._free_at = self._taken_at = 0  # the next turn to give, and the last one taken
        self._turn_by_player = dict[int, int]()

    def turn_of(self, player: int, now: int) -> int:
        """The time of a player's turn. If that is later than ``now``, ask again then; else the
        player takes the turn.
        """
        turn = self._turn_by_player.pop(player, 0) or max(now, self._free_at)
        self._free_at = max(self._free_at, turn + _SECONDS_BETWEEN)
        # The player before may have asked late.
        if (turn := max(turn, self._taken_at + _SECONDS_BETWEEN)) > now:
            self._turn_by_player[player] = turn
        else:
            self._taken_at = now
        return turn
