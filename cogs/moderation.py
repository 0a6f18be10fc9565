"""Moderators end matches, withdraw challenges and bar users, for a reason that the players read."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import discord
from discord import Interaction
from discord.ext import commands

from cogs.board.absence import Absence
from cogs.board.board_messages import BoardMessages
from cogs.board.board_posting import Posting
from cogs.board.private_messages import PrivateMessages
from cogs.board.views import results_text
from cogs.competitions.competition_options import TypedTimes
from cogs.competitions.competition_text import plain_title, title
from cogs.competitions.formats.format_face import face_of
from cogs.frame.command_options import Suggestions, suggestions_with
from cogs.frame.duty_loop import DutyLoop
from cogs.frame.features import answers, answers_in_match
from cogs.frame.layout import Button, layout
from cogs.frame.names import Verbatim, plain_names, safe_name
from cogs.frame.permissions import check_moderator, is_admin, ranks_as_moderator
from cogs.frame.replies import say, show_privately
from cogs.frame.visit import visit_of
from cogs.presses import HostedPress, MatchPress
from prowlerbot.competitions.competition_record import Stored
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import label_text, listing, tr, trn
from prowlerbot.core.posts import BAR_DUTY, MAX_MATCHES_NAMED, ActKind, Bar, Duty, Person
from prowlerbot.match.closing import check_may_end
from prowlerbot.match.match import Phase
from prowlerbot.match.scene import Scene
from prowlerbot.moderation import NOT_BARRED, Moderation
from prowlerbot.service.match_service import Service

_MAX_LISTED = 20  # bars that fit one message


@dataclass(eq=False)
class Moderating(commands.Cog):
    """Presses of moderators that end a match or withdraw a challenge, only in its own server."""

    _moderation: Moderation
    _service: Service
    _boards: BoardMessages
    _posting: Posting
    _messages: PrivateMessages

    @answers_in_match("end", "end!")
    async def _press_end(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        """End a match, or withdraw a challenge, for a reason that a form asks for."""
        _check_may_moderate(interaction, scene)
        if interaction.type is not discord.InteractionType.modal_submit:
            await interaction.response.send_modal(results_text.end_form(scene.match))
            return
        match, message = scene.match, interaction.message
        is_challenge, host = match.phase is Phase.LOBBY, match.player(match.challenger)
        act = visit_of(interaction).act(
            ActKind.WITHDRAWN if is_challenge else ActKind.ENDED,
            self._service.now(),
            target=Person(max(host.id, 0), host.name) if is_challenge else Person(),
            subject=match.id,
            detail=listing(plain_names(match)),
            reason=results_text.submitted_reason(interaction),
        )
        scene = replace(scene, match=await self._moderation.end_match(match, act))
        if scene.board is not None and message is not None and message.id == scene.board.message:
            await self._boards.answer_and_call(interaction, scene)
            return
        try:
            sentence = results_text.moderated_sentence(scene.match)
            await self._messages.show_help(interaction, match.id, layout(sentence))
        finally:
            await self._posting.update_or_repost(interaction, scene)


@dataclass(eq=False)
class Bars(commands.Cog):
    """Sets and lifts bars by commands; a duty then ends the open matches of the player here."""

    _service: Service
    _moderation: Moderation
    _boards: BoardMessages
    _absence: Absence
    _duty_loop: DutyLoop

    def __post_init__(self) -> None:
        self._store = self._service.store.bars
        self.times = TypedTimes(self._service)
        self._duty_loop.add_handler(BAR_DUTY, self._carry_out_bar)

    async def bar_player(
        self,
        interaction: Interaction,
        other: discord.User | discord.Member,
        until: str | None,
        reason: str,
    ) -> None:
        check_moderator(interaction)
        _check_target(interaction, other)
        visit = visit_of(interaction)
        guild, now = visit.guild, self._service.now()
        end = await self.times.typed_time(interaction, until) if until else 0
        reason = results_text.clean_reason([reason])
        bar = Bar(guild, other.id, other.display_name, now, end, reason)
        act_on = partial(visit.act, at=now, target=Person(other.id, other.display_name))
        matches, competitions = await self._moderation.count_removals(guild, other.id)
        # A moderator who has entered a tournament cannot cancel it.
        free, entered = await self._moderation.hosted_tournaments(guild, other.id, visit.user)
        match_ids = " ".join(matches[:MAX_MATCHES_NAMED])
        act = act_on(ActKind.BARRED, subject=match_ids, detail=str(end), reason=reason)
        hosting_acts = [
            act_on(ActKind.HOSTING, subject=hosted.id, detail=plain_title(hosted))
            for hosted in (*free, *entered)
        ]
        await self._moderation.bar_player(bar, act, hosting_acts)
        if isinstance(other, discord.Member):  # perhaps with a nickname by now
            await self._absence.remember_member(other)
        lines = [*_barred_lines(bar, len(matches), competitions), *_hosted_lines(free, entered)]
        press, style = HostedPress(other.id), discord.ButtonStyle.danger
        rows = [[Button(tr("Cancel their competitions"), press, style)]] if free else []
        await say(interaction, layout("\n".join(lines), rows=rows))

    @answers(HostedPress, "hosted")
    async def _cancel_hosted(self, interaction: Interaction, press: HostedPress) -> None:
        check_moderator(interaction)
        visit, now = visit_of(interaction), self._service.now()
        lines = list[str]()
        for stored in await self._moderation.cancel_hosted(visit.guild, press.host, visit.user):
            act = visit.act(ActKind.CANCELLED, now, subject=stored.id, detail=plain_title(stored))
            await self._service.store.acts.add_act(act)
            lines.append(tr(face_of(stored.format).cancel_news, name=title(stored)))
        await show_privately(interaction, "\n".join(lines))

    async def lift_bar(self, interaction: Interaction, player: str) -> None:
        """Lift the bar of a player, given by id or name; without one, list those who are barred."""
        check_moderator(interaction)
        visit, now = visit_of(interaction), self._service.now()
        bars = await self._store.bars_of_guild(visit.guild, now)
        if not player:
            lines = [f"- {_bar_sentence(bar)}" for bar in bars[:_MAX_LISTED]]
            await say(interaction, "\n".join(lines) or tr("Nobody is barred in this server."))
            return
        matching = [bar for bar in bars if str(bar.player) == player.strip()] or [
            bar for bar in bars if bar.name and bar.name.casefold() == player.casefold()
        ]
        if len(matching) != 1:
            raise Denied(NOT_BARRED)
        (bar,) = matching
        # A player who has deleted their data has a negative id, and 0 in an act.
        act = visit.act(ActKind.LIFTED, now, target=Person(max(bar.player, 0), bar.name))
        if not await self._moderation.lift_bar(visit.guild, bar.player, act):
            raise Denied(NOT_BARRED)
        text = tr("{player} can use this bot in this server again.", player=_player_words(bar))
        await say(interaction, text)

    async def suggest_barred(self, interaction: Interaction, typed: str) -> Suggestions:
        """Suggest the users who are barred here; only a moderator gets suggestions."""
        guild, now = interaction.guild_id or 0, self._service.now()
        server = (await self._service.server(guild)) if guild else None
        if server is None or not ranks_as_moderator(interaction.user, server):
            return []
        bars = await self._store.bars_of_guild(guild, now)
        return suggestions_with(typed, ((_bar_words(bar), str(bar.player)) for bar in bars))

    async def _carry_out_bar(self, duty: Duty) -> int | None:
        """Remove a barred player from all that is open in a server, and update its messages."""
        guild, _, player = duty.subject.partition(":")
        take_out = self._moderation.take_out_everywhere
        changed_matches, next_check = await take_out(int(guild), int(player))
        for match_id in changed_matches:
            await self._boards.refresh(match_id)
        return next_check


def _check_may_moderate(interaction: Interaction, scene: Scene) -> None:
    """Raise Denied unless the asker may end this match as a moderator of its server."""
    check_moderator(interaction)
    board = scene.board
    if board is None or board.guild != interaction.guild_id:
        raise Denied("This match is played in another server, where you are no moderator.")
    check_may_end(scene.match, interaction.user.id)


def _check_target(interaction: Interaction, other: discord.User | discord.Member) -> None:
    """Raise Denied for the asker, bots, admins and, unless an admin asks, other moderators."""
    if other.id == interaction.user.id:
        raise Denied("Choose another player to bar.")
    if other.bot:
        raise Denied("Bots do not play; choose a person.")
    if isinstance(other, discord.Member) and other.guild_permissions.manage_guild:
        raise Denied("Nobody bars an admin of the server.")
    if not is_admin(interaction) and ranks_as_moderator(other, visit_of(interaction).server):
        raise Denied("Only an admin of the server bars a moderator.")


def _player_words(bar: Bar) -> str:
    return safe_name(bar.name) if bar.name else tr("somebody who has deleted their data")


def _bar_words(bar: Bar) -> str:
    name = bar.name or tr("somebody who has deleted their data")
    return label_text(name, bar.reason) if bar.reason else name


def _bar_sentence(bar: Bar) -> str:
    player = f"**{_player_words(bar)}**"
    if not bar.until:
        return tr("{player} is barred in this server for good.", player=player)
    date = Verbatim(f"<t:{bar.until}:f>")
    return tr("{player} is barred in this server until {date}.", player=player, date=date)


def _barred_lines(bar: Bar, matches: int, competitions: int) -> Iterator[str]:
    """The effect of a bar, for the moderator who has set it."""
    yield _bar_sentence(bar)
    if bar.reason:
        yield results_text.reason_line(bar.reason)
    if matches:
        yield trn(
            "{count} open match of theirs here ends without a result or goes on without them,"
            " for no rating.",
            "{count} open matches of theirs here end without a result or go on without them,"
            " for no rating.",
            matches,
        )
    if competitions:
        yield trn(
            "They are taken out of {count} competition here.",
            "They are taken out of {count} competitions here.",
            competitions,
        )


def _hosted_lines(cancellable: Sequence[Stored], entered: Sequence[Stored]) -> Iterator[str]:
    """The competitions of a barred host that go on, and those that the moderator cannot cancel."""
    if titles := [title(stored) for stored in (*cancellable, *entered)]:
        yield trn(
            "{count} competition of theirs goes on here: {names}.",
            "{count} competitions of theirs go on here: {names}.",
            len(titles),
            names=listing(titles),
        )
    if entered:
        names = listing([title(stored) for stored in entered])
        yield tr("You have entered {names}; an admin who has not can cancel that.", names=names)
