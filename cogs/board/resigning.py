"""Resigning a match, after a confirmation."""

from __future__ import annotations

from dataclasses import dataclass, replace

from discord import Interaction

from cogs.board.board_posting import Posting
from cogs.board.private.private_boards import PrivateBoards
from cogs.board.views.match_views import button, others
from cogs.frame.features import about_match, answers_in_match
from cogs.frame.layout import Content, layout
from cogs.frame.replies import say, turn_into
from cogs.presses.addresses import MatchPress
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark, tr
from prowlerbot.core.lists_and_numbers import listed
from prowlerbot.match.agreements import offered_for, resign
from prowlerbot.match.match import Match, Phase, seat_at
from prowlerbot.match.scene import Scene
from prowlerbot.service.match_service import Service

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
class Resigning:
    _service: Service
    _posting: Posting
    _private: PrivateBoards

    @about_match("resign", mark("Resign a match; you confirm it before it counts"))
    async def ask(self, interaction: Interaction, match: Match) -> None:
        """Ask a player to confirm."""
        seat = seat_at(match, interaction.user.id)
        if seat in match.left:
            raise Denied("You have already left this match.")
        if match.phase is not Phase.PLAYING:
            raise Denied("Only a match that is being played can be resigned.")
        if self._service.is_out(match, seat):
            raise Denied("You are out of this match, so there is nothing to give up.")
        await say(interaction, resign_view(match, interaction.user.id))

    @answers_in_match("resign")
    async def _ask(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        await self.ask(interaction, scene.match)

    @answers_in_match("resign!")
    async def _resign(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        user, before = interaction.user.id, scene.match
        match = await self._service.apply(before, resign, user)
        words = _resigned_words(match, user)
        try:
            if scene.unshared:  # nothing else shows the end
                said = "" if match.phase is Phase.OVER else words
                await self._private.show(interaction, match, said, in_place=True)
            else:
                await turn_into(interaction, words)
        finally:
            await self._posting.update(interaction, replace(scene, match=match))


def resign_view(match: Match, user: int) -> Content:
    hint = tr("To keep playing, dismiss this message.")
    label = tr("Leave") if len(match.players) > 2 else tr("Resign")
    return layout(
        f"{_question(match, user)}\n-# {hint}",
        rows=[[button("resign!", match, label)]],
    )


def _question(match: Match, user: int) -> str:
    """The question before a resignation, with its consequences for the match."""
    there = others(match, user, there=True)
    if not there:
        return tr("Resign this match? This cannot be undone.")
    if len(match.players) == 2:
        asked = _RESIGN
    elif len(match.voters) < 2 or (len(there) == 1 and not match.terms.takeover):
        asked = _END
    elif offered_for(match.terms) and match.player(seat_at(match, user)).former is None:
        asked = _OFFER_SEAT
    else:
        asked = _TO_MACHINE if match.terms.takeover else _LEAVE
    return tr(asked, others=listed(there))


def _resigned_words(match: Match, user: int) -> str:
    if match.phase is Phase.PLAYING:
        return tr("You have left the match; it goes on without you.")
    if len(match.players) == 2:
        return tr("You resigned against {others}.", others=listed(others(match, user)))
    return tr("You have resigned the match.")
