"""The builder of the commands about competitions of one kind, from a description of the kind."""

from abc import abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Literal, cast

from discord import Interaction, app_commands
from discord.ext import commands

from cogs.competitions.competition_editing import Editing, place_of_competition
from cogs.competitions.competition_message import ShownCompetitions
from cogs.competitions.competition_options import CompetitionChoice, TypedTimes, suggest_player
from cogs.competitions.competition_presses import CompetitionPresses
from cogs.contract.manifest import Manifests, Option
from cogs.frame.command_options import Command, Suggest, Suggestions, give_options, suggest
from cogs.frame.permissions import check_admin, is_admin
from cogs.frame.replies import say
from cogs.players.match_list import PlayedGames
from prowlerbot.competitions import competition_record as record
from prowlerbot.competitions.competition_record import Competition, CompetitionTerms, Stored
from prowlerbot.competitions.competition_service import PAIR_SIZE, Competitions
from prowlerbot.competitions.competition_step_service import CompetitionSteps
from prowlerbot.competitions.formats import FORMATS
from prowlerbot.core.clock import DAY
from prowlerbot.core.i18n import mark, tr
from prowlerbot.core.posts import ActKind
from prowlerbot.match.terms import sufficient_pace

# Descriptions and labels of options are in the catalogues as parts of the commands; ``mark`` only
# says so to tests/core/test_sentences.py where a text does not stand in the call of Option.
NAME_TYPE = app_commands.Range[str, 1, record.MAX_NAME_LETTERS]
_TEXT_TYPE = app_commands.Range[str, 1, record.MAX_TEXT_LETTERS]
TEXT_OPTION = Option("about", "A text about it", kind=_TEXT_TYPE)
_DELETE = ((mark("The name"), "name"), (mark("The text"), "text"), (mark("Name and text"), "both"))
_EDIT_OPTIONS = (  # each has the name of a parameter of Editing.edit
    Option("name", "The new name", kind=NAME_TYPE),
    Option("about", "The new text", kind=_TEXT_TYPE),
    Option("delete", "Delete the name, the text, or both", _DELETE),
)


@dataclass(frozen=True, slots=True)
class CreateOptions:
    """The options of a command that creates a competition, each in the field of its name."""

    format: str = ""  # the key of a format
    pace: int | None = None
    starts: str = ""
    seats: int = 32
    rounds: int = 0
    round_time: int | None = None  # seconds; 0 for no limit
    check_in: int | None = None  # seconds before the start
    every: str = ""  # a period; empty, and "once" from clients of former versions, for none
    threads: Literal["", "yes", "no"] = ""
    rated: Literal["yes", "no"] = "yes"
    name: str = ""
    about: str = ""
    weeks: int = 0
    pause: int = 0  # days between two seasons
    servers: Literal["this", "all"] = "this"

    @property
    def match_pace(self) -> int:
        """The given pace, or the default of the format; negative for a clock for the match."""
        return FORMATS[self.format].default_pace if self.pace is None else self.pace


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
@dataclass(eq=False)
class CompetitionCommands(commands.GroupCog):
    """The commands of one kind of competition; a subclass describes it.

    The name of the group of commands is also that of the option that selects a competition.
    """

    kind: ClassVar[record.CompetitionKind]
    none_refusal: ClassVar[str]  # the refusal of a command if no competition exists
    create_name: ClassVar[str] = "create"
    create_description: ClassVar[str]
    options: ClassVar[tuple[Option, ...]]  # of the creating command: fields of CreateOptions
    defaults: ClassVar[CreateOptions] = CreateOptions()  # also of options that it lacks
    choice_description: ClassVar[str] = ""  # empty if a server has only one competition

    competitions: Competitions
    steps: CompetitionSteps
    presses: CompetitionPresses
    editing: Editing
    shown: ShownCompetitions
    manifests: Manifests
    games: PlayedGames

    def __post_init__(self) -> None:
        group = cast("app_commands.Group", self.app_command)  # None for cogs without a group
        self.name = group.name
        self._setups = {key: manifest.read_setup({}) for key, manifest in self.manifests.items()}
        self.times = TypedTimes(self.competitions.service)
        self._choice = CompetitionChoice(
            self.competitions, self.times, self.kind, self.name, self.none_refusal
        )
        for command in (self._create_command(), *self.other_commands()):
            group.add_command(command)

    @abstractmethod
    def other_commands(self) -> Sequence[Command]:
        """The commands besides the one that creates a competition."""

    @abstractmethod
    def make_terms(self, game: str, starts: int, options: CreateOptions) -> CompetitionTerms:
        """The terms of a new competition that starts at this time."""

    def check_may_create(self, interaction: Interaction) -> None:
        """Raise Denied for a user who may not create one."""
        check_admin(interaction)

    async def show_new(self, interaction: Interaction, stored: Stored) -> None:
        """Answer the command that has created a competition."""
        await self.shown.post_new(interaction, stored)

    def _create_command(self) -> Command:
        games = self.competitions.service.games
        choices = [each for each in self.games.choices if PAIR_SIZE in games[each.value].seats]

        @app_commands.command(name=self.create_name, description=self.create_description)
        @app_commands.describe(game="The game")
        @app_commands.choices(game=choices)
        @give_options(self.options, after="game")
        async def command(interaction: Interaction, /, game: str, **values: Any) -> None:
            place_of_competition(interaction)  # first, as no permission helps in another place
            self.check_may_create(interaction)
            options = await self._complete_options(game, values)
            starts = self.competitions.service.now()
            if options.starts:
                starts = await self.times.typed_time(interaction, options.starts)
            zone = await self.times.zone_of(interaction)
            terms = replace(self.make_terms(game, starts, options), zone=zone)
            await self.show_new(interaction, await self._create(interaction, terms, options))

        return self._suggest_options(command, self.options)

    async def _complete_options(self, game: str, values: Mapping[str, Any]) -> CreateOptions:
        """The options with the defaults of omitted ones, and with a pace that suits the game."""
        typed = {name: value for name, value in values.items() if value is not None}
        options = replace(self.defaults, **typed)
        pace = sufficient_pace(options.match_pace, self.competitions.service.games[game])
        options, format_ = replace(options, pace=pace), FORMATS[options.format]
        if pace < 0 and format_.has_rounds and options.round_time is None:
            round_time = await self.competitions.usual_round(format_, game, pace)
            options = replace(options, round_time=round_time)
        return options

    async def _create(
        self, interaction: Interaction, terms: CompetitionTerms, options: CreateOptions
    ) -> Stored:
        """A new competition in this channel, or a new league of all servers."""
        channel, is_wide = place_of_competition(interaction), options.servers == "all"
        stored = Stored(
            "",
            Competition(terms),
            name=options.name,
            guild=0 if is_wide else interaction.guild_id or 0,
            channel=0 if is_wide else channel.id,
            host=interaction.user.id,
            created_at=self.competitions.service.now(),
            pace=options.match_pace,
            text=options.about,
            options=dict(self._setups[terms.game]),
            pause=options.pause * DAY,
            by_member=not is_admin(interaction),
        )
        describe_act = partial(self.editing.describe_act, interaction, ActKind.CREATED)
        return await self.competitions.create(stored, describe_act)

    def command_on_chosen(
        self,
        name: str,
        description: str,
        answer: Callable[..., Awaitable[None]],
        *own_options: Option,
        ended: bool = False,
    ) -> Command:
        """A command on a competition that its user chooses, also an ``ended`` one. ``answer`` gets
        the interaction, the competition, and the ``own_options`` by their names.
        """
        options = [*own_options]
        if self.choice_description:
            options.append(Option(self.name, self.choice_description))

        @app_commands.command(name=name, description=description)
        @give_options(options, after="interaction")
        async def command(interaction: Interaction, /, **values: Any) -> None:
            typed, player = values.pop(self.name, None), values.get("player", "")
            stored = await self._choice.choose(
                interaction, typed, player, ended=ended, latest=ended and not values
            )
            await answer(interaction, stored, **values)

        return self._suggest_options(command, options, ended=ended)

    def _suggest_options(
        self, command: Command, options: Sequence[Option], *, ended: bool = False
    ) -> Command:
        """Give suggestions to the options with these names: a competition, a player, a time."""
        suggest_by_name: dict[str, Suggest] = {
            self.name: partial(self._choice.suggest_competitions, ended=ended),
            "player": self._suggest_players,
            "starts": self.times.suggest_time,
            "until": self.times.suggest_time,
        }
        for name in suggest_by_name.keys() & {option.name for option in options}:
            suggest(command, name, suggest_by_name[name])
        return command

    async def _suggest_players(self, interaction: Interaction, typed: str) -> Suggestions:
        chosen = getattr(interaction.namespace, self.name, None) or None
        competitions = await self._choice.find_fitting(interaction, chosen)
        return suggest_player(interaction, competitions, typed)

    def list_command(self, description: str, heading: str) -> Command:
        """The command that lists the competitions that its user can see."""

        @app_commands.command(name="list", description=description)
        async def command(interaction: Interaction) -> None:
            await say(interaction, await self._choice.list_text(interaction, f"### {tr(heading)}"))

        return command

    def edit_command(self, description: str) -> Command:
        """The command that changes the name and the text of a competition."""
        edit = self.editing.edit
        return self.command_on_chosen("edit", description, edit, *_EDIT_OPTIONS, ended=True)
