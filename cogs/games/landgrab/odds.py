"""What a roll is likely to bring, in numbers and in words."""

from __future__ import annotations

from prowlerbot.core.formats import decimal
from prowlerbot.core.i18n import tr, trn
from prowlerbot.games.landgrab.appeal import ROLLS
from prowlerbot.games.landgrab.moves import SIDES

FIGHTS = SIDES * SIDES
"""The pairs of rolls in a fight."""
TIES = SIDES
WINS = (FIGHTS - TIES) // 2
"""Of these pairs, those in which the attacker wins; in as many the defender does."""


def chance_to_take(points: int) -> float:
    """How likely the next roll takes a building that has so many points left."""
    return max(SIDES + 1 - points, 0) / SIDES


def percent(chance: float) -> str:
    return tr("{percent} %", percent=round(100 * chance))


def claim_odds(points: int) -> str:
    """The chance of the next roll or, while that cannot do, how many it takes on average."""
    if points <= SIDES:
        return percent(chance_to_take(points))
    count = round(ROLLS[points])
    return trn("about {count} roll", "about {count} rolls", count)


def on_average(points: int) -> str:
    """How many rolls it takes to claim a building that has so many points left."""
    return tr("On average it takes {count} rolls.", count=decimal(ROLLS[points]))


def to_win() -> str:
    """The chance and the risk of an attack, as short as on a button."""
    return tr("win {win}, lose {win}", win=percent(WINS / FIGHTS))


def fight_odds() -> str:
    """How an attack ends, the same for everybody."""
    return tr(
        "win {win}, lose a life {win}, tie {tie}",
        win=percent(WINS / FIGHTS),
        tie=percent(TIES / FIGHTS),
    )
