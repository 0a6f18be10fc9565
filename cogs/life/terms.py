"""What players agree on besides the game, as options of the challenge and in words."""

from __future__ import annotations

from discord import app_commands

from prowlerbot.core.i18n import mark, tr
from prowlerbot.match.match import Match
from prowlerbot.match.preferences import DAY

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
    app_commands.Choice(name="If the others agree", value="ask"),
    app_commands.Choice(name="Without asking, until somebody else has moved", value="free"),
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


_LONGER = {
    "ask": mark("A move is taken back only if all the others agree."),
    "free": _TAKEBACKS["free"],
    "never": _TAKEBACKS["never"],
}


def words(match: Match) -> str:
    """The terms in sentences, for the player asked to accept them."""
    terms, count = match.terms, len(match.players)
    takebacks = _TAKEBACKS if count <= 2 else _LONGER
    parts = [_rated(match), _PACES[terms.pace], takebacks[terms.takebacks]]
    if terms.takeover:
        parts.append(mark("If somebody leaves, the machine plays on for them."))
    return " ".join(map(tr, parts))


def _rated(match: Match) -> str:
    """Whether it counts, and why not where it never can."""
    if match.has_machine:
        return mark("A friendly match, because the machine takes part.")
    if len(match.players) == 1:
        return mark("A friendly match, because you play alone.")
    if not match.terms.first_friendly:
        return mark("A rated match.") if match.terms.rated else mark("A friendly match.")
    if not match.terms.rated:
        return mark("A friendly match, because it is somebody's first.")
    if any(player.is_vacant for player in match.players):
        return mark("A rated match, or a friendly one if it is the first of whoever joins.")
    return mark("A rated match.")
