"""The slash commands of a game for looking back at its matches: the second half of its group."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands

from cogs.contract.manifest import Manifest
from cogs.contract.option import Option
from cogs.frame.asker import asker_of
from cogs.frame.interaction import MOST_SUGGESTIONS
from cogs.frame.options import Command, Suggestions, offering, suggest
from cogs.life.animation import Animations
from cogs.life.branch import Branches
from cogs.life.challenge_command import invitation, seating_options
from cogs.life.imports import Imports
from cogs.life.record_file import RecordFiles
from cogs.life.replay import Replays
from cogs.people.matches import OpenMatches
from prowlerbot.core.game import Game
from prowlerbot.service.archive import Archive


@dataclass(frozen=True, slots=True)
class RecordFeatures:
    """The features that answer these commands of every game."""

    matches: OpenMatches
    record_files: RecordFiles
    archive: Archive
    replays: Replays
    animations: Animations
    imports: Imports
    branches: Branches


def record_commands(manifest: Manifest, game: Game, features: RecordFeatures) -> list[Command]:
    """The commands in the order in which Discord receives them."""
    return [
        _record(manifest, features),
        _replay(manifest, features),
        _animation(manifest, features),
        _import(manifest, features.imports, features.replays),
        _branch(manifest, game, features),
    ]


def _record(manifest: Manifest, features: RecordFeatures) -> Command:
    @app_commands.command(description="Get the record of a match as a file")
    @app_commands.describe(match="Which match, if not the latest")
    async def record(interaction: discord.Interaction, match: str | None = None) -> None:
        found = await features.matches.choose(interaction, manifest.key, match)
        await features.record_files.send(interaction, found)

    async def matches(interaction: discord.Interaction, typed: str) -> Suggestions:
        return await features.matches.suggest(interaction, manifest.key, typed)

    suggest(record, "match", matches)
    return record


_PART = Option("part", "Which part of the match, if not all of it")


def _replay(manifest: Manifest, features: RecordFeatures) -> Command:
    @app_commands.command(description="Step through a match move by move, for your eyes only")
    @app_commands.describe(match="Which match, if not your latest", move="The move to start from")
    @offering(_parts(manifest), after="move")
    async def replay(
        interaction: discord.Interaction,
        /,
        *,
        match: str | None = None,
        move: app_commands.Range[int, 0] | None = None,
        **said: Any,
    ) -> None:
        found = await features.archive.choose(asker_of(interaction), manifest.key, match)
        await features.replays.show(interaction, found, move, said.get(_PART.name) or "")

    return _suggesting_parts(replay, manifest, features)


def _animation(manifest: Manifest, features: RecordFeatures) -> Command:
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
        interaction: discord.Interaction,
        /,
        *,
        match: str | None = None,
        show: str = "me",
        pace: str = "calm",
        **said: Any,
    ) -> None:
        found = await features.archive.choose(asker_of(interaction), manifest.key, match)
        await features.animations.show(
            interaction,
            found,
            everybody=show == "all",
            pace=pace,
            chapter=said.get(_PART.name) or "",
        )

    return _suggesting_parts(animation, manifest, features)


def _parts(manifest: Manifest) -> list[Option]:
    """The option for a part of a match, in a game whose matches have chapters."""
    return [_PART] if manifest.face.chaptered else []


def _suggesting_parts(command: Command, manifest: Manifest, features: RecordFeatures) -> Command:
    """Suggest matches, and the chapters of the chosen one."""
    if manifest.face.chaptered:

        async def chapters(interaction: discord.Interaction, typed: str) -> Suggestions:
            named = getattr(interaction.namespace, "match", None) or None
            asker = asker_of(interaction)
            found = await features.archive.choose(asker, manifest.key, named)
            suggested = await features.replays.suggest_chapter(interaction, found, typed)
            return suggested[-MOST_SUGGESTIONS:]

        suggest(command, _PART.name, chapters)
    return _suggesting_records(command, manifest, features.replays)


def _import(manifest: Manifest, imports: Imports, replays: Replays) -> Command:
    @app_commands.command(
        name="import", description="Verify a record file, then replay the match in it"
    )
    @app_commands.describe(
        file="The record, as JSON", line="Which line of the file, if not the first record"
    )
    async def import_record(
        interaction: discord.Interaction,
        file: discord.Attachment,
        line: app_commands.Range[int, 1] | None = None,
    ) -> None:
        match = await imports.read(interaction, manifest.key, file, line)
        await replays.show(interaction, match, None)

    return import_record


def _branch(manifest: Manifest, game: Game, features: RecordFeatures) -> Command:
    named = manifest.sides or [f"Seat {seat}" for seat in range(1, game.seats[-1] + 1)]
    sides = [app_commands.Choice(name=name, value=seat) for seat, name in enumerate(named, 1)]

    @app_commands.command(description="Play on from any move of a match, in a new friendly match")
    @app_commands.describe(
        opponent="Your opponent; leave it out to let anyone join",
        move="How many moves of the match to keep",
        match="Which match or imported record, if not your latest",
        side="The player whose seat you take",
    )
    @app_commands.choices(side=sides)
    @offering(seating_options(game.seats, fixed=True), after="side")
    async def branch(
        interaction: discord.Interaction,
        /,
        *,
        move: app_commands.Range[int, 0],
        opponent: discord.User | None = None,
        match: str | None = None,
        side: int | None = None,
        **said: Any,
    ) -> None:
        found = await features.archive.choose(asker_of(interaction), manifest.key, match)
        invited = invitation(opponent, said)
        await features.branches.challenge(interaction, found, move, side, invited)

    return _suggesting_records(branch, manifest, features.replays)


def _suggesting_records(command: Command, manifest: Manifest, replays: Replays) -> Command:
    """Suggest viewable matches for the option that selects one."""

    async def matches(interaction: discord.Interaction, typed: str) -> Suggestions:
        return await replays.suggest(interaction, manifest.key, typed)

    suggest(command, "match", matches)
    return command
