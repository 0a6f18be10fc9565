"""What players agree on beside the game, as options of the challenge and in words."""

from __future__ import annotations

from discord import app_commands

from prowlerbot.core.i18n import mark, tr
from prowlerbot.match.preferences import DAY
from prowlerbot.match.terms import Terms

PACE_CHOICES = [
    app_commands.Choice(name="10 minutes a move", value=10 * 60),
    app_commands.Choice(name="1 hour a move", value=60 * 60),
    app_commands.Choice(name="1 day a move", value=DAY),
    app_commands.Choice(name="3 days a move", value=3 * DAY),
    app_commands.Choice(name="No limit", value=0),
]

RATED_CHOICES = [
    app_commands.Choice(name="Rated", value="yes"),
    app_commands.Choice(name="Friendly", value="no"),
]

TAKEBACK_CHOICES = [
    app_commands.Choice(name="Ask the opponent", value="ask"),
    app_commands.Choice(name="Without asking, until the opponent has moved", value="free"),
    app_commands.Choice(name="Never", value="never"),
]

_TAKEBACKS = {
    "ask": mark("A move is taken back only if the other player agrees."),
    "free": mark("The last move can be taken back without asking."),
    "never": mark("No move can be taken back."),
}

_PACES = {
    10 * 60: mark("You have 10 minutes for each move."),
    60 * 60: mark("You have an hour for each move."),
    DAY: mark("You have a day for each move."),
    3 * DAY: mark("You have three days for each move."),
    0: mark("There is no time limit."),
}


def words(terms: Terms) -> str:
    """The terms in sentences, for who is asked to accept them."""
    rated = mark("A rated match.") if terms.rated else mark("A friendly match.")
    return f"{tr(rated)} {tr(_PACES[terms.pace])} {tr(_TAKEBACKS[terms.takebacks])}"
