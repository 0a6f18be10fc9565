"""Creates and connects the parts of the bot, folder by folder, from top to bottom."""

from __future__ import annotations

from dataclasses import dataclass

from discord import app_commands

from cogs.admin import Hosting, add_admin
from cogs.board.board_messages import BoardMessages
from cogs.board.departures import DeletedPlaces
from cogs.board.following import Following
from cogs.board.hints import Hints
from cogs.board.menu import Menu
from cogs.board.posting import Posting
from cogs.board.pressed_moves import PressedMoves
from cogs.board.private.boards import PrivateBoards
from cogs.board.private.premoves import PlanBoards
from cogs.board.recovery import Recovery
from cogs.board.rendering import Rendering
from cogs.board.scrubbing import Scrubbing
from cogs.board.threads import Threads
from cogs.board.typed_moves import TypedMoves
from cogs.board.upkeep import Upkeep
from cogs.board.warm_up import warm_up
from cogs.competitions import add_competitions
from cogs.connection.patient_bot import PatientBot
from cogs.contract.manifest import Manifests
from cogs.frame.duty_loop import DutyLoop
from cogs.frame.limits import Gate
from cogs.frame.long_jobs import DRAWING, READING, LongJobs
from cogs.frame.meter import Meter
from cogs.frame.options import Command
from cogs.frame.router import Router
from cogs.frame.tree import Tree
from cogs.life.agreements import Agreements
from cogs.life.animation import Animations
from cogs.life.branch import Branches
from cogs.life.challenge import Challenges
from cogs.life.daily.challenge import DailyChallenge, daily_command
from cogs.life.finding import add_finding
from cogs.life.free_seats import FreeSeats
from cogs.life.game_commands import GameCommands, play_command
from cogs.life.hub import Hub
from cogs.life.lobby import Lobbies, Welcome
from cogs.life.puzzles import PuzzleScreens, puzzle_command
from cogs.life.record_files import Imports, RecordFiles
from cogs.life.replay import Replays
from cogs.life.resigning import Resigning
from cogs.life.retries import RetryScreens
from cogs.life.reviews import ReviewScreens
from cogs.life.tutorial import Tutorial
from cogs.life.user_menus import user_menus
from cogs.people.avoiding import Avoiding
from cogs.people.commands import person_commands
from cogs.people.looking_back import LookingBack
from cogs.people.match_pages import MatchPages
from cogs.people.matches import OpenMatches, PlayedGames
from cogs.people.preferences import preferences
from cogs.people.privacy import PrivacyCommands
from cogs.people.profile import Profiles
from cogs.people.standings import Standings
from prowlerbot.puzzles.kinds import kind_of
from prowlerbot.service.archive import Archive
from prowlerbot.service.hints import Hints as Hinting
from prowlerbot.service.machine_reviews import MachineReviewer
from prowlerbot.service.match_puzzles import MatchPuzzles
from prowlerbot.service.puzzles import Puzzles
from prowlerbot.service.retries import Retries
from prowlerbot.service.reviews import Reviews
from prowlerbot.service.service import Service
from prowlerbot.storage.puzzles import PuzzleStore


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts that the bot starts and closes together with itself."""

    service: Service
    rendering: Rendering
    boards: BoardMessages
    reviews: Reviews
    drawing_jobs: LongJobs
    reading_jobs: LongJobs

    async def warm_up(self) -> None:
        await warm_up(self.service, self.rendering, self.boards)

    async def close(self) -> None:
        self.drawing_jobs.close()
        self.reading_jobs.close()
        await self.reviews.close()
        await self.boards.machines.close()
        await self.boards.open_boards.close()
        await self.boards.open_plans.close()
        self.rendering.close()


async def add_all(
    bot: PatientBot,
    service: Service,
    manifests: Manifests,
    *,
    meter: Meter,
    hosting: Hosting,
) -> Parts:
    """Add all cogs and commands to the bot; this needs no connection to Discord."""
    store, faces = service.store, {key: manifest.face for key, manifest in manifests.items()}
    rendering = Rendering(bot, service, faces, meter, hosting.drawing)
    boards = BoardMessages(bot, service, rendering, meter, thinkers=hosting.thinkers)
    machines, links, shown = boards.machines, boards.links, boards.shown
    gate = Gate(service)
    if isinstance(bot.tree, Tree):
        bot.tree.gate = gate
    router = Router(gate, service)
    await bot.add_cog(router)
    archive = Archive(service, hosting.imports)
    drawing_jobs, reading_jobs = LongJobs(DRAWING), LongJobs(READING)
    reviews = Reviews(
        service,
        archive,
        hosting.reviewer or MachineReviewer(hosting.thinkers),
        MatchPuzzles(service, PuzzleStore(store.database), hosting.thinkers).take,
    )
    games = PlayedGames(store, manifests)
    matches = OpenMatches(service, games)

    # board: the message of a match
    private = PrivateBoards(service, store, rendering, boards)
    posting, menu, plans, following = (
        Posting(service, rendering, boards),
        Menu(service, rendering, machines, boards.help),
        PlanBoards(service, rendering, boards, private),
        Following(bot, service, rendering, reviews),
    )
    router.add(
        *PressedMoves(service, rendering, boards, private).routes,
        *(*private.routes, *plans.routes, *posting.routes, *menu.routes, *following.routes),
        *Hints(
            service, rendering, boards, private.plans, Hinting(service, hosting.thinkers)
        ).routes,
    )
    await bot.add_cog(DeletedPlaces(store, boards.calls.posts))
    threads, duty_loop = (
        Threads(bot, service, store.posts, rendering, boards),
        DutyLoop(bot, service),
    )
    scrubbing = Scrubbing(bot, service, store.showings, rendering, shown, links)
    recovery = Recovery(bot, service, store.posts, boards, posting, threads)
    upkeep = Upkeep(
        bot,
        service,
        store,
        boards,
        duty_loop,
        recovery=recovery,
        scrubbing=scrubbing,
        following=following,
        reviews=reviews,
    )
    for cog in (upkeep, duty_loop):
        await bot.add_cog(cog)

    # life: the course of a match
    welcome = Welcome(service, rendering)
    challenges = Challenges(service, boards, posting, threads, welcome)
    agreements, resigning = Agreements(service, rendering, boards), Resigning(service, boards)
    record_files = RecordFiles(service, rendering)
    replays = Replays(service, rendering, shown, archive)
    animations = Animations(service, rendering, shown, archive, drawing_jobs)
    branches = Branches(service, rendering, machines, challenges, archive)
    tutorial = Tutorial(
        service, rendering, machines, {key: it.face.lessons for key, it in manifests.items()}
    )
    hub = Hub(service, rendering, machines, manifests, challenges, hosting.links)
    puzzles = PuzzleScreens(
        service,
        rendering,
        Puzzles(service.games, PuzzleStore(store.database), service.now),
        {key: kind_of(game) for key, game in service.games.items()},
        games,
    )
    router.add(
        *Lobbies(service, boards, threads, welcome).routes,
        *challenges.routes,
        *(*agreements.routes, *resigning.routes, *FreeSeats(service, boards, welcome).routes),
        *(*record_files.routes, *replays.routes),
        *(*animations.routes, *branches.routes, *tutorial.routes, *hub.routes),
        *RetryScreens(
            service,
            ReviewScreens(service, rendering, shown, archive, reviews),
            Retries(service, hosting.thinkers),
        ).routes,
        *puzzles.routes,
    )
    of_games = GameCommands(
        matches=matches,
        challenges=challenges,
        typed_moves=TypedMoves(service, rendering, boards, posting, private),
        posting=posting,
        private=private,
        plans=plans,
        agreements=agreements,
        resigning=resigning,
        menu=menu,
        tutorial=tutorial,
        archive=archive,
        record_files=record_files,
        replays=replays,
        animations=animations,
        imports=Imports(archive, service.games, reading_jobs),
        branches=branches,
    )
    bot.tree.add_command(play_command(hub))
    for manifest in manifests.values():
        bot.tree.add_command(of_games.group(manifest, service.games[manifest.key]))

    # people: data of a person across all games
    daily = DailyChallenge(service, rendering, machines, manifests, private, shown)
    standings = Standings(service, store, rendering)
    profiles = Profiles(
        store, service.games, rendering, shown, LookingBack(service, store, rendering, links)
    )
    choices, match_pages, avoiding = (
        preferences(store, service.now),
        MatchPages(service, rendering, links, matches),
        Avoiding(service),
    )
    privacy = PrivacyCommands(service, boards, scrubbing, hosting.links)
    router.add(
        *(*daily.routes, *standings.routes, *profiles.routes, *choices.routes),
        *(*privacy.routes, *match_pages.routes, *avoiding.routes),
    )
    of_people: tuple[Command | app_commands.ContextMenu, ...] = (
        daily_command(daily),
        puzzle_command(puzzles, games),
        *person_commands(
            games=games,
            match_pages=match_pages,
            choices=choices,
            profiles=profiles,
            standings=standings,
            avoiding=avoiding,
        ),
        *user_menus(hub, games, profiles),
    )
    for command in of_people:
        bot.tree.add_command(command)
    await bot.add_cog(privacy)

    await add_finding(
        bot,
        service,
        router,
        manifests,
        meter=meter,
        rendering=rendering,
        boards=boards,
        threads=threads,
        recovery=recovery,
        games=games,
    )

    # competitions: tournaments, leagues, ladders
    await add_competitions(
        bot,
        service,
        router,
        manifests,
        rendering=rendering,
        boards=boards,
        threads=threads,
        games=games,
        duty_loop=duty_loop,
    )

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
        daily=daily,
    )
    return Parts(service, rendering, boards, reviews, drawing_jobs, reading_jobs)
