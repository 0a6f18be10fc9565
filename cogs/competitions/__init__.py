"""Competitions in Discord: their messages, the commands for them, and the work without presses."""

from __future__ import annotations

from cogs.board.board_messages import BoardMessages
from cogs.board.rendering import Rendering
from cogs.board.threads import Threads
from cogs.board.unasked import UnaskedBoards
from cogs.competitions.editing import Editing
from cogs.competitions.ladder import LadderScreens
from cogs.competitions.ladder_command import LadderCommands
from cogs.competitions.league_command import LeagueCommands
from cogs.competitions.message import CompetitionMessages
from cogs.competitions.news import NewsMessages
from cogs.competitions.presses import CompetitionPresses
from cogs.competitions.rounds import CompetitionRounds
from cogs.competitions.shown import ShownCompetitions
from cogs.competitions.start_events import StartEvents
from cogs.competitions.telling import Telling
from cogs.competitions.tournament_command import TournamentCommands
from cogs.competitions.wide_telling import WideTelling
from cogs.connection.patient_bot import PatientBot
from cogs.contract.manifest import Manifests
from cogs.frame.duty_loop import DutyLoop
from cogs.frame.router import Router
from cogs.people.matches import PlayedGames
from prowlerbot.service.competitions import Competitions
from prowlerbot.service.service import Service


async def add_competitions(
    bot: PatientBot,
    service: Service,
    router: Router,
    manifests: Manifests,
    *,
    rendering: Rendering,
    boards: BoardMessages,
    threads: Threads,
    games: PlayedGames,
    duty_loop: DutyLoop,
) -> None:
    """Add all cogs and commands of this package."""
    competitions = Competitions(service)
    competitions.kept_out = boards.absence.kept_out
    messages = CompetitionMessages(service, rendering)
    shown = ShownCompetitions(bot, competitions, rendering, messages)
    ladder = LadderScreens(competitions, shown)
    editing = Editing(competitions, shown)
    presses = CompetitionPresses(
        competitions, rendering, messages, shown, boards.links, ladder, editing
    )
    news = NewsMessages(service, rendering, messages)
    events = StartEvents(competitions)
    unasked = UnaskedBoards(bot, boards, threads)
    wide = WideTelling(bot, rendering, competitions, messages, news, unasked)
    telling = Telling(bot, competitions, messages, news, shown, unasked, events, wide)
    router.add(*presses.routes)
    tournaments = TournamentCommands(competitions, presses, editing, shown, manifests, games)
    bot.tree.add_command(tournaments.group())
    ladders = LadderCommands(competitions, presses, ladder, shown, manifests, games)
    bot.tree.add_command(ladders.group())
    leagues = LeagueCommands(competitions, presses, editing, shown, manifests, games)
    bot.tree.add_command(leagues.group())
    await bot.add_cog(CompetitionRounds(bot, competitions, boards, telling, duty_loop))
