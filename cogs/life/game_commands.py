"""The slash commands of a game, made from its manifest (one group, the same for every game); and
`/play`, which shows all games.

This file has the commands for playing; ``record_commands`` has those for looking back.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import discord
from discord import app_commands

from cogs.board.menu import Menu
from cogs.board.posting import Posting
from cogs.board.private_board import PrivateBoards
from cogs.board.typed_moves import TypedMoves
from cogs.contract.manifest import Manifest
from cogs.frame.options import Command, Suggestions, everywhere, offering, suggest
from cogs.life.agreements import Agreements
from cogs.life.challenge import Challenges
from cogs.life.challenge_command import challenge_command
from cogs.life.hub import Hub
from cogs.life.resigning import Resigning
from cogs.life.tutorial import Tutorial
from cogs.people.matches import OpenMatches
from prowlerbot.core.game import Game
from prowlerbot.core.i18n import mark


@dataclass(frozen=True, slots=True)
class PlayFeatures:
    """The features that answer the commands of every game."""

    challenges: Challenges
    typed_moves: TypedMoves
    posting: Posting
    menu: Menu
    matches: OpenMatches
    private: PrivateBoards
    resigning: Resigning
    agreements: Agreements
    tutorial: Tutorial


def game_group(
    manifest: Manifest, game: Game, features: PlayFeatures, record_commands: Sequence[Command]
) -> app_commands.Group:
    """All commands of a game, in the order in which Discord receives them."""
    group = app_commands.Group(name=manifest.key, description=manifest.description)
    for command in (
        challenge_command(manifest, game, features.challenges),
        _play(manifest, features),
        _board(manifest, features),
        *([_draw(manifest, features)] if manifest.draw else []),
        _resign(manifest, features),
        _claim(manifest, game, features),
        _rules(manifest, features.menu),
        *([_tutorial(manifest, features.tutorial)] if manifest.lessons else []),
        *record_commands,
    ):
        group.add_command(command)
    return everywhere(group)


def play_command(hub: Hub) -> Command:
    @app_commands.command(description="Choose a game and begin, with one press")
    async def play(interaction: discord.Interaction) -> None:
        await hub.show(interaction)

    return everywhere(play)


def _play(manifest: Manifest, features: PlayFeatures) -> Command:
    move, detail, moves = manifest.move, manifest.detail, features.typed_moves

    @app_commands.command(description="Type your move instead of pressing a button")
    @app_commands.describe(match="Which match, if you play several")
    @offering([move, detail] if detail else [move], after="interaction")
    async def play(
        interaction: discord.Interaction, /, *, match: str | None = None, **said: str | None
    ) -> None:
        typed = said[move.name] or ""
        completed = said[detail.name] if detail else None
        await moves.play(interaction, manifest.key, typed, completed, match)

    async def suggestions(interaction: discord.Interaction, typed: str) -> Suggestions:
        match = getattr(interaction.namespace, "match", None)
        return await moves.suggest(interaction, manifest.key, typed, match)

    suggest(play, move.name, suggestions)
    return _suggesting_matches(play, manifest, features.matches)


def _board(manifest: Manifest, features: PlayFeatures) -> Command:
    @app_commands.command(description="Show the board of a match here, in a new message")
    @app_commands.describe(
        match="Which match, if you play several",
        private="Only for you, in your colours; you can move from there too",
    )
    async def board(
        interaction: discord.Interaction, *, match: str | None = None, private: bool = False
    ) -> None:
        found = await features.matches.choose(interaction, manifest.key, match)
        if private:
            await features.private.show(interaction, found)
        else:
            await features.posting.show(interaction, found)

    return _suggesting_matches(board, manifest, features.matches)


def _draw(manifest: Manifest, features: PlayFeatures) -> Command:
    @app_commands.command(description=manifest.draw)
    @app_commands.describe(match="Which match, if you play several")
    async def draw(interaction: discord.Interaction, match: str | None = None) -> None:
        found = await features.matches.choose(interaction, manifest.key, match)
        await features.agreements.draw(interaction, found)

    return _suggesting_matches(draw, manifest, features.matches)


def _resign(manifest: Manifest, features: PlayFeatures) -> Command:
    @app_commands.command(description="Resign a match; you confirm it before it counts")
    @app_commands.describe(match="Which match, if you play several")
    async def resign(interaction: discord.Interaction, match: str | None = None) -> None:
        found = await features.matches.choose(interaction, manifest.key, match)
        await features.resigning.ask(interaction, found)

    return _suggesting_matches(resign, manifest, features.matches)


def _claim(manifest: Manifest, game: Game, features: PlayFeatures) -> Command:
    late = mark("Claim the win if your opponent ran out of time")
    if game.seats[-1] > 2:
        late = mark("Remove players who ran out of time from a match")

    @app_commands.command(description=str(late))
    @app_commands.describe(match="Which match, if you play several")
    async def claim(interaction: discord.Interaction, match: str | None = None) -> None:
        found = await features.matches.choose(interaction, manifest.key, match)
        await features.agreements.claim(interaction, found)

    return _suggesting_matches(claim, manifest, features.matches)


def _rules(manifest: Manifest, menu: Menu) -> Command:
    @app_commands.command(description="Read the rules in short, for your eyes only")
    async def rules(interaction: discord.Interaction) -> None:
        await menu.rules(interaction, manifest.key)

    return rules


def _tutorial(manifest: Manifest, lessons: Tutorial) -> Command:
    @app_commands.command(description="Learn the game in small positions, for your eyes only")
    async def tutorial(interaction: discord.Interaction) -> None:
        await lessons.begin(interaction, manifest.key)

    return tutorial


def _suggesting_matches(command: Command, manifest: Manifest, matches: OpenMatches) -> Command:
    """Suggest the open matches for the option that selects one."""

    async def suggestions(interaction: discord.Interaction, typed: str) -> Suggestions:
        return await matches.suggest(interaction, manifest.key, typed)

    suggest(command, "match", suggestions)
    return command
