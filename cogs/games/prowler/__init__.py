"""The slash commands of Prowler's Passage."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.board.menu import Menu
from cogs.board.posting import Posting
from cogs.board.typed_moves import TypedMoves
from cogs.games.prowler.after import AfterCommands
from cogs.games.prowler.calling import CallingCommands
from cogs.games.prowler.comfort import Comfort, ComfortCommands
from cogs.games.prowler.standing import StandingCommands
from cogs.life.agreements import Agreements
from cogs.life.animation import Animations
from cogs.life.branch import Branches
from cogs.life.challenge import Challenges
from cogs.life.record_file import RecordFiles
from cogs.life.replay import Replays
from cogs.life.resigning import Resigning
from cogs.life.terms import PACE_CHOICES, RATED_CHOICES, TAKEBACK_CHOICES
from cogs.people.call_choices import CallChoices
from cogs.people.matches import OpenMatches
from cogs.people.profile import Profiles
from prowlerbot.core.errors import Refused
from prowlerbot.games.prowler.setup import DISTRICTS
from prowlerbot.games.prowler.words import DISTRICT_NAMES
from prowlerbot.match.terms import Takebacks

GAME = "prowler"

_MARKERS = [
    app_commands.Choice(name=f"{DISTRICT_NAMES[letter]} marker", value=letter)
    for letter in DISTRICTS
]
_FIRST = {"me": "1", "them": "2"}


@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
class ProwlerCommands(
    AfterCommands,
    ComfortCommands,
    StandingCommands,
    CallingCommands,
    commands.GroupCog,
    group_name=GAME,
    group_description="Play Prowler's Passage against a friend",
):
    def __init__(
        self,
        *,
        challenges: Challenges,
        typed_moves: TypedMoves,
        posting: Posting,
        menu: Menu,
        resigning: Resigning,
        record_files: RecordFiles,
        matches: OpenMatches,
        replays: Replays,
        animations: Animations,
        branches: Branches,
        comfort: Comfort,
        profiles: Profiles,
        calls: CallChoices,
        agreements: Agreements,
    ) -> None:
        self._calls = calls
        self._challenges = challenges
        self._typed_moves = typed_moves
        self._posting = posting
        self._menu = menu
        self._resigning = resigning
        self._record_files = record_files
        self._matches = matches
        self._replays = replays
        self._animations = animations
        self._branches = branches
        self._comfort = comfort
        self._profiles = profiles
        self._agreements = agreements

    @app_commands.command(description="Challenge somebody to a match of Prowler's Passage")
    @app_commands.describe(
        opponent="Who you want to play",
        first="Who places the first passage",
        pace="How long each of you may take for a move",
        takebacks="Whether a move can be taken back (if unsaid: if the other agrees)",
        rated="Whether it counts for ratings",
    )
    @app_commands.choices(pace=PACE_CHOICES)
    @app_commands.choices(takebacks=TAKEBACK_CHOICES)
    @app_commands.choices(rated=RATED_CHOICES)
    @app_commands.choices(
        first=[
            app_commands.Choice(name="I go first", value="me"),
            app_commands.Choice(name="They go first", value="them"),
            app_commands.Choice(name="Draw lots (as without this option)", value="random"),
        ],
    )
    async def challenge(
        self,
        interaction: discord.Interaction,
        *,
        opponent: discord.User,
        first: str = "random",
        pace: int | None = None,
        takebacks: Takebacks = "ask",
        rated: str | None = None,
    ) -> None:
        options = {"first": _FIRST[first]} if first in _FIRST else {}
        await self._challenges.challenge(
            interaction, GAME, opponent, options, pace=pace, takebacks=takebacks, rated=rated
        )

    @app_commands.command(description="Make your move by typing it, instead of pressing a button")
    @app_commands.describe(
        pathway="Number of the pathway, or the marker that opens the match",
        marker="Which marker a wild shovel moves",
        match="Which match, if you play several",
    )
    @app_commands.choices(marker=_MARKERS)
    async def play(
        self,
        interaction: discord.Interaction,
        pathway: str,
        marker: str | None = None,
        match: str | None = None,
    ) -> None:
        await self._typed_moves.play(interaction, GAME, pathway, marker, match)

    @app_commands.command(
        description="List your open matches: those waiting for you first, the most urgent on top"
    )
    async def matches(self, interaction: discord.Interaction) -> None:
        await self._matches.show(interaction, GAME)

    @app_commands.command(description="Show the board of a match here, in a new message")
    @app_commands.describe(
        match="Which match, if you play several",
        private="Only for you, in your colours; you can move from there too",
    )
    async def board(
        self,
        interaction: discord.Interaction,
        match: str | None = None,
        private: bool = False,  # noqa: FBT001, FBT002 - an option of the command
    ) -> None:
        found = await self._matches.choose(interaction, GAME, match)
        if private:
            await self._comfort.own.show(interaction, found)
        else:
            await self._posting.show(interaction, found)

    @app_commands.command(description="Give up a match; you are asked once more before it counts")
    @app_commands.describe(match="Which match, if you play several")
    async def resign(self, interaction: discord.Interaction, match: str | None = None) -> None:
        found = await self._matches.choose(interaction, GAME, match)
        await self._resigning.ask(interaction, found)

    @app_commands.command(description="Win a match in which your opponent ran out of time")
    @app_commands.describe(match="Which match, if you play several")
    async def claim(self, interaction: discord.Interaction, match: str | None = None) -> None:
        found = await self._matches.choose(interaction, GAME, match)
        await self._agreements.claim(interaction, found)

    @app_commands.command(description="Read the rules in short, for your eyes only")
    async def rules(self, interaction: discord.Interaction) -> None:
        await self._menu.rules(interaction, GAME)

    @app_commands.command(description="Get the record of a match as a file")
    @app_commands.describe(match="Which match, if not the latest")
    async def record(self, interaction: discord.Interaction, match: str | None = None) -> None:
        found = await self._matches.choose(interaction, GAME, match)
        await self._record_files.send(interaction, found)

    @play.autocomplete("pathway")
    async def _suggest_pathway(
        self, interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        try:
            match = getattr(interaction.namespace, "match", None)
            return await self._typed_moves.suggest(interaction, GAME, typed, match)
        except Refused:
            return []

    @play.autocomplete("match")
    @board.autocomplete("match")
    @resign.autocomplete("match")
    @claim.autocomplete("match")
    @record.autocomplete("match")
    async def _suggest_match(
        self, interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        try:
            return await self._matches.suggest(interaction, GAME, typed)
        except Refused:
            return []
