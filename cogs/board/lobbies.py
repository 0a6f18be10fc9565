"""Answers presses in a lobby, and on the seat of a player who has left a match.

Players join, leave, decline, add the machine and start. A player in their first match of a game
gets a private greeting.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from discord import Interaction
from discord.ext import commands

from cogs.board.board_messages import BoardMessages
from cogs.board.board_posting import Threads
from cogs.board.private_boards import PrivateBoards
from cogs.board.rendering import Rendering
from cogs.board.views import challenge_views
from cogs.board.views.match_views import find_level, words_first_line
from cogs.board.views.results_text import end_form
from cogs.contract.face import Face
from cogs.frame import router
from cogs.frame.features import answers_in_match
from cogs.frame.layout import Content, layout
from cogs.frame.permissions import is_moderator
from cogs.frame.replies import LOST, say, selected_values
from cogs.frame.visit import visit_of
from cogs.presses import MatchAction, MatchPress, read_number
from prowlerbot.core.errors import Denied, Stale, StoreError
from prowlerbot.core.i18n import tr
from prowlerbot.match import lobby
from prowlerbot.match.leaving import take_seat
from prowlerbot.match.machine_help import has_hints
from prowlerbot.match.match import Context, Match, Phase, Player
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.match.scene import Scene
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)

_Change: TypeAlias = Callable[[Match, Context, int], Match]
_CHANGES: dict[MatchAction, _Change] = {
    "decline": lobby.decline_challenge,
    "cancel": lobby.cancel_challenge,
    "start": lobby.start_match,
}
"""The effect on a match of a press that carries no further data."""


@dataclass(eq=False)
class Welcome:
    """Greets players. A failure is logged only, as the match is already under way."""

    _lobby: Lobby
    _rendering: Rendering
    _private_boards: PrivateBoards

    async def open_board_in_words(self, interaction: Interaction, match: Match) -> None:
        """Open the private board of a player who reads words first, once their match runs."""
        plays = match.phase is Phase.PLAYING and match.seat_of(interaction.user.id) is not None
        if not plays or not visit_of(interaction).reader.text_first:
            return
        try:
            await self._private_boards.show_match(interaction, match)
        except (*LOST, StoreError) as error:
            log.info("could not open a private board of match %s: %s", match.id, error)

    async def offer_introduction(self, interaction: Interaction, match: Match) -> None:
        """Offer the rules and the lessons to a player who has just joined; once for each game."""
        face = self._rendering.face(match)
        try:
            if await self._lobby.note_welcome(match, interaction.user.id):
                await say(interaction, _greeting(match, face, visit_of(interaction).reader))
        except (*LOST, StoreError) as error:
            log.info("could not send a welcome in match %s: %s", match.id, error)


@dataclass(eq=False)
class Lobbies(commands.Cog):
    """The presses before a match begins, and on the seat of a player who has left it since."""

    _service: Service
    _lobby: Lobby
    _boards: BoardMessages
    _threads: Threads
    _welcome: Welcome

    async def _answer_late(
        self, interaction: Interaction, press: MatchPress, _scene: Scene, stale: Stale
    ) -> None:
        """Show the current message after a late press, and explain why it had no effect."""
        scene = await self._boards.scene(visit_of(interaction), press.match)
        await self._boards.answer(interaction, scene)
        await say(interaction, router.refusal_sentence(stale))

    @answers_in_match("accept", late=_answer_late)
    async def _accept(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        await self._apply(lobby.accept_challenge, interaction, scene, enters=True)

    @answers_in_match("decline", "cancel", "start", late=_answer_late)
    async def _change(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        if press.action == "cancel" and _is_moderator_outside(interaction, scene):
            await interaction.response.send_modal(end_form(scene.match))
            return
        await self._apply(_CHANGES[press.action], interaction, scene)

    @answers_in_match("stepout", late=_answer_late)
    async def _step_out(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        change = partial(self._lobby.leave, scene.match, interaction.user.id)
        await self._answer(interaction, scene, change)

    @answers_in_match("join", late=_answer_late)
    async def _join(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Take a seat with its choice; a second press changes the choice."""
        user, choice = interaction.user, press.argument
        if choice.startswith(challenge_views.MENU_ARGUMENT):
            choice = next(iter(selected_values(interaction)), "")
        player = Player(user.id, user.display_name, choice=choice)
        change = partial(self._lobby.join_match, scene.match, player)
        await self._answer(interaction, scene, change, enters=True)

    @answers_in_match("machine", late=_answer_late)
    async def _host_menu(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        """Apply a choice from the host's menu."""
        values = selected_values(interaction)
        if values == [challenge_views.CANCEL_VALUE] and _is_moderator_outside(interaction, scene):
            await interaction.response.send_modal(end_form(scene.match))
        elif values == [challenge_views.CANCEL_VALUE]:
            await self._apply(lobby.cancel_challenge, interaction, scene)
        elif values == [challenge_views.START_ALONE_VALUE]:
            await self._apply(partial(lobby.start_match, drop_invited=True), interaction, scene)
        else:
            if (level := find_level(next(iter(values), ""))) is None:
                raise Denied("The machine has no such level.")
            self._boards.machines.seats.check_allowed(scene.server)
            change = partial(self._lobby.add_machine, scene.match, interaction.user.id, level)
            await self._answer(interaction, scene, change)

    @answers_in_match("takeseat", late=_answer_late)
    async def _take_seat(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Give a free seat to the first user who presses; show the board to all others."""
        await self._boards.check_place(interaction, scene)
        user, seat = interaction.user, read_number(press.argument) or 0
        player = Player(user.id, user.display_name)
        match = await self._service.apply(scene.match, take_seat, player, seat, mover=user.id)
        scene = await self._boards.scene(visit_of(interaction), match.id)
        await self._boards.answer_and_call(interaction, scene)
        await self._welcome.offer_introduction(interaction, match)
        await self._welcome.open_board_in_words(interaction, match)

    async def _apply(
        self, transition: _Change, interaction: Interaction, scene: Scene, *, enters: bool = False
    ) -> None:
        user = interaction.user.id
        change = partial(self._service.apply, scene.match, transition, user, mover=user)
        await self._answer(interaction, scene, change, enters=enters)

    async def _answer(
        self,
        interaction: Interaction,
        scene: Scene,
        change: Callable[[], Awaitable[Match]],
        *,
        enters: bool = False,
    ) -> None:
        """Apply a press, show the new state, and greet a player who ``enters``."""
        await self._boards.check_place(interaction, scene)
        old_match, match = scene.match, await change()
        if [player.id for player in match.players] == [player.id for player in old_match.players]:
            scene = replace(scene, match=match)
        else:  # the scene has the choices of the previous player
            scene = await self._boards.scene(visit_of(interaction), match.id)
        if match.phase is not Phase.PLAYING:
            await self._boards.answer_and_call(interaction, scene)
        else:
            try:
                scene = await self._threads.open_for_match(interaction, scene)
            finally:  # tell the other players even if showing it fails
                await self._boards.calls.call_players(scene, presser=interaction.user.id)
        if enters:
            user = interaction.user.id
            if old_match.seat_of(user) in old_match.invited_seats:
                challenger = old_match.player(old_match.challenger).id
                self._boards.calls.pings.forget_challenge(challenger, user)
            await self._welcome.offer_introduction(interaction, old_match)
        await self._welcome.open_board_in_words(interaction, match)


def _is_moderator_outside(interaction: Interaction, scene: Scene) -> bool:
    """Whether a moderator who is in no way part of a match presses."""
    return scene.match.seat_of(interaction.user.id) is None and is_moderator(interaction)


def _greeting(match: Match, face: Face, reader: PlayerChoices) -> Content:
    lines = ["### " + tr("Your first match of {game}", game=face.title)]
    if face.private:
        secrecy = tr("Just play on your own board. A turn is secret until all have finished it.")
        lines.append(secrecy)
    elif reader.confirm is not False:
        lines.append(tr("Just play: you see what each move brings before it counts."))
    if face.lessons:
        lines.append(tr("The tutorial explains the game in small tasks."))
    if match.has_machine and has_hints(match):
        lines.append(tr("Stuck? “Hint”, below your board or in the menu, helps."))
    if not reader.text_first:
        lines.append(words_first_line())
    lines.append("-# " + tr("Only you see this and the answers of its buttons."))
    return layout("\n".join(lines), rows=[challenge_views.introduction_row(match, face)])
