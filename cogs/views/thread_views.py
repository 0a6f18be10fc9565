"""The name of a match's thread, and the message at its root."""

from __future__ import annotations

import discord

from cogs.contract.face import Face
from cogs.frame.layout import layout
from cogs.views.match_views import heading, plain_names, together
from prowlerbot.core.i18n import tr
from prowlerbot.match.match import Match

_LONGEST_NAME = 100


def thread_name(match: Match) -> str:
    return together(plain_names(match))[:_LONGEST_NAME]


def thread_view(match: Match, face: Face, thread: str) -> discord.ui.LayoutView:
    """The rest of a challenge after the match has moved to a thread of its own."""
    return layout(
        f"{heading(match, face)}\n{tr('The match is played in {thread}.', thread=thread)}"
    )
