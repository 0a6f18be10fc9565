"""The commands `/league`: an admin creates a league, and then it runs by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from discord import Interaction, app_commands

from cogs.competitions.competition_commands import (
    ABOUT,
    NAME,
    PACES,
    RATED,
    CompetitionCommands,
    Said,
)
from cogs.competitions.competition_options import place_of_competition
from cogs.competitions.views import competition_text as words
from cogs.contract.manifest import Option
from cogs.frame.options import Command, Suggestions, suggest
from cogs.frame.replies import say
from cogs.frame.visit import check_admin
from cogs.presses.addresses import CompetitionPress
from prowlerbot.competitions.competition_record import DAY, Kind, Terms
from prowlerbot.competitions.competition_store import CompetitionPosts, Stored
from prowlerbot.competitions.formats import FORMATS
from prowlerbot.competitions.formats.league import League
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark, tr

WEEK = 7 * DAY
_SEASONS = tuple((f"{weeks} weeks", weeks) for weeks in (2, 3, 4, 6, 8, 12))
_BREAKS = tuple((f"{days} days", days) for days in (3, 7, 14))
_SERVERS = ((mark("This server"), "this"), (mark("All servers that take part"), "all"))
_STARTS = mark("When the first season starts: “in 7 days”, “sat 18:00” or “2026-12-01 19:30”")
_MOST = 60
"""The most players, because all their matches begin together in one channel."""


@dataclass(eq=False)
class LeagueCommands(CompetitionCommands):
    name = "league"
    description = mark("Leagues in this server, which run by themselves")
    kind = Kind.LEAGUE
    which = mark("Which league, if there are several here")
    none = mark("This server has no league; an admin can begin one with `/league create`.")
    begin = ("create", mark("Begin a league in this channel, as an admin"))
    options = (
        Option("starts", _STARTS, required=True),
        Option("weeks", "How long a season lasts (default: 4 weeks)", _SEASONS, kind=int),
        Option(
            "pause", "How long the break after a season lasts (default: 7 days)", _BREAKS, kind=int
        ),
        Option("pace", "Time limit for each move (default: 1 day)", PACES[1:], kind=int),
        RATED,
        Option("servers", "The servers whose members can join (default: this one)", _SERVERS),
        Option("name", "The name of the league", kind=NAME),
        ABOUT,
    )
    usual = {"weeks": 4, "pause": 7, "pace": DAY}  # noqa: RUF012 - nobody changes it

    def others(self) -> Sequence[Command]:
        about, presses = self.about, self.presses
        unfollow = mark("No longer let this server take part in a league of all servers")
        return (
            about("join", "Take part in a league", presses.join),
            about("confirm", "Keep your place in the next season", presses.check_in),
            about("leave", "No longer take part in a league", presses.leave),
            about("show", "Show a league, for your eyes only", presses.show, ended=True),
            about(
                "pairings", "See all matches of a league by divisions", self._pairings, ended=True
            ),
            about("unfollow", unfollow, self._unfollow),
            about("move-here", "Bring a league into this channel, as an admin", self.editing.move),
            self.edit(mark("Change or delete the name and text of a league, as an admin")),
            about("end", "End a league for good, as an admin", self.editing.ask_to_end),
            self.listing(mark("See the leagues of this server"), mark("Leagues in this server")),
            self._take_part(),
        )

    def terms(self, game: str, starts: int, said: Said) -> Terms:
        league = FORMATS[League.key]
        return Terms(
            league,
            game,
            starts,
            table=league.table(self.competitions.service.games[game].seats),
            at_once=True,
            most=_MOST,
            rated=said.get("rated") != "no",
            season=said["weeks"] * WEEK,
        )

    async def show_new(self, interaction: Interaction, stored: Stored) -> None:
        show = self._follow if stored.is_wide else super().show_new
        await show(interaction, stored)

    # ------------------------------------------------------------------ all servers

    def _take_part(self) -> Command:
        @app_commands.command(
            name="follow", description="Let this server take part in a league of all servers"
        )
        @app_commands.describe(league="Which league; its messages come into this channel")
        async def command(interaction: Interaction, league: str) -> None:
            check_admin(interaction)
            stored = await self.competitions.get(league)
            if not stored.is_wide or stored.course.ended:
                raise Denied("Choose one of the leagues of all servers.")
            await self._follow(interaction, stored)

        async def leagues(interaction: Interaction, typed: str) -> Suggestions:
            check_admin(interaction)
            some = await self.competitions.open_leagues(typed)
            return await self._choice.labelled(interaction, some, "")

        suggest(command, "league", leagues)
        return command

    async def _follow(self, interaction: Interaction, stored: Stored) -> None:
        channel = place_of_competition(interaction)
        guild = interaction.guild_id or 0
        await self.competitions.servers.join(stored.series, guild, channel.id)
        # Messages that were in another channel or are deleted are sent again.
        posts = CompetitionPosts(self.competitions.service.store.database)
        await posts.move_to_channel(stored.id, str(guild), channel.id)
        await self.competitions.look_for_servers(stored.id)
        text = tr(
            "This server takes part in {name}; its message follows here.", name=words.title(stored)
        )
        await say(interaction, text)

    async def _unfollow(self, interaction: Interaction, stored: Stored) -> None:
        check_admin(interaction)
        if not stored.is_wide:
            raise Denied("Choose one of the leagues of all servers.")
        await self.competitions.servers.leave(stored.series, interaction.guild_id or 0)
        await self.competitions.look_for_servers(stored.id)
        text = tr(
            "This server no longer takes part in {name}; its players go on.",
            name=words.title(stored),
        )
        await say(interaction, text)

    async def _pairings(self, interaction: Interaction, stored: Stored) -> None:
        await self.presses.show_part(interaction, stored, CompetitionPress("pairings", stored.id))
