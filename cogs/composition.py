"""The bot with the resources of its lifetime, and the list of its features.

``cogs/frame/features.py`` builds the features from the objects that this module gives it.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import discord
from discord.ext import commands

from cogs.admin.admin_commands import AdminCommands
from cogs.admin.doctor_report import Chores, OwnerNews
from cogs.admin.health_address import Address, Health
from cogs.admin.kept_messages import Greeting, PageMessage
from cogs.admin.server_settings import server_settings
from cogs.board.absence import Absence, DeletedPlaces
from cogs.board.agreement_presses import Agreements, Resigning
from cogs.board.board_messages import WarmUp
from cogs.board.lobbies import Lobbies
from cogs.board.match_duties import Upkeep
from cogs.board.match_menu import HintPresses, Menu
from cogs.board.player_moves import PressedMoves
from cogs.board.rendering import DrawingProcesses, Rendering
from cogs.club.reward_roles import RewardRoles
from cogs.club.server_page import ServerPage
from cogs.club.told_messages import ToldMessages
from cogs.competitions.competition_commands import (
    LadderCommands,
    LeagueCommands,
    TournamentCommands,
)
from cogs.competitions.news_posts import CompetitionDuties
from cogs.connection.application_emoji import ApplicationEmoji
from cogs.connection.patient_bot import PatientBot
from cogs.contract.face import Face
from cogs.contract.manifest import Manifests
from cogs.daily.daily_challenge import DailyChallenge, DailyPosts
from cogs.daily.daily_ranking import streak_words
from cogs.discord_py.interactions import HookedBot
from cogs.finding.finding_commands import Avoiding, Finder, FindingRounds
from cogs.following import Following
from cogs.frame.features import Features, assemble, names_of_presses, needed_features
from cogs.frame.interaction_gate import Gate
from cogs.frame.layout import HostLinks, has_feature, leave_out
from cogs.frame.meter import Meter
from cogs.frame.router import Router, Tree
from cogs.frame.settings_message import SettingsMessage
from cogs.game_commands import GameCommands
from cogs.hub import Hub
from cogs.moderation import Moderating
from cogs.players.match_list import MatchPages
from cogs.players.preference_commands import Preferences, preference_message
from cogs.privacy import PrivacyCommands
from cogs.profiles import LeaderboardPages, OwnNotes, Profiles
from cogs.puzzles import PuzzleScreens, standing_words
from cogs.replays.animation_commands import Animations
from cogs.replays.record_files import Branches, Imports, RecordFiles
from cogs.reviews.review_commands import RetryScreens, ReviewWork
from cogs.tutorial import Tutorial
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_store import CompetitionStore
from prowlerbot.copies.backup_service import BackupPlan, Backups, back_up_before_update
from prowlerbot.copies.database_move import refuse_unfinished
from prowlerbot.core.game import Registry
from prowlerbot.core.i18n import label_text, tr
from prowlerbot.daily.daily_days import day_of
from prowlerbot.daily.daily_service import DailyResults
from prowlerbot.daily.daily_store import DailyStore
from prowlerbot.doctor import application_findings
from prowlerbot.feature_list import check_left_out, open_store
from prowlerbot.finding.finding_service import FindingService
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.opponent.pool import Thinkers
from prowlerbot.puzzles.puzzle_service import MatchPuzzles
from prowlerbot.puzzles.puzzle_store import PuzzleStore
from prowlerbot.reviews.review_service import Reviewer, Reviews
from prowlerbot.service.archive import MAX_BYTES_OF_ALL, Archive
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.match_service import Service
from prowlerbot.storage.duty_store import ChoreStore
from prowlerbot.storage.engines.address import open_database
from prowlerbot.storage.engines.database import Database
from prowlerbot.storage.engines.schema import was_raised
from prowlerbot.storage.leases import LeaseStore
from prowlerbot.storage.match_store import Store
from prowlerbot.storage.showings import ShowingStore

log = logging.getLogger(__name__)

_FEATURES: tuple[type, ...] = (
    *(Router, Hub, WarmUp),
    *(PressedMoves, Menu, HintPresses, DeletedPlaces, Upkeep),
    *(Lobbies, Agreements, Resigning, Branches, GameCommands),
    *(Animations, RecordFiles, Imports, RetryScreens, ReviewWork, PuzzleScreens, Tutorial),
    *(DailyChallenge, Finder, FindingRounds, Following),
    *(MatchPages, Preferences, Profiles, LeaderboardPages, Avoiding),
    *(TournamentCommands, LadderCommands, LeagueCommands, CompetitionDuties),
    *(PrivacyCommands, Moderating, AdminCommands, Greeting, DailyPosts, Chores),
    *(ServerPage, PageMessage, ToldMessages, RewardRoles),
)
"""All that presses, commands, events or the clock reach; whatever these need is built with them.
Each part of a feature that a host can leave out stands in its room, or needs something there.
"""


@dataclass(frozen=True, slots=True)
class Hosting:
    """The settings of the host, and the processes beside the bot, which closes them."""

    backup_plan: BackupPlan | None = None  # how to back up; None for no backups
    address: Address | None = None  # where to report health, if anywhere
    thinkers: Thinkers = field(default_factory=lambda: Thinkers(0))
    """The processes of the machine; without them, it does not play."""
    import_bytes: int = MAX_BYTES_OF_ALL  # the most bytes of all imported records
    drawing: DrawingProcesses = field(default_factory=lambda: DrawingProcesses(0))
    """The processes that draw; without them, the bot draws in threads."""
    shards: int | None = None  # the number of shards; None as Discord recommends
    reviewer: Reviewer | None = None  # a test may give one in place of the machine
    links: HostLinks = field(default_factory=HostLinks)
    left_out: frozenset[str] = frozenset()  # the features that are left out
    tells_owner: bool = False  # whether the owner gets messages about the database


class GamesBot(PatientBot):
    """The resources of one process.

    ``manifests`` has one entry for each game of the registry. Tests may pass a ``service``; else
    the bot opens the database at its start and closes it at its end. With ``draws_ahead`` it
    draws the common parts of all pictures while it logs in, and uploads the games' signs.
    """

    def __init__(
        self,
        database_url: str,
        games: Registry,
        manifests: Manifests,
        *,
        service: Service | None = None,
        hosting: Hosting | None = None,
        draws_ahead: bool = False,
    ) -> None:
        self._hosting = hosting or Hosting()
        super().__init__(self._hosting.shards)
        self._url = database_url
        self._games = games
        self._manifests = manifests
        self._service = service
        self._draws_ahead = draws_ahead
        self._database: Database | None = None
        self._store: Store | None = None
        self.features: Features | None = None
        signs = [sign for manifest in manifests.values() for sign in manifest.face.signs]
        self.emoji = ApplicationEmoji(self, signs)

    async def prepare(self) -> None:
        await self.add_commands()

    async def setup_hook(self) -> None:
        await super().setup_hook()
        if self._store is not None:
            applications = await self._store.application.note_start(self.application_id or 0)
            for finding in application_findings(applications):
                log.error("%s", finding)
        if self._draws_ahead:
            self.upload_signs()

    def upload_signs(self) -> None:
        """Begin to upload the games' signs, once the database is open."""
        if self.chores is not None:
            self.emoji.begin_upload(self.chores)

    async def add_commands(self) -> None:
        """Open the database and add all cogs and commands; this needs no connection to Discord."""
        service = self._service or await self._open()
        self._store = service.store
        self.chores = ChoreStore(service.store.database)
        housekeeping = Housekeeping(service)
        await housekeeping.free_claims()
        await housekeeping.enter_missing_results()
        for problem in service.games.left_out.values():
            log.warning("%s", problem)
        add_features = partial(add_all, self, service, self._manifests, self._hosting)
        self.features = await add_features(draws_ahead=self._draws_ahead)

    async def _open(self) -> Service:
        await asyncio.to_thread(back_up_before_update, self._url, self._hosting.backup_plan)
        self._database = await open_database(self._url)
        await refuse_unfinished(self._database)
        if self._database.remote and was_raised(self._database):
            log.warning("the bot has no backup from before: those of a server are its own")
        store, serves = open_store(self._database), self.serves if self._database.remote else None
        return Service(store, games=self._games, clock=self.clock, serves=serves)

    def leases(self) -> LeaseStore | None:
        database = self._database
        return LeaseStore(database) if database is not None and database.remote else None

    async def on_ready(self) -> None:
        log.info("ready as %s; servers: %d", self.user, len(self.guilds))

    async def close(self) -> None:
        try:
            await super().close()
        finally:  # otherwise the thread of the database keeps the process alive
            self.emoji.close()
            await self._hosting.drawing.close()
            if self._database is not None:
                await self._database.close()


async def add_all(
    bot: PatientBot, service: Service, manifests: Manifests, hosting: Hosting, *, draws_ahead: bool
) -> Features:
    """Add all features and commands to the bot; this needs no connection to Discord. With
    ``draws_ahead``, begin with slow one-time work in the background, so that no answer does it.
    """
    leave_out(hosting.left_out)
    objects = _shared_objects(bot, service, manifests, hosting)
    bot.gate = objects[Gate]
    if isinstance(bot.tree, Tree):
        bot.tree.gate = bot.gate
    await check_left_out(service.store.database, hosting.left_out)
    features = assemble(_offered_features(objects, hosting), objects)
    for feature in (objects[Absence], *features.built.values()):
        if isinstance(feature, commands.Cog):
            await bot.add_cog(feature)
    if draws_ahead:
        await features.find_feature(Rendering).prepare_chosen()
        features.find_feature(WarmUp).begin_preparing()
    return features


def _offered_features(objects: Mapping[Any, Any], hosting: Hosting) -> list[type]:
    """The features without those that the host has left out, and those that need one of them.

    Also states the presses that no built feature answers, so that no message has their buttons.
    """
    health = [Health] if hosting.address is not None else []
    needs = {feature: needed_features(feature, objects) for feature in (*_FEATURES, *health)}
    left_out = hosting.left_out
    offered = [it for it, kinds in needs.items() if left_out.isdisjoint(map(_room_of, kinds))]
    built = set[type]().union(*(needs[feature] for feature in offered))
    leave_out(left_out, names_of_presses(set[type]().union(*needs.values()) - built))
    return offered


def _own_notes(service: Service, puzzles: PuzzleStore) -> OwnNotes:
    """The notes about puzzles and the day's challenge on a player's own card."""
    results = DailyResults(service.store, DailyStore(service.store.database))

    async def notes(user: int, game: str) -> list[str]:
        puzzle_note = day_note = ""
        if has_feature("puzzles"):
            puzzle_note = standing_words(await puzzles.standing(user, game))
        days = streak_words(await results.streak(user, day_of(service.now())))
        if days and has_feature("daily"):
            day_note = label_text("📅 " + tr("Daily challenge"), days)
        return [f"-# {note}" for note in (puzzle_note, day_note) if note]

    return notes


def _room_of(kind: type) -> str:
    """The folder or module of a class in ``cogs``, by which a host leaves out a feature."""
    package, room, *_ = (*kind.__module__.split("."), "")
    return room if package == "cogs" else ""


def _shared_objects(
    bot: PatientBot, service: Service, manifests: Manifests, hosting: Hosting
) -> dict[Any, Any]:
    """The objects that exist before the features, by the types of the fields."""
    database, plan, thinkers = service.store.database, hosting.backup_plan, hosting.thinkers
    archive, puzzles = Archive(service, hosting.import_bytes), PuzzleStore(database)
    note_name = CompetitionStore(database).note_name if has_feature("competitions") else None
    absence, take_puzzles = Absence(bot, service, note_name), None
    if has_feature("puzzles"):
        take_puzzles = MatchPuzzles(service, puzzles, thinkers).prove
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
        ShowingStore: service.store.showings,
        Registry: service.games,
        Callable[[], int]: service.clocks.compared_clock or service.now,
        Manifests: manifests,
        Mapping[str, Face]: {key: manifest.face for key, manifest in manifests.items()},
        DrawingProcesses: hosting.drawing,
        Thinkers: thinkers,
        HostLinks: hosting.links,
        Address: hosting.address,
        BackupPlan | None: plan,
        Backups | None: Backups(database, plan, service.now, service.games) if plan else None,
        OwnerNews | None: OwnerNews(bot, service) if hosting.tells_owner else None,
        Database: database,
        Archive: archive,
        PuzzleStore: puzzles,
        OwnNotes: _own_notes(service, puzzles),
        Reviews: Reviews(service, archive, hosting.reviewer or Reviewer(thinkers), take_puzzles),
        FindingService: FindingService(service, setups),
        Absence: absence,
        Competitions: Competitions(service, absence.find_kept_out, absence.members_gone),
        SettingsMessage[PlayerChoices]: preference_message(service.store, service.now),
        SettingsMessage[ServerChoices]: server_settings(service.store, hosting.links, service.now),
    }
