"""The commands `/ladder`, for admins and for players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from discord import Interaction

from cogs.competitions.competition_commands import PACES, CompetitionCommands, Said
from cogs.competitions.ladder_presses import LadderScreens
from cogs.contract.manifest import Option
from cogs.frame.options import Command
from prowlerbot.competitions.competition_record import Kind, Terms
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.competitions.formats import FORMATS
from prowlerbot.competitions.formats.ladder import Ladder
from prowlerbot.core.i18n import mark


@dataclass(eq=False)
class LadderCommands(CompetitionCommands):
    name = "ladder"
    description = mark("The ladder of this server: challenge those above you")
    kind = Kind.LADDER
    none = mark("This server has no ladder; an admin can begin one with `/ladder on`.")
    begin = ("on", mark("Begin the ladder in this channel, as admin"))
    options = (Option("pace", "Time limit for each move", PACES[2:], required=True, kind=int),)

    screens: LadderScreens

    def others(self) -> Sequence[Command]:
        about, presses, screens = self.about, self.presses, self.screens
        return (
            about("off", "End the ladder of this server, as admin", self.editing.ask_to_end),
            about(
                "move-here", "Bring the ladder into this channel, as an admin", self.editing.move
            ),
            about("show", "Show the ladder, for your eyes only", presses.show),
            about("join", "Join the ladder at its end", presses.join),
            about("leave", "Leave the ladder", presses.leave),
            about("challenge", "Challenge a player above you", screens.challenge),
            about("away", "Take your holiday of this season", screens.holiday),
        )

    def terms(self, game: str, starts: int, said: Said) -> Terms:  # noqa: ARG002 - all usual
        return Terms(FORMATS[Ladder.key], game, starts)

    async def show_new(self, interaction: Interaction, stored: Stored) -> None:
        await self.competitions.step(stored.id)  # it begins at once
        await super().show_new(interaction, stored)
