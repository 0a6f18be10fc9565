"""Moderators end matches and withdraw challenges, for a reason that the players read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import discord
from discord import Interaction
from discord.ext import commands

from cogs.board.board_messages import BoardMessages
from cogs.board.board_posting import Posting
from cogs.board.shown_messages import PrivateMessages
from cogs.board.views.match_views import plain_names
from cogs.board.views.results_text import REASON, end_form, moderated_sentence
from cogs.frame.features import answers_in_match
from cogs.frame.layout import layout
from cogs.frame.names import plain_name
from cogs.frame.options import submitted_values
from cogs.frame.visit import Trace, check_moderator
from cogs.presses.addresses import MatchPress
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import listing
from prowlerbot.core.posts import LONGEST_REASON, Person, What
from prowlerbot.match.closing import check_may_end
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.scene import Scene
from prowlerbot.moderation.moderation_service import Moderation


@dataclass(eq=False)
class Moderating(commands.Cog):
    _moderation: Moderation
    _trace: Trace
    _boards: BoardMessages
    _posting: Posting
    _messages: PrivateMessages

    @answers_in_match("end")
    async def _ask(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        """Ask a moderator for the reason."""
        _check(interaction, scene)
        await interaction.response.send_modal(end_form(scene.match))

    @answers_in_match("end!")
    async def _end(self, interaction: Interaction, _press: MatchPress, scene: Scene) -> None:
        _check(interaction, scene)
        if interaction.type is not discord.InteractionType.modal_submit:
            await interaction.response.send_modal(end_form(scene.match))
            return
        before, message = scene.match, interaction.message
        lobby = before.phase is Phase.LOBBY
        act = self._trace.describe(
            interaction,
            What.WITHDRAWN if lobby else What.ENDED,
            target=_host(before) if lobby else Person(),
            subject=before.id,
            detail=listing(plain_names(before)),
            reason=reason_of(submitted_values(interaction).get(REASON, ())),
        )
        scene = replace(scene, match=await self._moderation.end(before, act))
        if scene.board is not None and message is not None and message.id == scene.board.message:
            await self._boards.answer_and_call(interaction, scene)
            return
        try:
            sentence = moderated_sentence(scene.match)
            await self._messages.show_help(interaction, before.id, layout(sentence))
        finally:
            await self._posting.update(interaction, scene)


def reason_of(typed: Sequence[str]) -> str:
    """A typed reason as it is stored, on one line; empty if there is none."""
    text = " ".join(" ".join(typed).split())
    return plain_name(text, LONGEST_REASON) if text else ""


def _check(interaction: Interaction, scene: Scene) -> None:
    """Raise Denied unless the asker may end this match as a moderator of its server."""
    check_moderator(interaction)
    board = scene.board
    if board is None or board.guild != interaction.guild_id:
        raise Denied("This match is played in another server, where you are no moderator.")
    check_may_end(scene.match, interaction.user.id)


def _host(match: Match) -> Person:
    host = match.player(match.challenger)
    return Person(max(host.id, 0), host.name)
