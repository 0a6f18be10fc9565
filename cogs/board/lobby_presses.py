"""The presses on a challenge, on a lobby, and on the free seat of a player who has left.

Players join, leave, decline, add the machine and start. A player in their first match of a game
gets a private greeting.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeAlias

from discord import Interaction

from cogs.board.board_messages import BoardMessages
from cogs.board.match_threads import Threads
from cogs.board.private.private_boards import PrivateBoards
from cogs.board.rendering import Rendering
from cogs.board.views.challenge_views import CANCEL, MENU, START_ALONE, introduction_row
from cogs.board.views.common_buttons import level_named, words_first_line
from cogs.board.views.moderation_words import end_form
from cogs.contract.face import Face
from cogs.frame import router
from cogs.frame.features import answers_in_match
from cogs.frame.interaction import selected_values
from cogs.frame.layout import Content, layout
from cogs.frame.replies import LOST, say
from cogs.frame.visit import is_moderator, visit_of
from cogs.presses.addresses import MatchPress
from cogs.presses.press import read_number
from prowlerbot.core.errors import Denied, Stale, StoreError
from prowlerbot.core.i18n import tr
from prowlerbot.match.agreements import take_seat
from prowlerbot.match.lobby import accept, cancel, decline, start
from prowlerbot.match.machine_help import has_hints
from prowlerbot.match.match import Context, Match, Phase, Player
from prowlerbot.match.scene import Scene
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service

log = logging.getLogger(__name__)


_Change: TypeAlias = Callable[[Match, Context, int], Match]
_CHANGES: dict[str, _Change] = {"decline": decline, "cancel": cancel, "start": start}
"""The effect on a match of a press that carries no further data."""


@dataclass(eq=False)
class Welcome:
    _lobby: Lobby
    _rendering: Rendering
    _private: PrivateBoards

    async def lead_to_words(self, interaction: Interaction, match: Match) -> None:
        """Open the private board of a player who reads words first, once their match runs.

        A failure is logged only, as the match is already under way.
        """
        seated = match.seat_of(interaction.user.id) is not None
        if not (visit_of(interaction).reader.text_first and seated):
            return
        if match.phase is not Phase.PLAYING:
            return
        try:
            await self._private.show(interaction, match)
        except (*LOST, StoreError) as error:
            log.info("could not open a private board of match %s: %s", match.id, error)

    async def offer(self, interaction: Interaction, match: Match) -> None:
        """Offer the rules and the lessons to a player who has just joined.

        A failure is logged only, as the match is already under way.
        """
        face = self._rendering.face(match)
        try:
            if await self._lobby.is_first(match, interaction.user.id):
                words_first = visit_of(interaction).reader.text_first
                await say(interaction, _welcome(match, face, words_first=words_first))
        except (*LOST, StoreError) as error:
            log.info("could not send a welcome in match %s: %s", match.id, error)


@dataclass(eq=False)
class Lobbies:
    _service: Service
    _lobby: Lobby
    _boards: BoardMessages
    _threads: Threads
    _welcome: Welcome

    async def _refuse(
        self, interaction: Interaction, press: MatchPress, _scene: Scene, stale: Stale
    ) -> None:
        """Show the current message after a late press, and explain why it had no effect."""
        await self._boards.answer(
            interaction, await self._boards.scene(visit_of(interaction), press.match)
        )
        await say(interaction, router.sentence(stale))

    @answers_in_match("accept", late=_refuse)
    async def _accept(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        await self._apply(accept, interaction, scene, enters=True)

    @answers_in_match("decline", "cancel", "start", late=_refuse)
    async def _change(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        if press.action == "cancel" and _moderates(interaction, scene):
            await interaction.response.send_modal(end_form(scene.match))
            return
        await self._apply(_CHANGES[press.action], interaction, scene)

    @answers_in_match("stepout", late=_refuse)
    async def _step_out(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        change = partial(self._lobby.step_out, scene.match, interaction.user.id)
        await self._answer(interaction, scene, change)

    @answers_in_match("join", late=_refuse)
    async def _join(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Take a seat with its choice; a second press changes the choice."""
        match, user, choice = scene.match, interaction.user, press.argument
        if choice.startswith(MENU):
            choice = next(iter(selected_values(interaction)), "")
        player = Player(user.id, user.display_name, choice=choice)
        change = partial(self._lobby.join, match, player)
        await self._answer(interaction, scene, change, enters=True)

    @answers_in_match("machine", late=_refuse)
    async def _for_host(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        """Apply a choice from the host's menu."""
        values = selected_values(interaction)
        if values == [CANCEL] and _moderates(interaction, scene):
            await interaction.response.send_modal(end_form(scene.match))
        elif values == [CANCEL]:
            await self._apply(cancel, interaction, scene)
        elif values == [START_ALONE]:
            await self._apply(partial(start, alone=True), interaction, scene)
        else:
            level = level_named(next(iter(values), ""))
            if level is None:
                raise Denied("The machine has no such level.")
            self._boards.machines.seats.admit(scene.server)
            change = partial(self._lobby.add_machine, scene.match, interaction.user.id, level)
            await self._answer(interaction, scene, change)

    @answers_in_match("takeseat", late=_refuse)
    async def _take(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Give a free seat to the first user who presses; show the board to all others."""
        await self._boards.check_place(interaction, scene)
        user, seat = interaction.user, read_number(press.argument) or 0
        player = Player(user.id, user.display_name)
        match = await self._service.apply(scene.match, take_seat, player, seat, mover=user.id)
        scene = await self._boards.scene(visit_of(interaction), match.id)
        await self._boards.answer_and_call(interaction, scene)
        await self._welcome.offer(interaction, match)
        await self._welcome.lead_to_words(interaction, match)

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
        """Apply a press and show the new state (the lobby, a match, or nothing); greet a player who
        ``enters``, and lead them to their board if they read words first.
        """
        await self._boards.check_place(interaction, scene)
        before, match = scene.match, await change()
        if _player_ids(match) == _player_ids(before):
            scene = replace(scene, match=match)
        else:  # the scene has the choices of the previous player
            scene = await self._boards.scene(visit_of(interaction), match.id)
        if match.phase is not Phase.PLAYING:
            await self._boards.answer_and_call(interaction, scene)
        else:
            try:
                scene = await self._threads.open(interaction, scene)
            finally:  # tell the other players even if showing it fails
                await self._boards.calls.call(scene, presser=interaction.user.id)
        if enters:
            user = interaction.user.id
            if before.seat_of(user) in before.asked:
                self._boards.calls.pings.accepted(before.player(before.challenger).id, user)
            await self._welcome.offer(interaction, before)
        await self._welcome.lead_to_words(interaction, match)


def _moderates(interaction: Interaction, scene: Scene) -> bool:
    """Whether a moderator who is in no way part of a match presses."""
    return scene.match.seat_of(interaction.user.id) is None and is_moderator(interaction)


def _player_ids(match: Match) -> list[int]:
    return [player.id for player in match.players]


def _welcome(match: Match, face: Face, *, words_first: bool) -> Content:
    lines = ["### " + tr("Your first match of {game}", game=face.title)]
    if face.private:
        lines.append(tr("Just play: press “Open my board”, which only you see."))
    else:
        lines.append(tr("Just play: you see what each move brings before it counts."))
    if face.lessons and face.lessons[0].goal is None:
        lines.append(tr("Or begin with the tutorial: how to read the board, then small tasks."))
    elif face.lessons:
        lines.append(tr("Or begin with the tutorial: small tasks."))
    if match.has_machine and has_hints(match):
        lines.append(tr("Stuck? “Hint” in the menu helps."))
    if not words_first:
        lines.append(words_first_line())
    lines.append("-# " + tr("Only you see this and the answers of its buttons."))
    return layout("\n".join(lines), rows=[introduction_row(match, face)])
