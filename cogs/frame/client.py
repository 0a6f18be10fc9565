"""The bot: the resources it owns for its lifetime, and the cogs that are handed them."""

from __future__ import annotations

import logging
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.admin import Hosting, add_admin
from cogs.board.board_messages import BoardMessages
from cogs.board.deleted_places import DeletedPlaces
from cogs.board.face import Face
from cogs.board.menu import Menu
from cogs.board.posting import Posting
from cogs.board.pressed_moves import PressedMoves
from cogs.board.private_board import PrivateBoards
from cogs.board.threads import Threads
from cogs.board.typed_moves import TypedMoves
from cogs.board.upkeep import Upkeep
from cogs.frame import errors
from cogs.frame.interaction import enter
from cogs.frame.limits import Gate, TooMuch
from cogs.frame.meter import Meter
from cogs.frame.replies import NOBODY
from cogs.frame.router import Router
from cogs.frame.workshop import Workshop
from cogs.games.prowler import ProwlerCommands
from cogs.games.prowler.comfort import Comfort
from cogs.games.prowler.face import ProwlerFace
from cogs.games.prowler.lessons import LESSONS
from cogs.life.agreements import Agreements
from cogs.life.animation import Animations
from cogs.life.branch import Branches
from cogs.life.challenge import Challenges
from cogs.life.record_file import RecordFiles
from cogs.life.rematch import Rematches
from cogs.life.replay import Replays
from cogs.life.resigning import Resigning
from cogs.life.tutorial import Tutorial
from cogs.people.call_choices import CallChoices
from cogs.people.call_rows import call_rows
from cogs.people.matches import OpenMatches
from cogs.people.preferences import LOOKS, PlayerPreferences
from cogs.people.privacy import PrivacyCommands
from cogs.people.profile import Profiles
from cogs.people.standings import Standings
from prowlerbot.core.errors import Refused
from prowlerbot.core.i18n import COMMAND, language_of, speak, translated
from prowlerbot.core.registry import Registry
from prowlerbot.service.archive import Archive
from prowlerbot.service.service import Service
from prowlerbot.storage.database import Database
from prowlerbot.storage.store import Store

log = logging.getLogger(__name__)

COURSES = {ProwlerFace.key: LESSONS}

FACES: dict[str, Face] = {face.key: face for face in (ProwlerFace(),)}


class Tree(app_commands.CommandTree[commands.AutoShardedBot]):
    gate: Gate | None = None

    async def interaction_check(
        self, interaction: discord.Interaction[commands.AutoShardedBot]
    ) -> bool:
        """Answer in the asker's language; each interaction runs in a task of its own."""
        speak(language_of(str(interaction.locale)))
        enter(interaction)
        if self.gate is None:
            return True
        if interaction.type is discord.InteractionType.autocomplete:
            return self.gate.may_suggest(interaction)
        try:
            await self.gate.check(interaction)
        except TooMuch as refused:
            await errors.refuse(interaction, self.gate, refused)
            return False
        except Refused as refused:
            await errors.tell(interaction, refused)
            return False
        return True

    async def on_error(
        self,
        interaction: discord.Interaction[commands.AutoShardedBot],
        error: app_commands.AppCommandError,
    ) -> None:
        await errors.tell(interaction, error)


class Catalogues(app_commands.Translator):
    """Tells Discord the commands' names and descriptions in the languages of the catalogues."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        if locale not in _TRANSLATED:  # asked thousands of times at each start
            return None
        named = context.location in _NAMES
        return translated(string.message, _TRANSLATED[locale], COMMAND if named else "")


_TRANSLATED = {
    locale: language for locale in discord.Locale if (language := language_of(str(locale))) != "en"
}
_NAMES = {
    app_commands.TranslationContextLocation.command_name,
    app_commands.TranslationContextLocation.group_name,
    app_commands.TranslationContextLocation.parameter_name,
}


class GamesBot(commands.AutoShardedBot):
    """Asks for no privileged intent: servers and their channels are all it needs to know.

    ``service`` may be given by tests; otherwise the database is opened when the bot starts and
    closed with it. With ``ahead`` it draws at its start what all pictures have in common.
    """

    def __init__(
        self,
        database_url: str,
        games: Registry,
        *,
        service: Service | None = None,
        hosting: Hosting | None = None,
        ahead: bool = False,
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            help_command=None,
            allowed_mentions=NOBODY,
            tree_cls=Tree,
            max_messages=None,
        )
        self._url = database_url
        self._games = games
        self._given = service
        self._hosting = hosting or Hosting()
        self._ahead = ahead
        self.meter = Meter()
        self._database: Database | None = None
        self._boards: BoardMessages | None = None
        self._workshop = Workshop()

    async def setup_hook(self) -> None:
        await self.furnish()
        if self._ahead and self._boards is not None:
            self._boards.rendering.prepare()
        await self.tree.set_translator(Catalogues())
        await self.tree.sync()

    async def furnish(self) -> None:
        """Open the database and add the cogs; no Discord is needed so far."""
        service = self._given
        if service is None:
            self._database = await Database.open(self._url)
            service = Service(Store(self._database), games=self._games)
        await service.enter_missing_results()
        self._boards = boards = BoardMessages(self, service, FACES, self.meter)
        gate = Gate(service)
        if isinstance(self.tree, Tree):
            self.tree.gate = gate
        router = Router(gate, service)
        await self.add_cog(router)
        private = PrivateBoards(boards)
        posting = Posting(boards)
        menu = Menu(boards)
        challenges = Challenges(boards, posting, Threads(boards))
        resigning = Resigning(boards)
        record_files = RecordFiles(boards)
        replays = Replays(boards, Archive(service))
        animations = Animations(boards, replays, self._workshop)
        branches = Branches(boards, challenges, replays)
        agreements = Agreements(boards)
        standings = Standings(boards)
        profiles = Profiles(boards, standings)
        preferences = PlayerPreferences(service.store, (*LOOKS, *call_rows(service.now)))
        tutorial = Tutorial(boards, COURSES)
        privacy = PrivacyCommands(boards)
        for feature in (
            PressedMoves(boards, private),
            private,
            posting,
            menu,
            challenges,
            Rematches(boards, posting),
            resigning,
            record_files,
            replays,
            animations,
            branches,
            agreements,
            standings,
            profiles,
            preferences,
            tutorial,
            privacy,
        ):
            router.add(*feature.routes)
        await self.add_cog(
            ProwlerCommands(
                challenges=challenges,
                typed_moves=TypedMoves(boards, posting),
                posting=posting,
                menu=menu,
                resigning=resigning,
                record_files=record_files,
                matches=OpenMatches(service),
                replays=replays,
                animations=animations,
                branches=branches,
                comfort=Comfort(private, preferences, tutorial),
                profiles=profiles,
                calls=CallChoices(service),
                agreements=agreements,
            )
        )
        await self.add_cog(DeletedPlaces(service.store))
        await self.add_cog(privacy)
        upkeep = Upkeep(self, boards)
        await self.add_cog(upkeep)
        await add_admin(self, service, router, self.meter, upkeep=upkeep, hosting=self._hosting)

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Where discord.py lets out each event at once, so that a watch can start here."""
        if event_name == "interaction":
            self.meter.arrive(args[0])
        super().dispatch(event_name, *args, **kwargs)

    async def on_ready(self) -> None:
        log.info("ready as %s in %d servers", self.user, len(self.guilds))

    async def close(self) -> None:
        try:
            await super().close()
        finally:  # the database's thread would keep the process alive
            self._workshop.close()
            if self._boards is not None:
                self._boards.rendering.close()
            if self._database is not None:
                await self._database.close()
