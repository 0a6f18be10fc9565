"""Which competition a command is about, and times that people type for it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import discord
from babel.dates import format_datetime
from discord import Interaction

from cogs.competitions.competition_display import check_sight, not_found
from cogs.competitions.views.competition_state_text import state_line
from cogs.competitions.views.competition_text import (
    beside_title,
    link_line,
    plain_name_of,
    plain_title,
    title,
)
from cogs.frame.layout import first_lines
from cogs.frame.names import Verbatim
from cogs.frame.options import Suggestions, having
from cogs.frame.powers import ADMINS_ONLY, is_admin
from prowlerbot.competitions.competition_events import By
from prowlerbot.competitions.competition_limits import LATEST_START
from prowlerbot.competitions.competition_record import DAY, Format
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.core.errors import Denied, NotFound
from prowlerbot.core.i18n import COMMAND, babel_locale, mark, spoken, tr, translated
from prowlerbot.core.lists_and_numbers import from_now
from prowlerbot.core.typed_days import plain
from prowlerbot.core.typed_times import read_time, read_times
from prowlerbot.match.deadlines import zone

CREATE_EVENTS = mark("Create Events")
"""The name of the permission in Discord's settings."""
_LISTED = 10
_CHOICES = 6
"""Competitions that a sentence names, and times that are suggested."""
_LONGEST = 100
"""Discord's limit for the name of a suggestion."""
_SECOND = " (2)"
"""Behind the older one of two that have all else in common."""
_HOURS = ("20:00", "18:00", "12:00")
"""The times of day that are suggested for a day."""


@dataclass(eq=False)
class Choosing:
    """Among the competitions of some formats in the asker's server. The ``option`` of a command
    selects one; ``none`` is the refusal where there is none.
    """

    _competitions: Competitions
    _formats: Collection[Format]
    _option: str
    _none: str

    async def seen(self, interaction: Interaction, *, ended: bool = False) -> list[Stored]:
        """The competitions that the asker can see: those that are not over, then those that are."""
        guild = interaction.guild_id or 0
        found = await self._competitions.of_guild(guild)
        if ended:
            found += await self._competitions.of_guild(guild, ended=True)
        found += await self._competitions.leagues_of_server(guild, ended=ended)
        return [each for each in found if self._fits(interaction, each)]

    async def listing(self, interaction: Interaction, heading: str) -> str:
        """The competitions that the asker can see, with links and states, below a heading."""
        found = await self.seen(interaction, ended=True)
        games = self._competitions.service.games
        told = [
            f"{link_line(each, games[each.competition.terms.game].title)}\n-# {state_line(each)}"
            for each in found
        ]
        lines = first_lines(told, _LISTED, heading) or [tr("There is none so far.")]
        return "\n".join([heading, *lines])

    def _fits(self, interaction: Interaction, stored: Stored) -> bool:
        try:
            check_sight(interaction, stored)
        except NotFound:
            return False
        return stored.competition.terms.format in self._formats

    async def choose(
        self,
        interaction: Interaction,
        typed: str | None,
        *,
        ended: bool = False,
        latest: bool = False,
    ) -> Stored:
        """The named competition, else the one of this channel, else the only one here; of several
        that are over, the ``latest`` if that will do.
        """
        if typed is not None:
            stored = await self._competitions.get(typed)
            if not self._fits(interaction, stored):
                raise not_found(typed)
            return stored
        found = await self.seen(interaction, ended=ended)
        if not found:
            raise Denied(self._none)
        here = [each for each in found if each.channel == interaction.channel_id]
        some = next(filter(None, (_running(here), here, _running(found), found)))
        if len(some) > 1 and not (latest and some[0].competition.course.ended):
            beside = await self._beside(interaction, some)
            lines = [f"- {title(each)}{more}" for each, more in zip(some, beside, strict=True)]
            raise Denied(
                "Several fit here. Choose one in `{option}:`\n{choices}",
                option=Verbatim(translated(self._option, spoken(), COMMAND) or self._option),
                choices=Verbatim("\n".join(first_lines(lines, _CHOICES))),
            )
        return some[0]

    async def _beside(self, interaction: Interaction, some: Sequence[Stored]) -> list[str]:
        """What tells each competition from the others, even from those of the same name."""
        name, labels, found = await self._zone(interaction), set[str](), list[str]()
        for stored in some:
            game = self._competitions.service.games[stored.competition.terms.game].title
            more = beside_title(stored, game, self._written(stored.competition.terms.starts, name))
            while plain_title(stored) + more in labels:
                more += _SECOND
            labels.add(plain_title(stored) + more)
            found.append(more)
        return found

    async def suggest(
        self, interaction: Interaction, typed: str, *, ended: bool = False
    ) -> Suggestions:
        return await self.labelled(interaction, await self.seen(interaction, ended=ended), typed)

    async def labelled(
        self, interaction: Interaction, some: Sequence[Stored], typed: str
    ) -> Suggestions:
        """Those of some competitions whose labels have what was typed."""
        pairs = zip(some, await self._beside(interaction, some), strict=True)
        labels = (
            (plain_title(each)[: _LONGEST - len(more)] + more, each.id) for each, more in pairs
        )
        return having(typed, labels)

    def player_named(self, stored: Stored, typed: str) -> int:
        """Whom a suggestion names, or a name that only one player has. Raises Denied."""
        present = stored.competition.course.present
        found = [each for each in present if str(each) == typed] or [
            each for each in present if plain_name_of(stored, each).casefold() == typed.casefold()
        ]
        if len(found) != 1:
            raise Denied("This player does not take part; choose one of the suggestions.")
        return found[0]

    async def player(self, interaction: Interaction, named: str | None, typed: str) -> Suggestions:
        """The players of the chosen competition."""
        stored = await self.choose(interaction, named)
        present = stored.competition.course.present
        return having(typed, ((plain_name_of(stored, each), str(each)) for each in present))

    # ------------------------------------------------------------------ times

    async def _zone(self, interaction: Interaction) -> str:
        """The time zone of the asker, else of the server."""
        store, guild = self._competitions.service.store, interaction.guild_id or 0
        server, own, _ = await store.choices_in(guild, interaction.user.id)
        return own.timezone or server.timezone

    async def time(self, interaction: Interaction, typed: str) -> int:
        """The time that the asker means. Raises Denied if it cannot be read, or is over."""
        now, name = self._competitions.service.now(), await self._zone(interaction)
        at = read_time(typed, now, zone(name))
        if at is None:
            night = read_time(f"{typed} 23:59", now, zone(name))
            if night is not None and night <= now:  # the day is over as a whole
                at = night
            elif night is not None:
                raise Denied(
                    "“{typed}”: at what time? Write “{typed} {hour}”; your time zone is {zone}.",
                    typed=typed,
                    hour=Verbatim(_HOURS[0]),
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
        """The readings and possible continuations of the text that the asker has typed so far."""
        now, name = self._competitions.service.now(), await self._zone(interaction)
        found: dict[int, None] = {}
        for text in _continued(typed.strip()):
            for at in read_times(text, now, zone(name)):
                if now < at <= now + LATEST_START:
                    found.setdefault(at)
        return [(self._suggested(at, now, name), f"<t:{at}>") for at in [*found][:_CHOICES]]

    def _suggested(self, at: int, now: int, name: str) -> str:
        """A time with its zone, and how far away it is; with the offset where clocks show it
        twice.
        """
        there = datetime.fromtimestamp(at, zone(name))
        twice = there.replace(fold=0).utcoffset() != there.replace(fold=1).utcoffset()
        offset = f", {format_datetime(there, 'ZZZZ', locale=_locale())}" if twice else ""
        return f"{self._written(at, name)} ({name}{offset}) · {from_now(at - now)}"

    @staticmethod
    def _written(at: int, name: str) -> str:
        there = datetime.fromtimestamp(at, zone(name))
        return format_datetime(there, "EEEE, d MMM y, HH:mm", locale=_locale())


def _locale() -> str:
    return babel_locale(spoken())


def _continued(typed: str) -> list[str]:
    """The possible continuations of a typed text, the likeliest first."""
    tomorrow = tr("tomorrow")
    if not typed:
        return ["in 1 hour", "20:00", f"{tomorrow} 20:00", "sat 20:00"]
    if plain(tomorrow).startswith(plain(typed)) and len(typed) > 1:
        typed = tomorrow
    days = [f"{typed} {hour}" for hour in _HOURS]
    begun = [f"{typed}:00", f"{typed}0:00", f"{typed} h", f"{typed} d"]
    return [typed, *days, *(begun if typed[-1].isdecimal() else [])]


def manages_its_server(interaction: Interaction, stored: Stored) -> bool:
    """Players reach their competitions from other servers, too, and may be admins there."""
    return interaction.guild_id == stored.guild and is_admin(interaction)


def check_host(interaction: Interaction, stored: Stored) -> None:
    """Raise Denied for anybody but the host of a competition and the admins of its server."""
    if stored.host != interaction.user.id and not manages_its_server(interaction, stored):
        raise Denied("Only the host and members with the permission Manage Server can do that.")


def role_in(interaction: Interaction, stored: Stored) -> By:
    """The right by which somebody changes a competition that they may change."""
    return "host" if stored.host == interaction.user.id else "admin"


def check_may_end(interaction: Interaction, stored: Stored) -> None:
    """A league of all servers belongs to its host, any other one to the admins of its server."""
    if stored.competition.terms.format is not Format.LEAGUE:
        check_host(interaction, stored)
    elif stored.is_wide and stored.host != interaction.user.id:
        raise Denied("Only the host of a league of all servers can do that.")
    elif not stored.is_wide and not manages_its_server(interaction, stored):
        raise Denied(ADMINS_ONLY)


def _running(competitions: Sequence[Stored]) -> list[Stored]:
    return [each for each in competitions if not each.competition.course.ended]


def check_may_host(interaction: Interaction) -> None:
    """Raise Denied for members who may neither create events here nor manage the server."""
    may = interaction.permissions
    if not (may.create_events or may.manage_events or may.manage_guild):
        raise Denied(
            "To host a tournament you need the permission {missing} in this server.",
            missing=CREATE_EVENTS,
        )


def place_of_competition(interaction: Interaction) -> discord.TextChannel | discord.Thread:
    """The channel of a new competition: one where the bot can write by itself."""
    channel = interaction.channel
    if isinstance(channel, discord.TextChannel | discord.Thread):
        return channel
    raise Denied("A competition needs a text channel of the server.")
