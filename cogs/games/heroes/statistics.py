"""Statistics of one player's matches of Heroes Beware."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cogs.games.heroes.itemised import worth
from prowlerbot.core.formats import decimal
from prowlerbot.core.i18n import tr, trn
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.stages.populate import deep_ore

Played = tuple[Sequence[Position], int]
"""All positions of a match, and the player's seat."""


@dataclass(slots=True)
class Tally:
    """Counts of one player's results in several matches; ``sources`` is treasure by its source."""

    matches: int = 0
    treasure: int = 0
    best: int = 0
    deepest: int = 0
    prisoners: int = 0
    gold: int = 0
    gems: int = 0
    jailed: int = 0
    most_guards: int = 0


def tally(matches: Iterable[Played]) -> Tally:
    found = Tally()
    for line, seat in matches:
        found.matches += 1
        last = line[-1]
        found.treasure += last.seats[seat - 1].treasure
        for profits in last.profits:
            profit = profits[seat - 1]
            found.best = max(found.best, worth(profit))
            found.gold += profit.gold
            found.gems += profit.gems
            found.jailed += profit.prisoners
            found.most_guards += profit.most_guards
        for position in line:
            if position.invaded is None:
                continue
            own = position.invaded.seats[seat - 1]
            found.prisoners = max(found.prisoners, own.tokens.prisoners.bit_count())
            ore = deep_ore(own.colony) | own.colony.sealed_with("gem vein")
            depth = [own.colony.distance[at] for at in own.colony.distance if ore >> at & 1]
            found.deepest = max([found.deepest, *depth])
    return found


def highlights(matches: Iterable[Played]) -> list[str]:
    """Treasure, the best colony, the most prisoners, the deepest vein."""
    found = tally(matches)
    if not found.matches:
        return []
    mean = decimal(found.treasure / found.matches)
    lines = [tr("Treasure at the end: {mean} a match", mean=f"**{mean}**")]
    if found.best:
        lines.append(tr("Best colony: {count} treasure in a round", count=f"**{found.best}**"))
    if found.prisoners:
        lines.append(
            trn(
                "Most prisoners: {count} at a time",
                "Most prisoners: {count} at a time",
                found.prisoners,
            )
        )
    if found.deepest:
        lines.append(
            trn(
                "Deepest vein: {count} step from the entrance",
                "Deepest vein: {count} steps from the entrance",
                found.deepest,
            )
        )
    return lines


def favourite(matches: Iterable[Played]) -> str:
    """The main source of a player's treasure."""
    found = tally(matches)
    done = {
        tr("digging for gold"): found.gold,
        tr("keeping gems"): 5 * found.gems,
        tr("taking prisoners"): found.jailed,
        tr("keeping most guards"): 5 * found.most_guards,
    }
    best = max(done, key=lambda each: done[each])
    return best if done[best] else ""
