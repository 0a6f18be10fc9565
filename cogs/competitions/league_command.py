"""The commands `/league`: an admin creates a league, and then it runs by itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from discord import Interaction, app_commands

from cogs.board.public_posts import check_post
from cogs.board.views.terms_text import HOUR
from cogs.competitions.competition_commands import RATED, CompetitionCommands
from cogs.competitions.competition_options import place_of_competition
from cogs.competitions.views import competition_text as words
from cogs.frame.features import makes_command
from cogs.frame.options import Command, Suggestions, suggest
from cogs.frame.powers import check_admin
from cogs.frame.replies import say
from cogs.presses.addresses import CompetitionPress
from prowlerbot.competitions.competition_limits import LONGEST_NAME, LONGEST_TEXT
from prowlerbot.competitions.competition_post_store import CompetitionPosts
from prowlerbot.competitions.competition_record import Terms
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.competitions.competition_values import Kind
from prowlerbot.competitions.formats import FORMATS
from prowlerbot.competitions.formats.league import League
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark, tr
from prowlerbot.match.preferences import DAY

WEEK = 7 * DAY
_SEASONS = [
    app_commands.Choice(name="2 weeks", value=2),
    app_commands.Choice(name="3 weeks", value=3),
    app_commands.Choice(name="4 weeks", value=4),
    app_commands.Choice(name="6 weeks", value=6),
    app_commands.Choice(name="8 weeks", value=8),
    app_commands.Choice(name="12 weeks", value=12),
]
_BREAKS = [
    app_commands.Choice(name="3 days", value=3),
    app_commands.Choice(name="7 days", value=7),
    app_commands.Choice(name="14 days", value=14),
]
_PACES = [
    app_commands.Choice(name="1 hour a move", value=HOUR),
    app_commands.Choice(name="1 day a move", value=DAY),
    app_commands.Choice(name="3 days a move", value=3 * DAY),
]
_SERVERS = [
    app_commands.Choice(name="This server", value="this"),
    app_commands.Choice(name="All servers that take part", value="all"),
]
_USUAL_SEASON, _USUAL_BREAK, _USUAL_PACE = 4, 7, DAY
_AT_A_TABLE = 4
"""The players of a match, if the game has seats for so many."""
_MOST = 60
"""The most players, because all their matches begin together in one channel."""


@dataclass(eq=False)
class LeagueCommands(CompetitionCommands):
    kind = Kind.LEAGUE
    option = "league"
    which = mark("Which league, if there are several here")
    none = mark("This server has no league; an admin can begin one with `/league create`.")

    @makes_command
    def commands(self) -> app_commands.Group:
        presses = self.presses
        return self.group(
            "league",
            mark("Leagues in this server, which run by themselves"),
            self._create(),
            self.about("join", mark("Take part in a league"), presses.join),
            self.about("confirm", mark("Keep your place in the next season"), presses.check_in),
            self.about("leave", mark("No longer take part in a league"), presses.leave),
            self.about("show", mark("Show a league, for your eyes only"), presses.show, True),
            self.about(
                "pairings", mark("See all matches of a league by divisions"), self._pairings, True
            ),
            self.listing(mark("See the leagues of this server"), mark("Leagues in this server")),
            self._take_part(),
            self.about(
                "unfollow",
                mark("No longer let this server take part in a league of all servers"),
                self._unfollow,
            ),
            self.edit(mark("Change or delete the name and text of a league, as an admin")),
            self.about("end", mark("End a league for good, as an admin"), self.editing.ask_to_end),
        )

    def _create(self) -> Command:
        @app_commands.command(description="Begin a league in this channel, as an admin")
        @app_commands.describe(
            game="The game",
            starts="When the first season starts: “in 7 days”, “sat 18:00” or “2026-12-01 19:30”",
            weeks="How long a season lasts (default: 4 weeks)",
            pause="How long the break after a season lasts (default: 7 days)",
            pace="Time limit for each move (default: 1 day)",
            rated="Whether the matches count for ratings (default: they do)",
            servers="The servers whose members can join (default: this one)",
            name="The name of the league",
            about="A text about it",
        )
        @app_commands.choices(game=self.games.choices, rated=RATED, servers=_SERVERS)
        @app_commands.choices(weeks=_SEASONS, pause=_BREAKS, pace=_PACES)
        async def create(
            interaction: Interaction,
            *,
            game: str,
            starts: str,
            weeks: int = _USUAL_SEASON,
            pause: int = _USUAL_BREAK,
            pace: int = _USUAL_PACE,
            rated: Literal["yes", "no"] = "yes",
            servers: Literal["this", "all"] = "this",
            name: app_commands.Range[str, 1, LONGEST_NAME] = "",
            about: app_commands.Range[str, 1, LONGEST_TEXT] = "",
        ) -> None:
            check_admin(interaction)
            terms = Terms(
                FORMATS[League.key],
                game,
                await self._choice.time(interaction, starts),
                table=self._table(game),
                at_once=True,
                most=_MOST,
                rated=rated == "yes",
                season=weeks * WEEK,
            )
            stored = await self.begin(
                interaction,
                terms,
                pace=pace,
                name=name,
                about=about,
                pause=pause * DAY,
                wide=servers == "all",
            )
            if stored.is_wide:
                await self._follow(interaction, stored)
            else:
                await self.shown.post(interaction, stored.id)

        suggest(create, "starts", self._choice.suggest_time)
        return create

    # ------------------------------------------------------------------ all servers

    def _take_part(self) -> Command:
        @app_commands.command(
            name="follow", description="Let this server take part in a league of all servers"
        )
        @app_commands.describe(league="Which league; its messages come into this channel")
        async def command(interaction: Interaction, league: str) -> None:
            check_admin(interaction)
            stored = await self.competitions.get(league)
            if not stored.is_wide or stored.competition.course.ended:
                raise Denied("Choose one of the leagues of all servers.")
            await self._follow(interaction, stored)

        async def leagues(interaction: Interaction, typed: str) -> Suggestions:
            check_admin(interaction)
            some = await self.competitions.open_leagues(typed)
            return await self._choice.labelled(interaction, some, "")

        suggest(command, "league", leagues)
        return command

    async def _follow(self, interaction: Interaction, stored: Stored) -> None:
        check_post(interaction)
        channel = place_of_competition(interaction)
        guild = interaction.guild_id or 0
        await self.competitions.servers.join(stored.series, guild, channel.id)
        # Messages that were in another channel or are deleted are sent again.
        posts = CompetitionPosts(self.competitions.service.store.database)
        await posts.move_to_channel(stored.id, guild, channel.id)
        text = tr(
            "This server takes part in {name}; its message follows here.", name=words.title(stored)
        )
        await say(interaction, text)

    async def _unfollow(self, interaction: Interaction, stored: Stored) -> None:
        check_admin(interaction)
        if not stored.is_wide:
            raise Denied("Choose one of the leagues of all servers.")
        await self.competitions.servers.leave(stored.series, interaction.guild_id or 0)
        text = tr(
            "This server no longer takes part in {name}; its players go on.",
            name=words.title(stored),
        )
        await say(interaction, text)

    def _table(self, game: str) -> int:
        return _AT_A_TABLE if _AT_A_TABLE in self.competitions.service.games[game].seats else 2

    async def _pairings(self, interaction: Interaction, stored: Stored) -> None:
        await self.presses.show_part(interaction, stored, CompetitionPress("pairings", stored.id))
