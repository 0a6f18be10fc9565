"""The slash commands of a game, made from its manifest (one group, the same for every game); and
`/play`, which shows all games.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import discord
from discord import Interaction, app_commands

from cogs.board.menu import Menu
from cogs.board.posting import Posting
from cogs.board.private.boards import PrivateBoards
from cogs.board.private.premoves import PlanBoards
from cogs.board.typed_moves import TypedMoves
from cogs.contract.manifest import Manifest, Option
from cogs.frame.options import Command, Suggestions, everywhere, offering, suggest
from cogs.frame.visit import visit_of
from cogs.life.agreements import Agreements
from cogs.life.animation import Animations
from cogs.life.branch import Branches
from cogs.life.challenge import Challenges
from cogs.life.challenge_command import challenge_command, invitation, seating_options
from cogs.life.hub import Hub
from cogs.life.record_files import Imports, RecordFiles
from cogs.life.replay import Replays
from cogs.life.resigning import Resigning
from cogs.life.tutorial import Tutorial
from cogs.people.matches import OpenMatches
from prowlerbot.core.game import Game
from prowlerbot.core.i18n import mark
from prowlerbot.match.match import Match
from prowlerbot.service.archive import Archive

_IF_SEVERAL = mark("Which match, if you play several")
_IF_NOT_LATEST = mark("Which match, if not the latest")
_PART = Option("part", "Which part of the match, if not all of it")
_RESIGN = mark("Resign a match; you confirm it before it counts")
_RECORD = mark("Get the record of a match as a file")
_RULES = mark("Read the rules in short, for your eyes only")
_TUTORIAL = mark("Learn the game in small positions, for your eyes only")
_CLAIM = mark("Claim the win if your opponent ran out of time")
_CLAIM_OF_SEVERAL = mark("Remove players who ran out of time from a match")
_FORMER_CLAIM = mark("The former name of time-up: about players who ran out of time")
_FORMER_DRAW = mark("The former name of draw-rest: have the rest of the map drawn")


@dataclass(frozen=True, slots=True)
class GameCommands:
    """The features that answer the commands of every game."""

    matches: OpenMatches
    challenges: Challenges
    typed_moves: TypedMoves
    posting: Posting
    private: PrivateBoards
    plans: PlanBoards
    agreements: Agreements
    resigning: Resigning
    menu: Menu
    tutorial: Tutorial
    archive: Archive
    record_files: RecordFiles
    replays: Replays
    animations: Animations
    imports: Imports
    branches: Branches

    def group(self, manifest: Manifest, game: Game) -> app_commands.Group:
        """All commands of a game, in the order in which Discord receives them."""
        group = app_commands.Group(name=manifest.key, description=manifest.description)
        claim = _CLAIM_OF_SEVERAL if game.seats[-1] > 2 else _CLAIM
        draw, lessons = manifest.draw, manifest.face.lessons
        about, send = self._about_match, self.record_files.send
        begin = self.tutorial.begin
        for command in (
            challenge_command(manifest, game, self.challenges),
            self._play(manifest),
            self._board(manifest),
            *([self._plan(manifest, manifest.plan)] if manifest.plan else []),
            *([about(manifest, "draw-rest", draw, self.agreements.draw)] if draw else []),
            about(manifest, "resign", _RESIGN, self.resigning.ask),
            about(manifest, "time-up", claim, self.agreements.claim),
            _about_game(manifest, "rules", _RULES, self.menu.rules),
            *([_about_game(manifest, "tutorial", _TUTORIAL, begin)] if lessons else []),
            about(manifest, "record", _RECORD, send, _IF_NOT_LATEST),
            self._replay(manifest),
            self._animation(manifest),
            self._import(manifest),
            self._branch(manifest, game),
            # Former names, which mean something else at a table; they go with the next release.
            about(manifest, "claim", _FORMER_CLAIM, self.agreements.claim),
            *([about(manifest, "draw", _FORMER_DRAW, self.agreements.draw)] if draw else []),
        ):
            group.add_command(command)
        return everywhere(group)

    def _about_match(
        self,
        manifest: Manifest,
        name: str,
        description: str,
        answer: Callable[[Interaction, Match], Awaitable[None]],
        which: str = _IF_SEVERAL,
    ) -> Command:
        """A command whose only option selects an open match."""

        @app_commands.command(name=name, description=description)
        @app_commands.describe(match=which)
        async def command(interaction: Interaction, match: str | None = None) -> None:
            await answer(interaction, await self.matches.choose(interaction, manifest.key, match))

        return self._suggesting_open(command, manifest)

    def _play(self, manifest: Manifest) -> Command:
        move, detail, moves = manifest.move, manifest.detail, self.typed_moves

        @app_commands.command(description="Type your move instead of pressing a button")
        @app_commands.describe(match=_IF_SEVERAL)
        @offering([move, detail] if detail else [move], after="interaction")
        async def play(
            interaction: Interaction, /, *, match: str | None = None, **said: str | None
        ) -> None:
            typed = said[move.name] or ""
            completed = said[detail.name] if detail else None
            await moves.play(interaction, manifest.key, typed, completed, match)

        async def suggestions(interaction: Interaction, typed: str) -> Suggestions:
            match = getattr(interaction.namespace, "match", None)
            return await moves.suggest(interaction, manifest.key, typed, match)

        suggest(play, move.name, suggestions)
        return self._suggesting_open(play, manifest)

    def _board(self, manifest: Manifest) -> Command:
        @app_commands.command(description="Show the board of a match here, in a new message")
        @app_commands.describe(
            match=_IF_SEVERAL,
            private="Only for you, in your colours; you can move from there too",
        )
        async def board(
            interaction: Interaction, *, match: str | None = None, private: bool = False
        ) -> None:
            found = await self.matches.choose(interaction, manifest.key, match)
            show = self.private.show if private else self.posting.show
            await show(interaction, found)

        return self._suggesting_open(board, manifest)

    def _plan(self, manifest: Manifest, typed: Option) -> Command:
        @app_commands.command(description="Plan moves while others are to move; only you see it")
        @app_commands.describe(match=_IF_SEVERAL)
        @offering([typed], after="interaction")
        async def plan(
            interaction: Interaction, /, *, match: str | None = None, **said: str | None
        ) -> None:
            found = await self.matches.choose(interaction, manifest.key, match, ahead=True)
            await self.plans.plan(interaction, found, said[typed.name] or "")

        return self._suggesting_open(plan, manifest)

    def _suggesting_open(self, command: Command, manifest: Manifest) -> Command:
        """Suggest the open matches for the option that selects one."""
        key, matches = manifest.key, self.matches
        suggest(command, "match", lambda asked, typed: matches.suggest(asked, key, typed))
        return command

    # ------------------------------------------------------------------ looking back

    def _replay(self, manifest: Manifest) -> Command:
        @app_commands.command(description="Step through a match move by move, for your eyes only")
        @app_commands.describe(
            match="Which match, if not your latest", move="The move to start from"
        )
        @offering(_parts(manifest), after="move")
        async def replay(
            interaction: Interaction,
            /,
            *,
            match: str | None = None,
            move: app_commands.Range[int, 0] | None = None,
            **said: Any,
        ) -> None:
            found = await self.archive.choose(visit_of(interaction), manifest.key, match)
            await self.replays.show_typed(interaction, found, move, said.get(_PART.name) or "")

        return self._suggesting_kept(self._suggesting_parts(replay, manifest), manifest)

    def _animation(self, manifest: Manifest) -> Command:
        @app_commands.command(description="Watch a whole match as an animation")
        @app_commands.describe(
            match="Which match, if not your latest",
            show="Only for you (the default) or for everybody here",
            pace="How long each move is shown",
        )
        @app_commands.choices(
            show=[
                app_commands.Choice(name="Only me", value="me"),
                app_commands.Choice(name="Everybody here", value="all"),
            ],
            pace=[
                app_commands.Choice(name="Long enough to follow it", value="calm"),
                app_commands.Choice(name="Half as long", value="quick"),
            ],
        )
        @offering(_parts(manifest), after="pace")
        async def animation(
            interaction: Interaction,
            /,
            *,
            match: str | None = None,
            show: str = "me",
            pace: str = "calm",
            **said: Any,
        ) -> None:
            found = await self.archive.choose(visit_of(interaction), manifest.key, match)
            chapter, everybody = said.get(_PART.name) or "", show == "all"
            await self.animations.show(
                interaction, found, everybody=everybody, pace=pace, chapter=chapter
            )

        return self._suggesting_kept(self._suggesting_parts(animation, manifest), manifest)

    def _import(self, manifest: Manifest) -> Command:
        @app_commands.command(
            name="import", description="Verify a record file, then replay the match in it"
        )
        @app_commands.describe(
            file="The record, as JSON", line="Which line of the file, if not the first record"
        )
        async def import_record(
            interaction: Interaction,
            file: discord.Attachment,
            line: app_commands.Range[int, 1] | None = None,
        ) -> None:
            match = await self.imports.read(interaction, manifest.key, file, line)
            await self.replays.show(interaction, match, None)

        return import_record

    def _branch(self, manifest: Manifest, game: Game) -> Command:
        named = manifest.sides or [f"Seat {seat}" for seat in range(1, game.seats[-1] + 1)]
        sides = [app_commands.Choice(name=name, value=seat) for seat, name in enumerate(named, 1)]

        @app_commands.command(
            description="Play on from any move of a match, in a new friendly match"
        )
        @app_commands.describe(
            opponent="Your opponent; leave it out to let anyone join",
            move="How many moves of the match to keep",
            match="Which match or imported record, if not your latest",
            side="The player whose seat you take",
        )
        @app_commands.choices(side=sides)
        @offering(seating_options(game.seats, fixed=True), after="side")
        async def branch(
            interaction: Interaction,
            /,
            *,
            move: app_commands.Range[int, 0],
            opponent: discord.User | None = None,
            match: str | None = None,
            side: int | None = None,
            **said: Any,
        ) -> None:
            found = await self.archive.choose(visit_of(interaction), manifest.key, match)
            invited = invitation(opponent, said)
            await self.branches.type(interaction, found, move, side, invited)

        return self._suggesting_kept(branch, manifest)

    def _suggesting_parts(self, command: Command, manifest: Manifest) -> Command:
        """Suggest the chapters of the chosen match, in a game that has some."""

        async def chapters(interaction: Interaction, typed: str) -> Suggestions:
            named = getattr(interaction.namespace, "match", None) or None
            found = await self.archive.choose(visit_of(interaction), manifest.key, named)
            return await self.replays.suggest_chapter(interaction, found, typed)

        if manifest.face.chaptered:
            suggest(command, _PART.name, chapters)
        return command

    def _suggesting_kept(self, command: Command, manifest: Manifest) -> Command:
        """Suggest all matches and imported records for the option that selects one."""
        key, replays = manifest.key, self.replays
        suggest(command, "match", lambda asked, typed: replays.suggest(asked, key, typed))
        return command


def _parts(manifest: Manifest) -> list[Option]:
    """The option for a part of a match, in a game whose matches have chapters."""
    return [_PART] if manifest.face.chaptered else []


def _about_game(
    manifest: Manifest,
    name: str,
    description: str,
    answer: Callable[[Interaction, str], Awaitable[None]],
) -> Command:
    """A command without options."""

    @app_commands.command(name=name, description=description)
    async def command(interaction: Interaction) -> None:
        await answer(interaction, manifest.key)

    return command


def play_command(hub: Hub) -> Command:
    @app_commands.command(description="Choose a game and begin, with one press")
    async def play(interaction: Interaction) -> None:
        await hub.show(interaction)

    return everywhere(play)
