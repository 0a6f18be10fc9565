"""One builder of the commands of tournaments, leagues and ladders, from a description of each."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from discord import Interaction, app_commands

from cogs.board.views.challenge_views import HOUR
from cogs.competitions.competition_display import ShownCompetitions
from cogs.competitions.competition_editing import Editing
from cogs.competitions.competition_options import (
    CompetitionChoice,
    check_host,
    place_of_competition,
)
from cogs.competitions.competition_presses import CompetitionPresses
from cogs.contract.manifest import Manifests, Option
from cogs.frame.features import makes_command
from cogs.frame.options import Command, Suggestions, offering, suggest
from cogs.frame.replies import say
from cogs.frame.visit import check_admin, is_admin
from cogs.players.match_list import PlayedGames
from prowlerbot.competitions.competition_record import DAY, LONGEST_NAME, LONGEST_TEXT, Kind, Terms
from prowlerbot.competitions.competition_service import PAIR, Competitions
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.core.i18n import mark, tr
from prowlerbot.core.posts import What

NAME = app_commands.Range[str, 1, LONGEST_NAME]
TEXT = app_commands.Range[str, 1, LONGEST_TEXT]
PACES = (
    ("10 minutes a move", 10 * 60),
    ("1 hour a move", HOUR),
    ("1 day a move", DAY),
    ("3 days a move", 3 * DAY),
)
RATED = Option(
    "rated",
    "Whether the matches count for ratings (default: they do)",
    (("Rated", "yes"), ("Friendly", "no")),
)
ABOUT = Option("about", "A text about it", kind=TEXT)
_DELETE = ((mark("The name"), "name"), (mark("The text"), "text"), (mark("Name and text"), "both"))
_EDITED = (
    Option("name", "The new name", kind=NAME),
    Option("about", "The new text", kind=TEXT),
    Option("delete", "Delete the name, the text, or both", _DELETE),
)

Said = Mapping[str, Any]
"""The options of a command that the user has given, or their usual values."""


@dataclass(eq=False)
class CompetitionCommands(ABC):
    """The commands of one kind of competition; a subclass describes it.

    ``name`` names the group of commands, and the option that selects a competition. ``which``
    describes that option; it is empty if a server has at most one such competition. ``none``
    refuses a command if no competition exists. ``begin`` has the name and description of the
    command that creates a competition; ``options`` are its options and ``usual`` their defaults.
    """

    name: ClassVar[str]
    description: ClassVar[str]
    kind: ClassVar[Kind]
    none: ClassVar[str]
    begin: ClassVar[tuple[str, str]]
    options: ClassVar[tuple[Option, ...]]
    usual: ClassVar[Said] = {}
    which: ClassVar[str] = ""

    competitions: Competitions
    presses: CompetitionPresses
    editing: Editing
    shown: ShownCompetitions
    manifests: Manifests
    games: PlayedGames

    def __post_init__(self) -> None:
        self._choice = CompetitionChoice(self.competitions, self.kind, self.name, self.none)

    @abstractmethod
    def others(self) -> Sequence[Command]:
        """The commands besides the one that creates a competition."""

    @abstractmethod
    def terms(self, game: str, starts: int, said: Said) -> Terms:
        """The terms of a new competition."""

    def check(self, interaction: Interaction) -> None:
        """Raise Denied for a user who may not create one."""
        check_admin(interaction)

    async def show_new(self, interaction: Interaction, stored: Stored) -> None:
        """Answer with the new competition."""
        await self.shown.post(interaction, stored.id)

    # ------------------------------------------------------------------ the builder

    @makes_command
    def commands(self) -> app_commands.Group:
        group = app_commands.Group(name=self.name, description=self.description)
        for command in (self._create(), *self.others()):
            group.add_command(command)
        app_commands.allowed_installs(guilds=True, users=False)(group)
        return app_commands.guild_only(group)

    def _create(self) -> Command:
        name, description = self.begin
        games = self.competitions.service.games
        fit = [each for each in self.games.choices if PAIR in games[each.value].seats]

        @app_commands.command(name=name, description=description)
        @app_commands.describe(game="The game")
        @app_commands.choices(game=fit)
        @offering(self.options, after="game")
        async def command(interaction: Interaction, /, game: str, **said: Any) -> None:
            self.check(interaction)
            given = {
                **self.usual,
                **{key: value for key, value in said.items() if value is not None},
            }
            starts = self.competitions.service.now()
            if "starts" in given:
                starts = await self._choice.time(interaction, given["starts"])
            zone = await self._choice.zone_of(interaction)
            terms = replace(self.terms(game, starts, given), zone=zone)
            await self.show_new(interaction, await self._begun(interaction, terms, given))

        return self._suggesting(command, self.options)

    async def _begun(self, interaction: Interaction, terms: Terms, said: Said) -> Stored:
        """A new competition in this channel, or a new league of all servers."""
        channel = place_of_competition(interaction)
        wide = said.get("servers") == "all"
        stored = await self.competitions.create(
            terms,
            name=said.get("name", ""),
            text=said.get("about", ""),
            guild=0 if wide else interaction.guild_id or 0,
            channel=0 if wide else channel.id,
            host=interaction.user.id,
            pace=said["pace"],
            options=self.manifests[terms.game].read_setup({}),
            pause=said.get("pause", 0) * DAY,
            admin=is_admin(interaction),
        )
        await self.editing.note(interaction, stored, What.CREATED)
        return stored

    def about(
        self,
        name: str,
        description: str,
        answer: Callable[..., Awaitable[None]],
        *own: Option,
        ended: bool = False,
    ) -> Command:
        """A command for one competition; ``answer`` gets the values of its ``own`` options.

        If ``ended``, it also finds ended competitions.
        """
        options = [*own, Option(self.name, self.which)] if self.which else own

        @app_commands.command(name=name, description=description)
        @offering(options, after="interaction")
        async def command(interaction: Interaction, /, **said: Any) -> None:
            which = said.pop(self.name, None)
            latest = ended and not said
            stored = await self._choice.choose(interaction, which, ended=ended, latest=latest)
            await answer(interaction, stored, **said)

        return self._suggesting(command, options, ended=ended)

    def _suggesting(
        self, command: Command, options: Sequence[Option], *, ended: bool = False
    ) -> Command:
        """Give suggestions to the options for a competition, a player and a time."""
        choice = self._choice
        found = {
            self.name: lambda asked, typed: choice.suggest(asked, typed, ended=ended),
            "player": self._players,
            "starts": choice.suggest_time,
            "until": choice.suggest_time,
        }
        for name in found.keys() & {each.name for each in options}:
            suggest(command, name, found[name])
        return command

    async def _players(self, interaction: Interaction, typed: str) -> Suggestions:
        named = getattr(interaction.namespace, self.name, None) or None
        check_host(interaction, await self._choice.choose(interaction, named))
        return await self._choice.player(interaction, named, typed)

    def listing(self, description: str, heading: str) -> Command:
        @app_commands.command(name="list", description=description)
        async def command(interaction: Interaction) -> None:
            await say(interaction, await self._choice.listing(interaction, f"### {tr(heading)}"))

        return command

    def edit(self, description: str) -> Command:
        return self.about("edit", description, self.editing.edit, *_EDITED, ended=True)
