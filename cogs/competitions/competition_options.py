"""The options of commands about competitions, the rights they need, and the changes they make.

Hosts and admins change the name and text of a competition, its players, a round, its end. The bot
asks before each change that cannot be undone.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta

import discord
from babel.dates import format_datetime
from discord import Interaction

from cogs.board.shared_posts import check_post
from cogs.board.views.results_text import reason_form, submitted_reason
from cogs.competitions import competition_text as words
from cogs.competitions.competition_message import ShownCompetitions, ask_to_confirm, check_sight
from cogs.competitions.formats.format_face import face_of
from cogs.competitions.state_text import state_line
from cogs.frame.command_options import Suggestions, suggestions_with
from cogs.frame.layout import first_lines
from cogs.frame.names import Verbatim, command, name_in_commands
from cogs.frame.replies import say
from cogs.frame.visit import ADMINS_ONLY, is_admin, is_seen_by_all, visit_of
from cogs.presses import CompetitionPress, read_number
from prowlerbot.competitions import competition_changes
from prowlerbot.competitions.competition_record import (
    LATEST_START,
    CompetitionKind,
    Stored,
    not_found,
)
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_step_service import CompetitionSteps
from prowlerbot.competitions.course import Actor, By, Paired
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied, NotFound
from prowlerbot.core.i18n import babel_locale, label_text, listing, mark, time_ahead_words, tr
from prowlerbot.core.posts import NOBODY, Act, ActKind, Person
from prowlerbot.core.typed_times import days_named_like, read_time, read_times
from prowlerbot.match.closing import slowest_seat
from prowlerbot.match.match import Phase
from prowlerbot.match.preferences import time_zone
from prowlerbot.match.scene import Access

CREATE_EVENTS = mark("Create Events")
"""The name of the permission in Discord's settings."""
_MOST_LISTED = 10
_MOST_NAMED = 6
_MOST_TIMES = 8
"""The most competitions that a sentence names, and the most times that are suggested."""
_LONGEST_LABEL = 100
"""Discord's limit for the name of a suggestion."""
_MARK_OF_OLDER = " (2)"
"""Follows the label of the older one of two competitions with equal labels."""
_ISOLATES = dict.fromkeys(map(ord, "\u2068\u2069"))
"""The signs around a right-to-left name, which nobody types."""
_USUAL_HOURS = ("20:00", "18:00", "12:00")
"""The hours that are suggested for a day."""
_MOST_ENDS = 16
"""The most matches that a question lists."""


@dataclass(eq=False)
class CompetitionChoice:
    """Selects a competition in the command's ``option``; ``none_refusal`` refuses without any."""

    _competitions: Competitions
    _kind: CompetitionKind
    _option: str
    _none_refusal: str

    async def visible_competitions(
        self, interaction: Interaction, *, ended: bool = False
    ) -> list[Stored]:
        """The running competitions that the user can see, then with ``ended`` the others."""
        guild = interaction.guild_id or 0
        competitions = await self._competitions.of_guild(guild)
        if ended:
            competitions += await self._competitions.of_guild(guild, ended=True)
        competitions += await self._competitions.leagues_of_server(guild, ended=ended)
        known = {each.id for each in competitions}
        own = await self._competitions.of_player(interaction.user.id)
        # Its players go on in a league of all servers where a server no longer takes part.
        competitions += [each for each in own if each.is_wide and each.id not in known]
        return [each for each in competitions if self._fits(interaction, each)]

    async def list_text(self, interaction: Interaction, heading: str) -> str:
        """The competitions that the user can see, with links and states, below a heading."""
        competitions = await self.visible_competitions(interaction, ended=True)
        games = self._competitions.service.games
        entries = [
            f"{words.link_line(each, games[each.terms.game].title)}\n-# {state_line(each)}"
            for each in competitions
        ]
        lines = first_lines(entries, _MOST_LISTED, heading) or [tr("There is none so far.")]
        return "\n".join([heading, *lines])

    def _fits(self, interaction: Interaction, stored: Stored) -> bool:
        try:
            check_sight(interaction, stored)
        except NotFound:
            return False
        return stored.format.kind is self._kind

    async def find_fitting(
        self, interaction: Interaction, typed: str | None, *, ended: bool = False
    ) -> Sequence[Stored]:
        """The typed competition, else those of this channel, else those of the server."""
        if typed is not None:
            stored = await self._competitions.get(typed)
            if not self._fits(interaction, stored):
                raise not_found(typed)
            return [stored]
        if not (visible := await self.visible_competitions(interaction, ended=ended)):
            raise Denied(self._none_refusal)
        here = [each for each in visible if each.channel == interaction.channel_id]
        return next(filter(None, (_running_only(here), here, _running_only(visible), visible)))

    async def choose(
        self,
        interaction: Interaction,
        typed: str | None,
        player: str = "",
        *,
        ended: bool = False,
        latest: bool = False,
    ) -> Stored:
        """The only competition that fits, or has the ``player``; or the ``latest`` ended one."""
        some = await self.find_fitting(interaction, typed, ended=ended)
        some = [each for each in some if player and players_named(each, player)] or some
        if len(some) > 1 and not (latest and some[0].course.ended):
            beside = await self._differing_words(interaction, some)
            lines = [f"- {words.title(it)}{more}" for it, more in zip(some, beside, strict=True)]
            raise Denied(
                "Several fit here. Choose one in `{option}:`\n{choices}",
                option=Verbatim(name_in_commands(self._option)),
                choices=Verbatim("\n".join(first_lines(lines, _MOST_NAMED))),
            )
        return some[0]

    async def _differing_words(self, interaction: Interaction, some: Sequence[Stored]) -> list[str]:
        """For each competition the words that distinguish it from others of the same name."""
        name, labels, parts = await self.zone_of(interaction), set[str](), list[str]()
        for stored in some:
            game = self._competitions.service.games.title_of(stored.terms.game)
            starts = self._date_words(stored.terms.starts, name)
            more = " · ".join(["", game, *words.format_words(stored), starts])
            while words.plain_title(stored) + more in labels:
                more += _MARK_OF_OLDER
            labels.add(words.plain_title(stored) + more)
            parts.append(more)
        return parts

    async def suggest_competitions(
        self, interaction: Interaction, typed: str, *, ended: bool = False
    ) -> Suggestions:
        return await self.suggest_labels(
            interaction, await self.visible_competitions(interaction, ended=ended), typed
        )

    async def suggest_labels(
        self, interaction: Interaction, some: Sequence[Stored], typed: str
    ) -> Suggestions:
        """The competitions among some whose labels contain the typed text."""
        pairs = zip(some, await self._differing_words(interaction, some), strict=True)
        labels = (
            (words.plain_title(it)[: _LONGEST_LABEL - len(more)] + more, it.id)
            for it, more in pairs
        )
        return suggestions_with(typed, labels)

    async def zone_of(self, interaction: Interaction) -> str:
        """The time zone of the user, else of the server."""
        visit = visit_of(interaction)
        server, own = visit.server, visit.reader
        if interaction.type is discord.InteractionType.autocomplete:  # whose visits read none
            choices = self._competitions.service.store.choices
            server, own, _ = await choices.choices_in_server(visit.guild, visit.user)
        return own.timezone or server.timezone

    async def typed_time(self, interaction: Interaction, typed: str) -> int:
        """The typed time. Raises Denied if it cannot be read, or is over."""
        now, name = self._competitions.service.now(), await self.zone_of(interaction)
        if (at := read_time(typed, now, time_zone(name))) is None:
            night = read_time(f"{typed} 23:59", now, time_zone(name))
            if night is not None and night <= now:  # the whole day is over
                at = night
            elif night is not None:
                raise Denied(
                    "“{typed}”: at what time? Write “{typed} {hour}”; your time zone is {zone}.",
                    typed=typed,
                    hour=Verbatim(_USUAL_HOURS[0]),
                    zone=Verbatim(name),
                )
        if at is None and read_time(typed, now, UTC) is not None:
            raise Denied(
                "The clocks of {zone} skip “{typed}” as they are put forward; choose another time.",
                zone=Verbatim(name),
                typed=typed,
            )
        if at is None:
            raise Denied(
                "I cannot read the time “{typed}”. Write it like “in 2 hours”, “sat 18:00” or"
                " “2026-12-01 19:30”; your time zone is {zone}.",
                typed=typed,
                zone=Verbatim(name),
            )
        if at <= now:
            raise Denied(
                "{date} is over. Choose a time within the next {count} days.",
                date=Verbatim(f"<t:{at}:f>"),
                count=LATEST_START // DAY,
            )
        return at

    async def suggest_time(self, interaction: Interaction, typed: str) -> Suggestions:
        """Suggestions for a time: the readings and continuations of the text typed so far."""
        now, name = self._competitions.service.now(), await self.zone_of(interaction)
        today, times = datetime.fromtimestamp(now, time_zone(name)).date(), dict[int, None]()
        for text in _continue_text(typed.strip(), today):
            for at in read_times(text, now, time_zone(name)):
                if now < at <= now + LATEST_START:
                    times.setdefault(at)
        return [(self._time_label(at, now, name), f"<t:{at}>") for at in [*times][:_MOST_TIMES]]

    def _time_label(self, at: int, now: int, name: str) -> str:
        """A time with its zone and its distance; with the offset if the clocks show it twice."""
        there = datetime.fromtimestamp(at, time_zone(name))
        tomorrow = datetime.fromtimestamp(now, time_zone(name)).date() + timedelta(days=1)
        twice = there.replace(fold=0).utcoffset() != there.replace(fold=1).utcoffset()
        offset = f", {format_datetime(there, 'ZZZZ', locale=babel_locale())}" if twice else ""
        label = f"{self._date_words(at, name)} ({name}{offset})"
        if there.date() == tomorrow:
            return label_text(tr("tomorrow"), label)
        return f"{label} · {time_ahead_words(at - now)}"

    @staticmethod
    def _date_words(at: int, name: str) -> str:
        there = datetime.fromtimestamp(at, time_zone(name))
        return format_datetime(there, "EEEE, d MMM y, HH:mm", locale=babel_locale())


def players_named(stored: Stored, typed: str) -> list[int]:
    """The player of a chosen suggestion, or all players of this name, who can be taken out."""
    known = competition_changes.removable_players(stored.competition)
    return [each for each in known if str(each) == typed] or [
        each
        for each in known
        if words.plain_name_of(stored, each).translate(_ISOLATES).casefold()
        == typed.strip().casefold()
    ]


def suggest_player(interaction: Interaction, some: Sequence[Stored], typed: str) -> Suggestions:
    """Suggestions for a player whom the user can take out of one of these competitions."""
    labels = {
        # Several players of one name are told apart by what Discord calls their ID.
        str(each): f"{name} · {each}" if words.has_namesake(stored, each) else name
        for stored in some
        if stored.host == interaction.user.id or manages_its_server(interaction, stored)
        for each in competition_changes.removable_players(stored.competition)
        for name in (words.plain_name_of(stored, each),)
    }
    return suggestions_with(typed, ((name, each) for each, name in labels.items()))


def _continue_text(typed: str, today: date) -> list[str]:
    """The possible continuations of a typed text, the likeliest first."""
    if named := days_named_like(typed, today):
        return [f"{day} {hour}" for hour in _USUAL_HOURS for day in named]
    begun = [f"{typed}:00", f"{typed}0:00", f"{typed} h", f"{typed} d"]
    days = [f"{typed} {hour}" for hour in _USUAL_HOURS]
    return [typed, *days, *(begun if typed[-1].isdecimal() else [])]


def manages_its_server(interaction: Interaction, stored: Stored) -> bool:
    """Whether the user manages the server of a competition, and acts there. A player can reach a
    competition from another server and be an admin of that one.
    """
    return interaction.guild_id == stored.guild and is_admin(interaction)


def check_host(interaction: Interaction, stored: Stored) -> None:
    """Raise Denied unless the user is the host of the competition or an admin of its server."""
    if stored.host != interaction.user.id and not manages_its_server(interaction, stored):
        raise Denied("Only the host and members with the permission Manage Server can do that.")


def actor_in(interaction: Interaction, stored: Stored) -> Actor:
    """The user, in the role in which they may change a competition."""
    user = interaction.user.id
    return Actor(user, "host" if stored.host == user else "admin")


def check_may_end(interaction: Interaction, stored: Stored) -> None:
    """Raise Denied for a user who cannot end this competition, as its host or as an admin."""
    if not face_of(stored.format).of_admins:
        check_host(interaction, stored)
    elif stored.is_wide and stored.host != interaction.user.id:
        raise Denied("Only the host of a league of all servers can do that.")
    elif not stored.is_wide and not manages_its_server(interaction, stored):
        raise Denied(ADMINS_ONLY)


def _running_only(competitions: Sequence[Stored]) -> list[Stored]:
    return [each for each in competitions if not each.course.ended]


def place_of_competition(interaction: Interaction) -> discord.TextChannel | discord.Thread:
    """The channel of a new competition. Raises Denied if the bot cannot write there by itself."""
    if visit_of(interaction).access is not Access.MEMBER:
        raise Denied(
            "I am not a member of this server. Competitions need that, so no permission helps here."
        )
    check_post(interaction, "competitions")
    channel = interaction.channel
    if isinstance(channel, discord.TextChannel | discord.Thread):
        return channel
    raise Denied("A competition needs a text channel of the server.")


@dataclass(eq=False)
class Editing:
    _competitions: Competitions
    _steps: CompetitionSteps
    _shown: ShownCompetitions

    async def log_act(
        self,
        interaction: Interaction,
        stored: Stored,
        what: ActKind,
        target: Person = NOBODY,
        reason: str = "",
    ) -> None:
        """Store an act about a competition for the log of the server, if it is made in one."""
        act = replace(self.describe(interaction, what, stored, target), reason=reason)
        if act.guild:
            await self._competitions.service.store.acts.add_act(act)

    def describe(
        self, interaction: Interaction, what: ActKind, stored: Stored, target: Person = NOBODY
    ) -> Act:
        """The act of the asker about a competition."""
        name, subject = words.plain_title(stored), stored.id
        visit, now = visit_of(interaction), self._competitions.service.now()
        return visit.act(what, now, target=target, subject=subject, detail=name)

    async def edit(
        self,
        interaction: Interaction,
        stored: Stored,
        *,
        name: str | None,
        about: str | None,
        delete: str | None,
    ) -> None:
        """Change or delete the name and the text; None keeps one as it is."""
        check_may_end(interaction, stored)
        if name is None and about is None and delete is None:
            raise Denied("Give a new name, a new text, or what to delete.")
        if name is None and delete in {"name", "both"}:
            name = ""
        if about is None and delete in {"text", "both"}:
            about = ""
        role: By = "admin" if manages_its_server(interaction, stored) else "host"
        stored = await self._competitions.rename(stored.id, name, about, role=role)
        await self.log_act(interaction, stored, ActKind.EDITED)
        lines = [tr("Its name: {name}", name=words.title(stored))]
        lines.append(tr("It has a text.") if stored.text.strip() else tr("It has no text."))
        await say(interaction, "\n".join(lines))

    async def move(self, interaction: Interaction, stored: Stored) -> None:
        """Bring a competition into this channel, also if its own is deleted."""
        if stored.is_wide:
            raise Denied(
                "A league of all servers has a channel in each: `{command}`.",
                command=Verbatim(command("league", "follow")),
            )
        check_may_end(interaction, stored)
        channel = place_of_competition(interaction)
        if interaction.guild_id != stored.guild:
            raise not_found(stored.id)
        for_all = is_seen_by_all(interaction.client, stored.guild, channel.id)
        by = interaction.user.id
        await self._competitions.move(stored.id, channel.id, by=by, for_all=for_all)
        await self.log_act(interaction, stored, ActKind.EDITED)
        text = tr("{name} goes on here; its message follows.", name=words.title(stored))
        await say(interaction, text)

    async def ask_to_remove(self, interaction: Interaction, stored: Stored, user: int) -> None:
        """Ask before a player is taken out."""
        await self._competitions.check_no_interest(stored, interaction.user.id)
        player, course = words.name_of(stored, user), stored.course
        sentences = [tr("Take {player} out of {name}?", player=player, name=words.title(stored))]
        for each in course.open:
            if user in each.players:
                names = [words.name_of(stored, other) for other in each.players if other != user]
                fields = {"player": player, "others": listing(names)}
                sentences.append(tr("{player} loses the match against {others}.", **fields))
        if course.is_under_way:
            sentences.append(tr("{player} cannot come back.", player=player))
        sentences.append(tr("You yourself cannot enter after that."))
        press = CompetitionPress("remove!", stored.id, place=str(user))
        await ask_to_confirm(interaction, " ".join(sentences), tr("Take the player out"), press)

    async def remove(
        self, interaction: Interaction, stored: Stored, press: CompetitionPress
    ) -> None:
        """Take a player out, for a reason that a form asks for."""
        check_host(interaction, stored)
        if interaction.type is not discord.InteractionType.modal_submit:
            await interaction.response.send_modal(reason_form(press, tr("Take the player out")))
            return
        user, reason = read_number(press.place) or 0, submitted_reason(interaction)
        by = actor_in(interaction, stored)
        await self._competitions.remove(stored.id, user, by=by, reason=reason)
        target = Person(max(user, 0), words.plain_name_of(stored, user))
        await self.log_act(interaction, stored, ActKind.REMOVED, target, reason)
        text = tr("{player} no longer takes part.", player=words.name_of(stored, user))
        await self._shown.answer_change(interaction, stored, text)

    async def ask_to_end_round(self, interaction: Interaction, stored: Stored) -> None:
        """Ask before the present round ends early."""
        check_host(interaction, stored)
        course = stored.course
        competition_changes.check_may_end_rounds(stored.competition, interaction.user.id)
        heading = tr(
            "End round {number} now? Nobody is taken out. These matches end and count for no"
            " rating:",
            number=course.round,
        )
        ends = [await self._end_line(stored, each) for each in course.open]
        press = CompetitionPress("endround!", stored.id, course.round)
        text = "\n".join([heading, *first_lines([f"- {it}" for it in ends], _MOST_ENDS, heading)])
        await ask_to_confirm(interaction, text, tr("End the round"), press)

    async def _end_line(self, stored: Stored, pairing: Paired) -> str:
        """A line about the result of a match if its round ended now."""
        end, late = tr("nobody wins"), 0
        service, match_id = self._competitions.service, stored.matches.get(pairing.pairing, "")
        async with self._competitions.housekeeping.sparing(match_id):
            scene = await service.scene(match_id)
            match, outages = scene.match, service.clocks.forgiven_times(scene)
            if match.phase is Phase.PLAYING:
                late = slowest_seat(match, service.context(match), outages)
        if late:
            player = words.name_of(stored, pairing.players[late - 1])
            end = tr("{player} is to move and loses", player=player)
        return label_text(" – ".join(words.name_of(stored, each) for each in pairing.players), end)

    async def end_round(self, interaction: Interaction, stored: Stored, number: int) -> None:
        check_host(interaction, stored)
        if stored.course.round != number:
            raise Denied("This round is over.")
        await self._steps.end_round(stored.id, by=actor_in(interaction, stored))
        await self.log_act(interaction, stored, ActKind.ROUND_ENDED)
        text = tr("The round is over; the next step follows.")
        await self._shown.answer_change(interaction, stored, text)

    async def ask_to_end(self, interaction: Interaction, stored: Stored) -> None:
        """Ask before a competition ends early."""
        check_may_end(interaction, stored)
        competition_changes.check_may_cancel(stored.competition, interaction.user.id)
        end = face_of(stored.format).end if stored.course.began else mark("End {name} for good?")
        question = tr(end, name=words.title(stored))
        press = CompetitionPress("end!", stored.id)
        await ask_to_confirm(interaction, question, tr("End it"), press)

    async def end(self, interaction: Interaction, stored: Stored, press: CompetitionPress) -> None:
        """End a competition early, for a reason that a form asks for."""
        check_may_end(interaction, stored)
        if interaction.type is not discord.InteractionType.modal_submit:
            await interaction.response.send_modal(reason_form(press, tr("End it")))
            return
        by, reason = actor_in(interaction, stored), submitted_reason(interaction)
        await self._competitions.cancel(stored.id, by=by, reason=reason)
        await self.log_act(interaction, stored, ActKind.CANCELLED, reason=reason)
        text = tr(face_of(stored.format).cancel, name=words.title(stored))
        await self._shown.answer_change(interaction, stored, text)
