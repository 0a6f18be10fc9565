"""Decisions that players take together: questions, their answers, and claims."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from discord import Interaction

from cogs.board.board_access import Answers
from cogs.board.board_messages import BoardMessages
from cogs.board.board_posting import Posting
from cogs.board.departures import Absence
from cogs.board.private.private_boards import PrivateBoards
from cogs.board.rendering import Rendering
from cogs.board.views import question_views as view
from cogs.board.views.endings import ended_sentence
from cogs.frame import router
from cogs.frame.features import about_match, answers_in_match
from cogs.frame.layout import layout
from cogs.frame.replies import say, show_in_own, turn_into
from cogs.presses.addresses import MatchPress
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.i18n import mark, speaking, spoken, tr
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match.agreements import agree, ask, refuse, withdraw
from prowlerbot.match.match import Context, Match, Phase, seat_at
from prowlerbot.match.scene import Scene
from prowlerbot.match.terms import Asked
from prowlerbot.service.match_service import Service

_CLAIM = mark("Claim the win if your opponent ran out of time")
_CLAIM_OF_SEVERAL = mark("Remove players who ran out of time from a match")
# Former names, which have another meaning at a table; the next release drops them.
_FORMER_CLAIM = mark("The former name of time-up: about players who ran out of time")
_FORMER_DRAW = mark("The former name of draw-rest: have the rest of the map drawn")

_REMEMBERED = 1_000

_STEPS: dict[str, Callable[[Match, Context, int, Asked, int], Match]] = {
    "agree": agree,
    "refuse": refuse,
    "withdraw": withdraw,
}
"""The effect of a press about a question on the match."""


@dataclass(eq=False)
class Agreements:
    """Questions of players to each other, and claims.

    The message to the asker of an open question is kept in memory only, by match.
    """

    _service: Service
    _rendering: Rendering
    _boards: BoardMessages
    _posting: Posting
    _private: PrivateBoards
    _absence: Absence
    _answers: Answers

    def __post_init__(self) -> None:
        self._asked: Recent[str, int] = Recent(_REMEMBERED)

    @answers_in_match("ask")
    async def _ask(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Ask a question from the menu or the board; the others get it in a separate message."""
        await self._put(interaction, scene, _asked(press), press.moment)

    async def _put(self, interaction: Interaction, scene: Scene, asked: Asked, moment: int) -> None:
        user, before = interaction.user.id, scene.match
        match = await self._service.apply(before, ask, user, asked, moment)
        try:
            if scene.unshared and match.question is None:  # no other message shows the change
                in_place = interaction.message is not None
                await self._private.show(interaction, match, in_place=in_place)
            else:
                await self._tell_asked(interaction, match)
        finally:  # the others get the question even if the message to the asker fails
            await self._posting.update(interaction, replace(scene, match=match))

    async def _tell_asked(self, interaction: Interaction, match: Match) -> None:
        """Show the asker their question, in a message that later shows the answer."""
        seat = seat_at(match, interaction.user.id)
        words = view.asked_text(match, seat, self._service.timeline(match, interaction.user.id))
        message = await show_in_own(interaction, words)
        question = match.open_question
        if message and question is not None and question.seat == seat:
            first = interaction.message is not None and message == interaction.message.id
            self._answers.keep(message, interaction, first=first)
            self._asked.keep(match.id, message)

    @about_match("draw-rest", lambda manifest, _: manifest.draw)
    @about_match("draw", lambda manifest, _: _FORMER_DRAW if manifest.draw else "")
    async def draw(self, interaction: Interaction, match: Match) -> None:
        """Ask the others to have moves drawn, from the command."""
        scene = await self._service.scene(match.id)
        await self._put(interaction, scene, Asked.DRAWN, scene.match.moment)

    @answers_in_match("agree", "refuse", "withdraw")
    async def _settle(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Answer or withdraw a question, from its own message or from the menu."""
        user, before = interaction.user.id, scene.match
        try:
            match = await self._service.apply(
                before, _STEPS[press.action], user, _asked(press), press.moment, mover=user
            )
        except Stale as stale:
            await self._close(interaction, tr("This is settled."))
            await say(interaction, router.sentence(stale))
            return
        after = replace(scene, match=match)
        try:
            await self._close(interaction, view.answered_text(match, before.question, user))
            answered = await self._tell_asker(before, after, user)
            if not answered and match.question is not None and match.question.refused_by:
                await self._boards.calls.tell_refused(after)  # this calls to a turn, too
                after = await self._service.scene(match.id)
        finally:
            await self._posting.update(interaction, after)

    async def _tell_asker(self, before: Match, scene: Scene, user: int) -> bool:
        """Replace the asker's private message with the answer; False if it is out of reach."""
        match, question = scene.match, before.question
        asked = self._asked.find(match.id)
        if asked is None or question is None:
            return False
        if match.open_question is None:
            self._asked.drop(match.id)
        asker = match.player(question.seat).id
        with speaking(scene.choices_of(question.seat).language or spoken()):
            known = self._service.timeline(match, asker)
            words = view.outcome_text(before, match, user, known, self._rendering.face(match))
            return await self._answers.edit(asked, layout(words))

    async def _close(self, interaction: Interaction, words: str) -> None:
        """Remove the pressed message: the question itself, or the presser's own menu."""
        message = interaction.message
        if message is not None and message.flags.ephemeral:
            await turn_into(interaction, words)
            return
        await self._boards.calls.posts.remove_pressed(interaction)

    @about_match("time-up", lambda _, game: _CLAIM_OF_SEVERAL if game.seats[-1] > 2 else _CLAIM)
    @about_match("claim", _FORMER_CLAIM)
    async def claim(self, interaction: Interaction, match: Match) -> None:
        """Win a match whose opponent has run out of time, by button or command.

        With more than two players, the late ones leave.
        """
        scene = await self._service.scene(match.id)
        seat_at(scene.match, interaction.user.id)
        kept_out = await self._absence.kept_out(scene) if scene.match.terms.rated else ()
        gone = await self._absence.opponents(scene, interaction.user.id)
        after = await self._service.claim(match.id, interaction.user.id, kept_out, gone)
        try:
            await say(interaction, self._claimed_text(scene.match, after))
        finally:
            await self._posting.update(interaction, replace(scene, match=after))

    def _claimed_text(self, before: Match, after: Match) -> str:
        """The effect of the claim, and the winner if it ended a match of several players."""
        sentence = view.claimed_text(before, after)
        if after.phase is not Phase.OVER or len(after.players) == 2:
            return sentence
        known = self._service.timeline(after, None)
        return f"{sentence}\n{ended_sentence(after, known, self._rendering.face(after))}"

    @answers_in_match("claim")
    async def _claim(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        await self.claim(interaction, scene.match)


def _asked(press: MatchPress) -> Asked:
    if press.argument not in set(Asked):
        raise Denied("There is no such question.")
    return Asked(press.argument)
