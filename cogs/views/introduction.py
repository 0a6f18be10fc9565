"""Ways into a game for newcomers: its rules in short, and its lessons."""

from __future__ import annotations

from cogs.contract.face import Face
from cogs.frame.layout import Button
from cogs.frame.press import Action
from cogs.views.match_views import button
from prowlerbot.core.i18n import tr
from prowlerbot.match.match import Match

TEACH = "teach"
"""The prefix of the custom_id of a button that opens the lessons of a game."""


def introduction_row(match: Match, face: Face) -> list[Button]:
    """Buttons for a message that everybody sees; their answers are private."""
    return [button(Action.RULES, match, tr("How to play"), "📖"), *tutorial_buttons(face)]


def tutorial_buttons(face: Face) -> list[Button]:
    """The way to the lessons, if the game has any; it belongs to no match."""
    if not face.teaches:
        return []
    return [Button(label=tr("Tutorial"), emoji="🎓", custom_id=f"{TEACH}:{face.key}")]


def taught_game(custom_id: str) -> str | None:
    """The game whose lessons a button opens."""
    return custom_id.partition(":")[2] or None
