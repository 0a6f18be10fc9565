"""Playing on from a moment of a replay, with any player who accepts, or with the machine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord
from discord import Interaction, app_commands

from cogs.board.challenges import Challenges, invitation, seating_options
from cogs.board.machine_moves import Machines
from cogs.board.match_message import Rendering
from cogs.board.views import match_views as views
from cogs.board.views.common_buttons import level_named
from cogs.board.views.match_views import LEVELS, Invitation
from cogs.contract.manifest import Manifest
from cogs.discord_py.interactions import chosen_users
from cogs.frame.features import answers, makes_game_command
from cogs.frame.layout import Button, Item, layout
from cogs.frame.options import Command, offering
from cogs.frame.replies import turn_into
from cogs.frame.visit import visit_of
from cogs.presses.addresses import BranchPress, ReplayPress
from cogs.presses.press import read_number
from cogs.replays.replay_commands import Replays, typed_ply, visible_timeline
from prowlerbot.core.errors import Denied
from prowlerbot.core.game import CHANCE, Game
from prowlerbot.core.i18n import tr
from prowlerbot.match.match import Match
from prowlerbot.service.archive import Archive
from prowlerbot.service.lobby_service import Beginning
from prowlerbot.service.match_service import Service

_UserSelect = discord.ui.UserSelect[discord.ui.LayoutView]


@dataclass(eq=False)
class Branches:
    _service: Service
    _rendering: Rendering
    _machines: Machines
    _challenges: Challenges
    _archive: Archive
    _replays: Replays

    @makes_game_command
    def _branch(self, manifest: Manifest, game: Game) -> Command:
        names = manifest.sides or [f"Seat {seat}" for seat in range(1, game.seats[-1] + 1)]
        sides = [app_commands.Choice(name=name, value=seat) for seat, name in enumerate(names, 1)]

        @app_commands.command(
            description="Play on from any move of a match, in a new friendly match"
        )
        @app_commands.describe(
            opponent="Your opponent; leave it out to let anyone join",
            move="How many moves of the match to keep",
            match="Which match or imported record, if not your latest",
            side="The player whose seat you take",
        )
        @app_commands.choices(side=sides)
        @offering(seating_options(game.seats, fixed=True), after="side")
        async def branch(
            interaction: Interaction,
            /,
            *,
            move: app_commands.Range[int, 0],
            opponent: discord.User | None = None,
            match: str | None = None,
            side: int | None = None,
            **said: Any,
        ) -> None:
            source = await self._archive.choose(visit_of(interaction), manifest.key, match)
            ply = typed_ply(self._service, source, interaction.user.id, move)
            await self.challenge(interaction, source, ply, side, invitation(opponent, said))

        return self._replays.suggesting(branch, manifest)

    async def challenge(
        self,
        interaction: Interaction,
        source: Match,
        ply: int,
        seat: int | None,
        invited: Invitation,
    ) -> None:
        """Ask for a match that plays on from another one after ``ply`` moves.

        Its other seats go to the invited players, in order; the rest are open, or the machine's.
        """
        # Raises Denied for a challenge.
        visible_timeline(self._service, source, interaction.user.id)
        await self._service.visibility.check_spoilers(source, self._service.now())
        beginning = Beginning(source, ply, seat or self._usual_seat(source, ply, interaction))
        await self._challenges.challenge(interaction, source.game, invited, {}, beginning=beginning)

    @answers(BranchPress, "playon")
    async def _ask(self, interaction: Interaction, press: BranchPress) -> None:
        """Replace the replay with a choice of opponents and side."""
        source = await self._archive.match(press.match, visit_of(interaction))
        known = visible_timeline(self._service, source, interaction.user.id)
        await self._service.visibility.check_spoilers(source, self._service.now())
        ply = min(press.ply, known.ply)
        if known.views[ply].outcome is not None:
            raise Denied("The match is over here; step back to an earlier move.")
        seat = _checked_seat(press.seat, source) or self._usual_seat(source, ply, interaction)
        face = self._rendering.face(source)
        sides = [
            _side(source, ply, each, face.seat_mark(each, source.setup), chosen=each == seat)
            for each in source.seats
        ]
        text = "\n".join(
            (
                views.heading(source, face),
                tr("A new match begins here, after move {number}.", number=known.count(ply))
                if ply
                else tr("A new match begins here, from the same set-up."),
                tr(
                    "You play {mark} {player}.",
                    mark=face.seat_mark(seat, source.setup),
                    player=views.names(source)[seat - 1],
                ),
                "-# " + tr("Friendly: the result changes no rating."),
            )
        )
        back = Button(tr("Back"), ReplayPress("step", source.id, ply, "return"))
        machine = self._machines.seats.admitted(visit_of(interaction).server)
        choices = _opponents(source, ply, seat, machine=machine)
        await turn_into(interaction, layout(text, rows=[*choices, [*sides, back]]))

    @answers(BranchPress, "branch")
    async def _chosen(self, interaction: Interaction, press: BranchPress) -> None:
        source = await self._archive.match(press.match, visit_of(interaction))
        opponents = tuple(chosen_users(interaction))
        level = level_named(press.against)
        if not opponents and not press.against and len(source.players) > 1:
            raise Denied("Choose an opponent.")
        invited = Invitation(opponents, level=level)
        await self.challenge(
            interaction, source, press.ply, _checked_seat(press.seat, source), invited
        )

    def _usual_seat(self, source: Match, ply: int, interaction: Interaction) -> int:
        """The asker's own seat; for a spectator, the seat to move."""
        seat = source.seat_of(interaction.user.id)
        known = self._service.timeline(source, interaction.user.id)
        to_move = known.views[min(ply, known.ply)].to_move - {CHANCE}
        made = (play.seat for play in reversed(known.plays[:ply]) if play.seat != CHANCE)
        return seat or min(to_move, default=0) or next(made, 1)


def _side(source: Match, ply: int, seat: int, mark: str, *, chosen: bool) -> Button:
    return Button(
        views.plain_names(source)[seat - 1],
        BranchPress("playon", source.id, ply, str(seat)),
        discord.ButtonStyle.primary if chosen else discord.ButtonStyle.secondary,
        emoji=mark,
        disabled=chosen,
    )


def _opponents(source: Match, ply: int, seat: int, *, machine: bool) -> list[list[Item]]:
    """The choice of opponents: people, anybody, the machine if it plays; none in a game for one."""

    def press(against: str = "") -> BranchPress:
        return BranchPress("branch", source.id, ply, str(seat), against)

    others = len(source.players) - 1
    if not others:
        return [[Button(tr("Play on"), press())]]
    select: _UserSelect = discord.ui.UserSelect(
        custom_id=str(press()), placeholder=tr("Choose your opponent"), max_values=others
    )
    anybody = Button(tr("Anyone"), press("anybody"))
    levels = [
        Button(tr("Machine: {level}", level=tr(name)), press(level))
        for name, level in LEVELS
        if machine
    ]
    return [[select], [anybody, *levels]]


def _checked_seat(written: str, source: Match) -> int | None:
    """The chosen seat; None if there is no choice yet."""
    seat = read_number(written)
    if written and seat not in source.seats:
        raise Denied("That match has no seat {seat}.", seat=written)
    return seat
