"""The terms of a match besides the game, as options of the challenge and in words."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from discord import app_commands

from cogs.board.views.match_views import names_of
from prowlerbot.core.clock import Outage
from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.core.lists_and_numbers import in_words
from prowlerbot.match.match import Match
from prowlerbot.match.preferences import DAY
from prowlerbot.match.ratings import Hours

HOUR = 60 * 60

PACE_CHOICES = [
    app_commands.Choice(name="10 minutes a move", value=10 * 60),
    app_commands.Choice(name="1 hour a move", value=60 * 60),
    app_commands.Choice(name="1 day a move", value=DAY),
    app_commands.Choice(name="3 days a move", value=3 * DAY),
    app_commands.Choice(name="No limit", value=0),
]

WEEKEND_CHOICES = [
    app_commands.Choice(name="Saturdays and Sundays do not count", value="pause"),
    app_commands.Choice(name="Every day counts", value="counts"),
]

USUAL_STOPWATCH = 150
"""Seconds."""
STOPWATCHES = (
    (mark("1:30 minutes"), "90"),
    (mark("2:30 minutes"), "150"),
    (mark("5 minutes"), "300"),
    (mark("10 minutes"), "600"),
)
"""The time that all share for live stages: label and seconds."""

RATED_CHOICES = [
    app_commands.Choice(name="Rated", value="yes"),
    app_commands.Choice(name="Friendly", value="no"),
]

HINT_CHOICES = [
    app_commands.Choice(name="Allowed, each for the asker alone", value="yes"),
    app_commands.Choice(name="None", value="no"),
]

TAKEBACK_CHOICES = [
    app_commands.Choice(name="If all agree", value="ask"),
    app_commands.Choice(name="Without asking, until the next move", value="free"),
    app_commands.Choice(name="Never", value="never"),
]

# The usual term is not mentioned: a takeback if the others agree.
_TAKEBACKS = {
    "free": mark("The last move can be taken back without asking."),
    "never": mark("No move can be taken back."),
}

_PACES = {
    10 * 60: mark("You have 10 minutes for each move."),
    60 * 60: mark("You have an hour for each move."),
    DAY: mark("You have a day for each move."),
    3 * DAY: mark("You have 3 days for each move."),
    0: mark("There is no time limit."),
}


def words(match: Match, firsts: Collection[int] = ()) -> str:
    """The terms in sentences, for the player asked to accept them: whether the match counts, and
    every other unusual term.

    ``firsts`` are the seats of players new to the game.
    """
    terms = match.terms
    if terms.stopwatch:
        time = clock_time(terms.stopwatch)
        parts = [tr("All players together have {time} for the live stage.", time=time)]
    else:
        parts = [tr(_PACES[terms.pace])]
    if terms.weekend:
        parts.append(
            tr("Saturdays and Sundays do not count (time zone {zone}).", zone=terms.weekend)
        )
    if terms.takebacks in _TAKEBACKS:
        parts.append(tr(_TAKEBACKS[terms.takebacks]))
    if terms.hints:
        parts.append(tr("The players may ask the machine for hints."))
    if terms.substitutes:
        parts.append(
            tr(
                "If a player leaves, another player can take the seat for a while, then the machine"
                " does."
            )
        )
    elif terms.takeover:
        parts.append(tr("If a player leaves, the machine takes over the seat."))
    return " ".join((_rated(match, firsts), *parts))


def _rated(match: Match, firsts: Collection[int]) -> str:
    """Whether the match counts, and the reason if it never can."""
    if match.has_machine:
        return tr("Friendly, because the machine takes part.")
    if len(match.players) == 1:
        return tr("Friendly, because you play alone.")
    if not match.terms.rated:
        if not match.terms.first_friendly or not firsts:
            return tr("Friendly: the result changes no rating.")
        return tr(
            "Friendly: the first match of this game for {players}.",
            players=names_of(match, *sorted(firsts)),
        )
    if match.terms.first_friendly and any(player.is_vacant for player in match.players):
        return tr("**Rated**, unless a newcomer to the game joins.")
    return tr("**Rated**: the result changes the ratings.")


def habits_words(match: Match, duration: int | None, hours: Mapping[int, Hours]) -> str:
    """The usual length of such a match, and the usual hours of the players.

    Discord shows each reader the hours in their own time zone.
    """
    parts = []
    if duration is not None:
        parts.append(tr("Such a match takes about {time}.", time=in_words(duration)))
    day = match.created_at - match.created_at % DAY
    for seat, usual in sorted(hours.items()):
        start, end = (
            f"<t:{day + hour * HOUR}:t>" for hour in (usual.first, usual.first + usual.length)
        )
        parts.append(
            tr(
                "{player} usually moves between {start} and {end}.",
                player=names_of(match, seat),
                start=start,
                end=end,
            )
        )
    return " ".join(parts)


def stopwatch_line(due: int | None, seconds: int) -> str:
    """The end of the shared clock; Discord counts the seconds down."""
    if due is not None:
        return tr("⏱️ Time runs out {when}.", when=f"<t:{due}:R>")
    return tr(
        "⏱️ You share {time}; the clock starts with the first move.",
        time=clock_time(seconds),
    )


def outage_line(outage: Outage) -> str:
    """The line about an outage, which gave the players more time."""
    start, end = f"<t:{outage.began}:f>", f"<t:{outage.ended}:f>"
    return tr(
        "The bot was away from {start} to {end}, so there is more time.", start=start, end=end
    )


def clock_time(seconds: int) -> str:
    """Minutes and seconds."""
    return f"{seconds // 60}:{seconds % 60:02}"


def lasting(seconds: int) -> str:
    """A length of time in its largest whole unit; from two hours on in hours and minutes."""
    if seconds < HOUR and seconds % 60:
        return trn("{count} second", "{count} seconds", seconds)
    if seconds % DAY == 0:
        return trn("{count} day", "{count} days", seconds // DAY)
    if seconds % HOUR == 0:
        return trn("{count} hour", "{count} hours", seconds // HOUR)
    if seconds > 2 * HOUR:
        return f"{lasting(seconds // HOUR * HOUR)} {lasting(seconds % HOUR)}"
    return trn("{count} minute", "{count} minutes", seconds // 60)
