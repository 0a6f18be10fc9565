"""The options of commands: a competition, a player of it, and a time; and the rights they need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

import discord
from babel.dates import format_datetime
from discord import Interaction

from cogs.board.public_posts import check_post
from cogs.competitions.competition_display import check_sight, not_found
from cogs.competitions.formats.format_face import face_of
from cogs.competitions.views.competition_state_text import state_line
from cogs.competitions.views.competition_text import (
    alike,
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
from prowlerbot.competitions.competition_record import DAY
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.competitions.competition_values import Kind
from prowlerbot.competitions.player_steps import removable
from prowlerbot.core.errors import Denied, NotFound
from prowlerbot.core.i18n import COMMAND, babel_locale, mark, spoken, tr, translated
from prowlerbot.core.lists_and_numbers import from_now, labelled
from prowlerbot.core.typed_days import days_begun
from prowlerbot.core.typed_times import read_time, read_times
from prowlerbot.match.deadlines import zone

CREATE_EVENTS = mark("Create Events")
"""The name of the permission in Discord's settings."""
_LISTED = 10
_CHOICES = 6
_SUGGESTED = 8
"""The most competitions that a sentence names, and the most times that are suggested."""
_LONGEST = 100
"""Discord's limit for the name of a suggestion."""
_SECOND = " (2)"
"""Follows the label of the older one of two competitions with equal labels."""
_ISOLATES = dict.fromkeys(map(ord, "\u2068\u2069"))
"""What stands around a right-to-left name, and nobody types."""
_HOURS = ("20:00", "18:00", "12:00")
"""The hours that are suggested for a day."""


@dataclass(eq=False)
class CompetitionChoice:
    """Selects a competition of a kind in the user's server. ``option`` is the option of the
    command; ``none`` is the refusal if there is no competition.
    """

    _competitions: Competitions
    _kind: Kind
    _option: str
    _none: str

    async def visible(self, interaction: Interaction, *, ended: bool = False) -> list[Stored]:
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

    async def listing(self, interaction: Interaction, heading: str) -> str:
        """The competitions that the user can see, with links and states, below a heading."""
        competitions = await self.visible(interaction, ended=True)
        games = self._competitions.service.games
        entries = [
            f"{link_line(each, games[each.terms.game].title)}\n-# {state_line(each)}"
            for each in competitions
        ]
        lines = first_lines(entries, _LISTED, heading) or [tr("There is none so far.")]
        return "\n".join([heading, *lines])

    def _fits(self, interaction: Interaction, stored: Stored) -> bool:
        try:
            check_sight(interaction, stored)
        except NotFound:
            return False
        return stored.format.kind is self._kind

    async def choose(
        self,
        interaction: Interaction,
        typed: str | None,
        *,
        ended: bool = False,
        latest: bool = False,
    ) -> Stored:
        """The typed competition, else the one of this channel, else the only one of the server.

        With ``latest`` it may be the latest of several that have ended.
        """
        if typed is not None:
            stored = await self._competitions.get(typed)
            if not self._fits(interaction, stored):
                raise not_found(typed)
            return stored
        visible = await self.visible(interaction, ended=ended)
        if not visible:
            raise Denied(self._none)
        here = [each for each in visible if each.channel == interaction.channel_id]
        some = next(filter(None, (_running(here), here, _running(visible), visible)))
        if len(some) > 1 and not (latest and some[0].course.ended):
            beside = await self._beside(interaction, some)
            lines = [f"- {title(each)}{more}" for each, more in zip(some, beside, strict=True)]
            raise Denied(
                "Several fit here. Choose one in `{option}:`\n{choices}",
                option=Verbatim(translated(self._option, spoken(), COMMAND) or self._option),
                choices=Verbatim("\n".join(first_lines(lines, _CHOICES))),
            )
        return some[0]

    async def _beside(self, interaction: Interaction, some: Sequence[Stored]) -> list[str]:
        """For each competition the words that distinguish it from others of the same name."""
        name, labels, parts = await self.zone_of(interaction), set[str](), list[str]()
        for stored in some:
            games, key = self._competitions.service.games, stored.terms.game
            game = games[key].title if key in games else key
            more = beside_title(stored, game, self._written(stored.terms.starts, name))
            while plain_title(stored) + more in labels:
                more += _SECOND
            labels.add(plain_title(stored) + more)
            parts.append(more)
        return parts

    async def suggest(
        self, interaction: Interaction, typed: str, *, ended: bool = False
    ) -> Suggestions:
        return await self.labelled(interaction, await self.visible(interaction, ended=ended), typed)

    async def labelled(
        self, interaction: Interaction, some: Sequence[Stored], typed: str
    ) -> Suggestions:
        """The competitions among some whose labels contain the typed text."""
        pairs = zip(some, await self._beside(interaction, some), strict=True)
        labels = (
            (plain_title(each)[: _LONGEST - len(more)] + more, each.id) for each, more in pairs
        )
        return having(typed, labels)

    def player_named(self, stored: Stored, typed: str) -> int:
        """The player of a chosen suggestion, or the only player of this name. Raises Denied."""
        known = removable(stored.competition)
        players = [each for each in known if str(each) == typed] or [
            each
            for each in known
            if plain_name_of(stored, each).translate(_ISOLATES).casefold() == typed.casefold()
        ]
        if len(players) != 1:
            raise Denied("This player does not take part; choose one of the suggestions.")
        return players[0]

    async def player(self, interaction: Interaction, named: str | None, typed: str) -> Suggestions:
        """Suggestions for a player who can be taken out of the chosen competition."""
        stored = await self.choose(interaction, named)
        known = removable(stored.competition)
        labels = (
            # Several players of one name are told apart by what Discord calls their ID.
            f"{name} · {each}" if alike(stored, each) else name
            for each in known
            for name in (plain_name_of(stored, each),)
        )
        return having(typed, zip(labels, map(str, known), strict=True))

    # ------------------------------------------------------------------ times

    async def zone_of(self, interaction: Interaction) -> str:
        """The time zone of the user, else of the server."""
        store, guild = self._competitions.service.store, interaction.guild_id or 0
        server, own, _ = await store.choices.in_server(guild, interaction.user.id)
        return own.timezone or server.timezone

    async def time(self, interaction: Interaction, typed: str) -> int:
        """The typed time. Raises Denied if it cannot be read, or is over."""
        now, name = self._competitions.service.now(), await self.zone_of(interaction)
        at = read_time(typed, now, zone(name))
        if at is None:
            night = read_time(f"{typed} 23:59", now, zone(name))
            if night is not None and night <= now:  # the whole day is over
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
        """Suggestions for a time: the readings and continuations of the text typed so far."""
        now, name = self._competitions.service.now(), await self.zone_of(interaction)
        today, times = datetime.fromtimestamp(now, zone(name)).date(), dict[int, None]()
        for text in _continued(typed.strip(), today):
            for at in read_times(text, now, zone(name)):
                if now < at <= now + LATEST_START:
                    times.setdefault(at)
        return [(self._suggested(at, now, name), f"<t:{at}>") for at in [*times][:_SUGGESTED]]

    def _suggested(self, at: int, now: int, name: str) -> str:
        """A time with its zone and its distance; with the offset if the clocks show it twice."""
        there = datetime.fromtimestamp(at, zone(name))
        tomorrow = datetime.fromtimestamp(now, zone(name)).date() + timedelta(days=1)
        twice = there.replace(fold=0).utcoffset() != there.replace(fold=1).utcoffset()
        offset = f", {format_datetime(there, 'ZZZZ', locale=babel_locale())}" if twice else ""
        label = f"{self._written(at, name)} ({name}{offset})"
        if there.date() == tomorrow:
            return labelled(tr("tomorrow"), label)
        return f"{label} · {from_now(at - now)}"

    @staticmethod
    def _written(at: int, name: str) -> str:
        there = datetime.fromtimestamp(at, zone(name))
        return format_datetime(there, "EEEE, d MMM y, HH:mm", locale=babel_locale())


def _continued(typed: str, today: date) -> list[str]:
    """The possible continuations of a typed text, the likeliest first."""
    if named := days_begun(typed, today):
        return [f"{day} {hour}" for hour in _HOURS for day in named]
    begun = [f"{typed}:00", f"{typed}0:00", f"{typed} h", f"{typed} d"]
    days = [f"{typed} {hour}" for hour in _HOURS]
    return [typed, *days, *(begun if typed[-1].isdecimal() else [])]


def manages_its_server(interaction: Interaction, stored: Stored) -> bool:
    """Whether the user manages the server of a competition, and acts there.

    A player can reach a competition from another server and be an admin of that one.
    """
    return interaction.guild_id == stored.guild and is_admin(interaction)


def check_host(interaction: Interaction, stored: Stored) -> None:
    """Raise Denied unless the user is the host of the competition or an admin of its server."""
    if stored.host != interaction.user.id and not manages_its_server(interaction, stored):
        raise Denied("Only the host and members with the permission Manage Server can do that.")


def role_in(interaction: Interaction, stored: Stored) -> By:
    """The role in which a user with the right to do so changes a competition."""
    return "host" if stored.host == interaction.user.id else "admin"


def check_may_end(interaction: Interaction, stored: Stored) -> None:
    """Raise Denied for a user without the right to end a competition.

    A league of all servers belongs to its host, other leagues to the admins of their servers.
    """
    if not face_of(stored.format).of_admins:
        check_host(interaction, stored)
    elif stored.is_wide and stored.host != interaction.user.id:
        raise Denied("Only the host of a league of all servers can do that.")
    elif not stored.is_wide and not manages_its_server(interaction, stored):
        raise Denied(ADMINS_ONLY)


def _running(competitions: Sequence[Stored]) -> list[Stored]:
    return [each for each in competitions if not each.course.ended]


def check_may_host(interaction: Interaction) -> None:
    """Raise Denied for a member who can neither create events here nor manage the server."""
    may = interaction.permissions
    if not (may.create_events or may.manage_events or may.manage_guild):
        raise Denied(
            "To host a tournament you need the permission {missing} in this server.",
            missing=CREATE_EVENTS,
        )


def place_of_competition(interaction: Interaction) -> discord.TextChannel | discord.Thread:
    """The channel of a new competition. Raises Denied if the bot cannot write there by itself."""
    check_post(interaction, "competitions")
    channel = interaction.channel
    if isinstance(channel, discord.TextChannel | discord.Thread):
        return channel
    raise Denied("A competition needs a text channel of the server.")
