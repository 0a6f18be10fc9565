"""The options of commands about competitions: which one, which player, and when.

Each reads text that somebody has typed, and makes suggestions meanwhile.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

import discord
from babel.dates import format_datetime
from discord import Interaction

from cogs.competitions import competition_text as words
from cogs.competitions.competition_channels import check_sight
from cogs.competitions.competition_editing import manages_its_server
from cogs.competitions.state_text import state_line
from cogs.frame.command_options import Suggestions, suggestions_with
from cogs.frame.layout import first_lines
from cogs.frame.names import Verbatim, name_in_commands
from cogs.frame.visit import visit_of
from prowlerbot.competitions import competition_changes
from prowlerbot.competitions import competition_record as record
from prowlerbot.competitions.competition_record import CompetitionKind, Stored, not_found
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied, NotFound
from prowlerbot.core.i18n import babel_locale, label_text, mark, time_ahead_words, tr
from prowlerbot.core.typed_times import days_named_like, read_time, read_times
from prowlerbot.match.preferences import time_zone
from prowlerbot.service.match_service import Service

CREATE_EVENTS = mark("Create Events")  # the name of the permission in Discord's settings
_MAX_LISTED, _MAX_NAMED = 10, 6  # competitions in a list, and in a sentence
_MAX_TIMES = 8  # times that are suggested
_MAX_LABEL_LETTERS = 100  # Discord's limit for the name of a suggestion
_OLDER_MARK = " (2)"  # follows the label of the older one of two competitions with equal labels
_NO_ISOLATES = dict.fromkeys(map(ord, "\u2068\u2069"))  # removes signs that nobody types
_SUGGESTED_HOURS = ("20:00", "18:00", "12:00")


@dataclass(eq=False)
class TypedTimes:
    """Times in epoch seconds as people type them, in the time zone of the user, else the server."""

    _service: Service

    async def zone_of(self, interaction: Interaction) -> str:
        """The time zone of the user, else of the server."""
        visit = visit_of(interaction)
        server, reader = visit.server, visit.reader
        if interaction.type is discord.InteractionType.autocomplete:  # whose visits read none
            choices = self._service.store.choices
            server, reader, _ = await choices.choices_in_server(visit.guild, visit.user)
        return reader.timezone or server.timezone

    async def typed_time(self, interaction: Interaction, typed: str) -> int:
        """The typed time. Raises Denied if it cannot be read, or is over."""
        now, zone = self._service.now(), await self.zone_of(interaction)
        time = _read_typed(typed, now, zone)
        if time <= now:
            raise Denied(
                "{date} is over. Choose a time within the next {count} days.",
                date=Verbatim(f"<t:{time}:f>"),
                count=record.MAX_SECONDS_TO_START // DAY,
            )
        return time

    async def suggest_time(self, interaction: Interaction, typed: str) -> Suggestions:
        """Suggestions for a time: the readings and continuations of the text typed so far."""
        now, zone = self._service.now(), await self.zone_of(interaction)
        today = datetime.fromtimestamp(now, time_zone(zone)).date()
        times = dict.fromkeys(  # each once, the likeliest first
            time
            for text in _continue_text(typed.strip(), today)
            for time in read_times(text, now, time_zone(zone))
            if now < time <= now + record.MAX_SECONDS_TO_START
        )
        return [(_time_label(time, now, zone), f"<t:{time}>") for time in [*times][:_MAX_TIMES]]


def _read_typed(typed: str, now: int, zone: str) -> int:
    """The typed time, or the end of a day that is over. Raises Denied for any other text."""
    if (time := read_time(typed, now, time_zone(zone))) is not None:
        return time
    # A text that is a time once an hour follows is a day.
    end_of_day = read_time(f"{typed} 23:59", now, time_zone(zone))
    if end_of_day is not None and end_of_day <= now:
        return end_of_day
    if end_of_day is not None:
        raise Denied(
            "“{typed}”: at what time? Write “{typed} {hour}”; your time zone is {zone}.",
            typed=typed,
            hour=Verbatim(_SUGGESTED_HOURS[0]),
            zone=Verbatim(zone),
        )
    if read_time(typed, now, UTC) is not None:
        raise Denied(
            "The clocks of {zone} skip “{typed}” as they are put forward; choose another time.",
            zone=Verbatim(zone),
            typed=typed,
        )
    raise Denied(
        "I cannot read the time “{typed}”. Write it like “in 2 hours”, “sat 18:00” or"
        " “2026-12-01 19:30”; your time zone is {zone}.",
        typed=typed,
        zone=Verbatim(zone),
    )


def _time_label(time: int, now: int, zone: str) -> str:
    """A time with its zone and its distance; with the offset if the clocks show it twice."""
    local = datetime.fromtimestamp(time, time_zone(zone))
    tomorrow = datetime.fromtimestamp(now, time_zone(zone)).date() + timedelta(days=1)
    is_shown_twice = local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset()
    offset = f", {format_datetime(local, 'ZZZZ', locale=babel_locale())}" if is_shown_twice else ""
    label = f"{_date_words(time, zone)} ({zone}{offset})"
    if local.date() == tomorrow:
        return label_text(tr("tomorrow"), label)
    return f"{label} · {time_ahead_words(time - now)}"


def _date_words(time: int, zone: str) -> str:
    local = datetime.fromtimestamp(time, time_zone(zone))
    return format_datetime(local, "EEEE, d MMM y, HH:mm", locale=babel_locale())


def _continue_text(typed: str, today: date) -> list[str]:
    """The possible continuations of a typed text, the likeliest first."""
    if days := days_named_like(typed, today):
        return [f"{day} {hour}" for hour in _SUGGESTED_HOURS for day in days]
    as_day = [f"{typed} {hour}" for hour in _SUGGESTED_HOURS]
    as_number = [f"{typed}:00", f"{typed}0:00", f"{typed} h", f"{typed} d"]
    # An empty text is the name of each day, so this one has a last letter.
    return [typed, *as_day, *(as_number if typed[-1].isdecimal() else [])]


@dataclass(eq=False)
class CompetitionChoice:
    """Selects a competition of a kind from the text in an option of a command."""

    _competitions: Competitions
    _times: TypedTimes
    _kind: CompetitionKind
    _option: str  # the name of the option
    _none_refusal: str  # the refusal if the user can see no competition of the kind

    async def visible_competitions(
        self, interaction: Interaction, *, ended: bool = False
    ) -> list[Stored]:
        """The running competitions that the user can see, then with ``ended`` the others."""
        guild = interaction.guild_id or 0
        competitions = await self._competitions.of_guild(guild)
        if ended:
            competitions += await self._competitions.of_guild(guild, ended=True)
        competitions += await self._competitions.leagues_of_server(guild, ended=ended)
        known = {stored.id for stored in competitions}
        of_player = await self._competitions.of_player(interaction.user.id)
        # Its players go on in a league of all servers where a server no longer takes part.
        competitions += (it for it in of_player if it.is_wide and it.id not in known)
        return [stored for stored in competitions if self._can_choose(interaction, stored)]

    async def list_text(self, interaction: Interaction, heading: str) -> str:
        """The competitions that the user can see, with links and states, below a heading."""
        competitions = await self.visible_competitions(interaction, ended=True)
        games = self._competitions.service.games
        entries = [
            f"{words.link_line(stored, games[stored.terms.game].title)}\n-# {state_line(stored)}"
            for stored in competitions
        ]
        lines = first_lines(entries, _MAX_LISTED, heading) or [tr("There is none so far.")]
        return "\n".join([heading, *lines])

    def _can_choose(self, interaction: Interaction, stored: Stored) -> bool:
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
            if not self._can_choose(interaction, stored):
                raise not_found(typed)
            return [stored]
        if not (visible := await self.visible_competitions(interaction, ended=ended)):
            raise Denied(self._none_refusal)
        of_channel = [stored for stored in visible if stored.channel == interaction.channel_id]
        candidates = (_running_only(of_channel), of_channel, _running_only(visible), visible)
        return next(filter(None, candidates))

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
        fitting = await self.find_fitting(interaction, typed, ended=ended)
        if player:
            fitting = [stored for stored in fitting if players_named(stored, player)] or fitting
        if len(fitting) > 1 and not (latest and fitting[0].course.ended):
            endings = await self._differing_endings(interaction, fitting)
            titles = map(words.title, fitting)
            lines = [f"- {title}{ending}" for title, ending in zip(titles, endings, strict=True)]
            raise Denied(
                "Several fit here. Choose one in `{option}:`\n{choices}",
                option=Verbatim(name_in_commands(self._option)),
                choices=Verbatim("\n".join(first_lines(lines, _MAX_NAMED))),
            )
        return fitting[0]

    async def _differing_endings(
        self, interaction: Interaction, competitions: Sequence[Stored]
    ) -> list[str]:
        """For each competition the words after its title that distinguish it from its namesakes."""
        zone, labels, endings = await self._times.zone_of(interaction), set[str](), list[str]()
        for stored in competitions:
            game = self._competitions.service.games.title_of(stored.terms.game)
            starts = _date_words(stored.terms.starts, zone)
            ending = " · ".join(["", game, *words.format_words(stored), starts])
            while words.plain_title(stored) + ending in labels:
                ending += _OLDER_MARK
            labels.add(words.plain_title(stored) + ending)
            endings.append(ending)
        return endings

    async def suggest_competitions(
        self, interaction: Interaction, typed: str, *, ended: bool = False
    ) -> Suggestions:
        visible = await self.visible_competitions(interaction, ended=ended)
        return await self.suggest_labels(interaction, visible, typed)

    async def suggest_labels(
        self, interaction: Interaction, competitions: Sequence[Stored], typed: str
    ) -> Suggestions:
        """The competitions whose labels contain the typed text."""
        endings = await self._differing_endings(interaction, competitions)
        labels = (
            (words.plain_title(stored)[: _MAX_LABEL_LETTERS - len(ending)] + ending, stored.id)
            for stored, ending in zip(competitions, endings, strict=True)
        )
        return suggestions_with(typed, labels)


def _running_only(competitions: Sequence[Stored]) -> list[Stored]:
    return [stored for stored in competitions if not stored.course.ended]


def players_named(stored: Stored, typed: str) -> list[int]:
    """The player of a chosen suggestion, or all players of this name, who can be taken out."""
    players, name = competition_changes.removable_players(stored.competition), typed.strip()
    return [player for player in players if str(player) == typed] or [
        player
        for player in players
        if words.plain_name_of(stored, player).translate(_NO_ISOLATES).casefold() == name.casefold()
    ]


def suggest_player(
    interaction: Interaction, competitions: Sequence[Stored], typed: str
) -> Suggestions:
    """Suggestions of the players that the user can take out of one of these competitions."""
    labels = dict[str, str]()
    for stored in competitions:
        if stored.host == interaction.user.id or manages_its_server(interaction, stored):
            for player in competition_changes.removable_players(stored.competition):
                name = words.plain_name_of(stored, player)
                # Several players of one name are distinguished by their Discord IDs.
                is_shared = words.has_namesake(stored, player)
                labels[str(player)] = f"{name} · {player}" if is_shared else name
    return suggestions_with(typed, ((label, player) for player, label in labels.items()))
