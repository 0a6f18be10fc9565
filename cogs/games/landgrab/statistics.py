"""Statistics of one player's matches of Landgrab."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from cogs.contract import plain_words
from cogs.contract.face import PlayedOut
from cogs.games.landgrab.happened import ROLLING, happened
from prowlerbot.core.i18n import tr, trn
from prowlerbot.core.lists_and_numbers import decimal
from prowlerbot.games.landgrab.moves import SIDES

_FIGHTS = {"wins", "loses"}
_GOOD = SIDES // 2 + 1
"""The lowest roll above the average."""


@dataclass(slots=True)
class Tally:
    """Counts of one player's actions in several matches."""

    matches: int = 0
    claims: int = 0
    steals: int = 0
    won: int = 0
    fights: int = 0
    streak: int = 0


def highlights(matches: Iterable[PlayedOut]) -> list[str]:
    """Claims, steals, fights, and the longest run of luck with the die."""
    found = tally(matches)
    if not found.matches:
        return []
    lines = [
        tr(
            "Buildings a match: {claims} newly claimed, {steals} stolen",
            claims=f"**{decimal(found.claims / found.matches)}**",
            steals=f"**{decimal(found.steals / found.matches)}**",
        )
    ]
    if found.fights:
        lines.append(
            tr("Fights won: {won} of {all}", won=f"**{found.won}**", all=f"**{found.fights}**")
        )
    if found.streak:
        lines.append(
            trn(
                "Best streak: {count} roll of {least} or more",
                "Best streak: {count} rolls of {least} or more in a row",
                found.streak,
                least=_GOOD,
            )
        )
    return lines


def favourite(matches: Iterable[PlayedOut]) -> str:
    """The player's most frequent way of advancing."""
    found = tally(matches)
    return plain_words.most_frequent(
        {
            tr("claiming new buildings"): found.claims,
            tr("stealing buildings"): found.steals,
            tr("winning fights"): found.won,
        }
    )


def tally(matches: Iterable[PlayedOut]) -> Tally:
    found = Tally()
    for views, seat in matches:
        line = [view.seen for view in views]
        found.matches += 1
        run = 0
        for before, after in pairwise(line):
            action = after.last
            if action is None or before.phase not in ROLLING:
                continue
            # A defender rolls too.
            if seat == (before.target if before.phase == "defence" else before.turn):
                run = run + 1 if action.rolls[-1] >= _GOOD else 0
                found.streak = max(found.streak, run)
            for event in happened(before, after):
                found.claims += event.kind == "takes" and event.seat == seat
                found.steals += event.kind == "steals" and event.seat == seat
                if event.kind in _FIGHTS and seat in {event.seat, event.other}:
                    found.fights += 1
                    found.won += (event.kind == "wins") == (event.seat == seat)
    return found
