"""The odds of a roll, in numbers and in words."""

from __future__ import annotations

from prowlerbot.core.formats import decimal
from prowlerbot.core.i18n import tr, trn
from prowlerbot.games.landgrab.machine.appeal import ROLLS
from prowlerbot.games.landgrab.moves import SIDES

FIGHTS = SIDES * SIDES
"""The pairs of rolls in a fight."""
TIES = SIDES
WINS = (FIGHTS - TIES) // 2
"""The pairs of rolls that win for the attacker; as many win for the defender."""


def chance_to_take(points: int) -> float:
    """The probability that the next roll takes a building with this strength left."""
    return max(SIDES + 1 - points, 0) / SIDES


def percent(chance: float) -> str:
    return tr("{percent} %", percent=round(100 * chance))


def claim_odds(points: int) -> str:
    """The chance of the next roll or, if it cannot succeed, the average number of rolls."""
    if points <= SIDES:
        return percent(chance_to_take(points))
    count = round(ROLLS[points])
    return trn("about {count} roll", "about {count} rolls", count)


def on_average(points: int) -> str:
    """The average number of rolls that a building with this strength left takes."""
    return tr("On average it takes {count} rolls.", count=decimal(ROLLS[points]))


def to_win() -> str:
    """The chance and the risk of an attack, short enough for a button."""
    return tr("win {win}, lose {win}", win=percent(WINS / FIGHTS))


def fight_odds() -> str:
    """The odds of an attack, the same for everybody."""
    return tr(
        "win {win}, lose a life {win}, tie {tie}",
        win=percent(WINS / FIGHTS),
        tie=percent(TIES / FIGHTS),
    )
