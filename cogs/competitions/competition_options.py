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
from cogs.competitions.competition_editing import manages_its_server
from cogs.competitions.competition_message import check_sight
from cogs.competitions.state_text import state_line
from cogs.frame.command_options import Suggestions, suggestions_with
from cogs.frame.layout import first_lines
from cogs.frame.names import Verbatim, name_in_commands
from cogs.frame.visit import visit_of
from prowlerbot.competitions import competition_changes
from prowlerbot.competitions.competition_record import (
    LATEST_START,
    CompetitionKind,
    Stored,
    not_found,
)
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied, NotFound
from prowlerbot.core.i18n import babel_locale, label_text, mark, time_ahead_words, tr
from prowlerbot.core.typed_times import days_named_like, read_time, read_times
from prowlerbot.match.preferences import time_zone
from prowlerbot.service.match_service import Service

CREATE_EVENTS = mark("Create Events")
"""The name of the permission in Discord's settings."""
_MOST_LISTED, _MOST_NAMED = 10, 6
"""The most competitions in a list, and in a sentence."""
_MOST_TIMES = 8
"""The most times that are suggested."""
_LONGEST_LABEL = 100
"""Discord's limit for the name of a suggestion."""
_MARK_OF_OLDER = " (2)"
"""Follows the label of the older one of two competitions with equal labels."""
_ISOLATES = dict.fromkeys(map(ord, "\u2068\u2069"))
"""The signs around a right-to-left name, which nobody types."""
_USUAL_HOURS = ("20:00", "18:00", "12:00")
"""The hours that are suggested for a day."""


@dataclass(eq=False)
class TypedTimes:
    """Times as people type them, in the time zone of the user, else of the server."""

    _service: Service

    async def zone_of(self, interaction: Interaction) -> str:
        """The time zone of the user, else of the server."""
        visit = visit_of(interaction)
        server, own = visit.server, visit.reader
        if interaction.type is discord.InteractionType.autocomplete:  # whose visits read none
            choices = self._service.store.choices
            server, own, _ = await choices.choices_in_server(visit.guild, visit.user)
        return own.timezone or server.timezone

    async def typed_time(self, interaction: Interaction, typed: str) -> int:
        """The typed time. Raises Denied if it cannot be read, or is over."""
        now, name = self._service.now(), await self.zone_of(interaction)
        at = _read_typed(typed, now, name)
        if at <= now:
            raise Denied(
                "{date} is over. Choose a time within the next {count} days.",
                date=Verbatim(f"<t:{at}:f>"),
                count=LATEST_START // DAY,
            )
        return at

    async def suggest_time(self, interaction: Interaction, typed: str) -> Suggestions:
        """Suggestions for a time: the readings and continuations of the text typed so far."""
        now, name = self._service.now(), await self.zone_of(interaction)
        today, times = datetime.fromtimestamp(now, time_zone(name)).date(), dict[int, None]()
        for text in _continue_text(typed.strip(), today):
            for at in read_times(text, now, time_zone(name)):
                if now < at <= now + LATEST_START:
                    times.setdefault(at)
        return [(_time_label(at, now, name), f"<t:{at}>") for at in [*times][:_MOST_TIMES]]


def _read_typed(typed: str, now: int, name: str) -> int:
    """The typed time, or the end of a day that is over. Raises Denied for any other text."""
    if (at := read_time(typed, now, time_zone(name))) is not None:
        return at
    night, zone = read_time(f"{typed} 23:59", now, time_zone(name)), Verbatim(name)
    if night is not None and night <= now:
        return night
    if night is not None:
        raise Denied(
            "“{typed}”: at what time? Write “{typed} {hour}”; your time zone is {zone}.",
            typed=typed,
            hour=Verbatim(_USUAL_HOURS[0]),
            zone=zone,
        )
    if read_time(typed, now, UTC) is not None:
        raise Denied(
            "The clocks of {zone} skip “{typed}” as they are put forward; choose another time.",
            zone=zone,
            typed=typed,
        )
    raise Denied(
        "I cannot read the time “{typed}”. Write it like “in 2 hours”, “sat 18:00” or"
        " “2026-12-01 19:30”; your time zone is {zone}.",
        typed=typed,
        zone=zone,
    )


def _time_label(at: int, now: int, name: str) -> str:
    """A time with its zone and its distance; with the offset if the clocks show it twice."""
    there = datetime.fromtimestamp(at, time_zone(name))
    tomorrow = datetime.fromtimestamp(now, time_zone(name)).date() + timedelta(days=1)
    twice = there.replace(fold=0).utcoffset() != there.replace(fold=1).utcoffset()
    offset = f", {format_datetime(there, 'ZZZZ', locale=babel_locale())}" if twice else ""
    label = f"{_date_words(at, name)} ({name}{offset})"
    if there.date() == tomorrow:
        return label_text(tr("tomorrow"), label)
    return f"{label} · {time_ahead_words(at - now)}"


def _date_words(at: int, name: str) -> str:
    there = datetime.fromtimestamp(at, time_zone(name))
    return format_datetime(there, "EEEE, d MMM y, HH:mm", locale=babel_locale())


def _continue_text(typed: str, today: date) -> list[str]:
    """The possible continuations of a typed text, the likeliest first."""
    if named := days_named_like(typed, today):
        return [f"{day} {hour}" for hour in _USUAL_HOURS for day in named]
    begun = [f"{typed}:00", f"{typed}0:00", f"{typed} h", f"{typed} d"]
    days = [f"{typed} {hour}" for hour in _USUAL_HOURS]
    return [typed, *days, *(begun if typed[-1].isdecimal() else [])]


@dataclass(eq=False)
class CompetitionChoice:
    """Selects a competition in the command's ``option``; ``none_refusal`` refuses without any."""

    _competitions: Competitions
    _times: TypedTimes
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
        name, labels, parts = await self._times.zone_of(interaction), set[str](), list[str]()
        for stored in some:
            game = self._competitions.service.games.title_of(stored.terms.game)
            starts = _date_words(stored.terms.starts, name)
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
        labels = (
            (words.plain_title(it)[: _LONGEST_LABEL - len(more)] + more, it.id)
            for it, more in zip(some, await self._differing_words(interaction, some), strict=True)
        )
        return suggestions_with(typed, labels)


def _running_only(competitions: Sequence[Stored]) -> list[Stored]:
    return [each for each in competitions if not each.course.ended]


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
