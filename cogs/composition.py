"""The features of the bot, and what the host and the process hand them; see ``frame/assembly``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import discord
from discord.ext import commands

from cogs.admin import AdminCommands, Chores, Hosting
from cogs.admin.daily_posts import DailyPosts
from cogs.admin.greeting import Greeting
from cogs.admin.health import Address, Health
from cogs.admin.settings import server_settings
from cogs.board.departures import DeletedPlaces
from cogs.board.hints import Hints
from cogs.board.menu import Menu
from cogs.board.pressed_moves import PressedMoves
from cogs.board.rendering import Rendering
from cogs.board.upkeep import Upkeep
from cogs.board.warm_up import WarmUp
from cogs.competitions.ladder_command import LadderCommands
from cogs.competitions.league_command import LeagueCommands
from cogs.competitions.rounds import CompetitionRounds
from cogs.competitions.tournament_command import TournamentCommands
from cogs.connection.patient_bot import PatientBot
from cogs.contract.face import Face
from cogs.contract.manifest import Manifests
from cogs.discord_py.hooked_bot import HookedBot
from cogs.frame.assembly import Features, assemble
from cogs.frame.choices import ChoiceMessage
from cogs.frame.drawing_processes import DrawingProcesses
from cogs.frame.features import makes_command
from cogs.frame.limits import Gate
from cogs.frame.meter import Meter
from cogs.frame.router import Router
from cogs.frame.tree import Tree
from cogs.life.agreements import Agreements
from cogs.life.animation import Animations
from cogs.life.branch import Branches
from cogs.life.daily.challenge import DailyChallenge
from cogs.life.finding.finder import Finder, FindingRounds
from cogs.life.game_commands import GameCommands
from cogs.life.hub import Hub
from cogs.life.lobby import Lobbies
from cogs.life.puzzles import PuzzleScreens
from cogs.life.record_files import Imports, RecordFiles
from cogs.life.resigning import Resigning
from cogs.life.reviews import RetryScreens, ReviewWork
from cogs.life.tutorial import Tutorial
from cogs.people.avoiding import Avoiding
from cogs.people.matches import MatchPages
from cogs.people.preferences import Preferences, preferences
from cogs.people.privacy import PrivacyCommands
from cogs.people.profile import Profiles
from cogs.people.standings import Standings
from cogs.views.host_links import HostLinks
from prowlerbot.core.game import Registry
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.opponent.pool import Thinkers
from prowlerbot.service.archive import Archive
from prowlerbot.service.backups import Backups, Plan
from prowlerbot.service.competitions import Competitions
from prowlerbot.service.finding import Finding
from prowlerbot.service.puzzles import MatchPuzzles
from prowlerbot.service.reviews import Reviewer, Reviews
from prowlerbot.service.service import Service
from prowlerbot.storage.engines.database import Database
from prowlerbot.storage.puzzles import PuzzleStore
from prowlerbot.storage.showings import Showings
from prowlerbot.storage.store import Store

_FEATURES: tuple[type, ...] = (
    *(Router, Hub, WarmUp),
    *(PressedMoves, Menu, Hints, DeletedPlaces, Upkeep),
    *(Lobbies, Agreements, Resigning, Branches, GameCommands),
    *(Animations, RecordFiles, Imports, RetryScreens, ReviewWork, PuzzleScreens, Tutorial),
    *(DailyChallenge, Finder, FindingRounds),
    *(MatchPages, Preferences, Profiles, Standings, Avoiding, PrivacyCommands),
    *(TournamentCommands, LadderCommands, LeagueCommands, CompetitionRounds),
    *(AdminCommands, Greeting, DailyPosts, Chores),
)
"""All that presses, commands, events or the clock reach; what these need is built with them."""


async def add_all(
    bot: PatientBot, service: Service, manifests: Manifests, hosting: Hosting
) -> Features:
    """Add all features and commands to the bot; this needs no connection to Discord."""
    given = _given(bot, service, manifests, hosting)
    if isinstance(bot.tree, Tree):
        bot.tree.gate = given[Gate]
    health = [Health] if hosting.address is not None else []
    features = assemble([*_FEATURES, *health], given)
    of_games = features.find(GameCommands)
    play, *others = [make() for (make,) in features.declared(makes_command)]
    games = [of_games.group(it, service.games[key], features) for key, it in manifests.items()]
    for command in (play, *games, *others):
        bot.tree.add_command(command)
    await features.open(bot)
    return features


def draw_ahead(features: Features) -> None:
    """Draw the common parts of all pictures, in the background."""
    features.find(Rendering).prepare()


async def warm_up(features: Features) -> None:
    """Do slow one-time work before the bot listens."""
    await features.find(WarmUp).run()


def _given(
    bot: PatientBot, service: Service, manifests: Manifests, hosting: Hosting
) -> dict[Any, Any]:
    """What is not built of other features, by the types that fields ask for it."""
    database, plan, thinkers = service.store.database, hosting.plan, hosting.thinkers
    archive = Archive(service, hosting.imports)
    puzzles = PuzzleStore(database)
    setups = {key: manifest.read_setup({}) for key, manifest in manifests.items()}
    return {
        discord.Client: bot,
        commands.AutoShardedBot: bot,
        PatientBot: bot,
        HookedBot: bot,
        Meter: bot.meter,
        Gate: Gate(service),
        Service: service,
        Store: service.store,
        Showings: service.store.showings,
        Registry: service.games,
        Callable[[], int]: service.compared or service.now,
        Manifests: manifests,
        Mapping[str, Face]: {key: manifest.face for key, manifest in manifests.items()},
        DrawingProcesses: hosting.drawing,
        Thinkers: thinkers,
        HostLinks: hosting.links,
        Address: hosting.address,
        Plan | None: plan,
        Backups | None: Backups(database, plan, service.now, service.games) if plan else None,
        Database: database,
        Archive: archive,
        PuzzleStore: puzzles,
        Reviews: Reviews(
            service,
            archive,
            hosting.reviewer or Reviewer(thinkers),
            MatchPuzzles(service, puzzles, thinkers).take,
        ),
        Finding: Finding(service, setups),
        Competitions: Competitions(service),
        ChoiceMessage[PlayerChoices]: preferences(service.store, service.now),
        ChoiceMessage[ServerChoices]: server_settings(service.store, hosting.links, service.now),
    }
