"""A private greeting for a player in their first match of a game."""

from __future__ import annotations

import logging

import discord

from cogs.board.rendering import Rendering
from cogs.contract.face import Face
from cogs.frame.layout import layout
from cogs.frame.replies import LOST, say
from cogs.views.introduction import introduction_row
from prowlerbot.core.errors import StoreError
from prowlerbot.core.i18n import tr
from prowlerbot.match.match import Match
from prowlerbot.service.lobby import Lobby
from prowlerbot.service.service import Service

log = logging.getLogger(__name__)


class Welcome:
    def __init__(self, service: Service, rendering: Rendering) -> None:
        self._service = service
        self._rendering = rendering

    async def offer(self, interaction: discord.Interaction, match: Match) -> None:
        """Offer the rules and the lessons to a player who has just joined.

        A failure is logged only, as the match is already under way.
        """
        face = self._rendering.face(match)
        try:
            if await Lobby(self._service).is_first(match, interaction.user.id):
                await say(interaction, _words(match, face))
        except (*LOST, StoreError) as error:
            log.info("could not send a welcome in match %s: %s", match.id, error)


def _words(match: Match, face: Face) -> discord.ui.LayoutView:
    lines = ["### " + tr("Your first match of {game}", game=face.title)]
    if face.private:
        lines.append(tr("Just play: press “Open my board”, which only you see."))
    else:
        lines.append(tr("Just play: you see what each move brings before it counts."))
    if face.teaches:
        lines.append(tr("Or begin with the tutorial: how to read the board, then small tasks."))
    lines.append("-# " + tr("Only you see this and the answers of its buttons."))
    return layout("\n".join(lines), rows=[introduction_row(match, face)])
