"""Questions of players to each other, claims of those who waited too long, and resigning.

The others get a question in a separate message. A resignation needs a confirmation.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from discord import Interaction
from discord.ext import commands

from cogs.board.absence import Absence
from cogs.board.board_messages import BoardMessages
from cogs.board.board_posting import Posting
from cogs.board.private_boards import PrivateBoards
from cogs.board.private_messages import PrivateMessages
from cogs.board.rendering import Rendering
from cogs.board.shown_messages import Answers
from cogs.board.views import agreement_views
from cogs.board.views.match_views import button
from cogs.board.views.results_text import ended_sentence
from cogs.frame import router
from cogs.frame.features import answers_in_match, match_command
from cogs.frame.layout import layout
from cogs.frame.names import other_safe_names
from cogs.frame.replies import say, show_privately, turn_into
from cogs.frame.visit import visit_of
from cogs.presses import MatchAction, MatchPress, read_number
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.i18n import get_language, listing, mark, speaking, tr
from prowlerbot.core.recent_cache import Recent
from prowlerbot.match import agreements, leaving
from prowlerbot.match.match import Context, Match, Phase, seat_at
from prowlerbot.match.scene import Scene
from prowlerbot.match.terms import Motion
from prowlerbot.service.match_service import Service

_CLAIM = mark("Claim the win if your opponent ran out of time")
_CLAIM_OF_SEVERAL = mark("Remove players who ran out of time from a match")
_MAX_QUESTIONS = 1_000  # the maximum number of remembered messages to askers
_ANSWERS: dict[MatchAction, Callable[[Match, Context, int, Motion, int], Match]] = {
    "agree": agreements.agree,
    "refuse": agreements.refuse,
    "withdraw": agreements.withdraw,
}
"""The effect of a press about a question on the match."""


@dataclass(eq=False)
class Agreements(commands.Cog):
    """Questions of players to each other, and claims."""

    _service: Service
    _rendering: Rendering
    _boards: BoardMessages
    _posting: Posting
    _private: PrivateBoards
    _absence: Absence
    _answers: Answers

    def __post_init__(self) -> None:
        self._question_messages: Recent[str, int] = Recent(_MAX_QUESTIONS)
        """By match, the message to the asker of its open question."""

    @answers_in_match("ask")
    async def _ask(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Ask a question from the menu or the board; the others get it in a separate message."""
        await self._put_question(interaction, scene, _question_of(press), press.moment)

    async def _put_question(
        self, interaction: Interaction, scene: Scene, question: Motion, moment: int
    ) -> None:
        user, old_match = interaction.user.id, scene.match
        match = await self._service.apply(old_match, agreements.ask, user, question, moment)
        try:
            if scene.unshared and match.question is None:  # no other message shows the change
                in_place = interaction.message is not None
                await self._private.show_match(interaction, match, in_place=in_place)
            else:
                await self._show_question(interaction, match)
        finally:  # the others get the question even if the message to the asker fails
            await self._posting.update_or_repost(interaction, replace(scene, match=match))

    async def _show_question(self, interaction: Interaction, match: Match) -> None:
        """Show the asker their question, in a message that later shows the answer."""
        seat = seat_at(match, interaction.user.id)
        known = self._service.facts.timeline(match, interaction.user.id)
        link = await self._boards.links.link_of(visit_of(interaction), match.id)
        words = agreement_views.asked_text(match, seat, known, self._rendering.face(match), link)
        message = await show_privately(interaction, words)
        question = match.open_question
        if message and question is not None and question.seat == seat:
            first = interaction.message is not None and message == interaction.message.id
            self._answers.keep_answer(message, interaction, first=first)
            self._question_messages.keep(match.id, message)

    @match_command("draw-rest", lambda manifest, _: manifest.draw)
    async def draw(self, interaction: Interaction, match: Match) -> None:
        """Ask the others to have moves drawn, from the command."""
        scene = await self._service.scene(match.id)
        await self._put_question(interaction, scene, Motion.DRAWN, scene.match.moment)

    @answers_in_match("agree", "refuse", "withdraw")
    async def _take_answer(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        """Answer or withdraw a question, from its own message or from the menu."""
        user, old_match = interaction.user.id, scene.match
        change, question = _ANSWERS[press.action], _question_of(press)
        try:
            answer = partial(self._service.apply, old_match, change, user, question, press.moment)
            match = await answer(mover=user)
        except Stale as stale:
            await self._close_question(interaction, tr("This is settled."))
            await say(interaction, router.refusal_sentence(stale))
            return
        new_scene = replace(scene, match=match)
        try:
            words = agreement_views.answered_text(match, old_match.question, user)
            await self._close_question(interaction, words)
            reached_asker = await self._tell_asker(old_match, new_scene, user)
            if not reached_asker and match.question is not None and match.question.refused_by:
                await self._boards.calls.tell_refused(new_scene)  # this calls to a turn, too
                new_scene = await self._service.scene(match.id)
        finally:
            await self._posting.update_or_repost(interaction, new_scene)

    async def _tell_asker(self, old_match: Match, scene: Scene, user: int) -> bool:
        """Replace the asker's private message with the answer; False if it is out of reach."""
        match, question = scene.match, old_match.question
        message = self._question_messages.find(match.id)
        if message is None or question is None:
            return False
        if match.open_question is None:
            self._question_messages.drop(match.id)
        asker = match.player(question.seat).id
        with speaking(scene.choices_of(question.seat).language or get_language()):
            known, face = self._service.facts.timeline(match, asker), self._rendering.face(match)
            words = agreement_views.outcome_text(old_match, match, user, known, face)
            return await self._answers.edit(message, layout(words)) is not None

    async def _close_question(self, interaction: Interaction, words: str) -> None:
        """Remove the pressed message: the question itself, or the presser's own menu."""
        message = interaction.message
        if message is not None and message.flags.ephemeral:
            await turn_into(interaction, words)
            return
        await self._boards.calls.outbox.delete_pressed(interaction)

    @answers_in_match("giveday")
    async def _give_day(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        user, count = interaction.user.id, read_number(press.argument) or 0
        match = await self._service.apply(scene.match, agreements.give_day, user, count, mover=user)
        others = listing(other_safe_names(match, user))
        try:
            await turn_into(interaction, tr("{others} got a day more in reserve.", others=others))
        finally:
            await self._posting.update_or_repost(interaction, replace(scene, match=match))

    @match_command("time-up", lambda _, game: _CLAIM_OF_SEVERAL if game.seats[-1] > 2 else _CLAIM)
    async def ask_claim(self, interaction: Interaction, match: Match) -> None:
        await self._claim(interaction, await self._service.scene(match.id), is_sure=False)

    async def _claim(self, interaction: Interaction, scene: Scene, *, is_sure: bool) -> None:
        """Claim a match from those who ran out of time; ask first unless the player is ``sure``."""
        match, user = scene.match, interaction.user.id
        seat_at(match, user)
        kept_out = await self._absence.find_kept_out(scene) if match.terms.rated else ()
        absent = await self._absence.opponents_gone(scene, user)
        claimed = await self._service.claim(match.id, user, kept_out, absent, dry_run=not is_sure)
        if not is_sure:
            await say(interaction, agreement_views.claim_question(match, claimed))
            return
        try:
            await turn_into(interaction, self._claimed_text(match, claimed))
        finally:
            await self._posting.update_or_repost(interaction, replace(scene, match=claimed))

    def _claimed_text(self, old_match: Match, new_match: Match) -> str:
        """The effect of the claim, and the winner if it ended a match of several players."""
        sentence = agreement_views.claimed_text(old_match, new_match)
        if new_match.phase is not Phase.OVER or len(new_match.players) == 2:
            return sentence
        known = self._service.facts.timeline(new_match, None)
        return f"{sentence}\n{ended_sentence(new_match, known, self._rendering.face(new_match))}"

    @answers_in_match("claim", "claim!")
    async def _press_claim(self, interaction: Interaction, press: MatchPress, scene: Scene) -> None:
        await self._claim(interaction, scene, is_sure=press.action == "claim!")


def _question_of(press: MatchPress) -> Motion:
    if press.argument not in set(Motion):
        raise Denied("There is no such question.")
    return Motion(press.argument)


_RESIGN = mark("Resign your match against {others}? You lose it, and this cannot be undone.")
_END = mark("Leave your match with {others}? That ends the match and cannot be undone.")
_OFFER_SEAT = mark(
    "Leave your match with {others}? Another player can take your seat, or the machine does. This"
    " cannot be undone."
)
_TO_MACHINE = mark(
    "Leave your match with {others}? The machine takes over your seat. This cannot be undone."
)
_LEAVE = mark(
    "Leave your match with {others}? They play on, and you rank behind them. This cannot be undone."
)


@dataclass(eq=False)
class Resigning(commands.Cog):
    """The command and the presses to resign or leave a match."""

    _service: Service
    _messages: PrivateMessages
    _posting: Posting
    _private: PrivateBoards

    @match_command("resign", mark("Resign a match; you confirm it before it counts"))
    async def ask(self, interaction: Interaction, match: Match) -> None:
        """Ask for the confirmation of a resignation; raises Denied where none is possible."""
        seat = seat_at(match, interaction.user.id)
        if seat in match.left:
            raise Denied("You have already left this match.")
        if match.phase is not Phase.PLAYING:
            raise Denied("Only a match that is being played can be resigned.")
        if self._service.facts.is_out(match, seat):
            raise Denied("You are out of this match, so there is nothing to give up.")
        label = tr("Leave") if len(match.players) > 2 else tr("Resign")
        row = [button("resign!", match, label), button("lookback", match, tr("Keep playing"))]
        view = layout(_resign_question(match, interaction.user.id), rows=[row])
        await self._messages.show_help(interaction, match.id, view)

    @answers_in_match("resign")
    async def _ask(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        await self.ask(interaction, scene.match)

    @answers_in_match("resign!")
    async def _resign(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        user, old_match = interaction.user.id, scene.match
        match = await self._service.apply(old_match, leaving.resign, user)
        words = _resigned_words(match, user)
        try:
            if scene.unshared:  # nothing else shows the end
                intro = "" if match.phase is Phase.OVER else words
                await self._private.show_match(interaction, match, intro, in_place=True)
            else:
                await turn_into(interaction, words)
        finally:
            await self._posting.update_or_repost(interaction, replace(scene, match=match))


def _resign_question(match: Match, user: int) -> str:
    """The question before a resignation, with its consequences for the match."""
    if not (others := other_safe_names(match, user, without=match.left)):
        return tr("Resign this match? This cannot be undone.")
    # No other person plays, or the machine does not join the only player who stays.
    ends_match = len(match.voters) < 2 or (len(others) == 1 and not match.terms.takeover)
    # A seat is offered to other people only once.
    is_substitute = match.player(seat_at(match, user)).former is not None
    if len(match.players) == 2:
        question = _RESIGN
    elif ends_match:
        question = _END
    elif leaving.offer_seconds(match.terms) and not is_substitute:
        question = _OFFER_SEAT
    else:
        question = _TO_MACHINE if match.terms.takeover else _LEAVE
    return tr(question, others=listing(others))


def _resigned_words(match: Match, user: int) -> str:
    if match.phase is Phase.PLAYING:
        return tr("You have left the match; it goes on without you.")
    if len(match.players) == 2:
        return tr("You resigned against {others}.", others=listing(other_safe_names(match, user)))
    return tr("You have resigned the match.")
