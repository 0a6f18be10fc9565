"""The common part of the commands of tournaments, leagues and ladders."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import ClassVar, Literal, TypeVar

from discord import Interaction, app_commands

from cogs.board.public_posts import check_post
from cogs.competitions.competition_display import ShownCompetitions
from cogs.competitions.competition_editing import (
    DELETE_CHOICES,
    NEW_NAME,
    NEW_TEXT,
    TO_DELETE,
    Editing,
)
from cogs.competitions.competition_options import (
    CompetitionChoice,
    check_may_end,
    place_of_competition,
)
from cogs.competitions.competition_presses import CompetitionPresses
from cogs.contract.manifest import Manifests
from cogs.frame.options import Command, suggest
from cogs.frame.replies import say
from cogs.players.match_list import PlayedGames
from prowlerbot.competitions.competition_limits import LONGEST_NAME, LONGEST_TEXT
from prowlerbot.competitions.competition_record import Terms
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.competitions.competition_values import Kind
from prowlerbot.core.acts import What
from prowlerbot.core.i18n import tr

RATED = [
    app_commands.Choice(name="Rated", value="yes"),
    app_commands.Choice(name="Friendly", value="no"),
]

_Callback = TypeVar("_Callback", bound=Callable[..., object])


@dataclass(eq=False)
class CompetitionCommands:
    """``option`` is the option that selects a competition, and ``which`` its description. ``none``
    is the refusal if there is no competition.
    """

    kind: ClassVar[Kind]
    option: ClassVar[str]
    which: ClassVar[str]
    none: ClassVar[str]

    competitions: Competitions
    presses: CompetitionPresses
    editing: Editing
    shown: ShownCompetitions
    manifests: Manifests
    games: PlayedGames

    def __post_init__(self) -> None:
        self._choice = CompetitionChoice(self.competitions, self.kind, self.option, self.none)

    def group(self, name: str, description: str, *commands: Command) -> app_commands.Group:
        """A group of commands that exist in servers only."""
        group = app_commands.Group(name=name, description=description)
        for command in commands:
            group.add_command(command)
        app_commands.allowed_installs(guilds=True, users=False)(group)
        return app_commands.guild_only(group)

    async def begin(
        self,
        interaction: Interaction,
        terms: Terms,
        *,
        pace: int,
        name: str = "",
        about: str = "",
        pause: int = 0,
        wide: bool = False,
        admin: bool = True,
    ) -> Stored:
        """Create a competition in this channel, or with ``wide`` a league of all servers."""
        check_post(interaction)
        channel = place_of_competition(interaction)
        stored = await self.competitions.create(
            terms,
            name=name,
            text=about,
            guild=0 if wide else interaction.guild_id or 0,
            channel=0 if wide else channel.id,
            host=interaction.user.id,
            pace=pace,
            options=self.manifests[terms.game].read_setup({}),
            pause=pause,
            admin=admin,
        )
        await self.editing.note(interaction, stored, What.CREATED)
        return stored

    def selecting(self, callback: _Callback) -> _Callback:
        """Let the parameter ``which`` of a command select a competition."""
        named = app_commands.rename(which=self.option)(callback)
        return app_commands.describe(which=self.which)(named)

    def suggesting(self, command: Command, *, ended: bool = False) -> Command:
        choice = self._choice
        suggest(command, "which", lambda asked, typed: choice.suggest(asked, typed, ended=ended))
        return command

    def about(
        self,
        name: str,
        description: str,
        answer: Callable[[Interaction, Stored], Awaitable[None]],
        ended: bool = False,  # noqa: FBT001, FBT002 - one of a row of commands
    ) -> Command:
        """A command whose only option selects a competition."""

        @app_commands.command(name=name, description=description)
        @self.selecting
        async def command(interaction: Interaction, which: str | None = None) -> None:
            stored = await self._choice.choose(interaction, which, ended=ended, latest=ended)
            await answer(interaction, stored)

        return self.suggesting(command, ended=ended)

    def listing(self, description: str, heading: str) -> Command:
        @app_commands.command(name="list", description=description)
        async def command(interaction: Interaction) -> None:
            await say(interaction, await self._choice.listing(interaction, f"### {tr(heading)}"))

        return command

    def edit(self, description: str) -> Command:
        @app_commands.command(name="edit", description=description)
        @app_commands.describe(name=NEW_NAME, about=NEW_TEXT, delete=TO_DELETE)
        @app_commands.choices(delete=DELETE_CHOICES)
        @self.selecting
        async def command(
            interaction: Interaction,
            *,
            name: app_commands.Range[str, 1, LONGEST_NAME] | None = None,
            about: app_commands.Range[str, 1, LONGEST_TEXT] | None = None,
            delete: Literal["name", "text", "both"] | None = None,
            which: str | None = None,
        ) -> None:
            stored = await self._choice.choose(interaction, which, ended=True)
            check_may_end(interaction, stored)
            await self.editing.edit(interaction, stored, name=name, about=about, delete=delete)

        return self.suggesting(command, ended=True)
