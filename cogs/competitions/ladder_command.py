"""The commands `/ladder`: on and off for admins, and what players do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from discord import Interaction, app_commands

from cogs.board.access import check_permissions
from cogs.competitions.choosing import Choosing, check_admin, place_of_competition
from cogs.competitions.ladder import LadderScreens
from cogs.competitions.presses import CompetitionPresses
from cogs.competitions.shown import ShownCompetitions
from cogs.contract.manifest import Manifests
from cogs.frame.features import makes_command
from cogs.frame.limits import check_channel
from cogs.frame.options import Command
from cogs.people.matches import PlayedGames
from prowlerbot.competition.record import Format, Terms
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark
from prowlerbot.match.preferences import DAY
from prowlerbot.service.competitions import Competitions
from prowlerbot.storage.competitions import Stored

_NONE = mark("This server has no ladder; an admin can begin one with `/ladder on`.")
_PACES = [
    app_commands.Choice(name="1 day a move", value=DAY),
    app_commands.Choice(name="3 days a move", value=3 * DAY),
]


@dataclass(eq=False)
class LadderCommands:
    competitions: Competitions
    presses: CompetitionPresses
    screens: LadderScreens
    shown: ShownCompetitions
    manifests: Manifests
    games: PlayedGames

    def __post_init__(self) -> None:
        self._choosing = Choosing(self.competitions, [Format.LADDER], "ladder", _NONE)

    @makes_command
    def group(self) -> app_commands.Group:
        group = app_commands.Group(
            name="ladder",
            description=mark("The ladder of this server: challenge those above you"),
        )
        presses, screens = self.presses, self.screens
        for command in (
            self._on(),
            self._off(),
            self._about("show", mark("Show the ladder, for your eyes only"), presses.show),
            self._about("join", mark("Join the ladder at its end"), presses.join),
            self._about("leave", mark("Leave the ladder"), presses.leave),
            self._about("challenge", mark("Challenge a player above you"), screens.challenge),
            self._about("away", mark("Take your holiday of this season"), screens.holiday),
        ):
            group.add_command(command)
        app_commands.allowed_installs(guilds=True, users=False)(group)
        return app_commands.guild_only(group)

    async def _ladder(self, interaction: Interaction) -> Stored:
        found = await self._choosing.seen(interaction)
        if not found:
            raise Denied(_NONE)
        return found[0]

    def _about(
        self,
        name: str,
        description: str,
        answer: Callable[[Interaction, Stored], Awaitable[None]],
    ) -> Command:
        """A command about the ladder of the server."""

        @app_commands.command(name=name, description=description)
        async def command(interaction: Interaction) -> None:
            await answer(interaction, await self._ladder(interaction))

        return command

    def _on(self) -> Command:
        @app_commands.command(name="on", description="Begin the ladder in this channel, as admin")
        @app_commands.describe(game="The game", pace="Time limit for each move")
        @app_commands.choices(game=self.games.choices)
        @app_commands.choices(pace=_PACES)
        async def command(interaction: Interaction, game: str, pace: int) -> None:
            check_admin(interaction)
            check_channel(interaction)
            check_permissions(interaction)
            it = await self.competitions.create(
                Terms(Format.LADDER, game, self.competitions.service.now()),
                name="",
                guild=interaction.guild_id or 0,
                channel=place_of_competition(interaction).id,
                host=interaction.user.id,
                pace=pace,
                options=self.manifests[game].read_setup({}),
                admin=True,
            )
            await self.competitions.step(it.id)  # it begins at once
            await self.shown.post(interaction, it.id)

        return command

    def _off(self) -> Command:
        @app_commands.command(name="off", description="End the ladder of this server, as admin")
        async def command(interaction: Interaction) -> None:
            check_admin(interaction)
            await self.screens.ask_to_end(interaction, await self._ladder(interaction))

        return command
