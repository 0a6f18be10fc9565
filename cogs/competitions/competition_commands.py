"""The commands of tournaments, leagues and ladders.

A tournament has a host. An admin creates a league or a ladder, and then it runs by itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from discord import Interaction, app_commands

from cogs.board.views.terms_words import CLOCK_OPTIONS, PACE_OPTIONS
from cogs.competitions import command_builder, competition_editing, competition_options
from cogs.competitions import competition_text as words
from cogs.competitions.command_builder import CompetitionCommands, CreateOptions
from cogs.competitions.competition_presses import LadderScreens
from cogs.competitions.competition_text import words_of
from cogs.contract.manifest import Option
from cogs.frame.command_options import Command, Suggestions, suggest
from cogs.frame.permissions import check_admin
from cogs.frame.replies import say
from prowlerbot.competitions import competition_record as record
from prowlerbot.competitions.competition_post_store import CompetitionPosts
from prowlerbot.competitions.competition_record import CompetitionKind, CompetitionTerms, Stored
from prowlerbot.competitions.formats import FORMATS
from prowlerbot.competitions.formats.ladder import Ladder
from prowlerbot.competitions.formats.league import League
from prowlerbot.core.clock import DAY, HOUR
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark, tr
from prowlerbot.core.posts import ActKind

_RATED = Option(
    "rated",
    "Whether the matches count for ratings (default: they do)",
    ((mark("Rated"), "yes"), (mark("Friendly"), "no")),
)
_ARENA_PACE_OPTIONS = (
    (mark("30 seconds a move (arena)"), 30),
    (mark("1 minute a move (arena)"), 60),
    (mark("2 minutes a move (arena)"), 2 * 60),
)
_ROUND_TIMES = (
    (mark("30 minutes"), 30 * 60),
    (mark("1 hour"), HOUR),
    (mark("4 hours"), 4 * HOUR),
    (mark("1 day"), DAY),
    (mark("3 days"), 3 * DAY),
    (mark("7 days"), 7 * DAY),
    (mark("14 days"), 14 * DAY),
    (mark("30 days"), 30 * DAY),
    (mark("No limit"), 0),
)
_ROUND_TIME_LIMIT = mark("Time limit for a round, or the length of an arena")
_CHECK_INS = (
    (mark("None"), 0),
    (mark("15 minutes before the start"), 15 * 60),
    (mark("1 hour before the start"), HOUR),
    (mark("1 day before the start"), DAY),
)
_PERIODS = (
    (mark("Once"), "once"),
    (mark("Every day"), record.Cycle.DAY),
    (mark("Every week"), record.Cycle.WEEK),
    (mark("Every two weeks"), record.Cycle.FORTNIGHT),
    (mark("Every month"), record.Cycle.MONTH),
)
_THREADS = ((mark("A thread for each match"), "yes"), (mark("All boards in this channel"), "no"))
_DEFAULT_ROUND_TIMES = {10 * 60: 4 * HOUR, HOUR: 3 * DAY, DAY: 14 * DAY, 3 * DAY: 30 * DAY}
"""By the pace; another pace has an hour."""
_DEFAULT_CHECK_INS = {10 * 60: 15 * 60, HOUR: 15 * 60, DAY: HOUR, 3 * DAY: HOUR}
"""By the pace; rounds with a clock for the match have 15 minutes, and all else has none."""
_TOURNAMENT_STARTS = mark("When: “in 2 hours”, “sat 18:00” or “2026-12-01 19:30”")
_UNTIL_TEXT = mark("Until when: “in 2 days”, “sun 20:00” or “2026-12-01 19:30”")
_SERVERS = ((mark("This server"), "this"), (mark("All servers that take part"), "all"))
_SEASON_START = mark("When the first season starts: “in 7 days”, “sat 18:00” or “2026-12-01 19:30”")
_SEATS = app_commands.Range[int, 2, record.MAX_PLAYERS]
_ROUNDS = app_commands.Range[int, 1, record.MAX_ROUNDS]
_FORMATS = tuple(
    (words_of(format_).name, key)
    for key, format_ in FORMATS.items()
    if format_.kind is CompetitionKind.TOURNAMENT
)
_MAX_IN_LEAGUE = 60  # the most players, because all their matches begin together in one channel
_SEASON_WEEKS = tuple((f"{weeks} weeks", weeks) for weeks in (2, 3, 4, 6, 8, 12))
_LENGTH_OF_BREAK = mark("How long the break after a season lasts (default: 7 days)")
_BREAKS = tuple((f"{days} days", days) for days in (3, 7, 14))


@dataclass(eq=False)
class TournamentCommands(
    CompetitionCommands, group_name="tournament", group_description="Tournaments in this server"
):
    kind = CompetitionKind.TOURNAMENT
    choice_description = mark("Which tournament, if there are several here")
    none_refusal = mark("No tournament is open here; `/tournament create` begins one.")
    create_description = mark(
        "Create a tournament in this channel; hosts who play cannot end rounds or take players out"
    )
    options = (
        Option("format", "The format: how players meet", _FORMATS, required=True),
        Option(
            "pace",
            "The time to think (default: 5 + 5 in an arena, else 10 + 10)",
            (*CLOCK_OPTIONS, *_ARENA_PACE_OPTIONS, *PACE_OPTIONS),
            kind=int,
        ),
        Option("starts", _TOURNAMENT_STARTS, required=True),
        Option("seats", "How many can take part (default: 32)", kind=_SEATS),
        Option("rounds", "How many rounds, for the formats without a fixed number", kind=_ROUNDS),
        Option("round_time", _ROUND_TIME_LIMIT, _ROUND_TIMES, kind=int),
        Option("check_in", "When players must confirm that they are there", _CHECK_INS, kind=int),
        Option("every", "How often it comes back at this hour (default: once)", _PERIODS),
        Option("threads", "Where the boards are (default: threads from 8 players on)", _THREADS),
        _RATED,
        Option("name", "The name of the tournament", kind=command_builder.NAME_TYPE),
        command_builder.TEXT_OPTION,
    )

    def other_commands(self) -> Sequence[Command]:
        define, presses, editing = self.command_on_chosen, self.presses, self.editing
        player = Option("player", "The player", required=True)
        until = Option("until", _UNTIL_TEXT, required=True)
        edit = mark("Change or delete the name and text of a tournament, as its host")
        remove = mark("Take a player out of a tournament, as its host")
        prolong = mark("Change the time for the present round, as the host")
        listing = mark("See the tournaments of this server")
        return (
            define("join", "Take part in a tournament", presses.join),
            define("leave", "No longer take part in a tournament", presses.ask_to_leave),
            define("show", "Show a tournament, for your eyes only", presses.show, ended=True),
            self.edit_command(edit),
            define("remove", remove, self._remove, player),
            define("prolong", prolong, self._prolong, until),
            define("move-here", "Bring a tournament into this channel, as its host", editing.move),
            define("end-round", "End the round that is being played", editing.ask_to_end_round),
            define("cancel", "End a tournament at once, without a winner", editing.ask_to_end),
            self.list_command(listing, mark("Tournaments in this server")),
        )

    def check_may_create(self, interaction: Interaction) -> None:
        permissions = interaction.permissions
        if not (permissions.create_events or permissions.manage_events or permissions.manage_guild):
            raise Denied(
                "To host a tournament you need the permission {missing} in this server.",
                missing=competition_options.CREATE_EVENTS,
            )

    def make_terms(self, game: str, starts: int, options: CreateOptions) -> CompetitionTerms:
        pace, format_ = options.match_pace, FORMATS[options.format]
        length, check_in = options.round_time, options.check_in
        if length is None:
            length = _DEFAULT_ROUND_TIMES.get(pace, HOUR)
        if check_in is None:
            is_live = pace < 0 and format_.has_rounds
            check_in = _DEFAULT_CHECK_INS.get(pace, 15 * 60 if is_live else 0)
        terms = CompetitionTerms(
            format_,
            game,
            starts,
            table=format_.table_size(self.competitions.service.games[game].seats),
            rounds=options.rounds,
            check_in=check_in,
            rated=options.rated == "yes",
            most=options.seats,
            every=record.Cycle[options.every.upper() or "ONCE"],
            threads=options.threads or ("many" if format_.has_rounds else ""),
        )
        if format_.has_rounds:
            return replace(terms, round_time=length)
        return replace(terms, season=length)

    async def _remove(self, interaction: Interaction, stored: Stored, player: str) -> None:
        competition_editing.check_host(interaction, stored)
        players = competition_options.players_named(stored, player)
        if len(players) != 1:
            raise Denied("This player does not take part; choose one of the suggestions.")
        await self.editing.ask_to_remove(interaction, stored, players[0])

    async def _prolong(self, interaction: Interaction, stored: Stored, until: str) -> None:
        competition_editing.check_host(interaction, stored)
        until_time = await self.times.typed_time(interaction, until)
        actor = competition_editing.actor_in(interaction, stored)
        await self.competitions.prolong(stored.id, until_time, by=actor)
        await self.editing.log_act(interaction, stored, ActKind.PROLONGED)
        date = f"<t:{until_time}:f>"
        text = tr("The round has time until {date}; those who still play are told.", date=date)
        await say(interaction, text)


@dataclass(eq=False)
class LeagueCommands(
    CompetitionCommands,
    group_name="league",
    group_description="Leagues in this server, which run by themselves",
):
    kind = CompetitionKind.LEAGUE
    choice_description = mark("Which league, if there are several here")
    none_refusal = mark("This server has no league; an admin can begin one with `/league create`.")
    create_description = mark("Begin a league in this channel, as an admin")
    options = (
        Option("starts", _SEASON_START, required=True),
        Option("weeks", "How long a season lasts (default: 4 weeks)", _SEASON_WEEKS, kind=int),
        Option("pause", _LENGTH_OF_BREAK, _BREAKS, kind=int),
        Option("pace", "Time limit for each move (default: 1 day)", PACE_OPTIONS[1:], kind=int),
        _RATED,
        Option("servers", "The servers whose members can join (default: this one)", _SERVERS),
        Option("name", "The name of the league", kind=command_builder.NAME_TYPE),
        command_builder.TEXT_OPTION,
    )
    defaults = CreateOptions(format=League.key, weeks=4, pause=7, pace=DAY)

    def other_commands(self) -> Sequence[Command]:
        define, presses = self.command_on_chosen, self.presses
        unfollow = mark("No longer let this server take part in a league of all servers")
        pairings = mark("See all matches of a league by divisions")
        listing = mark("See the leagues of this server")
        return (
            define("join", "Take part in a league", presses.join),
            define("confirm", "Keep your place in the next season", presses.check_in),
            define("leave", "No longer take part in a league", presses.ask_to_leave),
            define("show", "Show a league, for your eyes only", presses.show, ended=True),
            define("pairings", pairings, presses.show_pairings, ended=True),
            define("unfollow", unfollow, self._unfollow),
            define("move-here", "Bring a league into this channel, as an admin", self.editing.move),
            self.edit_command(mark("Change or delete the name and text of a league, as an admin")),
            define("end", "End a league for good, as an admin", self.editing.ask_to_end),
            self.list_command(listing, mark("Leagues in this server")),
            self._follow_command(),
        )

    def make_terms(self, game: str, starts: int, options: CreateOptions) -> CompetitionTerms:
        league = FORMATS[League.key]
        return CompetitionTerms(
            league,
            game,
            starts,
            table=league.table_size(self.competitions.service.games[game].seats),
            at_once=True,
            most=_MAX_IN_LEAGUE,
            rated=options.rated == "yes",
            season=options.weeks * 7 * DAY,
        )

    async def show_new(self, interaction: Interaction, stored: Stored) -> None:
        """Show a league in this channel; that of all servers comes as to a server that follows."""
        show = self._follow if stored.is_wide else super().show_new
        await show(interaction, stored)

    def _follow_command(self) -> Command:
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

        async def suggest_leagues(interaction: Interaction, typed: str) -> Suggestions:
            check_admin(interaction)
            leagues = await self.competitions.open_leagues(typed)
            return await self._choice.suggest_labels(interaction, leagues, "")

        suggest(command, "league", suggest_leagues)
        return command

    async def _follow(self, interaction: Interaction, stored: Stored) -> None:
        """Let this server take part in a league, whose messages come into this channel."""
        channel = competition_editing.place_of_competition(interaction)
        guild = interaction.guild_id or 0
        await self.competitions.servers.add_server(stored.series, guild, channel.id)
        # Messages that were in another channel or are deleted are sent again.
        posts = CompetitionPosts(self.competitions.service.store.database)
        await posts.move_to_channel(stored.id, str(guild), channel.id)
        await self.competitions.look_for_servers(stored.id)
        name = words.title(stored)
        text = tr("This server takes part in {name}; its message follows here.", name=name)
        await say(interaction, text)

    async def _unfollow(self, interaction: Interaction, stored: Stored) -> None:
        check_admin(interaction)
        if not stored.is_wide:
            raise Denied("Choose one of the leagues of all servers.")
        guild = interaction.guild_id or 0
        await self.competitions.leave_league(stored, guild, by=interaction.user.id)
        name = words.title(stored)
        text = tr("This server no longer takes part in {name}; its players go on.", name=name)
        await say(interaction, text)


@dataclass(eq=False)
class LadderCommands(
    CompetitionCommands,
    group_name="ladder",
    group_description="The ladder of this server: challenge those above you",
):
    kind = CompetitionKind.LADDER
    none_refusal = mark("This server has no ladder; an admin can begin one with `/ladder on`.")
    create_name = "on"
    create_description = mark("Begin the ladder in this channel, as an admin")
    options = (
        Option("pace", "Time limit for each move", PACE_OPTIONS[2:], required=True, kind=int),
    )
    defaults = CreateOptions(format=Ladder.key)

    screens: LadderScreens

    def other_commands(self) -> Sequence[Command]:
        define, editing = self.command_on_chosen, self.editing
        presses, screens = self.presses, self.screens
        return (
            define("off", "End the ladder of this server, as an admin", editing.ask_to_end),
            define("move-here", "Bring the ladder into this channel, as an admin", editing.move),
            define("show", "Show the ladder, for your eyes only", presses.show),
            define("join", "Join the ladder at its end", presses.join),
            define("leave", "Leave the ladder", presses.ask_to_leave),
            define("challenge", "Challenge a player above you", screens.show_reach),
            define("away", "Take your holiday of this season", screens.ask_for_holiday),
        )

    def make_terms(self, game: str, starts: int, options: CreateOptions) -> CompetitionTerms:  # noqa: ARG002 - only the pace is given, which is no term
        return CompetitionTerms(FORMATS[Ladder.key], game, starts)

    async def show_new(self, interaction: Interaction, stored: Stored) -> None:
        """Show a ladder after its first step, with which it begins at once."""
        await super().show_new(interaction, await self.steps.step(stored.id) or stored)
