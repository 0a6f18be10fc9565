"""The commands `/ladder`, for admins and for players."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from discord import Interaction, app_commands

from cogs.competitions.competition_commands import CompetitionCommands
from cogs.competitions.ladder_presses import LadderScreens
from cogs.frame.features import makes_command
from cogs.frame.options import Command
from cogs.frame.powers import check_admin
from prowlerbot.competitions.competition_record import Terms
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.competitions.competition_values import Kind
from prowlerbot.competitions.formats import FORMATS
from prowlerbot.competitions.formats.ladder import Ladder
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark
from prowlerbot.match.preferences import DAY

_PACES = [
    app_commands.Choice(name="1 day a move", value=DAY),
    app_commands.Choice(name="3 days a move", value=3 * DAY),
]


@dataclass(eq=False)
class LadderCommands(CompetitionCommands):
    kind = Kind.LADDER
    option = "ladder"
    none = mark("This server has no ladder; an admin can begin one with `/ladder on`.")

    screens: LadderScreens

    @makes_command
    def commands(self) -> app_commands.Group:
        presses, screens = self.presses, self.screens
        return self.group(
            "ladder",
            mark("The ladder of this server: challenge those above you"),
            self._on(),
            self._off(),
            self._about("show", mark("Show the ladder, for your eyes only"), presses.show),
            self._about("join", mark("Join the ladder at its end"), presses.join),
            self._about("leave", mark("Leave the ladder"), presses.leave),
            self._about("challenge", mark("Challenge a player above you"), screens.challenge),
            self._about("away", mark("Take your holiday of this season"), screens.holiday),
        )

    async def _ladder(self, interaction: Interaction) -> Stored:
        ladders = await self._choice.visible(interaction)
        if not ladders:
            raise Denied(self.none)
        return ladders[0]

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
            terms = Terms(FORMATS[Ladder.key], game, self.competitions.service.now())
            stored = await self.begin(interaction, terms, pace=pace)
            await self.competitions.step(stored.id)  # it begins at once
            await self.shown.post(interaction, stored.id)

        return command

    def _off(self) -> Command:
        @app_commands.command(name="off", description="End the ladder of this server, as admin")
        async def command(interaction: Interaction) -> None:
            check_admin(interaction)
            await self.screens.ask_to_end(interaction, await self._ladder(interaction))

        return command
