"""Creates and connects the parts of the bot, folder by folder, from top to bottom."""

from __future__ import annotations

from dataclasses import dataclass

from discord.ext import commands

from cogs.admin import Hosting, add_admin
from cogs.board.board_messages import BoardMessages
from cogs.board.deleted_places import DeletedPlaces
from cogs.board.menu import Menu
from cogs.board.posting import Posting
from cogs.board.pressed_moves import PressedMoves
from cogs.board.private_board import PrivateBoards
from cogs.board.recovery import Recovery
from cogs.board.rendering import Rendering
from cogs.board.scrubbing import Scrubbing
from cogs.board.threads import Threads
from cogs.board.typed_moves import TypedMoves
from cogs.board.upkeep import Upkeep
from cogs.board.warm_up import warm_up
from cogs.contract.manifest import Manifests
from cogs.frame.limits import Gate
from cogs.frame.meter import Meter
from cogs.frame.router import Router
from cogs.frame.tree import Tree
from cogs.frame.worker_process import WorkerProcess
from cogs.life.agreements import Agreements
from cogs.life.animation import Animations
from cogs.life.branch import Branches
from cogs.life.challenge import Challenges
from cogs.life.game_commands import PlayFeatures, game_group, play_command
from cogs.life.hub import Hub
from cogs.life.imports import Imports
from cogs.life.lobby import Lobbies
from cogs.life.publishing import Publishing
from cogs.life.record_commands import RecordFeatures, record_commands
from cogs.life.record_file import RecordFiles
from cogs.life.rematch import Rematches
from cogs.life.replay import Replays
from cogs.life.resigning import Resigning
from cogs.life.tutorial import Tutorial
from cogs.life.welcome import Welcome
from cogs.people.call_choices import CallChoices
from cogs.people.call_rows import call_rows
from cogs.people.commands import PersonFeatures, person_commands
from cogs.people.matches import OpenMatches
from cogs.people.played_games import PlayedGames
from cogs.people.preferences import LOOKS, WHO_SEES, PlayerPreferences
from cogs.people.privacy import PrivacyCommands
from cogs.people.profile import Profiles
from cogs.people.standings import Standings
from prowlerbot.service.archive import Archive
from prowlerbot.service.service import Service


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts that the bot starts and closes together with itself."""

    service: Service
    rendering: Rendering
    boards: BoardMessages

    async def warm_up(self) -> None:
        await warm_up(self.service, self.rendering, self.boards)

    async def close(self) -> None:
        await self.boards.machines.close()
        self.boards.stopwatches.close()
        await self.boards.open_boards.close()
        self.rendering.close()


async def add_all(
    bot: commands.AutoShardedBot,
    service: Service,
    manifests: Manifests,
    *,
    meter: Meter,
    worker_process: WorkerProcess,
    reading_process: WorkerProcess,
    hosting: Hosting,
) -> Parts:
    """Add all cogs and commands to the bot; this needs no connection to Discord."""
    faces = {key: manifest.face for key, manifest in manifests.items()}
    rendering = Rendering(bot, service, faces, meter, hosting.drawing)
    boards = BoardMessages(bot, service, rendering, meter, thinkers=hosting.thinkers)
    machines, links, shown = boards.machines, boards.links, boards.shown
    gate = Gate(service)
    if isinstance(bot.tree, Tree):
        bot.tree.gate = gate
    router = Router(gate, service)
    await bot.add_cog(router)
    archive = Archive(service, hosting.imports)
    games = PlayedGames(service, manifests)
    matches = OpenMatches(service, games, links)

    # board: the message of a match
    private = PrivateBoards(service, rendering, boards)
    posting = Posting(service, rendering, boards)
    menu = Menu(service, rendering, machines)
    router.add(
        *PressedMoves(service, rendering, boards, private).routes,
        *(*private.routes, *posting.routes, *menu.routes),
    )
    await bot.add_cog(DeletedPlaces(service.store, boards.calls.posts))
    threads = Threads(bot, service, rendering, boards)
    scrubbing = Scrubbing(bot, service, rendering, shown, links)
    recovery = Recovery(bot, service, boards, posting, threads)
    upkeep = Upkeep(bot, service, boards, recovery, scrubbing)
    await bot.add_cog(upkeep)

    # life: the course of a match
    welcome = Welcome(service, rendering)
    challenges = Challenges(service, boards, posting, threads, welcome)
    agreements = Agreements(service, rendering, boards)
    resigning = Resigning(service, boards)
    record_files = RecordFiles(service, rendering)
    replays = Replays(service, rendering, shown, archive)
    animations = Animations(service, rendering, shown, archive, worker_process)
    branches = Branches(service, rendering, machines, challenges, archive)
    courses = {key: it.lessons for key, it in manifests.items()}
    tutorial = Tutorial(service, rendering, machines, courses)
    hub = Hub(service, rendering, machines, manifests, challenges)
    router.add(
        *Lobbies(service, boards, threads, welcome).routes,
        *Rematches(service, boards, posting, challenges).routes,
        *Publishing(archive, replays).routes,
        *(*agreements.routes, *resigning.routes, *record_files.routes, *replays.routes),
        *(*animations.routes, *branches.routes, *tutorial.routes, *hub.routes),
    )
    bot.tree.add_command(play_command(hub))
    playing = PlayFeatures(
        challenges=challenges,
        typed_moves=TypedMoves(service, rendering, boards, posting, private),
        posting=posting,
        menu=menu,
        matches=matches,
        private=private,
        resigning=resigning,
        agreements=agreements,
        tutorial=tutorial,
    )
    records = RecordFeatures(
        matches=matches,
        record_files=record_files,
        archive=archive,
        replays=replays,
        animations=animations,
        imports=Imports(archive, service.games, reading_process),
        branches=branches,
    )
    for manifest in manifests.values():
        game = service.games[manifest.key]
        recorded = record_commands(manifest, game, records)
        bot.tree.add_command(game_group(manifest, game, playing, recorded))

    # people: data of a person across all games
    standings = Standings(service, rendering, links)
    profiles = Profiles(service, rendering, shown, standings)
    preferences = PlayerPreferences(service.store, (*LOOKS, *call_rows(service.now), *WHO_SEES))
    privacy = PrivacyCommands(service, boards, scrubbing)
    router.add(*standings.routes, *profiles.routes, *preferences.routes, *privacy.routes)
    personal = PersonFeatures(
        games, matches, preferences, CallChoices(service), profiles, standings
    )
    for command in person_commands(personal):
        bot.tree.add_command(command)
    await bot.add_cog(privacy)

    # admin: settings, the doctor, health
    await add_admin(
        bot,
        service,
        router,
        meter,
        upkeep=upkeep,
        hosting=hosting,
        rendering=rendering,
        hub=hub,
    )
    return Parts(service, rendering, boards)
