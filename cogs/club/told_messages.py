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
from cogs.club.reward_roles import giving_refusal
from cogs.competitions import competition_text as words
from cogs.competitions.formats.format_face import competition_buttons
from cogs.frame.duty_loop import DutyLoop
from cogs.frame.features import answers
from cogs.frame.layout import Button, Content, Row, layout
from cogs.frame.outbox import Outbox, carries
from cogs.frame.replies import LOST, PING_ROLES, is_refusal, say, send_args, turn_into
from cogs.frame.visit import Visit, channel_in, sees, visit_of
from cogs.presses import CompetitionPress, TellPress
from prowlerbot.club_store import DAILY_SUBJECT, TELL_DUTY, ToldStore, Waiting, next_day
from prowlerbot.competitions.competition_record import Stored
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_steps import CompetitionDuty
from prowlerbot.core.clock import DAY, HOUR
from prowlerbot.core.errors import Denied, NotFound
from prowlerbot.core.i18n import get_language, speaking, tr
from prowlerbot.core.posts import Duty, Post, PostKind, PostName
from prowlerbot.match.preferences import PlayerChoices, ServerChoices, end_of_peace, is_in_peace
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)

_PLAYER_PAUSE_SECONDS = DAY - 2 * HOUR  # to a player's next message; each also waits for its turn
_MESSAGE_PAUSE_SECONDS = 6  # between two messages to anybody: ten a minute
_RETRY_SECONDS, _MAX_AGE_SECONDS = 60, DAY  # older competitions are not announced
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
        user, guild = interaction.user, interaction.guild
        if press.action == "stop":
            await self._told.remove_waits(user.id)
            await say(interaction, tr("These messages stop."))
            return
        if guild is None or not isinstance(user, discord.Member) or not press.subject.isalnum():
            raise Denied("Press this in the server that should tell you.")
        visit = visit_of(interaction)
        role = guild.get_role(visit.server.told_role)
        if press.action == "off":
            await self._told.remove_wait(user.id, guild.id, press.subject)
            if role is not None:
                await user.remove_roles(role)
            await turn_into(interaction, tr("“Tell me” is off: nothing tells you of the next one."))
            return
        if not visit.server.tells:
            raise Denied("The admins of this server have switched this off.")
        if role is None:
            text = await self._add_wait(visit, press.subject)
        else:
            text = await _give_told_role(user, role, visit.server)
        switch_off = Button(tr("Switch it off"), TellPress("off", press.subject), emoji="🔕")
        await say(interaction, layout(text, rows=[[switch_off]]))

    async def _add_wait(self, visit: Visit, subject: str) -> str:
        """Store that a user waits for direct messages; returns the confirmation."""
        language = get_language()  # the language of those messages
        if visit.reader.language != language:
            await self._service.store.choices.change(PlayerChoices, visit.user, language=language)
        await self._told.add_wait(visit.user, visit.guild, subject, self._service.now())
        return tr(
            "“Tell me” is on: I write to you when the next one opens, once a day at most, and"
            " not in your quiet hours."
        )

    async def _announce_competition(self, duty: Duty) -> int | None:
        """Announce a new competition to the players who wait; returns the time of a new attempt."""
        stored, now = await self._competitions.get(duty.subject), self._service.now()
        server = await self._service.server(stored.guild)
        guild = self._client.get_guild(stored.guild)
        if stored.course.ended or not server.tells or now > stored.created_at + _MAX_AGE_SECONDS:
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
        """Post the mention of the role, unless the host or the last season had it pinged before."""
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
        """Write to a player about all that has opened; returns the time of the next attempt, which
        comes later if this one is too early.
        """
        player, now = int(duty.subject), self._service.now()
        waits = await self._told.read_waiting(player)
        waits_daily = any(wait.subject == DAILY_SUBJECT for wait in waits)
        next_daily = next_day(now) if waits_daily else None
        waits = [wait for wait in waits if await self._sends_directly(wait.guild)]
        today = now - now % DAY
        tells_day = any(wait.subject == DAILY_SUBJECT and wait.told_at < today for wait in waits)
        opened = await self._open_competitions(player, waits)
        if not opened and not tells_day:
            return next_daily
        last_told_at = max(wait.told_at for wait in waits)
        # All news of a day are one message, with that of the day's challenge if it is awaited.
        if not tells_day and (waits_daily or now < last_told_at + _PLAYER_PAUSE_SECONDS):
            return next_daily or last_told_at + _PLAYER_PAUSE_SECONDS
        choices = await self._service.player(player)
        if is_in_peace(choices, now):
            return end_of_peace(choices, now)
        if (turn_time := self._turns.take_turn(player, now)) > now:
            return turn_time
        await self._told.note_told(player, now)  # stored first: a crash here sends none, not two
        with speaking(choices.language or get_language()):
            content = self._message_content(opened, daily=tells_day)
        return next_daily if await self._send_directly(player, content) else None

    async def _send_directly(self, player: int, content: Content) -> bool:
        """Send a direct message; False if the player takes none, and so no longer waits."""
        try:
            chat = await self._client.create_dm(discord.Object(player))
            await chat.send(**send_args(content))
        except LOST as error:
            log.info("a player is not told about openings: %s", error)
            if is_refusal(error):
                await self._told.remove_waits(player)
                return False
        return True

    async def _sends_directly(self, guild: int) -> bool:
        """Whether players are told by direct messages in a server, and not by a role."""
        server, known_guild = await self._service.server(guild), self._client.get_guild(guild)
        has_role = bool(server.told_role)
        if known_guild is not None:
            has_role = known_guild.get_role(server.told_role) is not None
        return server.tells and not has_role

    async def _open_competitions(self, player: int, waits: list[Waiting]) -> list[Stored]:
        """The competitions that a player can enter and sees, of those that have opened."""
        can_enter = list[Stored]()
        for competition_id in dict.fromkeys(chain.from_iterable(wait.opened for wait in waits)):
            with suppress(NotFound):
                stored = await self._competitions.get(competition_id)
                takes_part = player in {stored.host, *stored.course.entries}
                place = stored.guild, stored.channel
                is_visible = stored.is_wide or await sees(self._client, player, *place)
                if is_visible and not stored.course.ended and not takes_part:
                    can_enter.append(stored)
        return can_enter

    def _message_content(self, opened: list[Stored], *, daily: bool) -> Content:
        title_of = self._service.games.title_of
        lines = [f"### 🔔 {tr('New for you')}"]
        lines += [words.link_line(stored, title_of(stored.terms.game)) for stored in opened]
        lines += [f"- {tr('The challenges of the day')}"] if daily else []
        stop = Button(tr("Stop these messages"), TellPress("stop"), emoji="🔕")
        row: Row = [daily_button(), stop] if daily else [stop]
        return layout("\n".join(lines), rows=[row])


async def _give_told_role(member: discord.Member, role: discord.Role, server: ServerChoices) -> str:
    """Give a member the role of “Tell me”; returns the confirmation. Raises Denied."""
    if refusal := giving_refusal(role, server):
        raise refusal
    await member.add_roles(role)
    return tr(
        "“Tell me” is on: you have the role {role}. It is pinged for new competitions and"
        " the day's challenge.",
        role=role.mention,
    )


class SendingTurns:
    """Gives players turns to get a message, in the order of asking, with a pause between two."""

    def __init__(self) -> None:
        self._free_at = self._taken_at = 0  # the next turn to give, and the last one taken
        self._turn_by_player = dict[int, int]()

    def take_turn(self, player: int, now: int) -> int:
        """Take the turn of a player if it has come; returns its time. If that is later than
        ``now``, the caller asks again then.
        """
        turn = self._turn_by_player.pop(player, 0) or max(now, self._free_at)
        self._free_at = max(self._free_at, turn + _MESSAGE_PAUSE_SECONDS)
        # The player before may have asked late.
        if (turn := max(turn, self._taken_at + _MESSAGE_PAUSE_SECONDS)) > now:
            self._turn_by_player[player] = turn
        else:
            self._taken_at = now
        return turn
