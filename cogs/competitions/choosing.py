"""Which competition a command is about, and times that people type for it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

import discord
from babel.dates import format_datetime
from discord import Interaction, app_commands

from cogs.competitions.shown import check_sight, unseen
from cogs.frame.fitting import first_lines
from cogs.frame.interaction import MOST_SUGGESTIONS
from cogs.frame.names import Verbatim
from cogs.frame.options import Suggestions
from cogs.views.competition_words import link_line, plain_name_of, plain_title, state_line
from prowlerbot.competition.record import Format
from prowlerbot.core.errors import Denied, NotFound
from prowlerbot.core.i18n import babel_locale, mark, spoken, tr
from prowlerbot.core.typed_times import read_time
from prowlerbot.match.deadlines import zone
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.service.competitions import Competitions
from prowlerbot.storage.competitions import Stored

CREATE_EVENTS = mark("Create Events")
"""The name of the permission in Discord's settings."""
_ADMINS_ONLY = mark("Only the admins of this server can do that.")
_LISTED = 10
_LONGEST = 100
"""Discord's limit for the name of a suggestion."""


class Choosing:
    """Among the competitions of some formats in the asker's server."""

    def __init__(self, competitions: Competitions, formats: Collection[Format]) -> None:
        self._competitions = competitions
        self._formats = formats

    async def seen(self, interaction: Interaction, *, ended: bool = False) -> list[Stored]:
        """The competitions that the asker can see: those that are not over, then those that are."""
        guild = interaction.guild_id or 0
        found = await self._competitions.of_guild(guild)
        if ended:
            found += await self._competitions.of_guild(guild, ended=True)
        found += await self._competitions.shared_by(guild, ended=ended)
        return [each for each in found if self._fits(interaction, each)]

    async def listing(self, interaction: Interaction, heading: str) -> str:
        """The competitions that the asker can see, with links and states, below a heading."""
        found = await self.seen(interaction, ended=True)
        told = [f"{link_line(it)}\n-# {state_line(it)}" for it in found]
        lines = first_lines(told, _LISTED, heading) or [tr("There is none so far.")]
        return "\n".join([heading, *lines])

    def _fits(self, interaction: Interaction, it: Stored) -> bool:
        try:
            check_sight(interaction, it)
        except NotFound:
            return False
        return it.competition.terms.format in self._formats

    async def choose(
        self,
        interaction: Interaction,
        typed: str | None,
        *,
        ended: bool = False,
        latest: bool = False,
    ) -> Stored:
        """The named competition, else the one of this channel, else the only one here; of several,
        the ``latest`` if that will do.
        """
        if typed is not None:
            it = await self._competitions.get(typed)
            if not self._fits(interaction, it):
                raise unseen(typed)
            return it
        found = await self.seen(interaction, ended=ended)
        if not found:
            raise Denied("There is no competition here at present.")
        here = [each for each in found if each.channel == interaction.channel_id]
        some = next(filter(None, (_running(here), here, _running(found), found)))
        if len(some) > 1 and not latest:
            raise Denied("There are several competitions here; say which one you mean.")
        return some[0]

    async def suggest(
        self, interaction: Interaction, typed: str, *, ended: bool = False
    ) -> Suggestions:
        found = []
        for it in await self.seen(interaction, ended=ended):
            label = f"{plain_title(it)} · {it.id}"[:_LONGEST]
            if typed.casefold() in label.casefold():
                found.append(app_commands.Choice(name=label, value=it.id))
        return found[:MOST_SUGGESTIONS]

    async def player(self, interaction: Interaction, named: str | None, typed: str) -> Suggestions:
        """The players of the chosen competition."""
        it = await self.choose(interaction, named)
        found = [
            app_commands.Choice(name=plain_name_of(it, each)[:_LONGEST], value=str(each))
            for each in it.competition.course.present
        ]
        return [each for each in found if typed.casefold() in each.name.casefold()][
            :MOST_SUGGESTIONS
        ]

    # ------------------------------------------------------------------ times

    async def _zone(self, interaction: Interaction) -> str:
        """The time zone of the asker, else of the server."""
        store = self._competitions.service.store
        own = await store.choices(PlayerChoices, interaction.user.id)
        if own.timezone != PlayerChoices().timezone:
            return own.timezone
        return (await store.choices(ServerChoices, interaction.guild_id or 0)).timezone

    async def time(self, interaction: Interaction, typed: str) -> int:
        """The time that the asker means. Raises Denied if it cannot be read, or is over."""
        now, name = self._competitions.service.now(), await self._zone(interaction)
        at = read_time(typed, now, zone(name))
        if at is None:
            raise Denied(
                "I cannot read the time “{typed}”. Write it like “in 2 hours”, “sat 18:00” or"
                " “2026-12-01 19:30”; your time zone is {zone}.",
                typed=typed,
                zone=Verbatim(name),
            )
        if at <= now:
            raise Denied("That time has passed; choose a later one.")
        return at

    async def suggest_time(self, interaction: Interaction, typed: str) -> Suggestions:
        """What the asker has typed so far, as it is understood."""
        now, name = self._competitions.service.now(), await self._zone(interaction)
        texts = [typed] if typed.strip() else ["in 1 hour", "20:00", tr("tomorrow") + " 20:00"]
        found = []
        for text in texts:
            at = read_time(text, now, zone(name))
            if at is not None and at > now:
                told = format_datetime(
                    datetime.fromtimestamp(at, zone(name)),
                    "EEEE, d MMM, HH:mm",
                    locale=babel_locale(spoken()),
                )
                found.append(app_commands.Choice(name=f"{told} ({name})", value=f"<t:{at}>"))
        return found


def manages(interaction: Interaction) -> bool:
    """Whether the asker manages the server."""
    return interaction.permissions.manage_guild


def manages_its_server(interaction: Interaction, it: Stored) -> bool:
    """Players reach their competitions from other servers, too, and may be admins there."""
    return interaction.guild_id == it.guild and manages(interaction)


def check_host(interaction: Interaction, it: Stored) -> None:
    """Raise Denied for anybody but the host of a competition and the admins of its server."""
    if it.host != interaction.user.id and not manages_its_server(interaction, it):
        raise Denied("Only the host and the admins of this server can do that.")


def check_may_end(interaction: Interaction, it: Stored) -> None:
    """A league of all servers belongs to its host, any other one to the admins of its server."""
    if it.competition.terms.format is not Format.LEAGUE:
        check_host(interaction, it)
    elif it.is_wide and it.host != interaction.user.id:
        raise Denied("Only the host of a league of all servers can do that.")
    elif not it.is_wide and not manages_its_server(interaction, it):
        raise Denied(_ADMINS_ONLY)


def _running(competitions: Sequence[Stored]) -> list[Stored]:
    return [it for it in competitions if not it.competition.course.ended]


def check_admin(interaction: Interaction) -> None:
    if not manages(interaction):
        raise Denied(_ADMINS_ONLY)


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
