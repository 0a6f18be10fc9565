"""The slash commands of a game, made from its manifest: one group, the same for every game."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from discord import Interaction, app_commands
from discord.ext import commands

from cogs.board.challenges import Challenges, challenge_command
from cogs.board.moving import MovingBoards
from cogs.board.plans import PlanBoards
from cogs.board.player_moves import TypedMoves
from cogs.board.private_boards import PrivateBoards
from cogs.contract.manifest import Manifest, Manifests
from cogs.frame import features
from cogs.frame.command_options import Command, Suggestions, allow_everywhere, give_options, suggest
from cogs.frame.visit import visit_of
from cogs.players.match_list import OpenMatches
from prowlerbot.core.game import Game
from prowlerbot.core.i18n import mark
from prowlerbot.match.match import Match
from prowlerbot.service.match_service import Service

_IF_SEVERAL = mark("Which match, if you play several")
_ORDER = (
    *("challenge", "play", "board", "plan", "draw-rest", "resign", "time-up", "rules", "tutorial"),
    *("record", "replay", "animation", "import", "branch", "claim", "draw"),
)
"""The order in which Discord receives the commands of a game; each new command needs a place."""


@dataclass(eq=False)
class GameCommands(commands.Cog):
    """The commands of every game, declared by features or made here of several features."""

    _service: Service
    _matches: OpenMatches
    _challenges: Challenges
    _typed_moves: TypedMoves
    _moving: MovingBoards
    _private_boards: PrivateBoards
    _plans: PlanBoards
    _manifests: Manifests
    _features: features.Features
    _bot: commands.AutoShardedBot

    async def cog_load(self) -> None:
        for key, manifest in self._manifests.items():
            self._bot.tree.add_command(self._command_group(manifest, self._service.games[key]))

    def _command_group(self, manifest: Manifest, game: Game) -> app_commands.Group:
        """All commands of a game that the features of the bot declare."""
        declared = self._features.declarations
        made = [make(manifest, game) for make, _ in declared(features.GameCommandDeclaration)]
        for answer, of_match in declared(features.MatchCommandDeclaration):
            if words := _description(of_match.words, manifest, game):
                match_text = of_match.which or _IF_SEVERAL
                made.append(self._match_command(manifest, of_match.name, words, answer, match_text))
        for answer, plain in declared(features.PlainCommandDeclaration):
            if words := _description(plain.words, manifest, game):
                made.append(_plain_command(manifest, plain.name, words, answer))
        group = app_commands.Group(name=manifest.key, description=manifest.description)
        group_commands = [command for command in made if command is not None]
        for command in sorted(group_commands, key=lambda command: _ORDER.index(command.name)):
            group.add_command(command)
        return allow_everywhere(group)

    def _match_command(
        self,
        manifest: Manifest,
        name: str,
        description: str,
        answer: Callable[[Interaction, Match], Awaitable[None]],
        match_text: str,
    ) -> Command:
        """A command whose only option, described by ``match_text``, selects an open match."""

        @app_commands.command(name=name, description=description)
        @app_commands.describe(match=match_text)
        async def command(interaction: Interaction, match: str | None = None) -> None:
            found = await self._service.choose_match(visit_of(interaction), manifest.key, match)
            await answer(interaction, found)

        return self._suggest_open_matches(command, manifest)

    @features.makes_game_command
    def _challenge_command(self, manifest: Manifest, game: Game) -> Command:
        return challenge_command(manifest, game, self._challenges)

    @features.makes_game_command
    def _play_command(self, manifest: Manifest, _: Game) -> Command:
        move, detail, moves = manifest.move, manifest.detail, self._typed_moves

        @app_commands.command(description="Type your move instead of pressing a button")
        @app_commands.describe(match=_IF_SEVERAL)
        @give_options([move, detail] if detail else [move], after="interaction")
        async def play(
            interaction: Interaction, /, *, match: str | None = None, **options: str | None
        ) -> None:
            typed = options[move.name] or ""
            second_text = options[detail.name] if detail else None
            await moves.play(interaction, manifest.key, typed, second_text, match)

        async def suggestions(interaction: Interaction, typed: str) -> Suggestions:
            match = getattr(interaction.namespace, "match", None)
            return await moves.suggest(interaction, manifest.key, typed, match)

        suggest(play, move.name, suggestions)
        return self._suggest_open_matches(play, manifest)

    @features.makes_game_command
    def _board_command(self, manifest: Manifest, _: Game) -> Command:
        @app_commands.command(description="Show the board of a match here, in a new message")
        @app_commands.describe(
            match=_IF_SEVERAL, private="Only for you, in your colours; you can move from there too"
        )
        async def board(
            interaction: Interaction, *, match: str | None = None, private: bool = False
        ) -> None:
            found = await self._service.choose_match(visit_of(interaction), manifest.key, match)
            show = self._private_boards.show_match if private else self._moving.show_here
            await show(interaction, found)

        return self._suggest_open_matches(board, manifest)

    @features.makes_game_command
    def _plan_command(self, manifest: Manifest, _: Game) -> Command | None:
        if (option := manifest.plan) is None:
            return None

        @app_commands.command(description="Plan moves while others are to move; only you see it")
        @app_commands.describe(match=_IF_SEVERAL)
        @give_options([option], after="interaction")
        async def plan(
            interaction: Interaction, /, *, match: str | None = None, **options: str | None
        ) -> None:
            visit = visit_of(interaction)
            open_match = await self._service.choose_match(visit, manifest.key, match, plans=True)
            await self._plans.plan_by_command(interaction, open_match, options[option.name] or "")

        return self._suggest_open_matches(plan, manifest)

    def _suggest_open_matches(self, command: Command, manifest: Manifest) -> Command:
        """Suggest the open matches for the option that selects one."""
        key, matches = manifest.key, self._matches
        suggest(command, "match", lambda asker, typed: matches.suggest(asker, key, typed))
        return command


def _description(words: features.Words, manifest: Manifest, game: Game) -> str:
    return words if isinstance(words, str) else words(manifest, game)


def _plain_command(
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
